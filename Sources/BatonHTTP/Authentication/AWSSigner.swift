import BatonValues

/// Computes the headers of AWS Signature Version 4 for a request, from request, body and time alone.
package struct AWSSigner: Sendable {
    private let signature: AWSSignature
    /// `20150830T123600Z`.
    private let time: String

    /// - Parameter now: seconds since 1970.
    package init(_ signature: AWSSignature, at now: Int64 = ClockReading.wallMicroseconds() / 1_000_000) {
        self.signature = signature
        let civil = Timestamp(unixMilliseconds: now * 1000)?.civil() ?? CivilTime(year: 1970)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        time =
            digits(civil.year, 4) + digits(civil.month, 2) + digits(civil.day, 2) + "T" + digits(civil.hour, 2)
            + digits(civil.minute, 2) + digits(civil.second, 2) + "Z"
    }

    /// The digest of a body that is not signed.
    package static let unsignedPayload = "UNSIGNED-PAYLOAD"

    /// The request with the signature's headers, marked as credentials. Its log learns the signature, which is secret alone
    /// too.
    ///
    /// - Parameter payload: SHA-256 of the body in hexadecimal digits, or `unsignedPayload`.
    package func signed(_ request: Request, payload: String) -> Request {
        var signed = request
        signed.options.authentication = nil
        for name in ["X-Amz-Date", "X-Amz-Security-Token", "X-Amz-Content-Sha256", "Authorization"] {
            signed.headers.remove(name)
        }
        signed.headers.append("X-Amz-Date", time, isCredential: true)
        if let token = signature.sessionToken {
            signed.headers.append("X-Amz-Security-Token", token, isCredential: true)
        }
        if signature.keepsPath || payload == Self.unsignedPayload {
            signed.headers.append("X-Amz-Content-Sha256", payload, isCredential: true)
        }
        let canonical = CanonicalRequest(signed, payload: payload, keepsPath: signature.keepsPath)
        let proof = self.signature(of: stringToSign(canonical.text))
        let authorization =
            "AWS4-HMAC-SHA256 Credential=\(signature.accessKey)/\(scope), SignedHeaders=\(canonical.signedHeaders), "
            + "Signature=\(proof)"
        signed.headers.append("Authorization", authorization, isCredential: true)
        request.authorization?.note([authorization, proof])
        return signed
    }

    /// Day, region and service of the key that signs.
    private var scope: String { "\(time.prefix(8))/\(signature.region)/\(signature.service)/aws4_request" }

    private func stringToSign(_ canonical: String) -> String {
        "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(Hexadecimal.encode(SHA256.digest(of: Array(canonical.utf8))))"
    }

    private func signature(of text: String) -> String {
        var key = Array("AWS4\(signature.secretKey)".utf8)
        for part in [String(time.prefix(8)), signature.region, signature.service, "aws4_request"] {
            key = HMAC.sha256(key: key, Array(part.utf8))
        }
        return Hexadecimal.encode(HMAC.sha256(key: key, Array(text.utf8)))
    }
}

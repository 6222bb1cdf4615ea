import BatonValues

/// The answer to a challenge of digest authentication (RFC 7616).
package struct DigestAnswer: Sendable {
    /// The algorithms that can be computed, each also with `-sess` behind it.
    package static let algorithms = ["MD5", "SHA-256"]

    /// The octets of the value of `Authorization`. What the server sent in octets that are no UTF-8 goes back as it came.
    package let value: [UInt8]
    /// What in it proves the password, and is secret alone too.
    private let proof: String

    /// The algorithms that the challenges want, as written; a challenge that names none wants MD5. Empty without a digest
    /// challenge.
    package static func wanted(in headers: Headers) -> [String] {
        Challenge.all(in: headers).filter { $0.isNamed("digest") }.map { $0.parameters["algorithm"] ?? "MD5" }
    }

    /// Whether an answer with the algorithm can be computed.
    package static func canCompute(_ algorithm: String) -> Bool { Hash(algorithm) != nil }

    /// Whether the challenge takes the credentials that were sent, and only wants them under a new nonce.
    package static func isStale(_ headers: Headers) -> Bool {
        Challenge.all(in: headers).contains {
            $0.isNamed("digest") && $0.parameters["stale"]?.lowercased() == "true"
        }
    }

    /// Answers the first challenge of the response that can be answered; nil where there is none.
    ///
    /// - Parameters:
    ///   - clientNonce: what makes the answer different from all others.
    package init?(
        to headers: Headers, of request: Request, username: String, password: String, clientNonce: String
    ) {
        for challenge in Challenge.all(in: headers) where challenge.isNamed("digest") {
            guard let hash = Hash(challenge.parameters["algorithm"] ?? "MD5"),
                let nonce = challenge.parameters["nonce"],
                let protection = Protection(challenge, request.body)
            else { continue }
            let (text, proof) = Self.text(
                challenge, hash, protection, nonce, request, challenge.written(username), challenge.written(password),
                clientNonce)
            value = challenge.octets(text)
            self.proof = proof
            return
        }
        return nil
    }

    /// Puts the answer in the place of another one.
    package func apply(to request: inout Request) {
        request.headers.remove("Authorization")
        request.headers.append("Authorization", octets: value, isCredential: true)
        request.authorization?.note([Headers.text(of: value), proof])
    }

    /// What the answer proves beside the password (`qop`).
    private enum Protection {
        /// As in RFC 2069, which knows no `qop`.
        case none
        case request
        case requestAndBody([UInt8])

        /// Nil where only a body is taken that is not known before it is sent: a file, or parts.
        init?(_ challenge: Challenge, _ body: RequestBody) {
            guard let written = challenge.parameters["qop"] else {
                self = .none
                return
            }
            let ways = written.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
            switch body {
            case _ where ways.contains("auth"): self = .request
            case .none where ways.contains("auth-int"): self = .requestAndBody([])
            case .bytes(let bytes, _) where ways.contains("auth-int"): self = .requestAndBody(bytes)
            default: return nil
            }
        }
    }

    private static func text(
        _ challenge: Challenge, _ algorithm: Hash, _ protection: Protection, _ nonce: String, _ request: Request,
        _ username: String, _ password: String, _ clientNonce: String
    ) -> (text: String, proof: String) {
        let realm = challenge.parameters["realm"] ?? ""
        let target = request.digestTarget
        func hash(_ text: String) -> String { algorithm(challenge.octets(text)) }
        var secret = hash("\(username):\(realm):\(password)")
        if algorithm.isOfSession { secret = hash("\(secret):\(nonce):\(clientNonce)") }
        var call = "\(request.method.rawValue):\(target)"
        let hidesName = challenge.parameters["userhash"]?.lowercased() == "true"
        let name = hidesName ? hash("\(username):\(realm)") : quotable(username)
        var parts = [
            "username=\"\(name)\"", "realm=\"\(realm)\"", "nonce=\"\(nonce)\"", "uri=\"\(target)\"",
        ]
        let way: String?
        switch protection {
        case .none: way = nil
        case .request: way = "auth"
        case .requestAndBody(let body):
            way = "auth-int"
            call += ":\(algorithm(body))"
        }
        let response: String
        if let way {
            let count = "00000001"
            response = hash("\(secret):\(nonce):\(count):\(clientNonce):\(way):\(hash(call))")
            parts += ["cnonce=\"\(clientNonce)\"", "nc=\(count)", "qop=\(way)"]
        } else {
            response = hash("\(secret):\(nonce):\(hash(call))")
        }
        parts.append("response=\"\(response)\"")
        if let opaque = challenge.parameters["opaque"] { parts.append("opaque=\"\(opaque)\"") }
        if let algorithm = challenge.parameters["algorithm"] { parts.append("algorithm=\(algorithm)") }
        if hidesName { parts.append("userhash=true") }
        return ("Digest \(parts.joined(separator: ", "))", response)
    }

    private static func quotable(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    private struct Hash {
        private let isSHA256: Bool
        let isOfSession: Bool

        /// Nil for an algorithm that is not computed.
        init?(_ algorithm: String) {
            var name = algorithm.uppercased()
            isOfSession = name.hasSuffix("-SESS")
            if isOfSession { name.removeLast(5) }
            guard DigestAnswer.algorithms.contains(name) else { return nil }
            isSHA256 = name == "SHA-256"
        }

        func callAsFunction(_ bytes: [UInt8]) -> String {
            Hexadecimal.encode(isSHA256 ? SHA256.digest(of: bytes) : MD5.digest(of: bytes))
        }
    }
}

extension Request {
    /// The target of the request line: the path as it is sent, and the query.
    fileprivate var digestTarget: String {
        let path = options.pathAsIs ? url.path : DotSegments.removed(from: url.path[...])
        return url.query.map { "\(path)?\($0)" } ?? path
    }
}

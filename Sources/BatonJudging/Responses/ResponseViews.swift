import BatonCEL
import BatonHTTP
import BatonJSON
import BatonLanguage
import BatonValues

/// `response.timings`: the duration of each phase.
final class TimingsView: CELNative {
    private let timings: Response.Timings

    init(_ timings: Response.Timings) {
        self.timings = timings
    }

    var nativeType: CELNativeType { Roots.timingsType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "dns": .duration(microseconds: timings.dns)
        case "connect": .duration(microseconds: timings.connect)
        case "tls": .duration(microseconds: timings.tls)
        case "send": .duration(microseconds: timings.send)
        case "wait": .duration(microseconds: timings.wait)
        case "receive": .duration(microseconds: timings.receive)
        default: nil
        }
    }
}

/// `response.headers`: a name in any case of letters gives the values of all its lines as one text, `values(name)`
/// gives them as a list.
final class HeadersView: CELNative {
    private let headers: Headers

    init(_ headers: Headers) {
        self.headers = headers
    }

    var nativeType: CELNativeType { Roots.headersType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        headers[name].map { CELValue(.string($0), isTainted: isSecret(name)) }
    }

    func index(_ key: CELValue) throws(CELError) -> CELValue? {
        guard let name = key.stringValue else { throw CELError("a header's name is a text") }
        return try member(name)
    }

    func call(_ method: String, _ arguments: [CELValue]) throws(CELError) -> CELValue {
        guard method == "values", arguments.count == 1, let name = arguments[0].stringValue else {
            throw CELError("`headers` has the function `values(name)`")
        }
        return CELValue(.jsonArray(headers.values(name).map { .string($0) }), isTainted: isSecret(name))
    }

    /// A map from each name, in lower case, to the values of all its lines as one text; secret if one of them is.
    func plainValue() throws(CELError) -> CELValue? {
        var map = CELMap()
        for field in headers {
            let name = field.name.lowercased()
            if let value = try member(name) { map.set(.string(name), value) }
        }
        return .map(map)
    }

    var isPartlyTainted: Bool { headers.contains { isSecret($0.name) } }

    func absence(of member: String) -> String? { "there is no header `\(member)`" }

    /// Whether the header is a credential or sets a cookie.
    private func isSecret(_ name: String) -> Bool {
        headers.slots.contains {
            headers.isNamed($0, name) && ($0.isCredential || headers.isNamed($0, "set-cookie"))
        }
    }
}

/// An element of `response.interim`.
final class InterimView: CELNative {
    private let response: Response.Interim

    init(_ response: Response.Interim) {
        self.response = response
    }

    var nativeType: CELNativeType { Roots.interimType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "status": .int(Int64(response.status))
        case "headers": .native(HeadersView(response.headers))
        default: nil
        }
    }
}

/// `response.certificate`: the certificate of the server.
final class CertificateView: CELNative {
    private let certificate: Certificate

    init(_ certificate: Certificate) {
        self.certificate = certificate
    }

    var nativeType: CELNativeType { Roots.certificateType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "subject": .string(certificate.subject)
        case "issuer": .string(certificate.issuer)
        case "serial": .string(certificate.serial)
        case "starts": Self.moment(certificate.starts)
        case "expires": Self.moment(certificate.expires)
        case "names": CELValue(.array(certificate.names.map { .string($0) }))
        default: nil
        }
    }

    private static func moment(_ seconds: Int64?) -> CELValue? {
        seconds.flatMap { Timestamp(seconds: $0) }.map { .timestamp($0) }
    }
}

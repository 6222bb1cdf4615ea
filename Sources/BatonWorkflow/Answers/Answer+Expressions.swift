package import BatonCEL
import BatonHTTP
import BatonJSON
import BatonTime

/// `response` in expressions.
extension Answer: CELNative {
    package var nativeType: CELNativeType { Roots.responseType }

    package func isOf(_ type: CELNativeType) -> Bool { type === Roots.responseType }

    package func member(at position: Int) throws(CELError) -> CELValue? {
        // The two that nearly every expression reads.
        switch position {
        case 0: .int(Int64(response.status))
        case 1: try jsonValue()
        default: try member(Roots.responseType.members[position].name)
        }
    }

    package func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "status": return .int(Int64(response.status))
        case "json": return try jsonValue()
        case "body": return .string(text)
        case "bytes": return .bytes(response.body)
        case "size": return .int(Int64(response.size))
        case "headers": return .native(HeadersView(response.headers))
        case "duration": return .duration(microseconds: try timed(name).total)
        case "timings": return .native(TimingsView(try timed(name)))
        case "url": return .string(response.url.text)
        case "http_version": return .string(response.httpVersion.description)
        case "ip": return .string(response.remoteAddress)
        case "from_cache": return .bool(response.isFromCache)
        case "attempt": return .int(Int64(attempt))
        case "redirects":
            return CELValue(redirects)
        case "cookies":
            var value = CELValue(
                .object(JSONObject(cookies.map { ($0.name, JSONValue.string($0.value)) })))
            value.isTainted = true
            return value
        case "certificate": return response.certificate.map { .native(CertificateView($0)) } ?? .null
        default: return nil
        }
    }

    /// Nothing was sent for a stored answer: a time of it would be none.
    private func timed(_ name: String) throws(CELError) -> Response.Timings {
        guard let age = storedAge else { return response.timings }
        throw CELError("the answer came from the cache, stored \(age) ago: there is no `\(name)`")
    }

    private func jsonValue() throws(CELError) -> CELValue {
        switch json {
        case .value(let value): return CELValue(value)
        case .empty: throw CELError("the body is empty, `response.json` needs JSON")
        case .failed(let error): throw CELError("the body is not JSON: \(error.description)")
        }
    }
}

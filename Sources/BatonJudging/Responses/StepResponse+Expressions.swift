package import BatonCEL
import BatonHTTP
import BatonJSON
import BatonLanguage

/// `response` in expressions.
extension StepResponse: CELNative {
    package var nativeType: CELNativeType { program == nil ? Roots.responseType : Roots.programType }

    package func isOf(_ type: CELNativeType) -> Bool { type === nativeType }

    package func member(at position: Int) throws(CELError) -> CELValue? {
        if program != nil {
            let name = Roots.programType.members[position].name
            return name == "json" ? try jsonValue() : try member(name)
        }
        // The two members that nearly every expression reads.
        switch position {
        case 0: return .int(Int64(http.status))
        case 1: return try jsonValue()
        default: return try member(Roots.responseType.members[position].name)
        }
    }

    package func member(_ name: String) throws(CELError) -> CELValue? {
        if let program { return try member(name, of: program) }
        switch name {
        case "status": return .int(Int64(http.status))
        case "json": return presentJSON
        case "body": return .string(text)
        case "bytes": return .bytes(http.body)
        case "size": return .int(Int64(http.size))
        case "headers": return .native(HeadersView(http.headers))
        case "trailers": return .native(HeadersView(http.trailers))
        case "interim": return .list(http.interim.map { .native(InterimView($0)) })
        case "duration": return .duration(microseconds: try timed(name).total)
        case "timings": return .native(TimingsView(try timed(name)))
        case "url": return .string(http.url.text)
        case "http_version": return .string(http.httpVersion.description)
        case "ip": return .string(http.remoteAddress)
        case "from_cache": return .bool(http.isFromCache)
        case "attempt": return .int(Int64(attempt))
        case "redirects":
            return CELValue(redirects)
        case "cookies":
            var value = CELValue(
                .object(JSONObject(cookies.map { ($0.name, JSONValue.string($0.value)) })))
            value.isTainted = true
            return value
        case "certificate": return http.certificate.map { .native(CertificateView($0)) } ?? .null
        case "events":
            guard let events = http.events else {
                throw CELError("the response was not read as a stream: its step has no `stream`")
            }
            return CELValue(.jsonArray(events.values))
        default: return nil
        }
    }

    private func member(_ name: String, of program: ProgramResult) throws(CELError) -> CELValue? {
        switch name {
        case "exit_code": .int(Int64(program.exitCode))
        case "stdout": .string(text)
        case "stderr": .string(program.errorText)
        case "json": presentJSON
        case "bytes": .bytes(http.body)
        case "size": .int(Int64(http.size))
        case "duration": .duration(microseconds: http.timings.total)
        default: nil
        }
    }

    /// The timings; throws for a stored response, for which nothing was sent.
    private func timed(_ name: String) throws(CELError) -> Response.Timings {
        guard let age = storedAge else { return http.timings }
        throw CELError("the response came from the cache, stored \(age) ago: there is no `\(name)`")
    }

    /// Nil where the body is not JSON: `has(response.json)` is false then.
    private var presentJSON: CELValue? { if case .value(let value) = json { CELValue(value) } else { nil } }

    package func absence(of member: String) -> String? {
        if member != "json" { return nil }
        do {
            _ = try jsonValue()
            return nil
        } catch {
            return error.message
        }
    }

    private func jsonValue() throws(CELError) -> CELValue {
        switch json {
        case .value(let value): return CELValue(value)
        case .empty: throw CELError("\(bodyName) is empty, `response.json` needs JSON")
        case .failed(let error): throw CELError("\(bodyName) is not JSON: \(error.description)")
        }
    }
}

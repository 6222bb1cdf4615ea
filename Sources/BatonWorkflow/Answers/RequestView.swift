package import BatonCEL
package import BatonHTTP
import BatonJSON

/// What a step sends, before cookies and kept headers of the session: `request` in `expect` and `capture`.
package final class RequestView: CELNative {
    package let request: Request
    package let isURLSecret: Bool
    package let isBodySecret: Bool

    /// A part that holds a secret is one, and so is what is made of it.
    package init(_ request: consuming Request, isURLSecret: Bool, isBodySecret: Bool) {
        self.request = request
        self.isURLSecret = isURLSecret
        self.isBodySecret = isBodySecret
    }

    package var nativeType: CELNativeType { Roots.requestType }

    package func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "method": return .string(request.method.rawValue)
        case "url": return .string(request.url.text).tainted(isURLSecret)
        case "headers": return .native(HeadersView(request.headers))
        case "body": return bytes.map { .string(String(decoding: $0, as: UTF8.self)).tainted(isBodySecret) }
        case "json":
            guard let bytes else { return nil }
            do {
                return CELValue(json: try JSONParser.parse(bytes), isTainted: isBodySecret)
            } catch {
                throw CELError("the body that was sent is not JSON: \(error.description)")
            }
        default: return nil
        }
    }

    /// Files and multipart bodies are not read again.
    private var bytes: [UInt8]? {
        if case .bytes(let bytes, _) = request.body { bytes } else { nil }
    }
}

import BatonCEL
import BatonJSON
import BatonValues

/// `jwt_header` and `jwt_payload`: the parts of a JSON Web Token (RFC 7519). Its signature is not verified.
enum TokenFunctions {
    static let list: [CELFunction] = [
        part("jwt_header", 0),
        part("jwt_payload", 1),
    ]

    private static func part(_ name: String, _ position: Int) -> CELFunction {
        @Sendable func read(_ value: CELValue) throws(CELError) -> CELValue {
            let token = try FunctionLibrary.text(value, of: name)
            let parts = token.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count == 5, position == 1 {
                throw CELError(.argument, "the token is encrypted: it has five parts, and its payload cannot be read")
            }
            guard parts.count == 3 || parts.count == 5 else {
                throw CELError(.argument, "the text is no JSON Web Token: it has no three parts with dots between them")
            }
            guard let bytes = Base64.decode(String(parts[position]), .url) else {
                throw CELError(.argument, "the text is no JSON Web Token: its parts are not base64url")
            }
            return CELValue(json: try JSONText.read(bytes))
        }
        return .unary(name, .function, [(.string, .dyn)], prepare: CELFunction.converted(read), read)
    }
}

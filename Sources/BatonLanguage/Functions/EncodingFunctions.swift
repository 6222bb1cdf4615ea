import BatonCEL
import BatonHTTP
import BatonJSON
import BatonValues

/// `hex`, `unhex`, `base64url.encode`, `base64url.decode`, `url_encode`, `url_decode`, `html_escape` and `raw`.
enum EncodingFunctions {
    static let list: [CELFunction] = [
        .unary("hex", .function, [(.string, .string), (.bytes, .string)]) { value throws(CELError) in
            .string(Hexadecimal.encode(try FunctionLibrary.bytes(value, of: "hex")))
        },
        converting("unhex", to: .bytes) { text throws(CELError) in
            guard let bytes = Hexadecimal.decode(text) else {
                throw CELError(.argument, "the text is not made of pairs of hexadecimal digits")
            }
            return .bytes(bytes)
        },
        .unary("base64url.encode", .function, [(.bytes, .string), (.string, .string)]) { value throws(CELError) in
            .string(Base64.encode(try FunctionLibrary.bytes(value, of: "base64url.encode"), .url))
        },
        converting("base64url.decode", to: .bytes) { text throws(CELError) in
            guard let bytes = Base64.decode(text, .url) else { throw CELError(.argument, "the text is no base64url") }
            return .bytes(bytes)
        },
        .unary("url_encode", .function, scalars.map { ($0, .string) }) { value throws(CELError) in
            switch value.kind {
            case .bytes(let bytes): return .string(PercentEncoding.component(bytes))
            case .string, .int, .uint, .double, .number, .bool, .timestamp:
                return .string(PercentEncoding.component(try value.templateText()))
            default: throw .noOverload("url_encode", value)
            }
        },
        converting("url_decode", to: .string) { text throws(CELError) in
            guard let text = String(validating: PercentEncoding.decode(text), as: UTF8.self) else {
                throw CELError(.argument, "what the escapes stand for is no UTF-8")
            }
            return .string(text)
        },
        .unary("html_escape", .function, [(.string, .string)]) { value throws(CELError) in
            .string(htmlEscaped(try FunctionLibrary.text(value, of: "html_escape")))
        },
        // Its effect is that of `XMLTemplate`, which knows it by its name.
        .unary("raw", .function, [(.string, .string)]) { value throws(CELError) in
            .string(try FunctionLibrary.text(value, of: "raw"))
        },
    ]

    /// A function of a text that may be invalid; a literal text is checked when the file is loaded.
    private static func converting(
        _ name: String, to result: CELType, _ read: @escaping @Sendable (String) throws(CELError) -> CELValue
    ) -> CELFunction {
        @Sendable func convert(_ value: CELValue) throws(CELError) -> CELValue {
            try read(try FunctionLibrary.text(value, of: name))
        }
        return .unary(name, .function, [(.string, result)], prepare: CELFunction.converted(convert), convert)
    }

    private static let scalars: [CELType] = [.string, .bytes, .int, .uint, .double, .bool, .timestamp]

    /// The text, escaped for use as HTML text and in attribute values with quotes of either kind.
    private static func htmlEscaped(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): result += Array("&amp;".utf8)
            case UInt8(ascii: "<"): result += Array("&lt;".utf8)
            case UInt8(ascii: ">"): result += Array("&gt;".utf8)
            case UInt8(ascii: "\""): result += Array("&quot;".utf8)
            case UInt8(ascii: "'"): result += Array("&#39;".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// `sha256`, `sha1`, `md5` and `hmac_sha256`: in lower-case hexadecimal digits.
enum DigestFunctions {
    static let list: [CELFunction] = [
        digest("sha256", SHA256.digest),
        digest("sha1", SHA1.digest),
        digest("md5", MD5.digest),
        CELFunction(
            "hmac_sha256", kinds.flatMap { key in kinds.map { CELFunction.Overload([key, $0], .string) } },
            isCostly: true,
            body: .binary { key, message throws(CELError) in
                let key = try FunctionLibrary.bytes(key, of: "hmac_sha256")
                let message = try FunctionLibrary.bytes(message, of: "hmac_sha256")
                return .string(Hexadecimal.encode(HMAC.sha256(key: key, message)))
            }),
    ]

    private static let kinds: [CELType] = [.string, .bytes]

    private static func digest(_ name: String, _ hash: @escaping @Sendable ([UInt8]) -> [UInt8]) -> CELFunction {
        CELFunction(
            name, kinds.map { .init([$0], .string) }, isCostly: true,
            help: "of a list or map take `\(name)(json(value))`",
            body: .unary { value throws(CELError) in
                .string(Hexadecimal.encode(hash(try FunctionLibrary.bytes(value, of: name))))
            })
    }
}

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

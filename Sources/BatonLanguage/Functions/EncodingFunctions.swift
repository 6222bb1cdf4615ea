import BatonCEL
import BatonHTTP
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

public import BatonHTTP
package import BatonJSON

/// Encodes the parameters of a body as bytes with a content type.
///
/// An encoder gets only JSON (`Parameter.json`): variables, secrets and values of other types are replaced before.
/// Parameters with files are sent as `multipart/form-data`, whatever the encoder.
public protocol ParameterEncoder: Sendable {
    /// Throws `request.bad_input` for values that the format cannot express.
    func body(of parameters: Parameters) throws(Failure) -> RequestBody
}

/// One JSON object with the parameters as its members.
public struct JSONParameterEncoder: ParameterEncoder {
    /// An encoder without settings.
    public init() {}

    /// Writes the parameters as the members of one object.
    public func body(of parameters: Parameters) throws(Failure) -> RequestBody {
        var object = JSONObject()
        for (name, value) in parameters.entries {
            if let json = value.json { object.append(name, json) }
        }
        return .bytes(JSONWriter.compactBytes(.object(object)), contentType: "application/json")
    }
}

/// How lists and objects are written in a query or a form, which have only names and texts.
public enum NestedNames: Sendable, Hashable {
    /// A list repeats the name (`a=1&a=2`), and an object is refused.
    case repeated
    /// Names in brackets, as PHP and Rails read them: `a[]=1&a[]=2`, `a[b]=1`, `a[][b]=1`.
    case brackets
}

/// `application/x-www-form-urlencoded`; null leaves a name out.
public struct FormParameterEncoder: ParameterEncoder {
    private let nested: NestedNames

    /// - Parameter nested: how lists and objects are written.
    public init(nested: NestedNames = .repeated) {
        self.nested = nested
    }

    /// Writes the parameters as a form; throws `request.bad_input` for a value that it cannot express.
    public func body(of parameters: Parameters) throws(Failure) -> RequestBody {
        var pairs: [(String, String)] = []
        for (name, value) in parameters.entries {
            guard let json = value.json else { throw ParameterText.noText(name) }
            pairs += try ParameterText.pairs(of: json, named: name, nested)
        }
        let bytes = PercentEncoding.form(pairs)
        return .bytes(bytes, contentType: "application/x-www-form-urlencoded")
    }
}

extension ParameterEncoder where Self == JSONParameterEncoder {
    /// One JSON object.
    public static var json: JSONParameterEncoder { JSONParameterEncoder() }
}

extension ParameterEncoder where Self == FormParameterEncoder {
    /// `application/x-www-form-urlencoded`.
    public static var form: FormParameterEncoder { FormParameterEncoder() }

    /// `application/x-www-form-urlencoded`, with lists and objects as `nested` says: `.form(nested: .brackets)`.
    public static func form(nested: NestedNames) -> FormParameterEncoder { FormParameterEncoder(nested: nested) }
}

/// Parameters as text, for a query or a form.
package enum ParameterText {
    /// Throws `request.bad_input` for a value that cannot be written so.
    static func pairs(
        of value: JSONValue, named name: String, _ nested: NestedNames
    ) throws(Failure) -> [(String, String)] {
        var pairs: [(String, String)] = []
        switch (value, nested) {
        case (.array(let items), .brackets):
            for item in items { pairs += try Self.pairs(of: item, named: "\(name)[]", nested) }
        case (.object(let object), .brackets):
            for member in object.members {
                pairs += try Self.pairs(of: member.value, named: "\(name)[\(member.name)]", nested)
            }
        default:
            guard let texts = texts(of: value) else { throw noText(name) }
            pairs = texts.map { (name, $0) }
        }
        return pairs
    }

    static func noText(_ name: String) -> Failure {
        Failure(.badInput, "`\(name)` wants a text, a number or a list of these")
    }

    /// Null gives no text, a list several; nil for an object.
    package static func texts(of value: JSONValue) -> [String]? {
        switch value {
        case .null: return []
        case .bool(let flag): return [flag ? "true" : "false"]
        case .number(let number): return [number.text]
        case .string(let text): return [text]
        case .array(let items):
            var texts: [String] = []
            for item in items {
                guard !item.isNull, let text = Self.texts(of: item), text.count == 1 else { return nil }
                texts.append(text[0])
            }
            return texts
        case .object: return nil
        }
    }
}

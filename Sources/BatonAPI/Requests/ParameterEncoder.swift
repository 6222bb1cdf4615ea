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

/// `application/x-www-form-urlencoded`: a list repeats the name, null leaves it out.
public struct FormParameterEncoder: ParameterEncoder {
    /// Has no settings.
    public init() {}

    /// Writes the parameters as a form; throws `request.bad_input` for an object, which a form cannot express.
    public func body(of parameters: Parameters) throws(Failure) -> RequestBody {
        let bytes = PercentEncoding.form(try ParameterText.pairs(of: parameters))
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
}

/// Parameters as text, for a query or a form.
package enum ParameterText {
    static func pairs(of parameters: Parameters) throws(Failure) -> [(String, String)] {
        var pairs: [(String, String)] = []
        for (name, value) in parameters.entries {
            guard let json = value.json, let texts = texts(of: json) else {
                throw Failure(.badInput, "`\(name)` wants a text, a number or a list of these")
            }
            pairs += texts.map { (name, $0) }
        }
        return pairs
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

import BatonHTTP
import BatonJSON

/// Makes the value of a parameter from its text, as its style says (OpenAPI 3.1, Style Values). All texts stay texts;
/// the schema decides which of them stand for numbers and booleans.
struct ParameterValue {
    let parameter: Contract.Parameter
    /// The types that the parameter's schema names; empty where it names none.
    private let types: Set<String>

    /// - Parameter schema: nil where the parameter has none.
    init(_ parameter: Contract.Parameter, _ schema: CompiledSchema?) {
        self.parameter = parameter
        // A text of JSON has no style.
        types = schema.map { parameter.isJSON || $0.schema.isUntyped ? [] : $0.schema.possibleTypes } ?? []
    }

    private var isList: Bool { types.contains("array") }
    private var isObject: Bool { types.contains("object") && !types.contains("string") }

    /// The value in a path, in a header or in a cookie.
    ///
    /// - Parameter decode: undoes percent-encoding.
    func value(_ text: String, decode: (String) -> String) -> JSONValue {
        var text = text
        switch parameter.style {
        case .label where text.hasPrefix("."): text.removeFirst()
        case .matrix where text.hasPrefix(";"):
            text.removeFirst()
            let prefix = parameter.name + "="
            if text.hasPrefix(prefix) { text.removeFirst(prefix.count) }
            if parameter.explodes { text = text.replacing(";\(prefix)", with: ",") }
        default: break
        }
        let separator: Character = parameter.style == .label && parameter.explodes ? "." : ","
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        if isList { return .array(text.isEmpty ? [] : parts.map { .string(decode($0)) }) }
        if isObject { return object(parts, decode) }
        return .string(decode(text))
    }

    /// `a,1,b,2`, or `a=1,b=2` where it explodes.
    private func object(_ parts: [String], _ decode: (String) -> String) -> JSONValue {
        var object = JSONObject()
        if parameter.explodes {
            for part in parts {
                let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                object.append(decode(pair[0]), .string(pair.count > 1 ? decode(pair[1]) : ""))
            }
        } else {
            for index in stride(from: 0, to: parts.count - 1, by: 2) {
                object.append(decode(parts[index]), .string(decode(parts[index + 1])))
            }
        }
        return .object(object)
    }

    /// The value in a query; nil where it is not there.
    ///
    /// - Parameter isOther: whether a name belongs to another parameter.
    func value(in query: QueryPairs, isOther: (String) -> Bool) -> JSONValue? {
        if parameter.style == .deepObject { return deepObject(query) }
        if isObject, parameter.explodes {
            let members = query.pairs.filter { !isOther($0.name) }
            if members.isEmpty { return nil }
            return .object(JSONObject(members.map { ($0.name, .string(QueryPairs.decoded($0.text))) }))
        }
        let texts = query.pairs.filter { $0.name == parameter.name || $0.name == parameter.name + "[]" }.map(\.text)
        guard let first = texts.first else { return nil }
        if isList, parameter.explodes { return .array(texts.map { .string(QueryPairs.decoded($0)) }) }
        guard isList || isObject else {
            // Servers differ in which of several values they take.
            let values = texts.map { JSONValue.string(QueryPairs.decoded($0)) }
            return values.count == 1 ? values[0] : .array(values)
        }
        let parts = Self.parts(first, parameter.style)
        if isObject { return object(parts, QueryPairs.decoded) }
        return .array(first.isEmpty ? [] : parts.map { .string(QueryPairs.decoded($0)) })
    }

    private static func parts(_ text: String, _ style: Contract.Parameter.Style) -> [String] {
        var text = text
        let separator: Character
        switch style {
        case .spaceDelimited:
            text = text.replacing("%20", with: "+")
            separator = "+"
        case .pipeDelimited:
            text = text.replacing("%7C", with: "|").replacing("%7c", with: "|")
            separator = "|"
        default:
            // A comma may be encoded by the client, and most servers take it as one.
            text = text.replacing("%2C", with: ",").replacing("%2c", with: ",")
            separator = ","
        }
        return text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }

    /// `filter[name]=x&filter[age]=5`, deeper ones too; a name that repeats, or ends in `[]`, is a list.
    private func deepObject(_ query: QueryPairs) -> JSONValue? {
        var object = JSONObject()
        for pair in query.pairs where pair.name.hasPrefix(parameter.name + "[") {
            let keys = pair.name.dropFirst(parameter.name.count).split(separator: "[").prefix(8).map { part in
                String(part.hasSuffix("]") ? part.dropLast() : part)
            }
            Self.put(.string(QueryPairs.decoded(pair.text)), keys[...], into: &object)
        }
        return object.isEmpty ? nil : .object(object)
    }

    private static func put(_ value: JSONValue, _ keys: ArraySlice<String>, into object: inout JSONObject) {
        guard let key = keys.first else { return }
        let rest = keys.dropFirst()
        if rest.isEmpty || rest.first?.isEmpty == true || rest.first.map({ $0.allSatisfy(\.isNumber) }) == true {
            let isList = !rest.isEmpty
            switch object[key] {
            case .array(let elements)?: object.append(key, .array(elements + [value]))
            case let first?: object.append(key, .array([first, value]))
            case nil: object.append(key, isList ? .array([value]) : value)
            }
            return
        }
        var inner = object[key]?.objectValue ?? JSONObject()
        put(value, rest, into: &inner)
        object.append(key, .object(inner))
    }
}

extension Contract.Parameter {
    /// Whether a name in a query belongs to the parameter: `tags`, `tags[]`, `filter[age]`.
    func takes(_ name: String) -> Bool { name == self.name || name.hasPrefix(self.name + "[") }
}

/// The pairs of a query, with their names decoded and their values as written.
struct QueryPairs {
    let pairs: [(name: String, text: String)]

    init(_ query: String?) {
        pairs = (query ?? "").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (Self.decoded(parts[0]), parts.count > 1 ? parts[1] : "")
        }
    }

    /// A plus sign stands for a space (WHATWG URL, application/x-www-form-urlencoded).
    static func decoded(_ text: String) -> String { ContractPaths.decoded(text.replacing("+", with: " ")) }

    /// The pairs as an object of texts; a name that repeats becomes a list.
    var object: JSONObject {
        var object = JSONObject()
        for (name, text) in pairs { object.gather(name, .string(Self.decoded(text))) }
        return object
    }
}

extension JSONObject {
    /// Adds a member; a name that is there already gets a list of its values.
    mutating func gather(_ name: String, _ value: JSONValue) {
        switch self[name] {
        case .array(let elements)?: append(name, .array(elements + [value]))
        case let first?: append(name, .array([first, value]))
        case nil: append(name, value)
        }
    }
}

package import BatonJSON
package import BatonSecrets

/// Builds a JSON object without its empty members: the reader takes a missing member as nil, false or an empty list.
package struct EventObject {
    private var members: [(String, JSONValue)] = []

    package init() {}

    package var json: JSONValue { .object(JSONObject(members)) }

    package mutating func set(_ name: String, _ text: String?) {
        if let text { members.append((name, .string(text))) }
    }

    package mutating func set(_ name: String, _ text: MaskedText?) { set(name, text?.text) }

    package mutating func set(_ name: String, _ texts: [MaskedText]) { set(name, texts.map(\.text)) }

    package mutating func set(_ name: String, _ number: Int64?) {
        if let number { members.append((name, .number(JSONNumber(number)))) }
    }

    package mutating func set(_ name: String, _ number: Int) { set(name, Int64(number)) }

    package mutating func set(_ name: String, _ flag: Bool) {
        if flag { members.append((name, .bool(true))) }
    }

    package mutating func set(_ name: String, _ value: JSONValue?) {
        if let value { members.append((name, value)) }
    }

    package mutating func set(_ name: String, _ values: [JSONValue]) {
        if !values.isEmpty { members.append((name, .array(values))) }
    }

    package mutating func set(_ name: String, _ texts: [String]) {
        set(name, texts.map { JSONValue.string($0) })
    }
}

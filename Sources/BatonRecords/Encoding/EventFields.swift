package import BatonJSON
package import BatonSecrets

/// Reads an object's members by name and type; the error names the member.
package struct EventFields {
    private let object: JSONObject
    private let owner: String

    package init(_ value: JSONValue, _ owner: String) throws(RunEventError) {
        guard case .object(let object) = value else { throw RunEventError(.malformed, "\(owner) is not an object") }
        self.object = object
        self.owner = owner
    }

    package func string(_ name: String) throws(RunEventError) -> String {
        guard let text = try optionalString(name) else { throw missing(name) }
        return text
    }

    package func optionalString(_ name: String) throws(RunEventError) -> String? {
        switch object[name] {
        case .string(let text): return text
        case nil, .null: return nil
        default: throw wrong(name, "text")
        }
    }

    /// Text that was masked before it was encoded.
    package func masked(_ name: String) throws(RunEventError) -> MaskedText { MaskedText(recorded: try string(name)) }

    package func optionalMasked(_ name: String) throws(RunEventError) -> MaskedText? {
        try optionalString(name).map { MaskedText(recorded: $0) }
    }

    package func maskedTexts(_ name: String) throws(RunEventError) -> [MaskedText] {
        try strings(name).map { MaskedText(recorded: $0) }
    }

    private static let most: Int64 = 1 << 53

    package func integer(_ name: String) throws(RunEventError) -> Int64 {
        guard let number = try optionalInteger(name) else { throw missing(name) }
        return number
    }

    package func int(_ name: String) throws(RunEventError) -> Int { Int(try integer(name)) }

    package func optionalInteger(_ name: String) throws(RunEventError) -> Int64? {
        switch object[name] {
        case .number(let number):
            // As for a stored number: no time, count or code of a run is beyond, and sums of these fit.
            guard let value = number.int, -Self.most...Self.most ~= value else { throw wrong(name, "an integer") }
            return value
        case nil, .null: return nil
        default: throw wrong(name, "an integer")
        }
    }

    /// False where the member is missing.
    package func flag(_ name: String) throws(RunEventError) -> Bool {
        switch object[name] {
        case .bool(let value): return value
        case nil, .null: return false
        default: throw wrong(name, "a boolean")
        }
    }

    package func word<Word: RawRepresentable<String>>(_ name: String, _: Word.Type) throws(RunEventError) -> Word {
        let text = try string(name)
        guard let word = Word(rawValue: text) else {
            throw RunEventError(.malformed, "`\(name)` of \(owner) is the unknown word `\(text)`")
        }
        return word
    }

    package func value(_ name: String) throws(RunEventError) -> JSONValue {
        guard let value = object[name] else { throw missing(name) }
        return value
    }

    package func optionalValue(_ name: String) -> JSONValue? {
        if case .null = object[name] { return nil }
        return object[name]
    }

    /// Nil where the member is missing.
    package func optional<Element>(
        _ name: String, _ read: (JSONValue) throws(RunEventError) -> Element
    ) throws(RunEventError) -> Element? {
        guard let value = optionalValue(name) else { return nil }
        return try read(value)
    }

    /// Empty where the member is missing.
    package func list<Element>(
        _ name: String, _ read: (JSONValue) throws(RunEventError) -> Element
    ) throws(RunEventError) -> [Element] {
        guard let value = optionalValue(name) else { return [] }
        guard case .array(let values) = value else { throw wrong(name, "a list") }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for value in values { elements.append(try read(value)) }
        return elements
    }

    package func strings(_ name: String) throws(RunEventError) -> [String] {
        let owner = owner
        return try list(name) { (value) throws(RunEventError) -> String in
            guard case .string(let text) = value else {
                throw RunEventError(.malformed, "`\(name)` of \(owner) holds something that is not text")
            }
            return text
        }
    }

    private func missing(_ name: String) -> RunEventError {
        RunEventError(.malformed, "\(owner) has no `\(name)`")
    }

    private func wrong(_ name: String, _ expected: String) -> RunEventError {
        RunEventError(.malformed, "`\(name)` of \(owner) is not \(expected)")
    }
}

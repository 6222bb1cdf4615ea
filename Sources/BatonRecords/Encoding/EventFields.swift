package import BatonJSON
package import BatonSecrets
import BatonValues

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

    package mutating func set(_ name: String, _ number: Int?) { set(name, number.map(Int64.init)) }

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

/// JSON without control characters or CI commands in its strings: it decodes to the same values, but neither a terminal
/// nor a tool that reads the output acts on it.
///
/// Characters that `PrintableText` and `EscapedCICommands` replace in plain text are written as `\u…` here. The JSON
/// writer already escapes U+0000…001F. A line of JSON begins with a brace, so it cannot begin with `::`.
package enum HarmlessJSON {
    package static func escaped(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(where: mayBegin) else { return json }
        var result: [UInt8] = []
        result.reserveCapacity(json.count + 64)
        var isInString = false
        var last: UInt8 = 0
        var index = 0
        while index < json.count {
            let byte = json[index]
            let length = isInString ? unseenLength(json, at: index) : 0
            if length > 0 {
                let text = String(decoding: json[index..<index + length], as: UTF8.self)
                for unit in text.utf16 { append(unit, to: &result) }
                index += length
                last = 0
                continue
            }
            if isInString, completesCommand(byte, after: last, result) {
                append(UInt16(byte), to: &result)
            } else {
                result.append(byte)
            }
            // An escaped character begins or ends neither a string nor a command.
            if byte == UInt8(ascii: "\\"), index + 1 < json.count {
                index += 1
                result.append(json[index])
                last = 0
            } else {
                if byte == UInt8(ascii: "\"") { isInString.toggle() }
                last = byte
            }
            index += 1
        }
        return result
    }

    private static func mayBegin(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "_"), 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: true
        default: false
        }
    }

    /// Whether the byte completes `##`, `[[`, `section_start:`, `travis_fold:` or a similar command.
    private static func completesCommand(_ byte: UInt8, after last: UInt8, _ before: [UInt8]) -> Bool {
        switch byte {
        case UInt8(ascii: "#"), UInt8(ascii: "["): return last == byte
        case UInt8(ascii: ":"): return EscapedCICommands.commandWords.contains { ends(before, with: $0) }
        default: return false
        }
    }

    private static func ends(_ bytes: [UInt8], with word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count >= count else { return false }
        for offset in 0..<count {
            let byte = bytes[bytes.count - count + offset]
            let isCapital = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            guard (isCapital ? byte | 0x20 : byte) == word.utf8Start[offset] else { return false }
        }
        return true
    }

    /// Length in bytes of the control character or bidirectional mark at the index; 0 where there is none.
    private static func unseenLength(_ bytes: [UInt8], at index: Int) -> Int {
        let first = bytes[index]
        if first == 0x7F { return 1 }
        guard index + 1 < bytes.count else { return 0 }
        let second = bytes[index + 1]
        switch first {
        case 0xC2: return second <= 0x9F ? 2 : 0
        case 0xD8: return second == 0x9C ? 2 : 0
        case 0xE2, 0xEF:
            guard index + 2 < bytes.count else { return 0 }
            switch (first, second, bytes[index + 2]) {
            case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA6...0xA9): return 3
            case (0xEF, 0xBB, 0xBF), (0xEF, 0xBF, 0xBE...0xBF): return 3
            default: return 0
            }
        default: return 0
        }
    }

    private static func append(_ unit: UInt16, to bytes: inout [UInt8]) {
        let digits = String(unit, radix: 16)
        bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
    }
}

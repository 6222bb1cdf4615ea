import BatonJSON
import BatonValues

/// The entries of a map in the order of insertion; keys are distinct by CEL's equality (`1 == 1u == 1.0`).
package struct CELMap: Sendable {
    package struct Entry: Sendable {
        package var key: CELValue
        package var value: CELValue
    }

    /// A key in canonical form: equal keys have the same form.
    enum Key: Hashable {
        case bool(Bool)
        case int(Int64)
        case uint(UInt64)
        case text(TextKey)
        /// A number that is not a 64-bit integer: never a key of a map, but an element of sets.
        case decimal(JSONNumber)

        /// Nil for values without such a form: null, lists, maps, NaN. A whole double gives an integer.
        init?(_ value: CELValue) {
            switch value.kind {
            case .bool(let value): self = .bool(value)
            case .int(let value): self = .int(value)
            case .uint(let value): self = Int64(exactly: value).map(Key.int) ?? .uint(value)
            case .string(let value): self = .text(TextKey(value))
            case .double(let value):
                if let int = Int64(exactly: value) {
                    self = .int(int)
                } else if let uint = UInt64(exactly: value) {
                    self = .uint(uint)
                } else if let decimal = JSONNumber(exactly: value) {
                    self = .decimal(decimal)
                } else {
                    return nil
                }
            case .number(let number):
                if let int = number.int {
                    self = .int(int)
                } else if let uint = number.uint {
                    self = .uint(uint)
                } else {
                    self = .decimal(number)
                }
            default: return nil
            }
        }
    }

    package private(set) var entries: [Entry] = []
    private var positions: [Key: Int] = [:]

    package init() {}

    package var count: Int { entries.count }

    package func value(for key: CELValue) -> CELValue? {
        guard let key = Key(key), let position = positions[key] else { return nil }
        return entries[position].value
    }

    package func value(named name: String) -> CELValue? {
        guard let position = positions[.text(TextKey(name))] else { return nil }
        return entries[position].value
    }

    /// Adds an entry. False, and nothing is added, if the key exists or cannot be a key.
    package mutating func insert(_ key: CELValue, _ value: CELValue) -> Bool {
        guard Self.canBeKey(key), let canonical = Key(key), positions[canonical] == nil else { return false }
        positions[canonical] = entries.count
        entries.append(Entry(key: key, value: value))
        return true
    }

    /// Adds an entry, or gives an existing key another value in its place.
    package mutating func set(_ key: CELValue, _ value: CELValue) {
        guard let canonical = Key(key), let position = positions[canonical] else {
            _ = insert(key, value)
            return
        }
        entries[position].value = value
    }

    /// The map with tainted values. The keys stay as they are, because keys that are written in a file are not secret.
    func withTaintedValues() -> CELMap {
        var copy = self
        for position in entries.indices { copy.entries[position].value.isTainted = true }
        return copy
    }

    /// Whether a value can be a key: CEL allows booleans, integers and strings.
    package static func canBeKey(_ value: CELValue) -> Bool {
        switch value.kind {
        case .bool, .int, .uint, .string: true
        case .number(let number): number.isInteger && number.uint != nil || number.int != nil
        default: false
        }
    }
}

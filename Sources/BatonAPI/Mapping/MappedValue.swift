public import BatonJSON
public import BatonValues

/// A mapped value: JSON, a moment, a list, or a record with a member for each field of its type.
public enum MappedValue: Sendable, Hashable {
    /// Text, numbers, booleans, URLs and whole documents.
    case json(JSONValue)
    /// A date.
    case timestamp(Timestamp)
    /// The elements of a list, each mapped.
    case list([MappedValue])
    /// The fields of a record, in the order of its type.
    case record([Member])

    /// A field of a record with its value.
    public struct Member: Sendable, Hashable {
        /// The field's name in its type.
        public let name: String
        /// The field's value; null when an optional field is missing.
        public let value: MappedValue

        /// Whether the field is declared as secret, and its value was found.
        package let isSecret: Bool

        /// A field of a record.
        public init(name: String, value: MappedValue) {
            self.init(name: name, value: value, isSecret: false)
        }

        package init(name: String, value: MappedValue, isSecret: Bool) {
            self.name = name
            self.value = value
            self.isSecret = isSecret
        }
    }
}

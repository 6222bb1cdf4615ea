public import BatonJSON
public import BatonTime

/// What a value became: JSON, a moment, a list, or a record with a member for each field of its type.
public enum MappedValue: Sendable, Hashable {
    /// Text, numbers, booleans, URLs and whole documents.
    case json(JSONValue)
    /// What a date became.
    case timestamp(Timestamp)
    /// The elements of a list, each mapped.
    case list([MappedValue])
    /// The fields of a type, in its order.
    case record([Member])

    /// A field of a record with its value.
    public struct Member: Sendable, Hashable {
        /// The field's name in its type.
        public let name: String
        /// What stands in the field, null where nothing was found and nothing need be.
        public let value: MappedValue

        /// A field of a record.
        public init(name: String, value: MappedValue) {
            self.name = name
            self.value = value
        }
    }
}

/// The positions of all values in one JSON text, in the order of the text. The text itself is kept elsewhere.
///
/// The node of an object is followed by its names and values in turn, the node of a list by its elements. A `JSONValue`
/// is created only for the parts that are asked for.
struct JSONOutline: Sendable {
    let nodes: [Node]

    /// One value, or the name of a member.
    struct Node: Sendable {
        enum Kind: UInt8 {
            case null, `true`, `false`, number
            /// A string without escapes: its bytes in the text are its characters.
            case string
            /// A string with escapes, which have to be resolved.
            case escapedString
            case array, object
        }

        /// The kind in the low eight bits; above them the offset of the first byte, for a string the byte behind the
        /// opening quote.
        private let head: UInt64
        /// For a list or an object: the number of its parts in the low 32 bits, above them the index of the node behind
        /// its last part. For everything else: the offset behind the last byte.
        private var tail: UInt64

        init(_ kind: Kind, start: Int, end: Int) {
            head = UInt64(start) << 8 | UInt64(kind.rawValue)
            tail = UInt64(end)
        }

        /// A list or an object that has no parts yet.
        ///
        /// - Parameter outer: the index of the node of the list or object around it.
        init(open kind: Kind, start: Int, in outer: Int?) {
            head = UInt64(start) << 8 | UInt64(kind.rawValue)
            tail = UInt64((outer ?? -1) + 1) << 32
        }

        var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: head)) ?? .null }
        var start: Int { Int(head >> 8) }
        var end: Int { Int(tail) }
        /// How many elements or members there are.
        var count: Int { Int(tail & 0xFFFF_FFFF) }
        /// The index of the node behind the last part.
        var next: Int { Int(tail >> 32) }
        var isContainer: Bool { kind == .array || kind == .object }

        /// While the list or object is still being read: the index of the node of the one around it.
        var outer: Int? { next == 0 ? nil : next - 1 }

        mutating func addPart() { tail += 1 }

        mutating func close(before next: Int) { tail = UInt64(next) << 32 | tail & 0xFFFF_FFFF }
    }
}

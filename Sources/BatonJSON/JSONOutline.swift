/// Where the values of one JSON text stand, in the order of the text, which is kept beside it.
///
/// An object is followed by its names and values in turn, a list by its elements. A value is made only of what somebody
/// wants to have.
struct JSONOutline: Sendable {
    let nodes: [Node]

    /// One value, or the name of a member.
    struct Node: Sendable {
        enum Kind: UInt8 {
            case null, `true`, `false`, number
            /// Its bytes are its characters.
            case string
            /// Its bytes have to be read for its characters.
            case escapedString
            case array, object
        }

        /// The offset of the first byte, behind an opening quote, above eight bits for the kind.
        private let head: UInt64
        /// Of a list or an object the place behind its last part, above 32 bits for how many parts it has; of everything
        /// else the offset behind its last byte.
        private var tail: UInt64

        init(_ kind: Kind, start: Int, end: Int) {
            head = UInt64(start) << 8 | UInt64(kind.rawValue)
            tail = UInt64(end)
        }

        /// A list or an object without any part so far.
        ///
        /// - Parameter outer: the place of the one around it.
        init(open kind: Kind, start: Int, in outer: Int?) {
            head = UInt64(start) << 8 | UInt64(kind.rawValue)
            tail = UInt64((outer ?? -1) + 1) << 32
        }

        var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: head)) ?? .null }
        var start: Int { Int(head >> 8) }
        var end: Int { Int(tail) }
        /// How many elements or members there are.
        var count: Int { Int(tail & 0xFFFF_FFFF) }
        /// The place behind the last part.
        var next: Int { Int(tail >> 32) }
        var isContainer: Bool { kind == .array || kind == .object }
        var isString: Bool { kind == .string || kind == .escapedString }

        /// While it is open: the place of the one around it.
        var outer: Int? { next == 0 ? nil : next - 1 }

        mutating func addPart() { tail += 1 }

        mutating func close(before next: Int) { tail = UInt64(next) << 32 | tail & 0xFFFF_FFFF }
    }
}

import BatonValues

/// The members of a JSON object in the order of the text, each name once.
///
/// Up to sixteen members are searched one by one; a larger object has an index beside them.
public struct JSONObject: Sendable {
    /// A name with its value.
    public struct Member: Sendable {
        /// The name, with escapes resolved.
        public let name: String
        /// The member's value.
        public internal(set) var value: JSONValue

        /// Creates a member that does not belong to an object yet.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// All members, in order.
    public private(set) var members: [Member]
    private(set) var index: JSONMemberIndex

    /// An empty object.
    public init() {
        members = []
        index = JSONMemberIndex()
    }

    /// Creates an object. If two members have the same name, the later value replaces the earlier one at the earlier
    /// position.
    public init(_ members: [(String, JSONValue)]) {
        self.init()
        self.members.reserveCapacity(members.count)
        for (name, value) in members { append(name, value) }
    }

    /// Takes members that the parser has found to have different names.
    init(distinct members: [Member], index: JSONMemberIndex) {
        self.members = members
        self.index = index
    }

    /// How many members there are.
    public var count: Int { members.count }
    /// Whether the object has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of a member; nil if it is missing. Setting nil removes the member.
    public subscript(_ name: String) -> JSONValue? {
        get {
            guard let position = position(of: name) else { return nil }
            return members[position].value
        }
        set {
            if let newValue {
                append(name, newValue)
            } else if let position = position(of: name) {
                members.remove(at: position)
                index = JSONMemberIndex()
                members.withUnsafeBufferPointer { index.cover($0) }
            }
        }
    }

    /// Adds a member at the end; an existing member with this name gets the new value and keeps its position.
    public mutating func append(_ name: String, _ value: JSONValue) {
        if let position = position(of: name) {
            members[position].value = value
        } else {
            members.append(Member(name: name, value: value))
            members.withUnsafeBufferPointer { index.cover($0) }
        }
    }

    package func position(of name: String) -> Int? {
        members.withUnsafeBufferPointer { index.position(of: name, in: $0) }
    }
}

extension JSONObject: Hashable {
    /// Equality of names and values; the order does not matter.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.members.count == right.members.count else { return false }
        for (position, member) in left.members.enumerated() {
            let opposite = right.members[position]
            if opposite.name.hasSameBytes(as: member.name) {
                if opposite.value != member.value { return false }
            } else {
                guard let other = right.position(of: member.name), right.members[other].value == member.value else {
                    return false
                }
            }
        }
        return true
    }

    /// Adds up the members' hashes, so that their order does not matter.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            var memberHasher = Hasher()
            member.name.withUTF8Bytes { memberHasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            member.value.hash(into: &memberHasher)
            sum &+= memberHasher.finalize()
        }
        hasher.combine(members.count)
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object from a literal. If two members have the same name, the later value is kept.
    public init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}

/// Finds the members of a large object by name: a hash table with open addressing that holds positions of members.
///
/// The hash is seeded in every process anew, so that no text can be crafted to make names collide.
struct JSONMemberIndex: Sendable {
    /// Objects up to this size are searched linearly: comparing lengths and bytes is quicker than hashing.
    static let linearLimit = 16

    /// Each slot holds a member's position plus one, or zero if free. The size is a power of two, at least twice the
    /// number of members; empty for small objects.
    private var slots: [UInt32] = []
    private var covered = 0

    /// Whether there is a hash table; small objects are searched linearly.
    var isHashed: Bool { !slots.isEmpty }

    func position(of name: String, in members: UnsafeBufferPointer<JSONObject.Member>) -> Int? {
        if slots.isEmpty { return members.firstIndex { $0.name.hasSameBytes(as: name) } }
        let mask = slots.count - 1
        var slot = Self.hash(name) & mask
        while slots[slot] != 0 {
            let position = Int(slots[slot]) - 1
            if members[position].name.hasSameBytes(as: name) { return position }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Indexes the members that were appended since the last call; all names must be different.
    mutating func cover(_ members: UnsafeBufferPointer<JSONObject.Member>) {
        guard members.count > Self.linearLimit else { return }
        if members.count * 2 > slots.count {
            slots = [UInt32](repeating: 0, count: max(64, slots.count * 4))
            while members.count * 2 > slots.count {
                slots = [UInt32](repeating: 0, count: slots.count * 2)
            }
            covered = 0
        }
        let mask = slots.count - 1
        while covered < members.count {
            var slot = Self.hash(members[covered].name) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            covered += 1
            slots[slot] = UInt32(truncatingIfNeeded: covered)
        }
    }

    private static func hash(_ name: String) -> Int {
        var hasher = Hasher()
        name.withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return hasher.finalize()
    }
}

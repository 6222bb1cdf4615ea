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

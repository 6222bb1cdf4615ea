import BatonText

/// The members of a JSON object in the order of the text, each name once.
///
/// Up to sixteen members are searched one by one; a larger object has an index beside them.
public struct JSONObject: Sendable {
    /// A name with its value.
    public struct Member: Sendable {
        /// The name as the text has it, escapes undone.
        public let name: String
        /// What stands under the name.
        public internal(set) var value: JSONValue

        /// A member on its own; in an object each name stands once.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// All members, in order.
    public private(set) var members: [Member]
    private(set) var index: JSONMemberIndex

    /// `{}`
    public init() {
        members = []
        index = JSONMemberIndex()
    }

    /// Of members that share a name the last one's value stays, at the first one's place.
    public init(_ members: [(String, JSONValue)]) {
        self.init()
        self.members.reserveCapacity(members.count)
        for (name, value) in members { append(name, value) }
    }

    /// Takes what the parser has already found to be without repetition.
    init(distinct members: [Member], index: JSONMemberIndex) {
        self.members = members
        self.index = index
    }

    /// How many members there are.
    public var count: Int { members.count }
    /// Whether it is `{}`.
    public var isEmpty: Bool { members.isEmpty }

    /// Setting nil removes the member.
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

    /// Adds a member at the end; a name that is there already gets the new value at its old place.
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
    /// Equality of names and values, in whatever order they stand.
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
    /// Of members that share a name the last one's value stays.
    public init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}

import BatonValues

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

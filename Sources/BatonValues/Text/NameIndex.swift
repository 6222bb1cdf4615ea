/// The positions of names in a fixed list, found by the bytes of a name.
///
/// A dictionary would first need a text, and hash it as keys must be that an attacker chooses. Here only the list is hashed
/// into the table, so that no input makes a search long.
package struct NameIndex: Sendable {
    private struct Name {
        let position: Int
        let range: Range<Int>
    }

    /// By the hash of a name; at most half of them are taken.
    private var slots: [Name?]
    /// The names, one after the other.
    private var bytes: [UInt8] = []
    private var longest = 0

    /// Of equal names the first one counts.
    package init(_ names: [String]) {
        var size = 8
        while size < 2 * names.count { size *= 2 }
        slots = Array(repeating: nil, count: size)
        for (position, name) in names.enumerated() where self[name] == nil {
            let start = bytes.count
            bytes += Array(name.utf8)
            longest = max(longest, bytes.count - start)
            let slot = name.withUTF8Bytes { free(for: $0) }
            slots[slot] = Name(position: position, range: start..<bytes.count)
        }
    }

    package subscript(name: String) -> Int? { name.withUTF8Bytes { self[$0] } }

    package subscript(name: UnsafeBufferPointer<UInt8>) -> Int? {
        if name.count > longest { return nil }
        var slot = start(of: name)
        while let found = slots[slot] {
            if isSame(found.range, name) { return found.position }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    package func contains(_ name: String) -> Bool { self[name] != nil }

    private func isSame(_ range: Range<Int>, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard range.count == name.count else { return false }
        for offset in 0..<name.count where bytes[range.lowerBound + offset] != name[offset] { return false }
        return true
    }

    /// The slot at which the search for a name begins: three of its bytes and its length tell most names of a list apart.
    private func start(of name: UnsafeBufferPointer<UInt8>) -> Int {
        let count = name.count
        guard count > 0 else { return 0 }
        let hash = ((count * 31 + Int(name[0])) * 31 + Int(name[count / 2])) * 31 + Int(name[count - 1])
        return hash & (slots.count - 1)
    }

    private func free(for name: UnsafeBufferPointer<UInt8>) -> Int {
        var slot = start(of: name)
        while slots[slot] != nil { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }
}

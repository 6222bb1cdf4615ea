import Synchronization

/// An append-only table of named elements.
///
/// A value type: each copy has the elements that existed when it was made, and those that it added itself. Copies share
/// their storage as long as only the newest adds elements, so that a thousand copies cost little more than one.
struct GrowingTable<Element: Sendable>: Sendable {
    private struct Contents {
        var names: [String] = []
        var elements: [Element] = []
        // Both are empty while the table is short; a short table is searched from its end.
        /// By position: the position of the previous element of the same name, or -1.
        var previous: [Int] = []
        /// By name: the position of the last element of that name.
        var latest: [String: Int] = [:]

        mutating func append(_ element: Element, named name: String) {
            names.append(name)
            elements.append(element)
            guard elements.count > GrowingTable.searched else { return }
            for position in previous.count..<elements.count {
                previous.append(latest.updateValue(position, forKey: names[position]) ?? -1)
            }
        }
    }

    /// Up to this number, elements are searched one by one, which is faster than hashing and takes less memory.
    private static var searched: Int { 12 }

    private final class Storage: Sendable {
        let contents: Mutex<Contents>

        init(_ contents: Contents) {
            self.contents = Mutex(contents)
        }
    }

    private var storage: Storage?
    private(set) var count = 0

    var elements: [Element] {
        storage?.contents.withLock { Array($0.elements.prefix(count)) } ?? []
    }

    func element(at position: Int) -> Element? {
        guard position >= 0, position < count else { return nil }
        return storage?.contents.withLock { $0.elements[position] }
    }

    /// Adds an element; it hides an earlier one of the same name.
    mutating func append(_ element: Element, named name: String) {
        let count = count
        let isNewest = storage?.contents.withLock { contents in
            guard contents.elements.count == count else { return false }
            contents.append(element, named: name)
            return true
        }
        if isNewest != true {
            var contents = Contents()
            contents.elements.reserveCapacity(max(4, count * 2))
            storage?.contents.withLock { known in
                for position in 0..<count { contents.append(known.elements[position], named: known.names[position]) }
            }
            contents.append(element, named: name)
            storage = Storage(contents)
        }
        self.count = count + 1
    }

    /// The last element of a name, with its position.
    func last(_ name: String) -> (position: Int, element: Element)? {
        guard count > 0, let storage else { return nil }
        return storage.contents.withLock { contents in
            var position: Int
            if count <= Self.searched {
                position = count - 1
                while position >= 0, contents.names[position] != name { position -= 1 }
            } else {
                position = contents.latest[name] ?? -1
                while position >= count { position = contents.previous[position] }
            }
            return position < 0 ? nil : (position, contents.elements[position])
        }
    }
}

import Synchronization

/// Named things that only become more.
///
/// A value: each copy has what was there when it was made and what it added itself. Copies share their storage as long as
/// only the newest adds to it, so that a thousand of them cost little more than one.
struct GrowingTable<Element: Sendable>: Sendable {
    private struct Contents {
        var elements: [Element] = []
        /// By position: where the one before of the same name is, or -1.
        var previous: [Int] = []
        /// By name: the position of the last one.
        var latest: [String: Int] = [:]
    }

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

    /// A later one hides an earlier of its name.
    mutating func append(_ element: Element, named name: String) {
        let count = count
        let isNewest = storage?.contents.withLock { contents in
            guard contents.elements.count == count else { return false }
            Self.append(element, name, to: &contents)
            return true
        }
        if isNewest != true {
            var contents = storage?.contents.withLock { Self.prefix($0, count) } ?? Contents()
            Self.append(element, name, to: &contents)
            storage = Storage(contents)
        }
        self.count = count + 1
    }

    /// The last one of that name with its position.
    func last(_ name: String) -> (position: Int, element: Element)? {
        guard count > 0, let storage else { return nil }
        return storage.contents.withLock { contents in
            var position = contents.latest[name] ?? -1
            while position >= count { position = contents.previous[position] }
            return position < 0 ? nil : (position, contents.elements[position])
        }
    }

    private static func append(_ element: Element, _ name: String, to contents: inout Contents) {
        contents.previous.append(contents.latest.updateValue(contents.elements.count, forKey: name) ?? -1)
        contents.elements.append(element)
    }

    private static func prefix(_ contents: Contents, _ count: Int) -> Contents {
        var result = contents
        result.elements.removeLast(contents.elements.count - count)
        result.previous.removeLast(contents.previous.count - count)
        for (name, latest) in contents.latest where latest >= count {
            var position = latest
            while position >= count { position = contents.previous[position] }
            result.latest[name] = position < 0 ? nil : position
        }
        return result
    }
}

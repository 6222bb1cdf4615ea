/// Finds the keys that a mapping has twice: with the same code points, as values are compared everywhere.
enum DuplicateKeys {
    /// So many keys are sooner compared with each other than put into a table.
    private static let mostCompared = 16

    /// Whether there are any among keys that stand in the text; keys and values take turns.
    static func areAny(in children: ArraySlice<YAMLRecord>, of text: TextBytes) -> Bool {
        guard children.count <= 2 * mostCompared else {
            let keys = stride(from: children.startIndex, to: children.endIndex, by: 2).map {
                Array(text[children[$0].inside])
            }
            return !all(in: keys).isEmpty
        }
        var index = children.startIndex + 2
        while index < children.endIndex {
            let key = children[index]
            var other = children.startIndex
            while other < index {
                if children[other].count == key.count, isSame(children[other], key, text) { return true }
                other += 2
            }
            index += 2
        }
        return false
    }

    private static func isSame(_ one: YAMLRecord, _ other: YAMLRecord, _ text: TextBytes) -> Bool {
        for offset in 0..<Int(one.count) where text[Int(one.first) + offset] != text[Int(other.first) + offset] {
            return false
        }
        return true
    }

    /// Each key that stood before, with the first of its kind, by their positions.
    static func all(in keys: [[UInt8]]) -> [(repeated: Int, first: Int)] {
        var found: [(repeated: Int, first: Int)] = []
        var places: [[UInt8]: Int] = [:]
        places.reserveCapacity(keys.count)
        for (index, key) in keys.enumerated() {
            if let first = places[key] {
                found.append((index, first))
            } else {
                places[key] = index
            }
        }
        return found
    }
}

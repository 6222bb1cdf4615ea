/// Finds duplicate keys of a mapping; keys are equal if their code points are, as for all values.
enum DuplicateKeys {
    /// Up to this number of keys, comparing each pair is faster than a hash table.
    private static let mostCompared = 16

    /// Whether there are duplicates among keys whose contents are in the text; keys and values alternate.
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

    /// Each repeated key with the first key of the same contents, by their positions.
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

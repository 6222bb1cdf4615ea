import BatonSystem

/// Byte patterns in one block of memory, from which an automaton is built.
struct PatternList {
    private var bytes: [UInt8] = []
    private var places: [Range<Int>] = []
    private(set) var shortest = Int.max

    init(_ patterns: some Sequence<[UInt8]>) {
        places.reserveCapacity(16)
        bytes.reserveCapacity(512)
        for pattern in patterns {
            places.append(bytes.count..<bytes.count + pattern.count)
            bytes += pattern
            shortest = min(shortest, pattern.count)
        }
    }

    /// Sorts the patterns and removes duplicates, as a trie needs them.
    mutating func sort() {
        var unsorted: [Range<Int>] = []
        swap(&unsorted, &places)
        bytes.withUnsafeBufferPointer { bytes in
            unsorted.sort { Self.order(bytes[$0], bytes[$1]) < 0 }
            for place in unsorted {
                if let last = places.last, Self.order(bytes[last], bytes[place]) == 0 { continue }
                places.append(place)
            }
        }
    }

    /// The length of the longest pattern at the beginning of `text`; 0 if there is none.
    func longest(at text: UnsafeRawPointer, _ count: Int) -> Int {
        bytes.withUnsafeBytes { raw in
            guard let base = raw.baseAddress else { return 0 }
            var longest = 0
            for place in places where place.count > longest && place.count <= count {
                let pattern = base + place.lowerBound
                if pattern.load(as: UInt8.self) == text.load(as: UInt8.self), memcmp(pattern, text, place.count) == 0 {
                    longest = place.count
                }
            }
            return longest
        }
    }

    func anyPattern(_ isWanted: (Slice<UnsafeBufferPointer<UInt8>>) -> Bool) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in places.contains { isWanted(bytes[$0]) } }
    }

    func forEachByte(_ body: (UInt8) -> Void) { bytes.forEach(body) }

    var count: Int { places.count }
    var byteCount: Int { bytes.count }

    private static func order(
        _ left: Slice<UnsafeBufferPointer<UInt8>>, _ right: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Int {
        var (first, second) = (left.startIndex, right.startIndex)
        while first < left.endIndex, second < right.endIndex {
            let difference = Int(left.base[first]) - Int(right.base[second])
            if difference != 0 { return difference }
            first += 1
            second += 1
        }
        return left.count - right.count
    }

    /// Calls `body` with the first `length` bytes of every pattern that has so many.
    func forEachStart(length: Int, _ body: (UnsafeRawPointer) -> Void) {
        bytes.withUnsafeBytes { raw in
            for place in places where place.count >= length {
                if let base = raw.baseAddress { body(base + place.lowerBound) }
            }
        }
    }

    /// The trie of the sorted patterns, in breadth-first order: a node comes after its fallback, and siblings are
    /// adjacent.
    func trie() -> [Automaton.Node] {
        var nodes = [Automaton.Node()]
        /// The range of patterns that pass through each node.
        var through = [0..<places.count]
        var depth = 0
        var endOfLevel = 1
        var index = 0
        nodes.reserveCapacity(bytes.count / 2)
        through.reserveCapacity(bytes.count / 2)
        while index < nodes.count {
            if index == endOfLevel {
                depth += 1
                endOfLevel = nodes.count
            }
            var patterns = through[index]
            let fallback = Int(nodes[index].fallback)
            nodes[index].longest = index == 0 ? 0 : nodes[fallback].longest
            // Because the patterns are sorted, the one that ends here comes first.
            if places[patterns.lowerBound].count == depth {
                nodes[index].longest = UInt32(depth)
                patterns = patterns.lowerBound + 1..<patterns.upperBound
            }
            nodes[index].firstChild = UInt32(nodes.count)
            var start = patterns.lowerBound
            while start < patterns.upperBound {
                let label = bytes[places[start].lowerBound + depth]
                var end = start + 1
                while end < patterns.upperBound, bytes[places[end].lowerBound + depth] == label { end += 1 }
                var child = Automaton.Node()
                child.label = label
                if index != 0 {
                    child.fallback = nodes.withUnsafeBufferPointer { nodes in
                        var node = fallback
                        while true {
                            let next = Automaton.child(nodes, of: node, by: label)
                            if next != 0 || node == 0 { return UInt32(next) }
                            node = Int(nodes[node].fallback)
                        }
                    }
                }
                nodes.append(child)
                through.append(start..<end)
                nodes[index].childCount += 1
                start = end
            }
            index += 1
        }
        return nodes
    }
}

/// Secrets in the order in which they were added, without duplicates.
///
/// A workflow learns only a few, which are compared one by one; a longer list is hashed.
struct SecretList: Sendable {
    private(set) var all: [[UInt8]] = []
    /// All secrets, once there are more than `mostCompared`; empty before.
    private var hashed: Set<SecretBytes> = []
    private static let mostCompared = 8

    /// Never decreases.
    var count: Int { all.count }

    func contains(_ secret: UnsafeBufferPointer<UInt8>) -> Bool {
        if hashed.isEmpty { return all.contains { $0.hasSameBytes(as: secret) } }
        return hashed.contains(SecretBytes(bytes: Array(secret)))
    }

    /// Adds a secret and returns the stored bytes; nil for a duplicate.
    mutating func insert(_ secret: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        if contains(secret) { return nil }
        let added = Array(secret)
        all.append(added)
        if !hashed.isEmpty {
            hashed.insert(SecretBytes(bytes: added))
        } else if all.count > Self.mostCompared {
            hashed = Set(all.map { SecretBytes(bytes: $0) })
        }
        return added
    }
}

/// A secret that hashes its bytes at once; an array would hash them one by one.
private struct SecretBytes: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension [UInt8] {
    fileprivate func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBufferPointer { bytes in
            guard let one = bytes.baseAddress, let other = other.baseAddress else { return true }
            return memcmp(one, other, bytes.count) == 0
        }
    }
}

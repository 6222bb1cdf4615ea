/// Finds any of many byte patterns in one pass: an Aho–Corasick automaton behind a filter that skips most text.
///
/// Outside of a match, only every `stride`th group of four bytes is looked up in a small bitmap. The time is linear in
/// the length of the text.
///
/// A few patterns, as one workflow learns them, are compared one by one instead, because building their trie takes
/// longer than all searches in it.
final class Automaton: Sendable {
    /// A node of the trie of all patterns. The children of a node are neighbours, sorted by label.
    struct Node {
        var firstChild: UInt32 = 0
        /// The node of the longest proper suffix that is also in the trie.
        var fallback: UInt32 = 0
        /// The length of the longest pattern that ends here; 0 if none ends here.
        var longest: UInt32 = 0
        var childCount: UInt16 = 0
        var label: UInt8 = 0
    }

    /// The fewest bytes of a pattern: one filter lookup needs four.
    static let shortestPattern = 4

    /// The total length of patterns, in bytes, from which a trie is built; below it, comparing all patterns at every
    /// position is fast enough.
    static let fewestBytesForTrie = 4096

    /// Empty for a few patterns, which are compared one by one.
    let nodes: [Node]
    let few: PatternList
    private let filter: [UInt64]
    private let shift: UInt32
    private let stride: Int

    /// Nil without a pattern; patterns of less than four bytes are ignored.
    ///
    /// - Parameter trieFrom: the total length of patterns, in bytes, from which a trie is built.
    init?(patterns: some Sequence<[UInt8]>, trieFrom: Int = Automaton.fewestBytesForTrie) {
        var patterns = PatternList(patterns.lazy.filter { $0.count >= Self.shortestPattern })
        guard patterns.count > 0 else { return nil }
        if patterns.byteCount < trieFrom {
            nodes = []
            few = patterns
        } else {
            patterns.sort()
            nodes = patterns.trie()
            few = PatternList([])
        }
        let stride = min(4, patterns.shortest - Self.shortestPattern + 1)

        var bits: UInt32 = 10
        while bits < 19, (1 << bits) < patterns.count * stride * 32 { bits += 1 }
        let shift = 32 - bits
        var filter = [UInt64](repeating: 0, count: (1 << Int(bits)) / 64)
        patterns.forEachStart(length: stride + Self.shortestPattern - 1) { start in
            for offset in 0..<stride {
                let hash = Self.hash(start, offset) >> shift
                filter[Int(hash >> 6)] |= 1 << UInt64(hash & 63)
            }
        }
        self.stride = stride
        self.shift = shift
        self.filter = filter
    }

    /// Appends the places of patterns, in order; places that overlap or touch are joined.
    func scan(_ text: UnsafeBufferPointer<UInt8>, into hits: inout [Range<Int>]) {
        guard let base = text.baseAddress else { return }
        let bytes = UnsafeRawPointer(base)
        let count = text.count
        let firstHit = hits.count
        if nodes.isEmpty {
            scanForFew(bytes, count, into: &hits)
            return
        }
        nodes.withUnsafeBufferPointer { nodes in
            filter.withUnsafeBufferPointer { filter in
                var next = 0
                while true {
                    // A pattern that begins at `next` or later has four bytes at one of these positions.
                    var probe = next + stride - 1
                    while probe + 4 <= count {
                        let hash = Self.hash(bytes, probe) >> shift
                        if filter[Int(hash >> 6)] >> UInt64(hash & 63) & 1 != 0 { break }
                        probe += stride
                    }
                    guard probe + 4 <= count else { return }
                    next = probe - stride + 1
                    var node = 0
                    repeat {
                        node = Self.step(nodes, from: node, by: base[next])
                        next += 1
                        let length = Int(nodes[node].longest)
                        if length > 0 { Self.join(next - length..<next, to: &hits, after: firstHit) }
                    } while next < count && (node != 0 || next <= probe)
                }
            }
        }
    }

    private func scanForFew(_ bytes: UnsafeRawPointer, _ count: Int, into hits: inout [Range<Int>]) {
        let firstHit = hits.count
        filter.withUnsafeBufferPointer { filter in
            var next = 0
            while true {
                var probe = next + stride - 1
                while probe + 4 <= count {
                    let hash = Self.hash(bytes, probe) >> shift
                    if filter[Int(hash >> 6)] >> UInt64(hash & 63) & 1 != 0 { break }
                    probe += stride
                }
                guard probe + 4 <= count else { return }
                for start in probe - stride + 1...probe {
                    let length = few.longest(at: bytes + start, count - start)
                    if length > 0 { Self.join(start..<start + length, to: &hits, after: firstHit) }
                }
                next = probe + 1
            }
        }
    }

    @inline(__always)
    private static func hash(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt32 {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) &* 0x9E37_79B1
    }

    @inline(__always)
    private static func step(_ nodes: UnsafeBufferPointer<Node>, from start: Int, by byte: UInt8) -> Int {
        var node = start
        while true {
            let child = self.child(nodes, of: node, by: byte)
            if child != 0 || node == 0 { return child }
            node = Int(nodes[node].fallback)
        }
    }

    /// The child with this label; 0 for none, because the root is never a child.
    static func child(_ nodes: UnsafeBufferPointer<Node>, of node: Int, by byte: UInt8) -> Int {
        var low = Int(nodes[node].firstChild)
        var high = low + Int(nodes[node].childCount)
        let end = high
        while high - low > 4 {
            let middle = (low + high) / 2
            if nodes[middle].label < byte { low = middle + 1 } else { high = middle }
        }
        while low < end, nodes[low].label < byte { low += 1 }
        return low < end && nodes[low].label == byte ? low : 0
    }

    private static func join(_ hit: Range<Int>, to hits: inout [Range<Int>], after first: Int) {
        var (lower, upper) = (hit.lowerBound, hit.upperBound)
        while hits.count > first, let last = hits.last, last.upperBound >= lower {
            lower = min(lower, last.lowerBound)
            upper = max(upper, last.upperBound)
            hits.removeLast()
        }
        hits.append(lower..<upper)
    }
}

/// Automata of decreasing size, so that secrets added one by one cost little more than the same secrets added at once.
/// A server that renews a token with every response adds a thousand.
struct AutomatonLevels: Sendable {
    private var levels: [(secrets: [[UInt8]], automaton: Automaton?)] = []

    /// The automata; at most the binary logarithm of the number of secrets plus one.
    var automata: [Automaton] { levels.compactMap(\.automaton) }

    /// - Parameter secrets: secrets that were not added before.
    mutating func add(_ secrets: [[UInt8]]) {
        var merged = secrets
        // A secret moves only to a level of at least twice the size of its own, so it moves at most log₂ n times.
        while let last = levels.last, last.secrets.count <= merged.count {
            merged += last.secrets
            levels.removeLast()
        }
        levels.append((merged, Automaton(patterns: SecretForms.all(of: merged))))
    }
}

extension Automaton {
    /// The most bytes before a cut that are searched for the beginning of a secret.
    private static let longestCut = 8192

    /// The number of bytes before `end` that are the beginning of a pattern without its end; 0 for fewer than four.
    ///
    /// - Parameter bytes: the bytes that occur in patterns. The search goes back over these bytes only, so that a text
    ///   full of ellipses is not read again for each of them.
    func cutLength(in text: UnsafeBufferPointer<UInt8>, before end: Int, of bytes: PatternBytes) -> Int {
        var first = end
        while first > max(0, end - Self.longestCut), bytes.contains(text[first - 1]) { first -= 1 }
        guard end - first >= Self.shortestPattern else { return 0 }
        for start in first...end - Self.shortestPattern where begins(text, start..<end) { return end - start }
        return 0
    }

    /// The bytes that occur in patterns.
    var patternBytes: PatternBytes {
        var bytes = PatternBytes()
        if nodes.isEmpty { few.forEachByte { bytes.insert($0) } }
        for node in nodes.dropFirst() { bytes.insert(node.label) }
        return bytes
    }

    private func begins(_ text: UnsafeBufferPointer<UInt8>, _ part: Range<Int>) -> Bool {
        if nodes.isEmpty { return few.hasPattern(beginningWith: UnsafeBufferPointer(rebasing: text[part])) }
        return nodes.withUnsafeBufferPointer { nodes in
            var node = 0
            for index in part {
                node = Self.child(nodes, of: node, by: text[index])
                if node == 0 { return false }
            }
            return true
        }
    }
}

/// A set of bytes.
struct PatternBytes {
    private var members = [Bool](repeating: false, count: 256)

    mutating func insert(_ byte: UInt8) { members[Int(byte)] = true }
    func contains(_ byte: UInt8) -> Bool { members[Int(byte)] }
}

extension PatternList {
    func hasPattern(beginningWith part: UnsafeBufferPointer<UInt8>) -> Bool {
        anyPattern { $0.count > part.count && $0.starts(with: part) }
    }
}

extension Redactor {
    /// The end of a cut text; a quote or a part of an escape may stand before it.
    private static let ellipsis = Array("…".utf8)
    static let ellipsisStart: UInt8 = 0xE2

    /// The places of secrets that were cut before their end.
    func cutHits(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var hits: [Range<Int>] = []
        var bytes: [PatternBytes] = []
        var index = 0
        while let start = text[index...].firstIndex(of: Self.ellipsisStart) {
            index = start + 1
            guard text[start...].starts(with: Self.ellipsis) else { continue }
            if bytes.isEmpty { bytes = automata.map(\.patternBytes) }
            for (end, hitEnd) in CutEscape.ends(in: text, before: start) {
                var length = 0
                for (automaton, bytes) in zip(automata, bytes) {
                    length = max(length, automaton.cutLength(in: text, before: end, of: bytes))
                }
                if length > 0 { hits.append(end - length..<hitEnd) }
            }
        }
        return hits
    }
}

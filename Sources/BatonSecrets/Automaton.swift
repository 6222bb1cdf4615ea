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

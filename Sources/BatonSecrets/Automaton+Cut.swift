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
        while index + Self.ellipsis.count <= text.count {
            guard text[index] == Self.ellipsisStart, text[index...].starts(with: Self.ellipsis) else {
                index += 1
                continue
            }
            if bytes.isEmpty { bytes = automata.map(\.patternBytes) }
            for (end, hitEnd) in CutEscape.ends(in: text, before: index) {
                var length = 0
                for (automaton, bytes) in zip(automata, bytes) {
                    length = max(length, automaton.cutLength(in: text, before: end, of: bytes))
                }
                if length > 0 { hits.append(end - length..<hitEnd) }
            }
            index += Self.ellipsis.count
        }
        return hits
    }
}

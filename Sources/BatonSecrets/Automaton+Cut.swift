extension Automaton {
    /// A secret beyond this many bytes that was cut later than that is not looked for at the cut.
    private static let longestCut = 8192

    /// How many bytes before `end` are the beginning of a pattern that does not end there; 0 for fewer than four.
    func cutLength(in text: UnsafeBufferPointer<UInt8>, before end: Int) -> Int {
        let first = max(0, end - Self.longestCut)
        guard end - first >= Self.shortestPattern else { return 0 }
        for start in first...end - Self.shortestPattern where begins(text, start..<end) { return end - start }
        return 0
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

extension PatternList {
    func hasPattern(beginningWith part: UnsafeBufferPointer<UInt8>) -> Bool {
        anyPattern { $0.count > part.count && $0.starts(with: part) }
    }
}

extension Redactor {
    /// The end of a text that somebody cut and marked so; a quote may stand between.
    private static let ellipsis = Array("…".utf8)
    static let ellipsisStart: UInt8 = 0xE2

    /// Where secrets begin that were cut before they ended.
    func cutHits(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var hits: [Range<Int>] = []
        var index = 0
        while index + Self.ellipsis.count <= text.count {
            guard text[index] == Self.ellipsisStart, text[index...].starts(with: Self.ellipsis) else {
                index += 1
                continue
            }
            let isQuoted = index > 0 && text[index - 1] == UInt8(ascii: "\"")
            for end in isQuoted ? [index - 1, index] : [index] {
                let length = automata.map { $0.cutLength(in: text, before: end) }.max() ?? 0
                if length > 0 { hits.append(end - length..<end) }
            }
            index += Self.ellipsis.count
        }
        return hits
    }
}

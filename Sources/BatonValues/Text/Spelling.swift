/// Finds the word that the user probably meant.
package enum Spelling {
    /// The candidate nearest to `word`, if it is near enough to be a typing error: at most one edit per three letters.
    ///
    /// Differences in case, and `-` instead of `_`, cost nothing, and decide on a tie; then the earlier candidate wins.
    /// Of very many candidates only the first are compared, because they may come from a server.
    package static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
        let folded = fold(word)
        guard !folded.isEmpty, folded.count <= 64 else { return nil }
        let limit = max(1, folded.count / 3)
        var best: (word: String, distance: Int, exact: Int)?
        for candidate in candidates.prefix(mostCandidates) where candidate != word {
            let other = fold(candidate)
            guard abs(other.count - folded.count) <= limit else { continue }
            let distance = distance(folded, other)
            guard distance <= min(limit, best?.distance ?? .max), distance < max(other.count, folded.count) else {
                continue
            }
            let exact = Self.distance(Array(word), Array(candidate))
            if let best, (best.distance, best.exact) <= (distance, exact) { continue }
            best = (candidate, distance, exact)
        }
        return best?.word
    }

    private static let mostCandidates = 1000

    private static func fold(_ word: String) -> [Character] {
        word.lowercased().map { $0 == "-" ? "_" : $0 }
    }

    /// Damerau–Levenshtein distance with adjacent transpositions (optimal string alignment).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for row in 1...left.count {
            var current = [row]
            for column in 1...right.count {
                let cost = left[row - 1] == right[column - 1] ? 0 : 1
                var value = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost)
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    value = min(value, beforePrevious[column - 2] + 1)
                }
                current.append(value)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}

/// Numbers of things in sentences.
package enum Plural {
    /// `1 workflow`, `3 workflows`, `0 more lines`: for nouns whose plural ends in `s`.
    package static func count(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}

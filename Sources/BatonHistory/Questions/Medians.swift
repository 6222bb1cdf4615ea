package import BatonRecords

/// Percentiles of durations, and the rule by which a case has become slower.
package enum Medians {
    /// Number of passed results that give the current duration, and the earlier one; and the minimum of the latter.
    package static let latest = 5
    package static let before = 30
    package static let fewest = 5
    /// Minimum difference for a case to count as slower: 100 ms.
    package static let leastSlower: Microseconds = 100_000

    /// The value below which `percent` of the sorted values lie (nearest rank); nil for an empty list.
    package static func percentile(_ percent: Int, ofSorted sorted: [Microseconds]) -> Microseconds? {
        guard !sorted.isEmpty else { return nil }
        return sorted[min(sorted.count - 1, sorted.count * percent / 100)]
    }

    private static func median(_ values: some Collection<Microseconds>) -> Microseconds? {
        percentile(50, ofSorted: values.sorted())
    }

    /// How the duration of a case has changed.
    package struct Change: Sendable, Equatable {
        /// Medians of up to 30 results before the latest five, and of these.
        package let before: Microseconds
        package let now: Microseconds
        /// For how many results it has been slower; nil where it is not.
        package let slowerFor: Int?
    }

    /// The rule by which a case has become slower, in every report and answer: the median of the latest results exceeds
    /// that of the earlier ones by at least half, 100 ms, and three times the earlier ones' median deviation. It has been
    /// since the first result of that length behind which no two shorter ones followed each other.
    ///
    /// - Parameter durations: of the results that passed or failed for taking too long, latest first.
    /// - Returns: nil where there are too few.
    package static func change(_ durations: [Microseconds]) -> Change? {
        let earlier = durations.dropFirst(latest).prefix(before)
        guard earlier.count >= fewest, let before = median(earlier), let now = median(durations.prefix(latest)) else {
            return nil
        }
        let deviation = median(earlier.map { abs($0 - before) }) ?? 0
        let least = max(before + (before + 1) / 2, before + max(leastSlower, 3 * deviation))
        let span = span(of: durations, from: least)
        return Change(before: before, now: now, slowerFor: now >= least && span > 0 ? span : nil)
    }

    /// 0 where the latest two are shorter: it is over.
    private static func span(of durations: [Microseconds], from least: Microseconds) -> Int {
        var span = 0
        var shorter = 0
        for (place, duration) in durations.enumerated() {
            if duration >= least {
                (span, shorter) = (place + 1, 0)
            } else {
                shorter += 1
                if shorter == 2 { break }
            }
        }
        return span
    }
}

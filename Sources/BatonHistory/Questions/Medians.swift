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

    /// The median of the latest passes and that of the passes before them; nil where there are too few.
    package static func change(_ passes: [Microseconds]) -> (before: Microseconds, now: Microseconds)? {
        let earlier = passes.dropFirst(latest).prefix(before)
        guard earlier.count >= fewest, let before = median(earlier), let now = median(passes.prefix(latest)) else {
            return nil
        }
        return (before, now)
    }

    /// Whether the median of the latest passes exceeds that of the earlier ones by at least half, 100 ms, and three
    /// times the earlier ones' median deviation.
    ///
    /// - Parameter passes: durations of passed results, latest first.
    package static func slower(_ passes: [Microseconds]) -> (before: Microseconds, now: Microseconds)? {
        guard let (before, now) = change(passes) else { return nil }
        let earlier = passes.dropFirst(latest).prefix(Self.before)
        let deviation = median(earlier.map { abs($0 - before) }) ?? 0
        guard now * 2 >= before * 3, now - before >= max(leastSlower, 3 * deviation) else { return nil }
        return (before, now)
    }
}

import BatonRecords

/// Durations over time as a line of blocks: `▁▂▇▃`.
enum Sparkline {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    /// Number of values that are shown: the last ones.
    private static let most = 50

    /// Zero is the lowest block, and the longest duration the highest.
    static func of(_ durations: [Microseconds]) -> String {
        let shown = durations.suffix(most)
        let longest = max(shown.max() ?? 0, 1)
        return String(
            shown.map { value in
                blocks[
                    min(blocks.count - 1, Int(Double(max(value, 0)) / Double(longest) * Double(blocks.count - 1) + 0.5))
                ]
            })
    }
}

/// Output as a page of the documentation shows it, compared with what the program prints.
enum ShownOutput {
    /// The first line that differs, as the page has it and as the program prints it; nil where all is as shown.
    ///
    /// Durations, ports, dates, identifiers of runs and the widths of columns are taken for equal. `…` in a line of the page stands for any text,
    /// alone on a line for any lines.
    static func difference(of output: String, from shown: String) -> String? {
        let printed = lines(of: output)
        let promised = lines(of: shown)
        // By position in the page: the positions in the output that may follow.
        var possible: Set<Int> = [0]
        for (index, promise) in promised.enumerated() {
            var next: Set<Int> = []
            if promise == "…" {
                if let first = possible.min() { next = Set(first...printed.count) }
            } else {
                for position in possible where position < printed.count && keeps(printed[position], promise) {
                    next.insert(position + 1)
                }
            }
            if next.isEmpty {
                let position = possible.max() ?? 0
                let line = position < printed.count ? printed[position] : "nothing more"
                return "line \(index + 1) of the page: \(promise)\nprinted: \(line)"
            }
            possible = next
        }
        guard !possible.contains(printed.count) else { return nil }
        return "the page ends, and this is printed: \(printed[possible.max() ?? 0])"
    }

    private static func lines(of text: String) -> [Substring] {
        let steady = steady(text)
        var lines = steady.split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// The text with equal words for what differs from run to run.
    private static func steady(_ text: String) -> String {
        text.replacing(/\s+[0-9.]+ [mµn]?s\b/, with: " N ms").replacing(/127\.0\.0\.1:[0-9]+/, with: "127.0.0.1:P")
            .replacing(/\b[0-9a-f]{8}-[0-9a-f]{4}\b/, with: "RUN").replacing(
                /\b[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}\b/, with: "WHEN"
            )
            // Columns are as wide as what differs.
            .replacing(/(\S) {2,}/) { "\($0.1) " }
    }

    /// Whether a line has the parts of the promised one in their order.
    private static func keeps(_ line: Substring, _ promise: Substring) -> Bool {
        let parts = promise.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return line == promise }
        guard line.hasPrefix(parts[0]), line.hasSuffix(parts[parts.count - 1]) else { return false }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}

import BatonDiagnostics

/// Two checks of one path, which a map cannot hold: `$.a: { gte: 1 }` and `$.a: { lte: 5 }`.
enum RepeatedPath {
    /// The finding about a path that stands in a map twice, each time with operators, with advice; any other finding as
    /// it is.
    static func explained(_ finding: Diagnostic) -> Diagnostic {
        guard finding.code == "yaml.duplicate-key", finding.help == nil, let range = finding.range,
            let first = finding.notes.first?.range
        else { return finding }
        let path = range.text.filter { $0 != "\"" && $0 != "'" }
        guard path.hasPrefix("$."), path.utf8.count <= 60, hasOperators(behind: range), hasOperators(behind: first)
        else { return finding }
        var finding = finding
        finding.help = "put the operators into one map: `\(path): { gte: 1, lte: 5 }`"
        return finding
    }

    /// Whether a map in `{ }` stands behind the key in its line.
    private static func hasOperators(behind key: SourceRange) -> Bool {
        let line = key.file.text(ofLine: key.start.line)
        let length = key.upper - key.lower + key.start.column
        return line.dropFirst(max(0, length - 1)).drop { $0 == ":" || $0 == " " }.hasPrefix("{")
    }
}

import BatonJSON
import BatonRecords
import BatonValues

/// The Test Anything Protocol, version 14: a test point for each test case of the JUnit file, with the same names.
struct TAPFormat: CaseFormat {
    static let separator: [UInt8] = []

    private var count = 0

    mutating func encode(_ record: CaseRecord, isUnfinished: Bool, of run: RunStarted) -> [UInt8] {
        let path = FailureText.line(record.identity.path)
        var text = ""
        for test in ReportedCase.all(of: record, isUnfinished: isUnfinished) {
            count += 1
            text += Self.point(test, path)
        }
        return Array(text.utf8)
    }

    mutating func frame(_ run: RunStarted?, _ end: RunFinished?, duration: Microseconds) -> (
        head: [UInt8], tail: [UInt8]
    ) {
        let shard = run?.shard.map { "shard \($0.index) of \($0.total)" }
        let plan = shard.map { count == 0 ? "1..0 # SKIP \($0) is empty" : "1..\(count)\n# \($0)" } ?? "1..\(count)"
        let leftOut = RunStarted.LeftOut.shown(run?.leftOut ?? []).map { "# left out: \(FailureText.line($0))\n" }
        return (Array("TAP version 14\n\(plan)\n\(leftOut.joined())".utf8), [])
    }

    private static func point(_ test: ReportedCase, _ path: String) -> String {
        let name = escaped(test.name.hasPrefix(path) ? test.name : "\(path) › \(test.name)")
        switch test.result {
        case .passed: return "ok - \(name)\n" + block(test, [])
        case .skipped(let reason): return "ok - \(name) # SKIP \(escaped(FailureText.line(reason ?? "skipped")))\n"
        case .quarantined(let sentence): return "not ok - \(name) # TODO \(escaped(FailureText.line(sentence)))\n"
        case .failure(let failures): return "not ok - \(name)\n" + block(test, failures, severity: "fail")
        case .error(let failures): return "not ok - \(name)\n" + block(test, failures, severity: "error")
        }
    }

    /// The diagnostics of a test point, as YAML whose texts are written as in JSON.
    private static func block(_ test: ReportedCase, _ failures: [FailureRecord], severity: String? = nil) -> String {
        var lines = ["duration_ms: \(max(0, test.duration) / 1000)"]
        if let severity, let first = failures.first {
            lines += ["severity: \(severity)", "kind: \(quoted(CaseNames.short(first.kind)))"]
            lines += ["message: \(quoted(FailureText.message(failures)))"]
            lines += ["file: \(quoted(FailureText.line(first.place.file)))", "line: \(first.place.line)"]
            if let expected = first.expected { lines.append("expected: \(quoted(value(expected.text)))") }
            if let actual = first.actual { lines.append("actual: \(quoted(value(actual.text)))") }
        }
        return (["---"] + lines + ["..."]).map { "  \($0)\n" }.joined()
    }

    private static func value(_ text: String) -> String {
        EscapedCICommands.of(CutText.head(PrintableText.of(text), FailurePart.valueLimit))
    }

    private static func quoted(_ text: String) -> String { JSONWriter.compact(.string(text)) }

    /// A description: `#` would begin a directive.
    ///
    /// Readers of version 13 know no escapes. They cut a name at `\#`, and would take `\# TODO` for the directive that
    /// excuses a failure, so that there the full-width sign stands.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for (place, character) in zip(text.indices, text) {
            switch character {
            case "\\": result += "\\\\"
            case "#":
                let word = text[text.index(after: place)...].drop { $0.isWhitespace }.prefix(4).lowercased()
                result += word == "todo" || word == "skip" ? "＃" : "\\#"
            default: result.append(character)
            }
        }
        return result
    }
}

extension ReportFormat {
    package static let tap = ReportFormat(
        "tap", "Writes a TAP report (version 14) here.", title: "the TAP report", fileName: "report.tap",
        mark: "TAP version 14"
    ) { CaseFile(TAPFormat(), $0) }
}

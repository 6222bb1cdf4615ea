import BatonRecords
import BatonValues

/// What a run covered of its contracts: counts, and the operations that no workflow covers.
enum ConsoleContractText {
    /// Operations that are listed; with `--verbose` more of them.
    static let mostListed = 10
    static let mostListedInFull = 500

    static func text(_ contracts: [ContractCoverage], isDetailed: Bool, style: ConsoleStyle) -> String {
        contracts.map { text($0, most: isDetailed ? mostListedInFull : mostListed, style) }.joined()
    }

    private static func text(_ coverage: ContractCoverage, most: Int, _ style: ConsoleStyle) -> String {
        var text = "\(style.strong("contract")) \(PrintableText.line(coverage.file.text)): "
        text += "\(coverage.coveredCount) of \(count(coverage.operations.count, "operation")), "
        text += "\(coverage.coveredStatusCount) of \(count(coverage.declaredStatusCount, "response")) covered"
        if coverage.unknownCount > 0 {
            text += "; \(count(coverage.unknownCount, "request")) to \(style.note("undeclared operations"))"
        }
        text += "\n"
        text += list("not covered", coverage.operations.filter { !$0.isCovered }.map(\.title), most, style)
        text += list(
            "undeclared statuses",
            coverage.operations.filter { !$0.undeclared.isEmpty }.map { operation in
                "\(operation.title): \(operation.undeclared.joined(separator: ", "))"
            }, most, style)
        return text
    }

    private static func list(_ title: String, _ lines: [String], _ most: Int, _ style: ConsoleStyle) -> String {
        if lines.isEmpty { return "" }
        var text = "  \(style.note("\(title):"))\n"
        for line in lines.prefix(most) { text += "    \(PrintableText.line(CutText.head(line, 200)))\n" }
        if lines.count > most { text += "    and \(lines.count - most) more\n" }
        return text
    }

    private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension ContractCoverage.Operation {
    var title: String { "\(method) \(path)" }
}

import BatonRecords
import BatonValues

extension HTMLPage {
    /// Operations of a contract that the page lists; those that no workflow covers come first.
    private static let mostOperations = 2000

    /// What the run covered of its contracts; nothing in a run that is not whole.
    var contracts: [ContractCoverage] { records.finished?.coverage(of: run) ?? [] }

    /// The operations of the contracts with the statuses that came; nothing in a run without a contract.
    func writeContracts(into page: inout HTMLWriter) {
        let contracts = contracts
        if contracts.isEmpty { return }
        section("contracts", "Contract", into: &page) { page in
            for coverage in contracts { write(coverage, into: &page) }
        }
    }

    private func write(_ coverage: ContractCoverage, into page: inout HTMLWriter) {
        page.raw("<h3><code>")
        page.path(CutText.head(coverage.file.text, 300))
        page.raw("</code>")
        if let title = coverage.title {
            page.raw(" ")
            page.line(CutText.head(title.text, 200))
        }
        page.raw("</h3>\n<p>")
        page.number(coverage.coveredCount)
        page.raw(" of ")
        page.number(coverage.operations.count)
        page.raw(" operations and ")
        page.number(coverage.coveredStatusCount)
        page.raw(" of ")
        page.number(coverage.declaredStatusCount)
        page.raw(" declared responses covered.")
        if coverage.unknownCount > 0 {
            page.raw(" Requests to undeclared operations: ")
            page.number(coverage.unknownCount)
            page.raw(".")
        }
        page.raw("</p>\n")
        let ordered = coverage.operations.filter { !$0.isCovered } + coverage.operations.filter(\.isCovered)
        page.raw(
            """
            <table class="stack"><thead><tr><th scope="col">Operation</th><th scope="col">Covered</th>\
            <th scope="col">Declared, never came</th><th scope="col">Came, not declared</th>\
            <th scope="col" class="n">Responses</th></tr></thead>
            <tbody>

            """)
        for operation in ordered.prefix(Self.mostOperations) { write(operation, into: &page) }
        page.raw("</tbody>\n</table>\n")
        if ordered.count > Self.mostOperations {
            page.raw("<p>and ")
            page.number(ordered.count - Self.mostOperations)
            page.raw(" more</p>\n")
        }
    }

    private func write(_ operation: ContractCoverage.Operation, into page: inout HTMLWriter) {
        page.raw("<tr><th scope=\"row\">")
        page.line(CutText.head(operation.method, 40))
        page.raw(" <code>")
        page.path(CutText.head(operation.path.text, 300))
        page.raw("</code></th><td>")
        if operation.isCovered {
            let came = operation.statuses.filter { $0.isDeclared && $0.count > 0 }
            page.line(came.map { "\($0.name) (\($0.count))" }.joined(separator: ", "))
        } else {
            page.raw("<b class=\"flaky\">not covered</b>")
        }
        page.raw("</td><td>")
        page.line(operation.missing.joined(separator: ", "))
        page.raw("</td><td>")
        if !operation.undeclared.isEmpty {
            page.raw("<b class=\"failed\">")
            page.line(operation.undeclared.joined(separator: ", "))
            page.raw("</b>")
        }
        page.raw("</td><td class=\"n\">")
        page.number(operation.count)
        page.raw("</td></tr>\n")
    }
}

import BatonRecords
import SampleRuns
import Testing

@testable import BatonReports

/// What CI services show of a JUnit file with 60 workflows, by the rules of their own readers and pages.
@Suite struct ServiceViewTests {
    /// A test case as a reader finds it.
    private struct Test: Sendable {
        let suite: String
        let suiteFile: String
        let name: String
        let className: String
        let file: String?
        let line: String?
        let isBad: Bool

        /// `<testsuite name="a"><testcase name="b"/></testsuite>`: attributes by name, elements by their beginnings.
        static func all(in document: String) -> [Test] {
            document.split(separator: "<testsuite ").dropFirst().flatMap { suite in
                suite.split(separator: "<testcase ").dropFirst().map { test in
                    let (head, start) = (suite.prefix { $0 != ">" }, test.prefix { $0 != ">" })
                    return Test(
                        suite: attribute("name", head) ?? "", suiteFile: attribute("file", head) ?? "",
                        name: attribute("name", start) ?? "", className: attribute("classname", start) ?? "",
                        file: attribute("file", start), line: attribute("line", start),
                        isBad: test.contains("<failure ") || test.contains("<error "))
                }
            }
        }

        private static func attribute(_ name: String, _ text: Substring) -> String? {
            (" " + text).firstRange(of: " \(name)=\"").map { found in
                String((" " + text)[found.upperBound...].prefix { $0 != "\"" })
            }
        }
    }

    /// Workflows with names, files that have the same name in other folders, rows, and loops; each fails twice.
    private static let records: [CaseRecord] = (0..<60).map { index in
        let (path, name, row): (String, String, String?) =
            switch index {
            case 0..<20: ("workflows/payments/\(index).yaml", "Pay amount \(index)", nil)
            case 20..<40: ("workflows/area\(index)/list.yaml", "list", nil)
            case 40..<50: ("workflows/i18n/rows.yaml", "Search in every language", "lang-\(index)")
            default: ("workflows/loops/\(index).yml", "Loop \(index)", nil)
            }
        let steps = ["Log in", name, "POST /payments [n=1]", "POST /payments [n=2]", "POST /payments"]
        return SampleRun.record(
            SampleRun.identity(index, path, name: name, row: row, steps: steps.count), .failed,
            steps: steps.enumerated().map { position, step in
                var failure = SampleRun.failure()
                failure.place = Place(file: path, line: 3 + position, column: 5)
                return position == 1 || position == 3
                    ? SampleRun.step(position, step, of: index, .failed, failures: [failure])
                    : SampleRun.step(position, step, of: index)
            })
    }

    private static func document(_ form: JUnitForm) throws -> String {
        try JUnitReporterTests.events(records).document { CaseFile(JUnitFormat(form), $0) }
    }

    private struct View: Sendable {
        let title: String
        let row: @Sendable (Test) -> String?
    }

    /// The text of each row. GitLab's page of a job has the columns Suite, Name and Filename; its merge request and Azure show
    /// the name alone, Jenkins the class, a dot and the name, EnricoMi's action the name and the class in parentheses, Mike
    /// Penz' the file, a dot and the name, dorny's the name under headings of suite and class.
    private static let views = [
        View(title: "GitLab, job") { "\($0.className) | \($0.name) | \($0.file ?? "")" },
        View(title: "GitLab, merge request, and Azure") { $0.isBad ? $0.name : nil },
        View(title: "Jenkins") { "\($0.className).\($0.name)" },
        View(title: "EnricoMi/publish-unit-test-result-action") { "\($0.name) (\($0.className))" },
        View(title: "mikepenz/action-junit-report") { $0.isBad ? "\($0.file ?? $0.suiteFile).\($0.name)" : nil },
        View(title: "dorny/test-reporter") { "\($0.suite) / \($0.className) / \($0.name)" },
    ]

    @Test(arguments: JUnitForm.Tests.allCases, JUnitForm.Profile.allCases)
    func `of 60 workflows no service shows two rows with the same text`(
        _ tests: JUnitForm.Tests, _ profile: JUnitForm.Profile
    ) throws {
        let found = Test.all(in: try Self.document(JUnitForm(tests, profile)))
        #expect(found.count == (tests == .steps ? 300 : 60))
        for view in Self.views {
            var seen: Set<String> = []
            for row in found.compactMap(view.row) { #expect(seen.insert(row).inserted, "\(view.title): \(row)") }
            #expect(seen.count >= (tests == .steps ? 120 : 60), "\(view.title)")
        }
        #expect(found.contains { $0.name.hasPrefix("Pay amount 7") })
        #expect(found.contains { $0.name.hasPrefix("workflows/area21/list.yaml") })
        #expect(found.contains { $0.name.hasPrefix("Search in every language [row=lang-41]") })
    }

    @Test(arguments: JUnitForm.Tests.allCases)
    func `the strict form is valid, and the other differs by file and line alone`(_ tests: JUnitForm.Tests) throws {
        let strict = try Self.document(JUnitForm(tests))
        #expect(try JUnitReporterTests.violations(strict) == [])
        let extended = try Self.document(JUnitForm(tests, .extended))
        #expect(extended.replacing(/(<testcase [^>]*?) file="[^"]*" line="[0-9]+"/, with: { "\($0.1)" }) == strict)
        #expect(try JUnitReporterTests.violations(extended).isEmpty == false)
    }

    /// GitLab links the file as it stands behind the address of the commit, and copies the files of all that failed.
    @Test func `a link leads to the file from the top of the repository, at the line of the failure`() throws {
        let found = Test.all(in: try Self.document(JUnitForm(.steps, .extended, folder: "tests/api")))
        #expect(found.allSatisfy { $0.file == "tests/api/\($0.suiteFile)" })
        #expect(found.allSatisfy { $0.line != nil })
        #expect(found[1].line == "4" && found[3].line == "6")
    }

    @Test func `a workflow as one test tells each failure with its step, and takes its own time`() throws {
        let document = try Self.document(JUnitForm(.workflows))
        let test = document.split(separator: "<testcase ")[1]
        #expect(test.hasPrefix("name=\"Pay amount 0\" classname=\"workflows.payments.0\" time=\"0.212\">"), "\(test)")
        #expect(test.contains("(and 1 more)\" type=\"check.failed\">"))
        #expect(test.contains("\nPOST /payments [n=2]: $.items[0].total: expected 12.5"), "\(test)")
        #expect(document.contains("<testsuites name=\"shop\" tests=\"60\" failures=\"60\""))
    }

    @Test func `a workflow as one test passes, is skipped, known or flaky as its steps are`() throws {
        let records =
            SampleRun.records + [SampleRun.flaky.identified(as: SampleRun.identity(4, "busy.yaml", name: "Busy"))]
        let document = try JUnitReporterTests.events(records).document {
            CaseFile(JUnitFormat(JUnitForm(.workflows)), $0)
        }
        #expect(try JUnitReporterTests.violations(document) == [])
        #expect(document.contains("tests=\"5\" failures=\"1\" errors=\"1\""), "\(document)")
        #expect(document.contains("<skipped message=\"not in this environment\""))
        #expect(document.contains("<flakyFailure message=\"status: expected 2xx, got 503\""), "\(document)")
    }
}

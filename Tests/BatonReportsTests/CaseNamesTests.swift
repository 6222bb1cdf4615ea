import BatonRecords
import SampleRuns
import Testing

@testable import BatonReports

/// What workflows are called in reports of test cases.
@Suite struct CaseNamesTests {
    private static func names(_ path: String, row: String? = nil) -> (suite: String, className: String) {
        let identity = SampleRun.identity(0, path, row: row)
        return (CaseNames.suite(identity), CaseNames.className(identity))
    }

    @Test(arguments: [
        ("workflows/accounts/sign_in.yaml", "workflows.accounts.sign_in"), ("c.yml", "c_yml"), ("c d.yaml", "c d"),
    ])
    func `an ordinary path is its own name`(_ path: String, _ className: String) {
        #expect(Self.names(path) == (path, className))
        #expect(Self.names(path, row: "ada") == ("\(path) [row=ada]", className))
    }

    @Test func `no two workflows have one name`() {
        let paths = [
            "c.yaml", "c.yml", "c.json", "c_yml.yaml", "a.b.yaml", "a_b.yaml", "a.b.yml", "a_b.yml", "a/b.yaml",
            "c d.yaml", "c\nd.yaml", "c\td.yaml", "c\u{1}d.yaml", "c#x01d.yaml", "c.YAML", "c.yaml.yaml", "c~.yaml",
            "c[row=a].yaml", "c", "../c.yaml", "__/c.yaml", String(repeating: "x", count: 600) + "a.yaml",
            String(repeating: "x", count: 600) + "b.yaml",
        ]
        let rows = [nil, "a", "a\nb", "a b", "a][repeat=1", "a]", "a~"]
        var seen: [Set<String>] = [[], []]
        for path in paths {
            for row in rows {
                let (suite, className) = Self.names(path, row: row)
                #expect(seen[0].insert(suite).inserted, "\(suite)")
                for section in ["", "[setup]", "[teardown]"] where row == nil {
                    #expect(seen[1].insert(className + section).inserted, "\(className)")
                }
                #expect(suite.unicodeScalars.count <= 512 && className.unicodeScalars.count <= 512)
            }
        }
    }

    @Test(arguments: [
        ("Pay a large amount", "POST /payments", "Pay a large amount › POST /payments"), ("Pay", "Pay", "Pay"),
        ("orders", "GET /orders", "workflows/orders.yaml › GET /orders"), ("orders", "orders", "workflows/orders.yaml"),
        ("Orders", "", "Orders › unnamed"),
    ])
    func `a test bears the name of its workflow and of its step`(
        _ workflow: String, _ step: String, _ wanted: String
    ) {
        let record = SampleRun.record(
            SampleRun.identity(0, "workflows/orders.yaml", name: workflow), steps: [SampleRun.step(0, step)])
        #expect(ReportedCase.all(of: record).map(\.name) == [wanted])
    }

    @Test func `a row is named behind its workflow`() {
        let record = SampleRun.record(
            SampleRun.identity(0, "a.yaml", name: "Pay", row: "ada"),
            steps: [SampleRun.step(0, "Pay"), SampleRun.step(1, "Log out [user=ada]")])
        #expect(ReportedCase.all(of: record).map(\.name) == ["Pay [row=ada]", "Pay [row=ada] › Log out [user=ada]"])
    }

    @Test func `steps of setup cannot be taken for those of a file of that name`() {
        let step = StepRecord(
            caseIndex: 0, index: 0, section: .setup, name: "Log in", kind: .request, outcome: .passed,
            place: Place(file: "workflows.yaml", line: 3, column: 5), started: 0, duration: 1, checkCount: 1)
        let record = SampleRun.record(SampleRun.identity(0, "workflows.yaml"), steps: [step])
        #expect(ReportedCase.all(of: record).map(\.className) == ["workflows[setup]"])
        #expect(Self.names("workflows/setup.yaml").className == "workflows.setup")
    }
}

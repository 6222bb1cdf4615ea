import BatonRecords
import Testing

@testable import BatonHistory

struct CaseStoryTests {
    private let history = MadeHistory()

    private func story(_ name: String = "a", limit: Int = 20) throws -> CaseStory {
        try history.reader().caseStory(name, HistoryScope(), limit: limit)
    }

    @Test func `the results of a case over time, and since when it fails`() throws {
        history.record([
            .init(results: ".", context: .commit("a1b2c3d4e5f6", build: "1"), milliseconds: [10]),
            .init(results: "~", context: .commit("bbbb", build: "2"), milliseconds: [80]),
            .init(results: "F", context: .commit("cccc", build: "3")),
            .init(results: "F", context: .commit("dddd", build: "4")),
        ])
        let text = MadeHistory.text.story(try story())
        #expect(
            text == """
                workflows/a.yaml  Case 1
                failing on main, local: 2 bad results, since commit cccc, build #3, 2026-08-21 13:00; last passed at commit bbbb, build #2
                passed in 80 ms (p50), 80 ms (p95)  ▂█

                WHEN              OUTCOME   TIME  COMMIT           BUILD  ENVIRONMENT  RUN            MESSAGE
                2026-08-21 14:00  failed   10 ms  main dddd        #4     local        0198f3c7-0004  status: expected 200, got 500
                2026-08-21 13:00  failed   10 ms  main cccc        #3     local        0198f3c7-0003  status: expected 200, got 500
                2026-08-21 12:00  flaky    80 ms  main bbbb        #2     local        0198f3c7-0002  List the orders: status: expected 2xx, got 503
                2026-08-21 11:00  passed   10 ms  main a1b2c3d4e5  #1     local        0198f3c7-0001

                """)
        let json = try story().json
        #expect(json["failing"]?[0]?["first_bad"]?["commit"] == "cccc")
        #expect(json["results"]?[2]?["outcome"] == "flaky")
        #expect(json["results"]?[0]?["message"] == "status: expected 200, got 500")
    }

    @Test func `the case is found wherever it stands in a run`() throws {
        history.record(["...", "-..", "--F", ".-.", "..."].map { .init(results: $0) })
        #expect(try story("c").results.map(\.word) == ["passed", "passed", "failed", "passed", "passed"])
        #expect(try story("c", limit: 2).json["results"]?.arrayValue?.count == 2)
    }

    @Test(arguments: ["workflows/b.yaml", "b.yaml", "b", "Case 2", "case 2"])
    func `a case is named by its path, the end of it, or its name`(_ name: String) throws {
        history.record([.init(results: "..")])
        #expect(try story(name).name.path == "workflows/b.yaml")
    }

    @Test func `a case with a row is named as a run shows it`() {
        #expect(CaseName(path: "a.yaml", name: "A", row: "ada", variant: nil).title == "A [row=ada]")
    }

    @Test(arguments: [
        ("nothing", "no case in the history is named `nothing`", nil),
        (
            "Case", "`Case` names several cases: `workflows/a.yaml`, `workflows/b.yaml`",
            "write which one, as in `baton history case workflows/a.yaml`"
        ),
        ("%", "no case in the history is named `%`", nil),
        (
            "workflow/a.yaml", "no case in the history is named `workflow/a.yaml`",
            "did you mean `baton history case workflows/a.yaml`?"
        ),
        ("aa", "no case in the history is named `aa`", "did you mean `baton history case a`?"),
        ("Casse 1", "no case in the history is named `Casse 1`", "did you mean `baton history case 'Case 1'`?"),
    ])
    func `a name that fits no case or several is refused`(_ name: String, _ message: String, _ help: String?) throws {
        history.record([.init(results: "..")])
        let error = #expect(throws: HistoryError.self) { try story(name) }
        #expect(error?.code == .noSuchCase)
        #expect(error?.message == message)
        #expect(error?.help == help)
    }

    @Test func `each branch and each environment has its own since when, and a pass elsewhere mends nothing`() throws {
        let topic = RunContext(branch: "topic")
        history.record([
            .init(results: "."), .init(results: "F", context: topic), .init(results: "F"), .init(results: "s"),
            .init(results: "F"), .init(results: ".", environment: "staging"), .init(results: "F", environment: "live"),
            .init(results: ".", environment: "live"),
        ])
        let failing = try story().failing
        #expect(failing.map(\.branch) == ["main", "topic"])
        #expect(failing.map(\.count) == [2, 1])
        #expect(failing.map(\.lastGood?.run) == [MadeHistory.id(1), nil])
        #expect(failing.map(\.firstBad.run) == [MadeHistory.id(3), MadeHistory.id(2)])
        let lines = MadeHistory.text.story(try story()).split(separator: "\n")
        #expect(
            lines[1...2] == [
                "failing on main, local: 2 bad results, since run 0198f3c7-0003, 2026-08-21 13:00; last passed at run 0198f3c7-0001",
                "failing on topic, local: 1 bad result, since run 0198f3c7-0002, 2026-08-21 12:00 or longer: no earlier result is in these runs",
            ], "\(lines)")
    }

    private static let outsideGit = RunContext()
    private static let detached = RunContext(commit: "c1")

    @Test(
        arguments: [
            ("before the first commit", [.init(results: "F", context: outsideGit), .init(results: ".")], []),
            (
                "the branch fails as well",
                [.init(results: "F", context: outsideGit), .init(results: "F")], ["main 2"]
            ),
            (
                "the branch skips it",
                [.init(results: "."), .init(results: "F", context: outsideGit), .init(results: "s")], ["main 1"]
            ),
            ("never on a branch", [.init(results: "F", context: outsideGit)], ["none 1"]),
            (
                "no longer on a branch", [.init(results: "."), .init(results: "F", context: outsideGit)],
                ["none 1"]
            ),
            (
                "on another machine",
                [.init(results: "F", context: outsideGit, host: "laptop"), .init(results: ".")], ["none 1"]
            ),
            (
                "in another environment",
                [.init(results: "F", context: outsideGit, environment: "live"), .init(results: ".")], ["none 1"]
            ),
            ("a detached head", [.init(results: "F", context: detached), .init(results: ".")], []),
            (
                "a detached head between runs of a branch",
                [.init(results: "F"), .init(results: ".", context: detached), .init(results: "F")], ["main 2"]
            ),
            ("a detached head that is the latest", [.init(results: "F", context: detached)], ["none 1"]),
        ] as [(String, [MadeHistory.Run], [String])])
    func `a run without a branch belongs to the one that its machine ran on next`(
        _ name: String, _ runs: [MadeHistory.Run], _ failing: [String]
    ) throws {
        history.record(runs)
        #expect(try story().failing.map { "\($0.branch ?? "none") \($0.count)" } == failing, "\(name)")
    }

    @Test func `a failure that changed says since when it is the last one`() throws {
        let unavailable = "no response in 5 s"
        history.record([
            .init(results: "."), .init(results: "F", message: unavailable), .init(results: "F"),
            .init(results: "F", context: RunContext(branch: "topic"), message: unavailable), .init(results: "s"),
            .init(results: "F"),
        ])
        let answer = try story()
        #expect(answer.failing.map(\.sameSince?.run) == [MadeHistory.id(3), nil])
        #expect(
            MadeHistory.text.story(answer).contains(
                "failing on main, local: 3 bad results, since run 0198f3c7-0002, 2026-08-21 12:00; "
                    + "last passed at run 0198f3c7-0001; with the last failure since run 0198f3c7-0003\n"))
        #expect(answer.json["failing"]?[0]?["same_failure_since"]?["run"]?.stringValue == MadeHistory.id(3))
        #expect(answer.json["failing"]?[1]?["same_failure_since"] == nil)
    }

    @Test func `of many failing branches five are named`() throws {
        history.record((1...7).map { .init(results: "F", context: RunContext(branch: "topic-\($0)")) })
        let text = MadeHistory.text.story(try story())
        #expect(text.contains("failing on topic-3, local"))
        #expect(!text.contains("failing on topic-2, local") && text.contains("\nand on 2 other branches\n"), "\(text)")
    }

    @Test func `a path may be written as a shell completes it`() throws {
        history.record([.init(results: "..")])
        #expect(try story("./workflows/b.yaml").name.path == "workflows/b.yaml")
    }

    @Test func `a case without which everything ran later is no longer there, and does not fail`() throws {
        history.record([.init(results: "."), .init(results: "F"), .init(results: "F")])
        history.record([.init(results: "-.", context: RunContext(branch: "topic"))], from: 4)
        #expect(try story().failing.map(\.count) == [2])
        history.record([.init(results: "-.", isWhole: false), .init(results: "-s")], from: 5)
        #expect(try story().failing.map(\.count) == [2])
        history.record([.init(results: "-."), .init(results: "-.")], from: 7)
        let answer = try story()
        #expect(answer.failing.isEmpty && answer.gone.map(\.count) == [2])
        let text = MadeHistory.text.story(answer)
        #expect(
            text.hasPrefix(
                """
                workflows/a.yaml  Case 1
                no longer there on main, local: everything ran without it at run 0198f3c7-0007, 2026-08-21 17:00, after 2 bad results

                """), "\(text)")
        #expect(answer.json["failing"] == nil)
        #expect(answer.json["gone"]?[0]?["gone_since"]?["run"]?.stringValue == MadeHistory.id(7))
    }

    @Test(arguments: ["workflows/a.yaml", "./workflows/a.yaml", "a.yaml", "a", "Case 1", "case 1"])
    func `a file that could not be loaded gives way to its rows`(_ name: String) throws {
        history.record(Array(repeating: .init(results: "E"), count: 5))
        #expect(try story(name).failing.map(\.count) == [5])
        history.record([.init(results: "..", hasRows: true)], from: 6)
        let error = #expect(throws: HistoryError.self) { try story(name) }
        #expect(
            error?.message.hasSuffix("names several cases: `workflows/a.yaml [row=1]`, `workflows/a.yaml [row=2]`")
                == true, "\(error?.message ?? "")")
        #expect(try story("a.yaml [row=2]").results.map(\.word) == ["passed"])
        history.record([.init(results: "-.", hasRows: true)], from: 7)
        #expect(try story(name).name.row == "2")
    }

    @Test(arguments: [
        ("test orders", "*** orders"), ("test orders [row=ada]", "*** orders [row=ada]"), ("orders", nil),
        ("test order", nil),
    ])
    func `a name with a secret is recognized by what is around it`(_ text: String, _ found: String?) {
        #expect(CaseName(path: "a.yaml", name: "*** orders", row: "ada", variant: nil).masked(text) == found)
        #expect(CaseName(path: "a.yaml", name: "***", row: nil, variant: nil).masked(text) == nil)
    }
}

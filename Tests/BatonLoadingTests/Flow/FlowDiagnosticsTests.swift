import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// What is wrong with keys that send a step more than once, with its place: `⟦…⟧` in the file.
@Suite struct FlowDiagnosticsTests {
    typealias Case = ExpectedDiagnostic

    static let cases: [Case] = [
        Case("retries: ⟦101⟧\nsteps: [ get: /x ]", "workflow.wrong-value", "`retries` is at most 100"),
        Case(
            "retries: ⟦-1⟧\nsteps: [ get: /x ]", "workflow.wrong-type",
            "`retries` wants a whole number, this is a number"),
        Case(
            "steps:\n  - get: /x\n    retry: ⟦often⟧", "workflow.wrong-type",
            "`retry` wants a whole number or `{ attempts, every, backoff, max, jitter, within, on }`, this is a text"),
        Case(
            "steps:\n  - get: /x\n    retry: ⟦-1⟧", "workflow.wrong-type",
            "`retry` wants a whole number or `{ attempts, every, backoff, max, jitter, within, on }`, this is a number"),
        Case(
            "steps:\n  - get: /x\n    retry: { attempts: ⟦-1⟧ }", "workflow.wrong-type",
            "`attempts` wants a whole number, this is a number"),
        Case(
            "steps:\n  - get: /x\n    retry: { ⟦interval⟧: 1s }", "workflow.unknown-key",
            "unknown key `interval` in `retry`", help: "write `every: 1s`"),
        Case(
            "steps:\n  - get: /x\n    retry: { on: ⟦[]⟧ }", "workflow.checks-nothing",
            "`on: []` names no failure: nothing would be tried again",
            help: "leave `on` out for `[network, 429, 502, 503, 504]`"),
        Case(
            "steps:\n  - get: /x\n    retry: { on: [503, ⟦timeout⟧] }", "workflow.wrong-value",
            "`timeout` is nothing that `retry` could wait out", help: "did you mean `network.timeout`?"),
        Case(
            "steps:\n  - get: /x\n    retry: { on: ⟦workflow.invalid⟧ }", "workflow.wrong-value",
            "`workflow.invalid` is nothing that `retry` could wait out",
            help:
                "write statuses such as 503 or `5xx`, and kinds: `network`, `http`, `stream`, `response`, `mapping`, `check`"
        ),
        Case(
            "steps:\n  - get: /x\n    retry: { backoff: ⟦expontial⟧ }", "workflow.wrong-value",
            "`backoff` is `constant`, `linear` or `exponential`, not `expontial`", help: "did you mean `exponential`?"),
        Case(
            "steps:\n  - get: /x\n    retry: { every: ⟦5⟧ }", "workflow.wrong-value", "`5` has no unit"),
        Case(
            "steps:\n  - get: /x\n    ⟦every⟧: 1s", "workflow.needs-key",
            "`every` needs `until`, which is not there",
            help: #"write `until: response.json.state == "done"` beside it, or leave `every` out"#),
        Case(
            "steps:\n  - get: /x\n    ⟦within⟧: 1s", "workflow.needs-key",
            "`within` needs `until`, which is not there"),
        Case(
            "steps:\n  - get: /x\n    until: ⟦response.status⟧", "expression.wrong-type",
            "a condition must be true or false, `response.status` is int"),
        Case(
            "steps:\n  - get: /x\n    until: ⟦done⟧\n    capture: { done: $.done }", "expression.unknown-name",
            "`done` is not there yet"),
        Case(
            "steps:\n  - wait: 1s\n    ⟦until⟧: 1 == 1", "workflow.key-does-not-fit",
            "`until` belongs to a request, not to a `wait` step"),
        Case(
            "steps:\n  - that: 1 == 1\n    ⟦retry⟧: 3", "workflow.key-does-not-fit",
            "`retry` belongs to a request, not to a `that` step"),
        Case(
            "steps:\n  - get: /x\n    skip: ⟦true⟧", "workflow.wrong-value", "`skip` wants the reason, this is `true`",
            help: "write `skip: the server cannot do it yet`"),
        Case(
            "steps:\n  - get: /x\n    skip: ⟦false⟧", "workflow.wrong-value",
            "`skip` wants the reason, this is `false`",
            help: "leave it out: a step with `skip` never runs; `if` decides by a condition"),
        Case(
            "steps:\n  - get: /x\n    skip: ⟦1 == 2⟧", "workflow.wrong-value",
            "`skip` wants the reason, and this is a condition: the step would never run",
            help: "say when the step runs: `if: 1 != 2`"),
        Case(
            "steps:\n  - get: /x\n    skip: ⟦process.env.CI == \"true\" && 1 == 1⟧", "workflow.wrong-value",
            "`skip` wants the reason, and this is a condition: the step would never run",
            help: "say when the step runs: `if: '!(process.env.CI == \"true\" && 1 == 1)'`"),
        Case(
            "steps:\n  - get: /x\n    skip: ⟦$(run.number >= 3)⟧", "workflow.wrong-value",
            "`skip` wants the reason, and this is a condition: the step would never run",
            help: "say when the step runs: `if: run.number < 3`"),
        Case(
            "steps:\n  - get: /x\n    skip: ⟦'!has(process.env.CI)'⟧", "workflow.wrong-value",
            "`skip` wants the reason, and this is a condition: the step would never run",
            help: "say when the step runs: `if: has(process.env.CI)`"),
        Case(
            "steps:\n  - get: /x\n    skip: ⟦if env.name == \"prod\"⟧", "workflow.wrong-value",
            "`skip` wants the reason, and this is a condition: the step would never run",
            help: "say when the step runs: `if: env.name != \"prod\"`"),
        Case(
            "steps:\n  - get: /x\n    skip: ⟦env.fast⟧", "workflow.wrong-value",
            "`skip` wants the reason, and this is a condition: the step would never run",
            help: "`if` decides by a condition, and says when the step runs"),
        Case(
            "steps:\n  - get: /x\n    skip: ⟦$(env.fast)⟧", "workflow.wrong-value",
            "`skip` wants the reason, and this is a condition: the step would never run",
            help: "`if` decides by a condition, and says when the step runs"),
        Case(
            "steps:\n  - get: /x\n    skip: ⟦'{{ ci }}'⟧", "workflow.wrong-value",
            "`skip` wants the reason, and this is a condition: the step would never run",
            help: "`if` decides by a condition, and says when the step runs"),
        Case(
            "steps:\n  - get: /x\n    skip: ⟦$ci⟧", "workflow.wrong-value",
            "`skip` wants the reason, and this is a condition: the step would never run",
            help: "`if` decides by a condition, and says when the step runs"),
        Case(
            "steps:\n  - get: /x\n    skip: ⟦\"no\"⟧", "workflow.wrong-value", "`skip` wants the reason, this is `no`"),
        Case(
            "steps:\n  - get: /x\n    continue_on_failure: ⟦maybe⟧", "workflow.wrong-type",
            "`continue_on_failure` wants `true` or `false`, this is a text"),
        Case(
            "defaults: { retry: { on: [⟦nothing⟧] } }\nsteps: [ get: /x ]", "workflow.wrong-value",
            "`nothing` is nothing that `retry` could wait out"),
    ]

    @Test(arguments: [
        "blocked by API-12 (total != sum of lines)", "price >= 10 is not implemented yet", "API-12", "only in staging",
        "!important", "flaky",
        "a/b is down",
        "returns page=2 although page==1 was asked", "see issues.example.com/17", "waits for the new server, see 17",
    ])
    func `a reason may have signs of conditions in it`(_ reason: String) {
        let result = Loading.load("steps:\n  - get: /x\n    skip: '\(reason)'\n")
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    }

    @Test(arguments: cases.indices)
    func `a mistake is told with its place`(_ index: Int) {
        Self.cases[index].check(in: Self.cases[index].text)
    }
}

/// What whether, when and how often a step runs has in a file.
@Suite struct FlowOrderTests {
    private static let keys = ["delay: 1s", "continue_on_failure: true", "namespaces: { s: \"urn:example:stock\" }"]

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func `the order of the keys makes no difference`(_ order: [Int]) throws {
        let lines = order.map { "    \(Self.keys[$0])\n" }.joined()
        let workflow = try #require(Loading.load("steps:\n  - get: /x\n" + lines).workflow)
        let flow = try #require(workflow.steps.first?.flow)
        #expect(flow.continuesOnFailure && flow.delay != nil && flow.skip == nil)
    }
}

/// Loops that have no bound of their own are noted with their places.
@Suite struct DefaultBoundTests {
    static let cases: [(String, [String])] = [
        (
            "steps:\n  - get: /x\n    until: response.status == 200\n",
            ["note: w.yaml:3:12: `until` has no `within`: it ends after 60s [workflow.default-bound]"]
        ),
        ("steps:\n  - get: /x\n    until: response.status == 200\n    within: 5s\n", []),
        (
            "steps:\n  - steps: [{ wait: 1s }]\n    while: index < 2\n",
            ["note: w.yaml:3:5: `while` has no `max`: it ends after 1000 passes [workflow.default-bound]"]
        ),
        ("steps:\n  - wait: 1s\n    while: index < 2\n    max: 1000\n", []),
        ("steps:\n  - wait: 1s\n    repeat: 3\n", []),
        (
            "steps:\n  - workflow: b.yaml\n",
            ["note: b.yaml:3:12: `until` has no `within`: it ends after 60s [workflow.default-bound]"]
        ),
    ]

    @Test(arguments: cases) func `a loop without a bound is noted`(_ yaml: String, _ expected: [String]) throws {
        let files = ["b.yaml": "steps:\n  - get: /x\n    until: response.status == 200\n"]
        let result = Loading.load(yaml, files: files)
        let workflow = try #require(result.workflow)
        #expect(result.diagnostics == [])
        #expect(workflow.defaultBounds.map { DiagnosticRenderer().render($0) } == expected)
    }
}

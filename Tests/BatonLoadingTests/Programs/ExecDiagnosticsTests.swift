import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// What is wrong with steps that start programs, with its place: `⟦…⟧` in the file.
@Suite struct ExecDiagnosticsTests {
    typealias Case = ExpectedDiagnostic

    static let cases: [Case] = [
        Case(
            "- exec: ⟦ls -l⟧", "workflow.wrong-type", "`exec` wants a list, this is a text"),
        Case(
            "- exec: ⟦[]⟧", "workflow.does-nothing", "`exec` starts nothing",
            help: "write the program and its arguments: `exec: [python3, seed.py, $(count)]`"),
        Case(
            "- exec: [⟦$(run.id)⟧, x]", "workflow.computed",
            "the program is spelled out, so that everyone can read what a file starts",
            help: "arguments may hold `$(…)`"),
        Case(
            "- exec: [⟦null⟧]", "workflow.wrong-type", "the first of `exec` wants the name of a program, this is null"),
        Case(
            "- exec: [⟦[sh]⟧]", "workflow.wrong-type", "the first of `exec` wants the name of a program, this is a list"
        ),
        Case("- exec: [ls, ⟦null⟧]", "workflow.wrong-type", "an argument of `exec` wants a text, this is null"),
        Case("- exec: [ls, ⟦{ a: 1 }⟧]", "workflow.wrong-type", "an argument of `exec` wants a text, this is a map"),
        Case(
            "- exec: [ls]\n    env: { ⟦A-B⟧: x }", "workflow.invalid-name",
            "`A-B` cannot be the name of an environment variable"),
        Case("- exec: [ls]\n    env: { A: ⟦[x]⟧ }", "workflow.wrong-type", "`A` wants a text, this is a list"),
        Case(
            "- exec: [ls]\n    ⟦paginate⟧: { next: $.next }", "workflow.key-does-not-fit",
            "`paginate` belongs to a request, not to an `exec` step"),
        Case(
            "- exec: [ls]\n    ⟦every⟧: 1s", "workflow.needs-key",
            "`every` needs `until`, which is not there"),
        Case(
            "- exec: [ls]\n    until: ⟦response.exit_code⟧", "expression.wrong-type",
            "a condition must be true or false, `response.exit_code` is int"),
        Case(
            "- exec: [ls]\n    retry: { on: [exec, ⟦503⟧] }", "workflow.wrong-value",
            "`503` is nothing that a program could end in",
            help:
                "write `exec` (another exit code than 0, a signal, no end in time), `check`, `response` or `mapping`"),
        Case(
            "- exec: [ls]\n    ⟦headers⟧: { a: b }", "workflow.key-does-not-fit",
            "`headers` belongs to a request, not to an `exec` step"),
        Case("- get: /x\n    ⟦cwd⟧: a", "workflow.key-does-not-fit", "`cwd` belongs to `exec`, not to a request"),
        Case("- wait: 1s\n    ⟦cwd⟧: a", "workflow.key-does-not-fit", "`cwd` belongs to `exec`, not to a `wait` step"),
        Case(
            "- exec: [ls]\n    expect: { ⟦status⟧: 0 }", "workflow.unknown-key",
            "unknown key `status` in `expect` of `exec`",
            help:
                "`expect` of `exec` may hold `exit_code` `stdout` `stderr` `json` `json_includes` `schema` `duration` `that`; a value in the JSON is checked by its path: `$.name: Ada`"
        ),
        Case("- exec: [ls]\n    expect: ⟦{}⟧", "workflow.checks-nothing", "`expect` of `exec` checks nothing"),
        Case(
            "- exec: [ls]\n    capture: { ⟦a: { header: etag }⟧ }", "workflow.key-does-not-fit",
            "a program answers without headers",
            help: "take the value from what it wrote: a path into its JSON, `regex`, or `$(response.stdout)`"),
        Case(
            "- exec: [ls]\n    capture: { ⟦a: { cookie: sid }⟧ }", "workflow.key-does-not-fit",
            "a program answers without cookies"),
        Case(
            "- exec: [ls]\n    capture: { ⟦a: { regex: x, in: url }⟧ }", "workflow.key-does-not-fit",
            "a program answers without URL"),
        Case(
            "- exec: [ls]\n    expect: { that: response.⟦status⟧ == 0 }", "expression.unknown-member",
            "`response` has no `status`"),
        Case(
            "- exec: [ls]\n    expect: { that: ⟦request.url == ''⟧ }", "expression.not-here",
            "`request` is what the step has sent, and nothing has been sent here"),
        Case(
            "- exec: [ls]\n  - that: response.⟦status⟧ == 0", "expression.unknown-member",
            "`response` has no `status`"),
        Case(
            "- exec: [ls]\n    id: a\n  - that: steps.a.response.⟦status⟧ == 0", "expression.unknown-member",
            "`steps.a.response` has no `status`"),
        Case(
            "- get: /x\n    expect: { that: response.⟦exit_code⟧ == 0 }", "expression.unknown-member",
            "`response` has no `exit_code`"),
    ]

    @Test(arguments: cases)
    func `a mistake is shown at its place`(_ expected: Case) {
        expected.check(in: "steps:\n  \(expected.text)")
    }

    @Test func `a single word with spaces is no command line`() {
        let result = Loading.load("steps:\n  - exec: [ls -l]")
        #expect(result.workflow != nil)
        #expect(
            result.diagnostics.map(\.message) == [
                "no shell splits this into words: the program would be called `ls -l`"
            ])
        #expect(
            result.diagnostics.map(\.help) == ["write a list, `exec: [ls, -l]`, or start a shell: `exec: [sh, -c, …]`"])
    }

    @Test func `a response of a server follows a program, and has its own members again`() {
        let result = Loading.load(
            """
            steps:
              - exec: [ls]
                expect: { that: response.exit_code == 0 && response.stdout != response.stderr }
              - that: response.exit_code == 0
              - get: /x
                expect: { that: response.status == 200 }
              - that: response.status == 200
            """)
        #expect(result.diagnostics.map(\.message) == [])
    }

    @Test func `a workflow knows where its programs are written, within groups too`() {
        let result = Loading.load("steps:\n  - exec: [a]\n  - steps: [ { exec: [b] } ]\nteardown: [ { exec: [c] } ]")
        #expect(result.workflow?.uses.programs.map(\.text) == ["exec: [a]", "exec: [b]", "exec: [c]"])
    }
}

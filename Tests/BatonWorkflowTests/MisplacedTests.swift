import BatonDiagnostics
import Testing

@testable import BatonWorkflow

/// Words that stand in the wrong place, and the place that is told.
@Suite struct MisplacedTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var file: String
        var message: String
        var help: String

        init(_ file: String, _ message: String, help: String) {
            self.file = file
            self.message = message
            self.help = help
        }

        var testDescription: String { message }
    }

    static let cases = [
        Case(
            "steps:\n  - get: /x\n    ⟦status⟧: 200", "unknown key `status` in a step",
            help: "it belongs into `expect`: `expect: { status: … }`"),
        Case(
            "steps:\n  - get: /x\n    ⟦$.name⟧: Ada", "unknown key `$.name` in a step",
            help: "a check belongs into `expect`: `expect: { $.name: … }`"),
        Case(
            "steps:\n  - get: /x\n    ⟦tags⟧: [smoke]", "unknown key `tags` in a step",
            help: "it belongs to the top of the file, beside `steps`"),
        Case(
            "steps:\n  - get: /x\n    expect:\n      ⟦capture⟧: { token: $.token }",
            "unknown key `capture` in `expect`",
            help: "it belongs to the step, beside `expect`"),
        Case(
            "steps:\n  - get: /x\n    expect: { ⟦timeout⟧: 5s }", "unknown key `timeout` in `expect`",
            help: "it belongs to the step, beside `expect`"),
        Case(
            "steps:\n  - get: /x\n    expect: { ⟦contains⟧: ok }", "unknown key `contains` in `expect`",
            help: "an operator stands below what it looks at: `body: { contains: … }`"),
        Case(
            "steps:\n  - get: /x\n    expect: { ⟦customer.address⟧: x }", "unknown key `customer.address` in `expect`",
            help: "a value in the JSON body is checked by its path: `$.customer.address: …`"),
        Case(
            "steps:\n  - get: /x\n    expect: { ⟦shipping-address⟧: x }", "unknown key `shipping-address` in `expect`",
            help: "a value in the JSON body is checked by its path: `$['shipping-address']: …`"),
        Case(
            "steps:\n  - get: /x\n    expect: { body: { ⟦$.name⟧: x } }", "unknown operator `$.name` in a check",
            help: "a path is a check of its own: write it into `expect`, not below another key"),
        Case(
            "steps:\n  - get: /x\n    expect: { $.address: { ⟦country⟧: GB } }",
            "unknown operator `country` in a check",
            help:
                "a member is checked by its path: `$.address.country: GB`; the whole object by `{ eq: { country: … } }`"
        ),
        Case(
            "steps:\n  - get: /x\n    expect: { $.a: { ⟦id⟧: 5 } }", "unknown operator `id` in a check",
            help: "a member is checked by its path: `$.a.id: 5`; the whole object by `{ eq: { id: … } }`"),
        Case(
            "steps:\n  - get: /x\n    expect: { body: { ⟦id⟧: 5, name: Ada } }", "unknown operator `id` in a check",
            help: "values in the JSON are checked by paths, `$.id: …`, or by `json_includes: { id: … }`"),
        Case(
            "⟦base_url⟧: http://a\nsteps: [ that: 1 == 1 ]", "unknown key `base_url` in a workflow file",
            help: "it belongs to an environment in baton.yaml, or is given with `--base-url`"),
        Case(
            "steps: [ that: 1 == 1 ]\n⟦expect⟧: { status: 200 }", "unknown key `expect` in a workflow file",
            help: "it belongs to a step: write `steps:`, and the step below it behind `- `"),
    ]

    @Test(arguments: cases)
    func `the right place is told`(_ item: Case) {
        let (text, range) = Loading.marked(item.file)
        let diagnostics = Loading.load(text).diagnostics
        #expect(diagnostics.map(\.message) == [item.message])
        #expect(diagnostics.first?.help == item.help)
        #expect(diagnostics.first?.range.map { $0.lower..<$0.upper } == range)
    }

    @Test func `baton.yaml tells where the words of an environment belong`() {
        let sink = DiagnosticSink()
        _ = ProjectLoader(into: sink).load(SourceFile(path: "baton.yaml", text: "server: { command: x }"), folder: "/p")
        #expect(
            sink.diagnostics.map(\.help) == ["it belongs to an environment: `environments: { local: { server: … } }`"])
    }

    @Test(arguments: ["- upload: a.csv", "- set: x = 1", "- name: x\n    request: /x"])
    func `a step whose key is refused is not told to do something as well`(_ step: String) {
        let diagnostics = Loading.load("steps:\n  \(step)").diagnostics
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.code != "workflow.step-does-nothing")
    }
}

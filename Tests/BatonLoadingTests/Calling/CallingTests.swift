import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// Steps that call another workflow: what is wrong with them is known before anything runs.
@Suite struct CallingTests {
    private static let login = """
        inputs: { user: { type: string }, tries: { type: integer, default: 1 }, code: { secret: true, default: x } }
        vars: { own: 1 }
        steps:
          - post: /login
            json: { user: $(user) }
            capture: { token: $.token, expires: { path: $.exp, as: integer } }
        outputs: { token: $(token), expires: $(expires), fixed: text }
        """

    private static func messages(_ text: String, _ files: [String: String] = ["login.yaml": login]) -> [String] {
        Loading.load(text, files: files).diagnostics.map { diagnostic in
            let place = diagnostic.range.map { "\($0.file.path):\($0.start.line):\($0.start.column) " } ?? ""
            return "\(diagnostic.code) \(place)\(diagnostic.message)" + (diagnostic.help.map { "; \($0)" } ?? "")
        }
    }

    @Test func `inputs, outputs and their types are known to the caller`() {
        let result = Loading.load(
            """
            steps:
              - workflow: login.yaml
                id: sign_in
                with: { user: ada, tries: 3 }
              - that: |
                  steps.sign_in.result.expires > 5
                  steps.sign_in.result.token == "x"
                  steps.sign_in.ran
            """, files: ["login.yaml": Self.login])
        #expect(result.diagnostics.map(\.message) == [])
        guard case .workflow(let call)? = result.workflow?.steps.first?.action else {
            Issue.record("no call")
            return
        }
        #expect(call.arguments.map(\.name) == ["user", "tries", "code"])
        #expect(result.workflow?.steps.first?.name == "workflow login.yaml")
        // Nothing leaks: its variables are no names here.
        #expect(result.workflow?.slots.names == [])
    }

    static let mistakes: [(step: String, message: String)] = [
        (
            "workflow: login.yaml",
            "api.missing-input w.yaml:2:15 `login.yaml` needs the input `user`; write `with: { user: … }`"
        ),
        (
            "{ workflow: login.yaml, with: { usr: a, user: b } }",
            "workflow.wrong-input w.yaml:2:37 `login.yaml` has no input `usr`; did you mean `user`?"
        ),
        (
            "{ workflow: login.yaml, with: { user: 5 } }",
            "workflow.wrong-input w.yaml:2:43 the input `user` wants a string, this is 5; write `\"5\"`"
        ),
        (
            "{ workflow: login.yaml, with: { user: a, tries: \"$('x')\" } }",
            "workflow.wrong-input w.yaml:2:53 the input `tries` wants an integer, this is string; write `$(int('x'))`"
        ),
        (
            "{ workflow: \"$(run.id).yaml\" }",
            "workflow.computed w.yaml:2:17 the path of a workflow is spelled out: it is loaded before anything runs; use `if` to choose between two steps"
        ),
        (
            "{ workflow: login.yaml, with: { user: a }, session: other }",
            "workflow.wrong-value w.yaml:2:57 a workflow has a session of its own, or takes that of its caller: `other` is neither; write `session: shared`, or leave it out"
        ),
        (
            "{ workflow: login.yaml, with: { user: a }, expect: { status: 200 } }",
            "workflow.unknown-key w.yaml:2:58 unknown key `status` in `expect` of `workflow`; `expect` of `workflow` may hold `json` `json_includes` `schema` `that`; the called workflow checks its own responses, and this its outputs: `$.total: 3`"
        ),
        (
            "{ wait: 1s, with: { user: a } }",
            "workflow.key-does-not-fit w.yaml:2:17 `with` goes with `call` and `workflow`, and this step has `wait`"
        ),
    ]

    @Test(arguments: mistakes.indices)
    func `a wrong call is explained`(_ index: Int) {
        let mistake = Self.mistakes[index]
        #expect(Self.messages("steps:\n  - \(mistake.step)\n") == [mistake.message])
    }

    @Test func `an output that is not there is a mistake`() {
        let found = Self.messages(
            "steps:\n  - { workflow: login.yaml, id: a, with: { user: b } }\n  - that: steps.a.result.tokn == \"\"\n")
        #expect(
            found == ["expression.unknown-member w.yaml:3:26 `steps.a.result` has no `tokn`; did you mean `token`?"])
    }

    @Test func `a file that is not there, or is an API file, is explained`() {
        let missing = Self.messages("steps: [ workflow: nowhere.yaml ]")
        #expect(missing.count == 1)
        #expect(missing[0].hasPrefix("file.unreadable w.yaml:1:20 "), "\(missing)")
        let api = Self.messages("steps: [ workflow: a.yaml ]", ["a.yaml": "endpoints: { x: { get: /x } }"])
        #expect(
            api == [
                "workflow.no-workflow w.yaml:1:20 `a.yaml` is an API file: it has endpoints, and no steps; write `use: { api: a.yaml }` at the top of this file, and `call: api.ENDPOINT`"
            ])
    }

    @Test func `errors of the called file are told with it, and once`() {
        let found = Self.messages(
            "steps:\n  - workflow: a.yaml\n  - workflow: a.yaml\n", ["a.yaml": "steps: [ { gett: / } ]"])
        #expect(found.count == 3, "\(found)")
        #expect(found.count { $0.contains("unknown key `gett`") } == 1)
        #expect(found.count { $0.contains("has errors; they are shown with that file") } == 2)
    }

    @Test func `a circle is refused with the whole way`() {
        let found = Self.messages(
            "steps: [ workflow: a.yaml ]",
            ["a.yaml": "steps: [ workflow: b.yaml ]", "b.yaml": "steps: [ workflow: a.yaml ]"])
        #expect(
            found.contains {
                $0.hasPrefix(
                    "workflow.cycle b.yaml:1:20 these workflows call each other: a.yaml → b.yaml → a.yaml;")
            }, "\(found)")
    }

    @Test func `what only a whole run can have is refused in a called file`() {
        let files = ["n.yaml": "needs: [o.yaml]\nlock: db\nsteps: [ get: /x ]", "o.yaml": "steps: [ get: /x ]"]
        let found = Self.messages("steps: [ workflow: n.yaml ]", files)
        #expect(
            found.filter { $0.hasPrefix("workflow.cannot-be-used") }.map { $0.prefix(97) } == [
                "workflow.cannot-be-used w.yaml:1:20 `n.yaml` has `needs`, which only a workflow that runs by itse",
                "workflow.cannot-be-used w.yaml:1:20 `n.yaml` has `lock`, which only a workflow that runs by itsel",
            ])
    }

    @Test func `programs of a called file are the caller's too`() {
        let result = Loading.load("steps: [ workflow: a.yaml ]", files: ["a.yaml": "steps: [ exec: [ls] ]"])
        #expect(result.workflow?.uses.programs.map(\.text) == ["exec: [ls]"])
    }
}

import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// What is wrong with `needs`, `lock`, `timeout` and `parallel`, with its place: `⟦…⟧` in the file.
@Suite struct NeedDiagnosticsTests {
    typealias Case = ExpectedDiagnostic

    private static let steps = "\nsteps: [ get: /x ]"

    /// Files that cases may name.
    private static let files = [
        "login.yaml":
            "inputs: { user: {}, age: { type: integer, default: 1 } }\nsteps: [ get: /x ]\noutputs: { token: 1 }",
        "a/login.yaml": "steps: [ get: /x ]",
        "rows.yaml": "rows: [1]\nsteps: [ get: /x ]",
        "api.yaml": "endpoints: { x: { get: /x } }",
        "sign-in.yaml": "steps: [ get: /x ]\noutputs: { token: 1 }",
    ]

    static let cases: [Case] = [
        Case(
            "needs: ⟦[]⟧\(steps)", "workflow.checks-nothing", "`needs` names no workflow",
            help: "write `needs: [login.yaml]`, or leave it out"),
        Case("needs: ⟦{}⟧\(steps)", "workflow.checks-nothing", "`needs` names no workflow"),
        Case(
            "needs: [⟦none.yaml⟧]\(steps)", "file.unreadable", "`none.yaml` does not exist",
            help: "the path counts from the folder of the file it is written in"),
        Case(
            "needs: [⟦login⟧]\(steps)", "file.unreadable", "`login` does not exist",
            help: "the path counts from the folder of the file it is written in: write `login.yaml`"),
        Case(
            "needs: [⟦login.yml⟧]\(steps)", "file.unreadable", "`login.yml` does not exist",
            help: "the path counts from the folder of the file it is written in: write `login.yaml`"),
        Case(
            "needs: [⟦a⟧]\(steps)", "file.unreadable", "`a` does not exist",
            help: "the path counts from the folder of the file it is written in"),
        Case(
            "needs: [⟦{ file: login.yaml }⟧]\(steps)", "workflow.wrong-type",
            "`needs` wants the path of a workflow file here",
            help:
                "with values for its inputs it gets a name: `needs: { ada: { file: login.yaml, with: { user: ada } } }`"
        ),
        Case(
            "needs: { login: ⟦[login.yaml]⟧ }\(steps)", "workflow.wrong-type",
            "`needs` wants the path of a workflow file here",
            help: "write `needs: [login.yaml]` or `needs: { login: login.yaml }`"),
        Case(
            "needs: { login: ⟦{ with: { user: ada } }⟧ }\(steps)", "workflow.missing-key", "a need has no `file`",
            help: "write `file: login.yaml`"),
        Case(
            "needs: { login: { ⟦path⟧: login.yaml } }\(steps)", "workflow.unknown-key", "unknown key `path` in a need",
            help: "a need may hold `file` `with`"),
        Case(
            "needs: { ⟦a-b⟧: login.yaml }\(steps)", "workflow.invalid-name", "`a-b` cannot be the name of a need"),
        Case(
            "needs: [login.yaml, ⟦a/login.yaml⟧]\(steps)", "workflow.name-taken", "two needs are called `login`",
            help: "give them names of their own: `needs: { login: …, other: … }`"),
        Case(
            "needs: [⟦api.yaml⟧]\(steps)", "workflow.no-workflow",
            "`api.yaml` has no `steps`, so that it is no workflow", help: "an API file is used with `use`"),
        Case(
            "needs: { login: { file: login.yaml, with: { ⟦usr⟧: ada } } }\(steps)", "workflow.wrong-input",
            "`login.yaml` has no input `usr`", help: "did you mean `user`?"),
        Case(
            "needs: { login: { file: login.yaml, with: { age: ⟦old⟧ } } }\(steps)", "workflow.wrong-input",
            "the input `age` wants an integer, this is \"old\""),
        Case(
            "vars: { who: ada }\nneeds: { login: { file: login.yaml, with: { user: $(⟦who⟧) } } }\(steps)",
            "expression.not-here", "`who` is not known yet when a needed workflow runs",
            help:
                "it may use `env`, `secrets`, `process` and `run`; a workflow with values of this one is a step: `workflow: …`"
        ),
        Case(
            "needs: [login.yaml]\nsteps:\n  - that: ⟦needs.login.tokn == 1⟧", "expression.unknown-name",
            "`needs.login.tokn` is not defined", help: "did you mean `needs.login.token`?"),
        Case(
            "needs: [login.yaml]\nsteps:\n  - that: ⟦needs.login.outputs.token == 1⟧", "expression.unknown-name",
            "`needs.login.outputs` is not defined", help: "there is `needs.login.token`"),
        Case(
            "needs: [a/login.yaml]\nsteps:\n  - that: ⟦needs.login.token == 1⟧", "expression.unknown-name",
            "`needs.login.token` is not defined",
            help: "that file has no `outputs`; write there `outputs: { size: $(size) }`"),
        Case(
            "steps:\n  - that: ⟦needs.login.token == 1⟧", "expression.unknown-name", "`needs.login` is not defined",
            help: "a workflow that this one needs gets its name there: `needs: { login: login.yaml }`"),
        Case(
            "vars: { ⟦needs⟧: 1 }\(steps)", "workflow.invalid-name", "`needs` has a meaning of its own in expressions"),
        Case(
            "rows: [ { x: 1 } ]\nlock: [a, ⟦$(row.x)⟧]\(steps)", "workflow.computed",
            "the name of a lock stands as it is: nothing is computed in `$(row.x)`",
            help: "locks are known before anything runs; all rows of a workflow have the same"),
        Case("lock: ⟦[]⟧\(steps)", "workflow.checks-nothing", "`lock` names nothing"),
        Case(
            "lock: ⟦{ a: b }⟧\(steps)", "workflow.wrong-type", "`lock` wants a name or a list of names, this is a map"),
        Case("timeout: ⟦0s⟧\(steps)", "workflow.wrong-value", "a `timeout` of 0 leaves no time for anything"),
        Case("timeout: ⟦5⟧\(steps)", "workflow.wrong-value", "`5` has no unit"),
        Case(
            "steps:\n  - timeout: ⟦0ms⟧\n    steps: [ get: /x ]", "workflow.wrong-value",
            "a `timeout` of 0 leaves no time for anything"),
        Case("steps:\n  - parallel: ⟦[]⟧", "workflow.no-steps", "a group without steps does nothing"),
        Case(
            """
            steps:
              - parallel:
                  - get: /a
                    capture: { id: $.id }
                  - ⟦get: /b⟧
                    capture: { id: $.id }
            """, "workflow.branches-clash", "two branches of `parallel` give `id` its value"),
        Case(
            """
            steps:
              - parallel:
                  - set: { id: 1 }
                  - ⟦steps⟧:
                      - get: /b
                        query: { id: $(id) }
            """, "workflow.branches-clash", "this branch of `parallel` reads `id`, which another branch gives"),
        Case(
            """
            steps:
              - parallel:
                  - get: /a
                    id: first
                  - ⟦get: /$(steps.first.ran)⟧
            """, "workflow.branches-clash",
            "this branch of `parallel` reads `steps.first`, which another branch gives"),
        Case(
            """
            steps:
              - parallel:
                  - get: /a
                    capture: { token: $.token }
                  - ⟦steps⟧:
                      - get: /b
                        headers: { X-Token: $(vars.token) }
            """, "workflow.branches-clash",
            "this branch of `parallel` reads `vars.token`, which another branch gives"),
        Case(
            "steps:\n  - parallel: [ { get: /a }, { await: ⟦a⟧ } ]", "workflow.branches-clash",
            "`await: a` waits for a step of another branch of the same `parallel`, and no step has this `id`"),
        Case(
            "steps: [ { get: /a, id: a }, { await: ⟦a⟧ } ]", "workflow.branches-clash",
            "`await: a` waits for a step of another branch of the same `parallel`, and this step is in none"),
        Case(
            "steps:\n  - parallel: [ { steps: [ { get: /a, id: a }, { await: ⟦a⟧ } ] }, { get: /b } ]",
            "workflow.branches-clash",
            "`await: a` waits for a step of another branch of the same `parallel`, and this step is in none"),
        Case(
            """
            steps:
              - parallel:
                  - steps: [ { await: ⟦b⟧ }, { get: /a, id: a } ]
                  - steps: [ { await: a }, { get: /b, id: b } ]
            """, "workflow.branches-clash", "`b` would never come: its branch waits for this one"),
        Case(
            """
            steps:
              - parallel:
                  - steps: [ { await: ⟦all⟧ }, { get: /a, id: a } ]
                  - id: all
                    parallel: [ { get: /b }, { steps: [ { get: /c }, { await: a } ] } ]
                  - await: all
            """, "workflow.branches-clash", "`all` would never come: its branch waits for this one"),
    ]

    @Test(arguments: cases)
    func `the loader explains a mistake in a need`(_ item: Case) throws {
        item.check(in: item.text, files: Self.files)
    }

    @Test func `a path relative to a folder above is told as it must be written`() throws {
        let loaded = Loading.load("needs: [b/login.yaml]\nsteps: [ get: /x ]", files: ["../b/login.yaml": "steps: []"])
        let found = try #require(loaded.diagnostics.first)
        #expect(found.help?.text.hasSuffix("write `../b/login.yaml`") == true, "\(found)")
    }

    @Test func `needs are named after their files, unless they have names of their own`() throws {
        let loaded = Loading.load(
            """
            needs: [sign-in.yaml, a/login.yaml]
            lock: [b, a, b]
            timeout: 5m
            steps:
              - that: needs.sign_in.token == 1
            """, files: Self.files)
        let workflow = try #require(loaded.workflow, "\(loaded.diagnostics)")
        #expect(workflow.needs.map(\.name) == ["sign_in", "login"])
        #expect(workflow.needs.map(\.path) == ["/p/sign-in.yaml", "/p/a/login.yaml"])
        #expect(workflow.locks == ["b", "a"])
        guard case .literal(300_000_000)? = workflow.timeout else {
            Issue.record("the timeout is \(String(describing: workflow.timeout))")
            return
        }
    }

    @Test(arguments: ["needs: login.yaml", "needs: { login: login.yaml }", "needs: { login: { file: login.yaml } }"])
    func `a need can be written in three ways`(_ text: String) throws {
        let loaded = Loading.load("\(text)\nsteps: [ that: needs.login.token == 1 ]", files: Self.files)
        let workflow = try #require(loaded.workflow, "\(loaded.diagnostics)")
        #expect(workflow.needs.map(\.key) == [""])
    }

    @Test func `needs with the same values are the same, in whichever order`() throws {
        let loaded = Loading.load(
            """
            needs:
              a: { file: login.yaml, with: { user: ada, age: 5 } }
              b: { file: login.yaml, with: { age: 5, user: ada } }
              c: { file: login.yaml, with: { user: $(env.name), age: 5 } }
            steps: [ get: /x ]
            """, files: Self.files)
        let keys = try #require(loaded.workflow, "\(loaded.diagnostics)").needs.map(\.key)
        #expect(
            keys == [
                #"{"age":5,"user":"ada"}"#, #"{"age":5,"user":"ada"}"#, #"{"age":5,"user":"$(env.name)"}"#,
            ])
    }

    @Test func `a branch may read what was there before, and what it gives itself`() throws {
        let loaded = Loading.load(
            """
            steps:
              - set: { id: 1 }
              - parallel:
                  - set: { id: 2 }
                  - get: /$(id)$(vars.id)
                  - steps:
                      - set: { own: 3 }
                      - get: /$(own)
              - get: /$(own)
            """)
        #expect(loaded.diagnostics.isEmpty)
    }
}

@Suite struct NeedCyclesTests {
    /// - Parameter files: for each path, what it needs.
    private static func cycles(_ files: [(String, [String])]) -> [[String]] {
        let range = SourceRange(file: SourceFile(path: "x", text: "x"), 0..<1)
        let needs = Dictionary(
            uniqueKeysWithValues: files.map { path, needs in
                (path, needs.map { Workflow.Need(name: "", path: $0, arguments: [], range: range) })
            })
        return NeedCycles.cycles(files.map(\.0)) { needs[$0] ?? [] }.map(\.chain)
    }

    @Test func `what needs itself is a circle, and so is a longer way back`() {
        #expect(Self.cycles([("a", ["a"])]) == [["a", "a"]])
        #expect(Self.cycles([("a", ["b"]), ("b", ["c"]), ("c", ["b"])]) == [["b", "c", "b"]])
    }

    @Test func `two ways to one file are no circle`() {
        #expect(Self.cycles([("a", ["b", "c"]), ("b", ["d"]), ("c", ["d", "missing"]), ("d", [])]) == [])
    }

    @Test func `a chain of 100,000 files is followed to its end`() {
        let count = 100_000
        let files = (0..<count).map { ("\($0)", ["\(($0 + 1) % count)"]) }
        #expect(Self.cycles(files).map(\.count) == [count + 1])
    }
}

/// Which needs of one file are one: those whose values are written the same.
@Suite struct NeedKeyTests {
    private static func keys(_ first: String, _ second: String) throws -> [String] {
        let needs = "{ one: { file: n.yaml, with: \(first) }, two: { file: n.yaml, with: \(second) } }"
        let loaded = Loading.load(
            "needs: \(needs)\nsteps: [ get: /x ]",
            files: ["n.yaml": "inputs: { a: { default: 1 }, b: { default: 1 } }\nsteps: [ get: /x ]"])
        let workflow = try #require(loaded.workflow, "\(loaded.diagnostics.map(\.message))")
        return workflow.needs.map(\.key)
    }

    private static let long = String(repeating: "x", count: 600)

    @Test(arguments: [
        ("{ a: 1 }", "{ a: \"1\" }"), ("{ a: true }", "{ a: \"true\" }"), ("{ a: null }", "{ a: \"null\" }"),
        ("{ a: \"1, b=2\" }", "{ a: 1, b: 2 }"), ("{ a: [\(long), 1] }", "{ a: [\(long), 2] }"),
        ("{ a: \(long)1 }", "{ a: \(long)2 }"), ("{ a: {} }", "{ a: \"{}\" }"), ("{ a: 1 }", "{ b: 1 }"),
        ("{ a: $(env.name) }", "{ a: $(env.base_url) }"),
    ])
    func `other values are another need`(_ first: String, _ second: String) throws {
        let keys = try Self.keys(first, second)
        #expect(Set(keys).count == 2, "\(keys)")
    }

    @Test(arguments: [
        ("{ a: 1, b: 2 }", "{ b: 2, a: 1 }"), ("{ a: x }", "{ a: \"x\" }"), ("{ a: [1, 2] }", "{ a: [ 1,  2 ] }"),
        ("{ a: $(env.name) }", "{ a: \"$(env.name)\" }"),
    ])
    func `the same values are the same need`(_ first: String, _ second: String) throws {
        let keys = try Self.keys(first, second)
        #expect(Set(keys).count == 1, "\(keys)")
    }
}

import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// `env` of a request: what it may name, and what expressions of the step know.
@Suite struct StepEnvironmentTests {
    @Test(arguments: [
        ExpectedDiagnostic(
            "steps: [ { get: /x, env: ⟦stagign⟧ } ]", "project.unknown-environment",
            "there is no environment `stagign`", help: "did you mean `staging`?"),
        ExpectedDiagnostic(
            "steps: [ { get: /x, env: ⟦\"$(x)\"⟧ } ]\nvars: { x: 1 }", "workflow.computed",
            "which environments a file uses must be known before it runs", help: "write the name out: `env: staging`"),
        ExpectedDiagnostic(
            "steps: [ { get: /x, env: ⟦{ A: b }⟧ } ]", "workflow.wrong-type",
            "`env` of a request wants the name of an environment, this is a map"),
        ExpectedDiagnostic(
            "steps: [ { log: x, ⟦env⟧: staging } ]", "workflow.key-does-not-fit",
            "`env` belongs to a request, a `call` or `exec`, not to a `log` step"),
        ExpectedDiagnostic(
            "steps: [ { steps: [ get: /x ], ⟦env⟧: staging } ]", "workflow.key-does-not-fit",
            "`env` belongs to a request, a `call` or `exec`, not to a `steps` step",
            help: "write it at the requests within"),
        ExpectedDiagnostic(
            "steps: [ { exec: [echo], env: ⟦staging⟧ } ]", "workflow.wrong-type",
            "`env` wants a map, this is a text"),
        ExpectedDiagnostic(
            "steps: [ { get: ⟦/x⟧, env: bare } ]", "request.no-base-url", "`/x` needs a base URL, and there is none"),
        ExpectedDiagnostic(
            "steps: [ { get: /x, env: staging, query: { n: $(⟦env.vars.sise⟧) } } ]", "expression.unknown-name",
            "`env.vars.sise` is not defined", help: "did you mean `env.vars.size`?"),
        ExpectedDiagnostic(
            "steps: [ { get: /x, env: staging }, { get: /y, query: { n: $(⟦env.vars.size⟧) } } ]",
            "expression.unknown-name", "`env.vars.size` is not defined"),
        ExpectedDiagnostic(
            "steps: [ { get: /x, env: staging, query: { n: $(⟦size⟧) } } ]", "expression.unknown-name",
            "nothing here is named `size`"),
        ExpectedDiagnostic(
            "steps: [ { get: /x, env: staging, query: { n: $(⟦secrets.NO_KEY⟧) } } ]", "workflow.undeclared-secret",
            "nothing provides the secret `NO_KEY`"),
        ExpectedDiagnostic(
            "steps: [ { get: /x, env: staging }, { get: /y, query: { n: $(⟦secrets.STAGING_KEY⟧) } } ]",
            "workflow.undeclared-secret", "nothing provides the secret `STAGING_KEY`"),
    ])
    func `what cannot be meant is refused`(_ item: ExpectedDiagnostic) {
        InEnvironments.check(item)
    }

    @Test(arguments: [
        "steps: [ { get: /x, env: staging, if: env.vars.size == 3, query: { n: $(env.vars.big), k: $(secrets.STAGING_KEY) } } ]",
        "steps: [ { get: /x, env: staging, query: { k: $(secrets.LOCAL_KEY) } } ]",
        "steps: [ { get: /x, env: local, query: { k: $(secrets.LOCAL_KEY) } } ]",
        "steps: [ { get: \"http://bare.test/\", env: bare } ]",
        "steps: [ { exec: [echo], env: { A: b } } ]",
    ])
    func `what makes sense is fine`(_ text: String) {
        #expect(InEnvironments.load(text).diagnostics.map(\.message) == [])
    }

    @Test func `settings of the environment know its variables by their own names`() {
        let project = """
            environments:
              local: { base_url: "http://local.test", vars: { tenant: us } }
              staging:
                base_url: "http://staging.test"
                headers: { X-Tenant: $(team + tenant), X-Wrong: $(tenat) }
                vars: { team: them }
            """
        let result = InEnvironments.load("steps: [ { get: /x, env: staging } ]", project: project)
        #expect(result.diagnostics.map(\.message) == ["nothing here is named `tenat`"])
        #expect(result.diagnostics.first?.range?.file.path == "baton.yaml")
    }

    private static let localOnly = """
        environments:
          local: { base_url: "http://local.test", vars: { loc: 1 } }
          staging: { base_url: "http://staging.test", vars: { stg: 2 } }
          other: { base_url: "http://other.test" }
        """

    @Test func `defaults that another environment cannot make are told once, with the step that needs them`() throws {
        let result = InEnvironments.load(
            """
            defaults:
              headers: { X-Def: "$(env.vars.loc)", X-Wrong: "$(nobody)" }
            steps:
              - get: /a
              - get: /b
                env: staging
              - get: /c
                env: staging
              - get: /d
                env: other
            """, project: Self.localOnly)
        #expect(
            result.diagnostics.map { "\($0.code): \($0.message)" } == [
                "expression.unknown-name: `env.vars.loc` is not defined",
                "expression.unknown-name: nothing here is named `nobody`",
            ])
        let told = try #require(result.diagnostics.first)
        #expect(told.range?.start.line == 2)
        #expect(told.notes.map(\.message) == ["this step sends them to `staging`"])
        #expect(told.notes.first?.range.start.line == 6)
    }

    @Test func `defaults that a step replaces are not told of it`() throws {
        let defaults = """
            defaults:
              auth: { bearer: "t-$(env.vars.loc)" }
              timeout: $(env.vars.loc)s
              retry: { attempts: 2, every: $(env.vars.loc)s }
              headers: { X-Def: "h" }
            """
        let own = "auth: none, timeout: 3s, retry: 1, headers: { X-Def: x }"
        let fine = InEnvironments.load(
            "\(defaults)\nsteps: [ { get: /b, env: staging, \(own) }, { get: /c } ]", project: Self.localOnly)
        #expect(fine.diagnostics.map(\.message) == [])
        let result = InEnvironments.load(
            """
            \(defaults)
            steps:
              - { get: /b, env: staging, \(own) }
              - { get: /c, env: staging, auth: none, retry: 1 }
              - { get: /d, env: staging, timeout: 1s, retry: 1 }
              - { get: /e, env: other, \(own) }
            """, project: Self.localOnly)
        #expect(
            result.diagnostics.map { "\($0.range?.start.line ?? 0): \($0.notes.first?.range.start.line ?? 0)" }
                == ["2: 9", "3: 8"], "\(result.diagnostics.map(\.message))")
    }

    @Test(arguments: [
        "headers: { X-Def: $(env.vars.loc) }", "query: { d: $(env.vars.loc) }", "cookies: { d: $(env.vars.loc) }",
    ])
    func `defaults that are merged key by key are told also where the step has such keys`(_ text: String) {
        let result = InEnvironments.load(
            "defaults: { \(text) }\nsteps: [ { get: /b, env: staging, headers: { a: b }, query: { a: b }, cookies: { a: b } } ]",
            project: Self.localOnly)
        #expect(result.diagnostics.map(\.message) == ["`env.vars.loc` is not defined"])
    }

    @Test func `defaults that both environments can make are fine`() {
        let text = """
            defaults: { headers: { X-Def: "$(env.name + string(env.vars.size()))" }, timeout: 5s }
            steps: [ { get: /b, env: staging } ]
            """
        #expect(InEnvironments.load(text, project: Self.localOnly).diagnostics.map(\.message) == [])
    }

    @Test func `an environment that no step names is not read`() {
        let project = """
            environments:
              local: { base_url: "http://local.test" }
              staging: { base_url: "http://staging.test", headers: { X-Wrong: $(tenat) } }
            """
        #expect(InEnvironments.load("steps: [ { get: /x } ]", project: project).diagnostics.map(\.message) == [])
    }
}

import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// What is wrong with `cache`, with its place.
@Suite struct CacheDiagnosticsTests {
    typealias Case = ExpectedDiagnostic

    private static let policies = "is `network-only`, `cache-first`, `both`, `revalidate` or `only-if-cached`, not"

    static let cases: [Case] = [
        Case(
            "steps:\n  - get: /x\n    cache: ⟦cache-frist⟧", "workflow.wrong-value",
            "`cache` \(policies) `cache-frist`", help: "did you mean `cache-first`?"),
        Case(
            "steps:\n  - get: /x\n    cache: ⟦cache_first⟧", "workflow.wrong-value",
            "`cache` \(policies) `cache_first`", help: "did you mean `cache-first`?"),
        Case(
            "steps:\n  - get: /x\n    cache: ⟦sometimes⟧", "workflow.wrong-value",
            "`cache` \(policies) `sometimes`"),
        Case(
            "steps:\n  - get: /x\n    cache: { policy: ⟦xyz⟧ }", "workflow.wrong-value",
            "`policy` \(policies) `xyz`"),
        Case(
            "defaults: { cache: ⟦xyz⟧ }\nsteps: [ get: /x ]", "workflow.wrong-value",
            "`cache` \(policies) `xyz`"),
        Case(
            "steps:\n  - get: /x\n    cache: ⟦[both]⟧", "workflow.wrong-type",
            "`cache` wants `network-only`, `cache-first`, `both`, `revalidate` or `only-if-cached`, or a map, this is a list"
        ),
        Case(
            "steps:\n  - get: /x\n    cache: ⟦{ ttl: 5m }⟧", "workflow.missing-key", "`cache` has no `policy`",
            help: "write `policy: cache-first`"),
        Case(
            "steps:\n  - get: /x\n    cache: { policy: cache-first, ttl: ⟦-5s⟧ }", "workflow.wrong-value",
            "`ttl` cannot be negative: `-5s`",
            help: "write how old a stored response may be, for example `5m`; to ask always, `policy: network-only`"),
        Case(
            "steps:\n  - get: /x\n    cache: { policy: cache-first, ttl: ⟦5⟧ }", "workflow.wrong-value",
            "`5` has no unit", help: "write `5s` or `5ms`"),
        Case(
            "steps:\n  - get: /x\n    cache: { policy: cache-first, key: $(⟦nobody⟧) }", "expression.unknown-name",
            "nothing here is named `nobody`"),
        Case(
            "steps:\n  - get: /x\n    cache: { policy: cache-first, key: ⟦\"\"⟧ }", "workflow.wrong-value",
            "the key is empty", help: "without `key` the URL, the headers and the body tell requests apart"),
        Case(
            "steps:\n  - get: /x\n    cache: { policy: cache-first, scope: ⟦disc⟧ }", "workflow.wrong-value",
            "`scope` is `run` or `disk`, not `disc`", help: "did you mean `disk`?"),
        Case(
            "steps:\n  - get: /x\n    cache: { policy: cache-first, scope: ⟦forever⟧ }", "workflow.wrong-value",
            "`scope` is `run` or `disk`, not `forever`"),
        Case(
            "steps:\n  - get: /x\n    cache: { policy: cache-first, ⟦max_age⟧: 5m }", "workflow.unknown-key",
            "unknown key `max_age` in `cache`", help: "`cache` may hold `policy` `ttl` `key` `store` `scope`"),
        Case(
            "steps:\n  - get: /x\n    cache: { policy: network-only, ⟦ttl⟧: 5m }", "workflow.key-does-not-fit",
            "`ttl` does nothing with `policy: network-only`: nothing stored is read"),
        Case(
            "steps:\n  - get: /x\n    cache: { policy: only-if-cached, ⟦store⟧: true }", "workflow.key-does-not-fit",
            "`store` does nothing with `policy: only-if-cached`: nothing is sent that could be stored"),
        Case(
            "steps:\n  - post: /x\n    cache: ⟦revalidate⟧", "workflow.key-does-not-fit",
            "`revalidate` is for GET and HEAD, this is POST", help: "`cache-first` stores responses of any method"),
        Case(
            "steps:\n  - get: /x\n    save: x.bin\n    cache: ⟦cache-first⟧", "workflow.exclusive-keys",
            "a response is never stored together with `save`", help: "leave `cache` out here"),
        Case(
            "steps:\n  - post: /x\n    file: x.bin\n    cache: ⟦cache-first⟧", "workflow.exclusive-keys",
            "a response is never stored together with a body from a file", help: "leave `cache` out here"),
        Case(
            "steps:\n  - get: /x\n    cache: both\n    ⟦until⟧: response.json.done", "workflow.exclusive-keys",
            "`cache: both` compares one response with the stored one, `until` asks many times",
            help: "make it two steps: one that waits with `until`, and one with `cache: both`"),
        Case(
            "defaults: { cache: both }\nsteps:\n  - get: /x\n    ⟦until⟧: response.json.done",
            "workflow.exclusive-keys",
            "`cache: both` compares one response with the stored one, `until` asks many times"),
        Case(
            "steps:\n  - get: /x\n    expect: { that: ⟦cached == null⟧ }", "expression.no-cached-response",
            "`cached` is there only in `capture` and `expect` of a request with `cache: both`",
            help: "give the step `cache: both`"),
        Case(
            "defaults: { cache: both }\nsteps:\n  - post: /x\n    expect: { that: ⟦cached == null⟧ }",
            "expression.no-cached-response",
            "`cached` is there only in `capture` and `expect` of a request with `cache: both`"),
        Case(
            "steps:\n  - get: /x\n    cache: both\n  - that: ⟦cached == null⟧", "expression.no-cached-response",
            "`cached` is there only in `capture` and `expect` of a request with `cache: both`"),
        Case(
            "steps:\n  - get: /x\n    cache: both\n    expect: { that: ⟦cached.jsn == 1⟧ }",
            "expression.unknown-name", "`cached.jsn` is not defined", help: "did you mean `cached.json`?"),
        Case(
            "steps:\n  - get: /x\n    cache: only-if-cached\n    expect: { ⟦duration: { lt: 1s }⟧ }",
            "workflow.key-does-not-fit", ofNothing, help: ofNothingHelp),
        Case(
            "defaults: { cache: only-if-cached }\nsteps:\n  - post: /x\n    expect: { ⟦duration: { lt: 1s }⟧ }",
            "workflow.key-does-not-fit", ofNothing, help: ofNothingHelp),
        Case(
            "defaults: { expect: { duration: { lt: 1s } } }\nsteps:\n  - get: /x\n    cache: ⟦only-if-cached⟧",
            "workflow.key-does-not-fit", ofNothing, help: ofNothingHelp),
        Case(
            "defaults: { cache: only-if-cached, expect: { ⟦duration: { lt: 1s }⟧ } }\nsteps:\n  - get: /x",
            "workflow.key-does-not-fit", ofNothing, help: ofNothingHelp),
    ]

    private static let ofNothing =
        "a `duration` check can never hold with `cache: only-if-cached`: nothing is sent that could take time"
    private static let ofNothingHelp =
        "check the duration of steps that ask the server; one from `defaults` belongs on those steps"

    @Test(arguments: cases)
    func `a mistake is told with its place`(_ one: Case) {
        one.check(in: one.text)
    }

    @Test func `a key that names nothing is one mistake`() {
        let result = Loading.load("steps:\n  - get: /x\n    cache: { policy: cache-first, key: $(nobody) }")
        #expect(result.diagnostics.map(\.code) == ["expression.unknown-name"])
    }

    @Test(arguments: [
        "steps:\n  - post: /x\n    cache: { policy: cache-first, ttl: 1h, key: a, store: false, scope: disk }",
        "defaults: { cache: revalidate }\nsteps:\n  - post: /x",
        "defaults: { cache: cache-first }\nsteps:\n  - get: /x\n    save: x.bin",
        "defaults: { cache: both }\nsteps:\n  - get: /x\n    expect: { that: cached == null }",
        "steps:\n  - get: /x\n    cache: both\n    capture: { old: \"$(cached == null ? 0 : cached.json.n)\" }",
        "steps:\n  - get: /x\n    cache: { policy: network-only, store: true }",
        "steps:\n  - get: /x\n    cache: cache-first\n    expect: { duration: { lt: 1s } }",
        "steps:\n  - get: /x\n    cache: only-if-cached\n    until: response.from_cache\n    expect: { duration: { lt: 1s } }",
        """
        defaults: { expect: { duration: { lt: 1s } } }
        steps:
          - get: /x
            cache: only-if-cached
            expect: { outcome: cache.miss }
        """,
        "steps:\n  - get: /x\n    cache: { policy: only-if-cached, ttl: $(vars.t) }\nvars: { t: 5s }",
    ])
    func `what makes sense is fine`(_ text: String) {
        #expect(Loading.load(text).diagnostics.map(\.message) == [])
    }
}

/// Whether a workflow keeps responses on disk: only then a run opens what lies there.
@Suite struct DiskCacheUseTests {
    private static let disk = "{ get: /x, cache: { policy: cache-first, scope: disk } }"

    @Test(arguments: [
        "steps: [ \(disk) ]", "setup: [ \(disk) ]\nsteps: [ get: /y ]", "teardown: [ \(disk) ]\nsteps: [ get: /y ]",
        "steps: [ { steps: [ get: /y, \(disk) ] } ]", "steps: [ { parallel: [ get: /y, { steps: [ \(disk) ] } ] } ]",
        "steps: [ { workflow: disk.yaml } ]", "steps: [ { steps: [ { workflow: outer.yaml } ] } ]",
    ])
    func `a step that does is found wherever it stands`(_ text: String) {
        let files = [
            "disk.yaml": "steps: [ { steps: [ \(Self.disk) ] } ]", "outer.yaml": "steps: [ { workflow: disk.yaml } ]",
        ]
        let loaded = Loading.load(text, files: files)
        #expect(loaded.workflow?.usesDiskCache == true, "\(loaded.diagnostics.map(\.message))")
    }

    @Test(arguments: [
        "steps: [ { steps: [ { get: /x, cache: cache-first } ] } ]", "steps: [ { workflow: other.yaml } ]",
    ])
    func `the others have no use for it`(_ text: String) {
        let loaded = Loading.load(text, files: ["other.yaml": "steps: [ { get: /x, cache: cache-first } ]"])
        #expect(loaded.workflow?.usesDiskCache == false, "\(loaded.diagnostics.map(\.message))")
    }
}

import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// What is wrong with `paginate`, with its place: `⟦…⟧` in the file.
@Suite struct PaginationDiagnosticsTests {
    typealias Case = ExpectedDiagnostic

    static let cases: [Case] = [
        Case(
            "steps:\n  - get: /x\n    paginate: ⟦{}⟧", "workflow.missing-key",
            "`paginate` wants one of `next` and `while`", help: "write for example `next: $.next`"),
        Case(
            "steps:\n  - get: /x\n    paginate: { ⟦while⟧: response.json.more }", "workflow.needs-key",
            "`while` needs `set`, which is not there"),
        Case(
            "steps:\n  - get: /x\n    paginate: { while: response.json.more, set: ⟦{}⟧ }", "workflow.does-nothing",
            "`set` sets nothing"),
        Case(
            "steps:\n  - get: /x\n    paginate: { next: $.next, ⟦while⟧: 1 < 2, set: { page: 2 } }",
            "workflow.exclusive-keys", "`paginate` takes one of `next` and `while`, not both"),
        Case(
            "steps:\n  - get: /x\n    paginate: { next: $.next, ⟦set⟧: { page: 2 } }", "workflow.needs-key",
            "`set` needs `while`, which is not there"),
        Case(
            "steps:\n  - get: /x\n    paginate: { next: { header: a, ⟦link⟧: b } }", "workflow.exclusive-keys",
            "`next` takes one of `header` and `link`, not both"),
        Case(
            "steps:\n  - get: /x\n    paginate: { next: { ⟦rel⟧: next } }", "workflow.unknown-key",
            "unknown key `rel` in `next`", help: "`next` may hold `header` `link`"),
        Case(
            "steps:\n  - get: /x\n    paginate: { next: $.next, max: ⟦0⟧ }", "workflow.wrong-value",
            "`max` is a whole number from 1 to 1000000, this is 0"),
        Case(
            "steps:\n  - get: /x\n    paginate: { next: $.next, max: ⟦1000001⟧ }", "workflow.wrong-value",
            "`max` is a whole number from 1 to 1000000, this is 1000001"),
        Case(
            "vars: { rel: next }\nsteps:\n  - get: /x\n    paginate: { next: { link: ⟦$(rel)⟧ } }",
            "workflow.wrong-value", "no Link header has the relation `$(rel)`",
            help: "a relation is one fixed word, such as `next`; nothing is computed in it"),
        Case(
            "steps:\n  - get: /x\n    paginate: { next: { link: ⟦\"\"⟧ } }", "workflow.wrong-value",
            "no Link header has the relation ``", help: "a relation is one word, such as `next`"),
        Case(
            "steps:\n  - get: /x\n    paginate: { next: { link: ⟦the next⟧ } }", "workflow.wrong-value",
            "no Link header has the relation `the next`"),
        Case(
            "steps:\n  - get: /x\n    paginate: { next: { link: ⟦[next]⟧ } }", "workflow.wrong-type",
            "`link` wants a text, this is a list"),
        Case(
            "steps:\n  - get: /x\n    until: 1 < 2\n    ⟦paginate⟧: { next: $.next }", "workflow.exclusive-keys",
            "`until` and `paginate` want different things of a response",
            help: "wait in one step, read the pages in the next"),
        Case(
            "steps:\n  - get: /x\n    ⟦any_host⟧: true", "workflow.needs-key",
            "`any_host` needs `paginate`, which is not there"),
        Case(
            "steps:\n  - wait: 1s\n    ⟦paginate⟧: { next: $.next }", "workflow.key-does-not-fit",
            "`paginate` belongs to a request, not to a `wait` step"),
    ]

    @Test(arguments: cases.indices)
    func `a mistake is told with its place`(_ index: Int) {
        Self.cases[index].check(in: Self.cases[index].text)
    }
}

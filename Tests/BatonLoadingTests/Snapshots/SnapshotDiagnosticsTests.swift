import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// Mistakes in `expect: { snapshot: … }`, with the place they point to.
@Suite struct SnapshotDiagnosticsTests {
    typealias Case = ExpectedDiagnostic

    private static let advice =
        "a name has letters, digits, `-`, `_`, `.` and spaces: it names a file beside the workflow"

    static let cases: [Case] = [
        Case(
            "snapshot: ⟦../x⟧", "workflow.invalid-name", "`../x` cannot name a snapshot: it holds \"/\"",
            help: advice),
        Case(
            "snapshot: ⟦.x⟧", "workflow.invalid-name",
            "`.x` cannot name a snapshot: it begins or ends with a dot"),
        Case(
            "snapshot: ⟦' x'⟧", "workflow.invalid-name",
            "` x` cannot name a snapshot: it begins or ends with a space"),
        Case(
            "snapshot: ⟦''⟧", "workflow.invalid-name", "`` cannot name a snapshot: it is empty"),
        Case(
            "snapshot: ⟦a.json⟧", "workflow.invalid-name",
            "`a.json` cannot name a snapshot: it ends in `.json`, which the file gets by itself"),
        Case(
            "snapshot: { name: ⟦a\\b⟧ }", "workflow.invalid-name",
            "`a\\b` cannot name a snapshot: it holds \"\\\\\""),
        Case(
            "snapshot: { name: ⟦\(String(repeating: "a", count: 101))⟧ }", "workflow.invalid-name",
            "`\(String(repeating: "a", count: 101))` cannot name a snapshot: it is longer than 100 bytes"),
        Case("snapshot: ⟦[a]⟧", "workflow.wrong-type", "`snapshot` wants a name or a map, this is a list"),
        Case(
            "snapshot: ⟦{ ignore: [$.a] }⟧", "workflow.missing-key", "`snapshot` has no `name`",
            help: "write `name: items`"),
        Case(
            "snapshot: { name: a, ⟦ingore⟧: [$.a] }", "workflow.unknown-key",
            "unknown key `ingore` in `snapshot`", help: "did you mean `ignore`?"),
        Case(
            "snapshot: { name: a, ⟦exclude⟧: [$.a] }", "workflow.unknown-key",
            "unknown key `exclude` in `snapshot`", help: "`snapshot` may hold `name` `ignore` `match` `line_ends`"),
        Case(
            "snapshot: { name: a, line_ends: ⟦lf⟧ }", "workflow.wrong-value",
            "`line_ends` is `alike` or `exact`, not `lf`"),
        Case(
            "snapshot: { name: a, ignore: [$.a], ⟦line_ends⟧: exact }", "workflow.checks-nothing",
            "`line_ends` says nothing about JSON, which `ignore` and `match` need",
            help: "remove it: line ends between the values of JSON are never compared"),
        Case(
            "snapshot: { name: a, ignore: [⟦items.id⟧] }", "workflow.invalid-path",
            "`items.id` in `ignore` of `snapshot` is no JSONPath",
            help: "a JSONPath begins with `$`, as in `$.id` or `$.items[*].id`"),
        Case(
            "snapshot: { name: a, ignore: [⟦$⟧] }", "workflow.checks-nothing",
            "`snapshot` with `ignore` of `$` checks nothing", help: "name a part, such as `$.id`"),
        Case(
            "snapshot: { name: a, match: { ⟦$⟧: <any> } }", "workflow.checks-nothing",
            "`snapshot` with `match` of `$` checks nothing"),
        Case(
            "snapshot: { name: a, match: { $.id: ⟦5⟧ } }", "workflow.wrong-type",
            "`match` of `snapshot` wants a wildcard",
            help: "write `$.id: <uuid>`, or another wildcard of `json`; `ignore` leaves a place out"),
        Case(
            "snapshot: { name: a, match: { $.id: ⟦<uid>⟧ } }", "workflow.wrong-value", "`<uid>` is no wildcard"),
    ]

    @Test(arguments: cases)
    func `a mistake in a snapshot is an error of the file`(_ test: Case) {
        test.check(in: "steps:\n  - get: /x\n    expect:\n      \(test.text)\n")
    }

    @Test func `a snapshot needs the body, which save streams into a file`() {
        Case(
            "", "workflow.exclusive-keys", "`snapshot` needs the body, which `save` streams into a file"
        ).check(in: "steps:\n  - get: /x\n    save: a.txt\n    expect: { ⟦snapshot⟧: a }\n")
    }
}

import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// The types of what pages and passes gave: expressions behind them are checked against lists.
@Suite struct GatheredTypeTests {
    private static let captures =
        "{ st: $(response.status), h: { header: a }, r: { regex: a }, n: { path: $.n, as: integer }, x: $.x }"

    static let steps: [(name: String, step: String, id: String)] = [
        ("pages", "- get: /x\n    id: p\n    paginate: { next: $.next }\n    capture: \(captures)", "p"),
        (
            "passes at the same time",
            "- get: /x\n    id: p\n    for_each: [1, 2]\n    concurrency: 2\n    capture: \(captures)",
            "p"
        ),
        (
            "pages in passes at the same time",
            "- get: /x\n    id: p\n    for_each: [1, 2]\n    concurrency: 2\n    paginate: { next: $.next }\n    capture: \(captures)",
            "p"
        ),
        (
            "a step within passes at the same time",
            "- for_each: [1, 2]\n    concurrency: 2\n    steps:\n      - get: /x\n        id: p\n        capture: \(captures)",
            "p"
        ),
        (
            "passes within passes",
            """
            - for_each: [1, 2]
                concurrency: 2
                as: outer
                steps:
                  - for_each: [1, 2]
                    concurrency: 2
                    steps:
                      - get: /x
                        id: p
                        capture: \(captures)
                  - that: steps.p.st == [200, 200] && st == [200, 200]
            """, "p"
        ),
        (
            "a pass under `while`",
            "- get: /x\n    id: p\n    for_each: [1, 2]\n    concurrency: 2\n    while: index < 2 || st == 200\n    capture: \(captures)",
            "p"
        ),
    ]

    @Test(arguments: steps)
    func `what several pages or passes capture is a list behind them`(_ name: String, _ step: String, _ id: String) {
        for value in ["st", "h", "r", "n", "x"] {
            for read in [value, "vars.\(value)", "steps.\(id).\(value)"] {
                let loaded = Loading.load(
                    "steps:\n  \(step)\n  - that: \(read) == [[1]] && size(\(read)) == 2 && \(read).all(e, e != null)")
                #expect(loaded.diagnostics.map(\.message) == [], "\(name): \(read)")
            }
        }
    }

    @Test(arguments: steps)
    func `a single value never equals what several pages or passes captured`(
        _ name: String, _ step: String, _ id: String
    ) {
        for read in ["st", "vars.st", "steps.\(id).st"] {
            let loaded = Loading.load("steps:\n  \(step)\n  - that: \(read) == 200")
            #expect(
                loaded.diagnostics.map(\.message) == ["`\(read)` is list and `200` is int: they are never equal"],
                "\(name)")
        }
    }

    @Test func `what passes set is a list behind them, under the ids of their steps too`() {
        let loaded = Loading.load(
            """
            steps:
              - for_each: [1, 2]
                concurrency: 2
                steps:
                  - set: { n: 5 }
                    id: s
                  - exec: [ls]
                    id: e
                    capture: { code: $(response.exit_code) }
              - that: n == [5, 5] && steps.s.n == [5, 5] && steps.e.code == [0, 0] && code == [0, 0]
            """)
        #expect(loaded.diagnostics.map(\.message) == [])
    }

    @Test func `the checks of a page see the value of that page`() {
        let loaded = Loading.load(
            "steps:\n  - get: /x\n    paginate: { next: $.next }\n    capture: { st: $(response.status) }\n"
                + "    expect:\n      that: st == [200]")
        #expect(loaded.diagnostics.map(\.message) == ["`st` is int and `[200]` is list: they are never equal"])
    }

    @Test func `a name with a value before the pages may be anything`() {
        let loaded = Loading.load(
            "vars: { st: 1 }\nsteps:\n  - get: /x\n    paginate: { next: $.next }\n    capture: { st: $(response.status) }\n"
                + "  - that: st == [200] || st == 1")
        #expect(loaded.diagnostics.map(\.message) == [])
    }
}

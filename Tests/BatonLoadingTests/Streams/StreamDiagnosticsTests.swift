import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonSources
@testable import BatonWorkflow

/// What is wrong with `stream`, with its place.
@Suite struct StreamDiagnosticsTests {
    typealias Case = ExpectedDiagnostic

    private static func step(_ lines: String) -> String { "steps:\n  - get: /x\n    " + lines }

    static let cases: [Case] = [
        Case(
            step("stream: ⟦false⟧"), "workflow.wrong-type",
            "`stream` wants `true` or `{ until, within, max, format, reconnect }`, this is a boolean"),
        Case(
            step("stream: ⟦sse⟧"), "workflow.wrong-type",
            "`stream` wants `true` or `{ until, within, max, format, reconnect }`, this is a text"),
        Case(
            step("stream: { ⟦limit⟧: 3 }"), "workflow.unknown-key", "unknown key `limit` in `stream`",
            help: "`stream` may hold `until` `within` `max` `format` `reconnect`"),
        Case(
            step("stream: { ⟦untill⟧: event.data == 1 }"), "workflow.unknown-key", "unknown key `untill` in `stream`",
            help: "did you mean `until`?"),
        Case(
            step("stream: { until: ⟦evnt⟧.data == 1 }"), "expression.unknown-name", "nothing here is named `evnt`",
            help: "did you mean `event`?"),
        Case(
            step("stream: { until: event.⟦dta⟧ == 1 }"), "expression.unknown-member", "`event` has no `dta`",
            help: "did you mean `data`?"),
        Case(
            step("stream: { until: ⟦event.id⟧ }"), "expression.wrong-type",
            "a condition must be true or false, `event.id` is string",
            help: "compare it with something: `event.id == …`"),
        Case(
            step("stream: { until: ⟦response.status == 200⟧ }"), "expression.unknown-name",
            "`until` of `stream` cannot read `response`: the response is still arriving",
            help: "it reads `event`, the one that has just arrived, and `events`, all until now"),
        Case(
            step("stream: { until: ⟦1 == 1⟧ }"), "workflow.checks-nothing", "`1 == 1` checks nothing",
            help: "it does not look at `event` or `events`: write `event.data.done == true`"),
        Case(
            "vars: { event: 1 }\n" + step("stream: { until: ⟦event.data == 1⟧ }"), "workflow.name-taken",
            "in `until` of `stream`, `event` is not the variable of that name", help: "give the variable another name"),
        Case(
            step("stream: { within: ⟦5⟧ }"), "workflow.wrong-value", "`5` has no unit", help: "write `5s` or `5ms`"
        ),
        Case(step("stream: { within: ⟦0s⟧ }"), "workflow.wrong-value", "a `timeout` of 0 leaves no time for anything"),
        Case(
            step("stream: { max: ⟦0⟧ }"), "workflow.wrong-value", "`max` is a whole number from 1 to 1000000, this is 0"
        ),
        Case(
            step("stream: { format: ⟦ndjson⟧ }"), "workflow.wrong-value",
            "`format` is `sse` or `json_lines`, not `ndjson`"),
        Case(
            step("stream: { reconnect: ⟦often⟧ }"), "workflow.wrong-type",
            "`reconnect` wants `true` or a whole number up to 1000, this is a text"),
        Case(
            step("stream: { reconnect: ⟦5000⟧ }"), "workflow.wrong-type",
            "`reconnect` wants `true` or a whole number up to 1000, this is a number"),
        // Beside other keys
        Case(
            step("stream: true\n    ⟦until⟧: response.status == 200"), "workflow.exclusive-keys",
            "`until` and `stream` cannot stand together: it would send the request again",
            help: "put the condition into the stream: `stream: { until: … }`"),
        Case(
            step("stream: true\n    ⟦within⟧: 5s"), "workflow.needs-key", "`within` needs `until`, which is not there"),
        Case(
            step("stream: true\n    ⟦paginate⟧: { next: $.next }"), "workflow.exclusive-keys",
            "`paginate` and `stream` cannot stand together: a stream has no pages",
            help: "read the pages in a step without `stream`"),
        Case(
            step("stream: true\n    ⟦cache⟧: cache-first"), "workflow.exclusive-keys",
            "`cache` and `stream` cannot stand together: streams are never cached",
            help: "leave `cache` out; one from `defaults` does not apply to streams"),
        Case(
            step("stream: true\n    ⟦save⟧: a.txt"), "workflow.exclusive-keys",
            "`save` and `stream` cannot stand together: the body is read as events, not written to a file",
            help: "leave one of the two out"),
        Case(
            step("stream: true\n    ⟦graphql⟧: { query: \"{ a }\" }"), "workflow.exclusive-keys",
            "`graphql` and `stream` cannot stand together: the `errors` of a GraphQL response would not be seen in events",
            help: "send the query as `json: { query: … }`, and check `$events`"),
        Case(
            step("stream: { within: 5s }\n    ⟦timeout⟧: 5s"), "workflow.exclusive-keys",
            "`timeout` and `stream` cannot stand together: `within` is the limit for the whole stream",
            help: "keep `within`"),
        Case(
            "steps:\n  - head: /x\n    ⟦stream⟧: true", "workflow.exclusive-keys",
            "the response to a HEAD request has no body to stream", help: "write `get:`"),
        Case(
            "steps:\n  - wait: 1s\n    ⟦stream⟧: true", "workflow.key-does-not-fit",
            "`stream` belongs to a request, not to a `wait` step"),
        // Events where there are none
        Case(
            step("expect:\n      ⟦$events[0].data⟧: 1"), "workflow.needs-key",
            "`$events[0].data` needs the events of a stream, and this step reads none",
            help: "write `stream: true` beside the request, or `stream: { until: …, within: 10s }`"),
        Case(
            step("expect: { ⟦gap⟧: { lt: 1s } }"), "workflow.needs-key",
            "`gap` needs the events of a stream, and this step reads none"),
        Case(
            step("expect: { ⟦first_event⟧: { lt: 1s } }"), "workflow.needs-key",
            "`first_event` needs the events of a stream, and this step reads none"),
        Case(
            step("capture: { a: ⟦$events⟧ }"), "workflow.needs-key",
            "`$events` needs the events of a stream, and this step reads none"),
        Case(
            step("stream: true\n    expect: { first_event: ⟦500ms⟧ }"), "workflow.wrong-type",
            "`first_event` wants an operator", help: "write `first_event: { lt: 500ms }`"),
        Case(
            step("stream: true\n    expect: { \"$events[⟦x⟧]\": 1 }"), "workflow.invalid-path",
            "the path `$events[x]` is not valid: expected a name in quotes, an index, a slice, `*` or a filter, found `x`"
        ),
        Case(
            step("stream: true\n    expect: { $eventsx: 1 }".replacing("$eventsx", with: "$⟦e⟧ventsx")),
            "workflow.invalid-path", "the path `$eventsx` is not valid: found `e` after the path",
            help:
                "a path is like `$.items[0].id`; what is expected of it stands behind the colon: `$.items: { length: 3 }`"
        ),
    ]

    @Test(arguments: cases) func `a mistake beside a stream has its place and its help`(_ mistake: Case) {
        mistake.check(in: mistake.text)
    }

    @Test(arguments: [
        "stream: true", "stream: {}", "stream: { until: event.data.n == 1 && size(events) > 2 }",
        "stream: { until: \"$(event.event == 'x')\", within: $(limit), max: 3, format: sse, reconnect: true }",
        "stream: { until: \"events.exists(e, e.data.done)\" }\n    retry: 2",
        "stream: true\n    expect: { outcome: network.timeout, status: 200, \"$events[0].data\": 1, body: x }",
        "stream: true\n    expect: { outcome: stream.ended, $events: [] }",
        "stream: true\n    capture: { a: $events, b: { path: \"$events[*].data\" }, c: \"$events[$(limit)].data\" }",
        "timeout: 5s\n    expect: { outcome: network.timeout, body: x }",
        "stream: true\n    timeout: 5s",
    ])
    func `what fits a stream is accepted`(_ lines: String) {
        let result = Loading.load("vars: { limit: 5s }\n" + Self.step(lines) + "\n")
        #expect(result.workflow != nil, "\(result.diagnostics.map(\.message))")
    }

    @Test func `the names of events are free elsewhere`() {
        let result = Loading.load(
            """
            vars: { event: 1, events: [1] }
            steps:
              - get: /x
                stream: true
                expect: { \"$events[0].data\": \"$(event)\", that: size(events) == 1 }
            """)
        #expect(result.workflow != nil, "\(result.diagnostics.map(\.message))")
    }
}

import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reports keys of a request that contradict `stream`.
struct StreamConflicts {
    let sink: DiagnosticSink
    let stream: StreamTemplate

    /// - Parameter entries: the keys of the step.
    func check(_ entries: MapReader.Entries, method: String) {
        typealias Flow = Language.RequestFlow
        report(
            entries[Flow.until], "it would send the request again",
            help: "put the condition into the stream: `stream: { until: … }`")
        report(
            entries[Language.Pages.paginate], "a stream has no pages", help: "read the pages in a step without `stream`"
        )
        report(
            entries[Language.Transfer.cache], "streams are never cached",
            help: "leave `cache` out; one from `defaults` does not apply to streams")
        report(
            entries[Language.Step.save], "the body is read as events, not written to a file",
            help: "leave one of the two out")
        report(
            entries[Language.Body.graphql], "the `errors` of a GraphQL response would not be seen in events",
            help: "send the query as `json: { query: … }`, and check `$events`")
        if stream.within != nil {
            report(
                entries[Language.Transfer.timeout], "`within` is the limit for the whole stream", help: "keep `within`")
        }
        if method == "HEAD" {
            sink.report(
                Diagnostic(
                    "workflow.exclusive-keys", "the response to a HEAD request has no body to stream",
                    at: stream.range, help: "write `get:`"))
        }
    }

    /// Reports the result of a called endpoint, which is made of one JSON document.
    func check(_ call: CallTemplate?) {
        guard let call, call.endpoint.result != nil else { return }
        sink.report(
            Diagnostic(
                "workflow.exclusive-keys",
                "`\(call.name)` has a `result`, which a stream of events cannot give", at: stream.range,
                help: "leave `stream` out, or call an endpoint without a `result`"))
    }

    private func report(_ entry: MapReader.Entry?, _ why: String, help: Message?) {
        guard let entry else { return }
        sink.report(.besideStream(entry.name, why, at: entry.keyRange, stream: stream.range, help: help))
    }
}

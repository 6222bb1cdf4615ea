import BatonTracing
import InMemoryTracing
import Tracing

/// The spans of a test, each with a tracer of its own.
struct Spans {
    let tracer = InMemoryTracer()

    /// Those that have ended, in the order of their ends.
    var finished: [FinishedInMemorySpan] { tracer.finishedSpans }

    /// Sends requests through a client whose dispatcher is traced, in a span `outer`.
    func send(
        through dispatcher: any Dispatcher,
        _ environment: APIEnvironment = APIEnvironment(baseURL: "https://api.example"),
        _ work: (APIClient) async throws -> Void
    ) async throws {
        let client = try APIClient(environment, dispatcher: TracingDispatcher(dispatcher))
        try await withTracer(tracer) {
            try await tracer.withSpan("outer") { _ in try await work(client) }
        }
    }

    /// Those of requests: all but `outer`, each its child.
    var ofRequests: [FinishedInMemorySpan] {
        get throws {
            guard let outer = finished.last, outer.operationName == "outer" else { throw NoOuterSpan() }
            return finished.dropLast().filter { $0.parentSpanID == outer.spanID && $0.traceID == outer.traceID }
        }
    }

    private struct NoOuterSpan: Error {}
}

extension FinishedInMemorySpan {
    subscript(_ name: String) -> SpanAttribute? { attributes.get(name) }

    /// Everything that is written in it.
    var text: String {
        var text = "\(operationName) \(String(describing: status)) \(events) \(errors)"
        attributes.forEach { text += "\n\($0): \($1)" }
        return text
    }
}

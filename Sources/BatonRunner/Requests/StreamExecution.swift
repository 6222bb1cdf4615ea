import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonWorkflow

/// Reads the response of a request as a stream of events, and evaluates `until` on each as it arrives.
///
/// A stream is a success when `until` holds, or without `until` when the server ends it. Everything else is a failure.
struct StreamExecution {
    let run: CaseRun
    let template: StreamTemplate
    let request: Request
    /// Notes what is secret in the head of a response, before anything of its events is shown.
    let noteSecrets: (Response) -> Void
    /// Called once the head of the response has come.
    let opened: @Sendable () -> Void
    let send: @Sendable (Request) async throws(Failure) -> Response

    /// The end of a stream.
    struct End {
        var result: Result<Response, Failure>
        /// What `until` was on the last event, where it never held.
        var unmet: StepFailure?
    }

    func perform() async -> End {
        let scope = StreamScope(run, template)
        let source = EventSource(request, settings, send: send)
        let clock = ContinuousClock()
        let began = clock.now
        do throws(Failure) {
            while let event = try await source.nextEvent() {
                if template.until == nil, scope.events.count >= template.most {
                    let response = try await source.end()
                    return self.end(excess, scope, response)
                }
                scope.append(event)
                let isMet = try holds(scope)
                // Conditions on many events take time too.
                if clock.now - began > request.options.timeout {
                    let response = try await source.end()
                    let late = Failure(.timeout, "the stream took too long", response: response)
                    return self.end(explained(late, scope), scope, response)
                }
                if isMet { return End(result: .success(with(scope, try await source.end()))) }
                if template.until != nil, scope.events.count >= template.most {
                    let response = try await source.end()
                    let failure = Failure(.tooLarge, "\(came(scope)), as many as `max` allows, \(unmetWords)")
                    return self.end(failure, scope, response)
                }
            }
            let response = try await source.end()
            if source.isRefusedAgain {
                let failure = Failure(
                    .streamEnded,
                    "the stream ended, and the reconnection got status \(response.status): \(came(scope)) before",
                    response: response)
                return self.end(withUnmet(failure), scope, response)
            }
            guard template.until != nil, response.isSuccess else {
                return End(result: .success(with(scope, response)))
            }
            return end(Failure(.streamEnded, "the stream ended: \(came(scope)), \(unmetWords)"), scope, response)
        } catch {
            return end(explained(error, scope), scope, error.response)
        }
    }

    private var settings: EventSource.Settings {
        var settings = EventSource.Settings()
        settings.format = template.format
        settings.reconnections = template.reconnections
        settings.keepsBody = true
        settings.opened = opened
        settings.executor = run.context.job.executor
        let dependencies = run.settings.dependencies
        settings.pause = { await dependencies.pause($0.microseconds) }
        return settings
    }

    /// Whether `until` holds on the last event. An event that lacks what it reads does not meet it.
    private func holds(_ scope: StreamScope) throws(Failure) -> Bool {
        guard let until = template.until else { return false }
        do throws(CELError) {
            return try until.program.evaluate(scope).boolValue == true
        } catch {
            switch error.kind {
            case .limit: throw Failure(.expression, error.message)
            case .cancelled: throw Failure(.cancelled, "the run was stopped while the stream arrived")
            default: return false
            }
        }
    }

    private var excess: Failure {
        Failure(.tooLarge, "the stream has more than \(template.most) events, which `max` allows")
    }

    /// `3 events came`.
    private func came(_ scope: StreamScope) -> String {
        switch scope.events.count {
        case 0: "no event came"
        case 1: "1 event came"
        case let count: "\(count) events came"
        }
    }

    private var unmetWords: String {
        template.until.map { "and `\($0.line)` never held" } ?? ""
    }

    /// The failure with what had come until then.
    private func explained(_ failure: Failure, _ scope: StreamScope) -> Failure {
        guard failure.response != nil, failure.kind != .notStream, failure.kind != .expression else { return failure }
        var failure = failure
        if failure.kind == .timeout {
            let limit = ValueText.duration(request.options.timeout.microseconds)
            failure.message = "the stream did not end within \(limit): \(came(scope))"
        } else {
            failure.message += ": \(came(scope)) before"
        }
        return withUnmet(failure)
    }

    private func withUnmet(_ failure: Failure) -> Failure {
        guard template.until != nil else { return failure }
        var failure = failure
        failure.message += ", \(unmetWords)"
        return failure
    }

    private func end(_ failure: Failure, _ scope: StreamScope, _ response: Response?) -> End {
        var failure = failure
        failure.response = response.map { with(scope, $0) }
        // Of a line that is no event the report shows the body itself.
        if failure.kind == .notJSON { failure.response?.events = nil }
        var unmet: StepFailure?
        if let response { noteSecrets(response) }
        if let until = template.until, scope.events.count > 0 { unmet = run.unmet(until, in: scope) }
        return End(result: .failure(failure), unmet: unmet)
    }

    private func with(_ scope: StreamScope, _ response: Response) -> Response {
        // The error status of a reconnection takes no events away.
        guard response.isSuccess || scope.events.count > 0 else { return response }
        var response = response
        response.events = scope.events
        return response
    }
}

extension StreamTemplate {
    private static let kinds: Set<Failure.Kind> = [
        .streamEnded, .timeout, .tooLarge, .notStream, .notJSON, .reset, .expression,
    ]

    /// The failure of the stream: its place is the condition that never held, or the stream.
    ///
    /// - Parameter failure: the failure of the request.
    func failure(_ failure: StepFailure, _ unmet: StepFailure?) -> StepFailure {
        guard Self.kinds.contains(failure.kind) else { return failure }
        var failure = failure
        failure.range = until?.range ?? range
        if let unmet {
            failure.explanation = unmet.explanation
            failure.cause = failure.cause ?? unmet.cause
            failure.words.formUnion(unmet.words)
        }
        switch failure.kind {
        case .notStream:
            failure.hint =
                format == nil
                ? "where the Content-Type does not tell, write `stream: { format: sse }` or `json_lines`"
                : "is it the right URL? Without `format` the Content-Type decides"
        case .timeout where within == nil:
            failure.hint =
                "`stream: { within: … }` sets the limit, which is the `timeout` of the request unless written"
        default: break
        }
        return failure
    }
}

/// The values that `until` of a stream reads: those of the case, `event` and `events`.
///
/// It holds the only copy of the events, so that they grow in place.
final class StreamScope: TemplateScope {
    private let run: CaseRun
    private let template: StreamTemplate
    private(set) var events = StreamedEvents()

    init(_ run: CaseRun, _ template: StreamTemplate) {
        self.run = run
        self.template = template
    }

    func append(_ event: ServerEvent) { events.append(event) }

    func value(at slot: Int) throws(CELError) -> CELValue? {
        guard template.until != nil else { return try run.value(at: slot) }
        if slot == template.slots.event { return events.values.last.map { CELValue($0) } }
        if slot == template.slots.events { return CELValue(.jsonArray(events.values)) }
        return try run.value(at: slot)
    }

    func noteSecret(_ text: String) { run.noteSecret(text) }

    func noteSecret(_ part: SecretPart) { run.noteSecret(part) }

    func noteURL(_ text: String) { run.noteURL(text) }

    func holdsSecret(_ value: CELValue) -> Bool { run.holdsSecret(value) }

    func whyUnset(_ variable: String) -> (message: String, hint: String?)? { run.whyUnset(variable) }

    var mustStop: Bool { run.values.scope.mustStop }

    var host: any FunctionHost { run.host }
}

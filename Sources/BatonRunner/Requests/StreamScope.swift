import BatonCEL
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonWorkflow

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

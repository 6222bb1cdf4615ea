package import BatonJSON

/// Events as JSON objects, one a line: `{"v":1,"type":"step-finished",…}`.
///
/// Timestamps and durations are in microseconds. A missing member means nil, false or empty. Members and types may be
/// added within a version; a reader ignores those that it does not know.
package struct RunEventEncoder: Sendable {
    /// Whether `case-finished` repeats its steps. In a stream they came before, as `step-finished`.
    package var embedsSteps: Bool
    /// What `run-started` tells of the commit and the CI service.
    private let context: @Sendable () -> RunContext

    package init(embedsSteps: Bool = false, context: @escaping @Sendable () -> RunContext = { RunContext() }) {
        self.embedsSteps = embedsSteps
        self.context = context
    }

    /// The event as one line that ends in a line break, escaped by `HarmlessJSON`.
    package func line(_ event: RunEvent) -> [UInt8] {
        var bytes = HarmlessJSON.escaped(JSONWriter.compactBytes(json(event)))
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    package func json(_ event: RunEvent) -> JSONValue {
        var object = EventObject()
        object.set("v", EventForm.version)
        switch event {
        case .runStarted(let run):
            object.set("type", "run-started")
            EventForm.encode(run, into: &object)
            let context = context()
            if context != RunContext() { object.set("context", EventForm.json(context) as JSONValue?) }
        case .caseStarted(let identity):
            object.set("type", "case-started")
            object.set("case", identity.index)
        case .stepStarted(let step):
            object.set("type", "step-started")
            object.set("case", step.caseIndex)
            object.set("index", step.index)
        case .stepFinished(let step):
            object.set("type", "step-finished")
            EventForm.encode(step, into: &object)
        case .caseFinished(let record):
            object.set("type", "case-finished")
            EventForm.encode(record, into: &object, withSteps: embedsSteps)
        case .warning(let message):
            object.set("type", "warning")
            object.set("message", message)
        case .runFinished(let run):
            object.set("type", "run-finished")
            EventForm.encode(run, into: &object)
        }
        return object.json
    }
}

package import BatonJSON

/// Reads a stream of encoded events, in order: later events refer to cases and steps of earlier ones.
package struct RunEventDecoder {
    private var cases: [Int: CaseIdentity] = [:]
    /// Steps of the cases that have not ended yet.
    private var steps: [Int: [StepRecord]] = [:]

    package init() {}

    package mutating func event(line: [UInt8]) throws(RunEventError) -> RunEvent {
        try event(EventForm.parse(line))
    }

    package mutating func event(_ value: JSONValue) throws(RunEventError) -> RunEvent {
        let fields = try EventFields(value, "an event")
        try EventForm.requireKnown(fields)
        let type = try fields.string("type")
        switch type {
        case "run-started":
            let run = try EventForm.runStarted(fields)
            for identity in run.cases { cases[identity.index] = identity }
            return .runStarted(run)
        case "case-started":
            let identity = try identity(fields)
            steps[identity.index] = nil
            return .caseStarted(identity)
        case "step-started":
            return .stepStarted(
                StepStarted(caseIndex: try fields.int("case"), index: try fields.int("index"), name: ""))
        case "step-finished":
            let step = try EventForm.step(fields)
            steps[step.caseIndex, default: []].append(step)
            return .stepFinished(step)
        case "case-finished":
            let identity = try identity(fields)
            let seen = steps.removeValue(forKey: identity.index) ?? []
            return .caseFinished(try EventForm.caseRecord(fields, identity: identity, steps: seen))
        case "warning":
            return .warning(try fields.masked("message"))
        case "run-finished":
            return .runFinished(try EventForm.runFinished(fields))
        default:
            throw RunEventError(.unknownType, "unknown event `\(type)`")
        }
    }

    private func identity(_ fields: EventFields) throws(RunEventError) -> CaseIdentity {
        let index = try fields.int("case")
        guard let identity = cases[index] else {
            throw RunEventError(.malformed, "case \(index) is not in the plan of the run")
        }
        return identity
    }
}

/// Events as JSON objects, one a line: `{"v":5,"type":"step-finished",…}`.
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

/// Why a line is not an event that this version can read.
package struct RunEventError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        /// Not JSON, or a member is missing or of the wrong type.
        case malformed
        /// Written by a later version: `v` is larger than the version supported here.
        case newer
        /// An event type that this version does not know; a reader may skip it.
        case unknownType
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

package import BatonRunner
import BatonXML
import Synchronization

/// Makes a JUnit XML file that every consumer reads, the strictest (Jenkins' schema) included.
///
/// A case is encoded when it ends and kept as bytes; `finish()` puts all together in file order and hands the document
/// to the caller's closure, which replaces the file in one step. It gives a valid document whenever it is called: what
/// had not ended by then is an error, `workflow.cancelled`.
package final class JUnitReporter: EventConsumer {
    private struct State {
        var run: RunStarted?
        var finished: RunFinished?
        let encoder = JUnitSuiteEncoder()
        /// By the case's index; nil until it has ended.
        var suites: [JUnitSuiteEncoder.Suite?] = []
        /// Steps of cases that have not ended.
        var steps: [[StepRecord]] = []
        /// The last moment that an event told of: the end of a run that nobody ended.
        var latest: Microseconds = 0
        var isWritten = false
    }

    private let state: Mutex<State>
    private let write: @Sendable ([UInt8]) throws -> Void

    /// - Parameter write: puts the document where it belongs, a temporary file first, then a rename.
    package init(write: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.write = write
        self.state = Mutex(State())
    }

    package func receive(_ event: RunEvent) {
        switch event {
        case .runStarted(let run):
            state.withLock { state in
                state.run = run
                state.suites = Array(repeating: nil, count: run.cases.count)
                state.steps = Array(repeating: [], count: run.cases.count)
            }
        case .stepFinished(let step):
            state.withLock { state in
                guard state.steps.indices.contains(step.caseIndex) else { return }
                state.steps[step.caseIndex].append(step)
                state.latest = max(state.latest, step.started &+ step.duration)
            }
        case .caseFinished(let record):
            state.withLock { state in
                let index = record.identity.index
                guard let run = state.run, state.suites.indices.contains(index) else { return }
                state.steps[index] = []
                state.latest = max(state.latest, record.started &+ record.duration)
                state.suites[index] = state.encoder.encode(record, hostname: run.hostname, isStub: run.isStub)
            }
        case .runFinished(let run):
            state.withLock { $0.finished = run }
        case .caseStarted(let identity):
            // A workflow that is tried again begins anew.
            state.withLock { state in
                guard state.steps.indices.contains(identity.index) else { return }
                state.steps[identity.index] = []
            }
        case .stepStarted, .warning:
            break
        }
    }

    /// Writes the file, once; throws what the closure throws, or when memory ran out.
    package func finish() throws {
        let document: [UInt8]? = try state.withLock { state in
            guard !state.isWritten else { return nil }
            state.isWritten = true
            return try Self.document(&state)
        }
        if let document { try write(document) }
    }

    private static func document(_ state: inout State) throws(XMLError) -> [UInt8] {
        var all: [JUnitSuiteEncoder.Suite] = []
        var total = JUnitSuiteEncoder.Suite(bytes: [])
        for identity in state.run?.cases ?? [] {
            let isPlanned = state.suites.indices.contains(identity.index)
            let suite = (isPlanned ? state.suites[identity.index] : nil) ?? unfinished(identity, state)
            total.tests += suite.tests
            total.failures += suite.failures
            total.errors += suite.errors
            all.append(suite)
        }
        let duration = state.finished?.duration ?? max(0, state.latest &- (state.run?.started ?? state.latest))
        let writer = XMLWriter()
        writer.startDocument()
        writer.start("testsuites")
        writer.attribute("name", JUnitNames.short(state.run?.project ?? "baton"))
        writer.attribute("tests", total.tests)
        writer.attribute("failures", total.failures)
        writer.attribute("errors", total.errors)
        writer.attribute("time", TimeText.seconds(duration))
        for suite in all { writer.raw(suite.bytes) }
        writer.raw("\n")
        writer.end()
        writer.raw("\n")
        guard !writer.hasFailed, !state.encoder.hasFailed else {
            throw XMLError(message: "the document could not be written: out of memory", line: 0)
        }
        return writer.takeBytes()
    }

    private static func unfinished(_ identity: CaseIdentity, _ state: State) -> JUnitSuiteEncoder.Suite {
        let isPlanned = state.steps.indices.contains(identity.index)
        let steps = isPlanned ? state.steps[identity.index].sorted { $0.index < $1.index } : []
        let run = state.run
        let started = steps.map(\.started).min() ?? run?.started ?? 0
        let record = CaseRecord(
            identity: identity, outcome: .error, started: started,
            duration: steps.reduce(0) { $0 &+ $1.duration }, steps: steps)
        return state.encoder.encode(record, isUnfinished: true, hostname: run?.hostname ?? "")
    }
}

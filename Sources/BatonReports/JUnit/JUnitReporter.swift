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
        var suites: SuiteShelf
        /// The figures of all suites so far.
        var total = JUnitSuiteEncoder.Suite(bytes: [])
        /// Steps of cases that have not ended.
        var steps: [Int: [StepRecord]] = [:]
        /// The last moment that an event told of: the end of a run that nobody ended.
        var latest: Microseconds = 0
        var isWritten = false

        mutating func add(_ suite: JUnitSuiteEncoder.Suite, at index: Int) {
            total.tests += suite.tests
            total.failures += suite.failures
            total.errors += suite.errors
            suites.put(suite.bytes, at: index)
        }
    }

    private let state: Mutex<State>
    private let write: @Sendable (_ next: () throws -> [UInt8]?) throws -> Void

    /// - Parameter write: puts the document where it belongs, a temporary file first, then a rename.
    package convenience init(write: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.init(shelf: nil) { next in
            var document: [UInt8] = []
            while let part = try next() { document += part }
            try write(document)
        }
    }

    /// - Parameters:
    ///   - shelf: where suites wait for the end of a long run.
    ///   - memoryLimit: how many bytes of them are held in memory before.
    ///   - write: puts the parts of the document where they belong, one behind the other until there is none.
    package init(
        shelf: (any ByteShelf)?, memoryLimit: Int = 1_000_000,
        write: @escaping @Sendable (_ next: () throws -> [UInt8]?) throws -> Void
    ) {
        self.write = write
        self.state = Mutex(State(suites: SuiteShelf(shelf, memoryLimit: memoryLimit)))
    }

    package func receive(_ event: RunEvent) {
        switch event {
        case .runStarted(let run):
            state.withLock { state in
                state.run = run
                state.suites.makeRoom(for: run.cases.count)
            }
        case .stepFinished(let step):
            state.withLock { state in
                guard state.suites.indices.contains(step.caseIndex) else { return }
                state.steps[step.caseIndex, default: []].append(step)
                state.latest = max(state.latest, step.started &+ step.duration)
            }
        case .caseFinished(let record):
            state.withLock { state in
                let index = record.identity.index
                guard let run = state.run, state.suites.indices.contains(index) else { return }
                state.steps[index] = nil
                state.latest = max(state.latest, record.started &+ record.duration)
                let suite = state.encoder.encode(record, hostname: run.hostname, isStub: run.isStub)
                state.add(suite, at: index)
            }
        case .runFinished(let run):
            state.withLock { $0.finished = run }
        case .caseStarted(let identity):
            // A workflow that is tried again begins anew.
            state.withLock { $0.steps[identity.index] = nil }
        case .stepStarted, .warning:
            break
        }
    }

    /// Writes the file, once; throws what the closure throws, or when memory ran out.
    package func finish() throws {
        let document: Document? = try state.withLock { state in
            guard !state.isWritten else { return nil }
            state.isWritten = true
            return try Document(&state)
        }
        guard let document else { return }
        var parts = document.makeParts()
        try write { try parts.next() }
    }

    /// All that is to be written.
    private struct Document {
        private let head: [UInt8]
        private let suites: SuiteShelf
        private let tail: [UInt8]

        init(_ state: inout State) throws(XMLError) {
            for identity in state.run?.cases ?? [] where !state.suites.contains(identity.index) {
                state.add(JUnitReporter.unfinished(identity, state), at: identity.index)
            }
            let duration = state.finished?.duration ?? max(0, state.latest &- (state.run?.started ?? state.latest))
            let writer = XMLWriter()
            writer.startDocument()
            writer.start("testsuites")
            writer.attribute("name", JUnitNames.short(state.run?.project ?? "baton"))
            writer.attribute("tests", state.total.tests)
            writer.attribute("failures", state.total.failures)
            writer.attribute("errors", state.total.errors)
            writer.attribute("time", TimeText.seconds(duration))
            writer.raw("\n")
            head = writer.takeBytes().dropLast()
            writer.end()
            writer.raw("\n")
            tail = Array("\n".utf8) + writer.takeBytes()
            guard !writer.hasFailed, !state.encoder.hasFailed else {
                throw XMLError(message: "the document could not be written: out of memory", line: 0)
            }
            suites = state.suites
        }

        func makeParts() -> Parts { Parts(head: head, suites: suites, tail: tail) }
    }

    /// The document in pieces of a size that is worth a call of the system.
    private struct Parts {
        private static let size = 65_536

        private var rest: [UInt8]
        private var index = 0
        private let suites: SuiteShelf
        private var tail: [UInt8]?

        init(head: [UInt8], suites: SuiteShelf, tail: [UInt8]) {
            rest = head
            self.suites = suites
            self.tail = tail
        }

        mutating func next() throws -> [UInt8]? {
            guard let end = tail else { return nil }
            while index < suites.indices.upperBound, rest.count < Self.size {
                rest += try suites.bytes(at: index) ?? []
                index += 1
            }
            if index == suites.indices.upperBound {
                rest += end
                tail = nil
            }
            defer { rest = [] }
            return rest
        }
    }

    private static func unfinished(_ identity: CaseIdentity, _ state: State) -> JUnitSuiteEncoder.Suite {
        let steps = (state.steps[identity.index] ?? []).sorted { $0.index < $1.index }
        let run = state.run
        let started = steps.map(\.started).min() ?? run?.started ?? 0
        let record = CaseRecord(
            identity: identity, outcome: .error, started: started,
            duration: steps.reduce(0) { $0 &+ $1.duration }, steps: steps)
        return state.encoder.encode(record, isUnfinished: true, hostname: run?.hostname ?? "")
    }
}

import BatonRecords
import BatonSecrets
import Synchronization

/// A report file of test cases: each workflow is encoded when it ends, and `finish()` joins the encoded parts in file
/// order.
///
/// `finish()` always gives a complete document: a case that has not ended by then is an error, `workflow.cancelled`.
///
/// How this folder works together: `ReportFormat` lists the formats. Those that list cases are a `CaseFormat`, which
/// this type writes case by case; those that need the whole run are an `EndReport`, made from the records that it keeps.
/// `JSONLinesReporter` writes each event as it comes. A `CaseShelf` keeps encoded parts in memory up to a size, and
/// then in a file.
final class CaseFile: Report {
    private struct State {
        var run: RunStarted?
        var finished: RunFinished?
        var format: any CaseFormat
        var shelf: CaseShelf
        /// Steps of unfinished cases, by case index.
        var steps: [[StepRecord]] = []
        /// The latest timestamp of any event: taken as the end of a run without `runFinished`.
        var latest: Microseconds = 0
        /// Whether a case makes the report fail.
        var isBad = false
        /// Whether a case tells that the run did not come to its end, or is not whole.
        var tellsEnd = false
        var isWritten = false
    }

    private let state: Mutex<State>
    private let write: @Sendable (ReportDocument) throws -> Void

    /// - Parameter memoryLimit: maximum bytes of encoded cases kept in memory before the shelf is used.
    init(_ format: sending any CaseFormat, _ dependencies: ReportDependencies, memoryLimit: Int = 1_000_000) {
        write = dependencies.write
        state = Mutex(State(format: format, shelf: CaseShelf(dependencies.shelf, memoryLimit: memoryLimit)))
    }

    func receive(_ event: RunEvent) {
        switch event {
        case .runStarted(let run):
            state.withLock { state in
                state.run = run
                state.shelf.makeRoom(for: run.cases.count)
                state.steps = Array(repeating: [], count: run.cases.count)
            }
        case .stepFinished(let step):
            state.withLock { state in
                guard state.shelf.indices.contains(step.caseIndex) else { return }
                state.steps[step.caseIndex].append(step)
                state.latest = max(state.latest, step.started &+ step.duration)
            }
        case .caseFinished(let record):
            state.withLock { state in
                let index = record.identity.index
                guard let run = state.run, state.shelf.indices.contains(index) else { return }
                state.steps[index] = []
                state.latest = max(state.latest, record.started &+ record.duration)
                if record.isBad { state.isBad = true }
                if record.isCancelled || record.identity.role == .gap { state.tellsEnd = true }
                state.shelf.put(state.format.encode(record, isUnfinished: false, of: run), at: index)
            }
        case .runFinished(let run):
            state.withLock { $0.finished = run }
        case .caseStarted(let identity):
            // A retried workflow starts again without steps.
            state.withLock { state in
                if state.steps.indices.contains(identity.index) { state.steps[identity.index] = [] }
            }
        case .stepStarted, .warning:
            break
        }
    }

    func finish() throws {
        let document: Document? = state.withLock { state in
            guard !state.isWritten else { return nil }
            state.isWritten = true
            return Self.document(&state)
        }
        guard var document else { return }
        try write { output in while let part = try document.next() { try output(part) } }
    }

    private static func document(_ state: inout State) -> Document {
        if let run = state.run {
            for identity in run.cases where !state.shelf.contains(identity.index) {
                state.isBad = true
                state.tellsEnd = true
                let record = unfinished(identity, state)
                state.shelf.put(state.format.encode(record, isUnfinished: true, of: run), at: identity.index)
            }
            if let ownFailure = state.finished?.ownFailure, !state.isBad || ownFailure.lacksCases && !state.tellsEnd {
                state.shelf.append(state.format.encode(record(of: ownFailure, of: run), isUnfinished: false, of: run))
            }
        }
        let duration = state.finished?.duration ?? max(0, state.latest &- (state.run?.started ?? state.latest))
        let (head, tail) = state.format.frame(state.run, state.finished, duration: duration)
        return Document(head: head, cases: state.shelf, separator: type(of: state.format).separator, tail: tail)
    }

    /// The row for a run that is no success although all of its cases are good: no CI service may take it for green.
    private static func record(of ownFailure: RunFinished.OwnFailure, of run: RunStarted) -> CaseRecord {
        let message = MaskedText(harmless: "the run \(ownFailure.words)")
        return CaseRecord(
            identity: CaseIdentity(
                index: run.cases.count, path: "baton.yaml", name: "The run", row: nil, tags: [], stepCount: 0),
            outcome: .error, reason: message, started: run.started, duration: 0, steps: [],
            failures: [
                FailureRecord(
                    kind: "workflow.cancelled", message: message,
                    place: Place(file: "baton.yaml", line: 1, column: 1))
            ])
    }

    private static func unfinished(_ identity: CaseIdentity, _ state: State) -> CaseRecord {
        let known = state.steps.indices.contains(identity.index) ? state.steps[identity.index] : []
        let steps = known.sorted { $0.index < $1.index }
        return CaseRecord(
            identity: identity, outcome: .error, started: steps.map(\.started).min() ?? state.run?.started ?? 0,
            duration: steps.reduce(0) { $0 &+ $1.duration }, steps: steps)
    }

    /// The document, in pieces large enough to be worth a system call.
    private struct Document {
        private static let size = 65_536

        private var rest: [UInt8]
        private var index = 0
        private let cases: CaseShelf
        private let separator: [UInt8]
        private var tail: [UInt8]?

        init(head: [UInt8], cases: CaseShelf, separator: [UInt8], tail: [UInt8]) {
            rest = head
            self.cases = cases
            self.separator = separator
            self.tail = tail
        }

        mutating func next() throws -> [UInt8]? {
            guard let end = tail else { return nil }
            while index < cases.indices.upperBound, rest.count < Self.size {
                if let part = try cases.bytes(at: index), !part.isEmpty {
                    if index > 0 { rest += separator }
                    rest += part
                }
                index += 1
            }
            if index == cases.indices.upperBound {
                rest += end
                tail = nil
            }
            defer { rest = [] }
            return rest
        }
    }
}

/// Stores bytes outside of memory, for reports of very many cases.
package protocol ByteShelf: Sendable {
    /// Stores bytes and returns their position; nil when there is no room.
    func put(_ bytes: [UInt8]) -> Int?
    func bytes(at start: Int, count: Int) throws -> [UInt8]
}

/// The encoded cases of a run by index: in memory up to a size, beyond it on a shelf.
struct CaseShelf {
    private enum Place {
        case memory([UInt8])
        case shelf(start: Int, count: Int32)
    }

    let shelf: (any ByteShelf)?
    private var places: [Place?] = []
    private var inMemory = 0
    private let memoryLimit: Int

    init(_ shelf: (any ByteShelf)?, memoryLimit: Int) {
        self.shelf = shelf
        self.memoryLimit = memoryLimit
    }

    mutating func makeRoom(for count: Int) { places = Array(repeating: nil, count: count) }

    func contains(_ index: Int) -> Bool { places.indices.contains(index) && places[index] != nil }

    /// Puts bytes behind all cases.
    mutating func append(_ bytes: [UInt8]) {
        places.append(nil)
        put(bytes, at: places.count - 1)
    }

    mutating func put(_ bytes: [UInt8], at index: Int) {
        guard places.indices.contains(index) else { return }
        if inMemory + bytes.count > memoryLimit, let start = shelf?.put(bytes) {
            places[index] = .shelf(start: start, count: Int32(clamping: bytes.count))
        } else {
            inMemory += bytes.count
            places[index] = .memory(bytes)
        }
    }

    /// Nil for a case that has not ended.
    func bytes(at index: Int) throws -> [UInt8]? {
        switch places[index] {
        case .memory(let bytes): bytes
        case .shelf(let start, let count): try shelf?.bytes(at: start, count: Int(count))
        case nil: nil
        }
    }

    var indices: Range<Int> { places.indices }
}

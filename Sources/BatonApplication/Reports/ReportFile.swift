import BatonFiles
import BatonRecords
import BatonReports
import Synchronization

/// A report that is written to its path when the run has ended.
final class ReportFile: Sendable {
    /// The name in messages: "the JUnit report".
    let name: String
    let path: String
    let consumer: any EventConsumer
    /// Whether the file has been written by this run.
    private let isWritten = Atomic(false)
    /// Throws when the file cannot be written.
    private let write: @Sendable () throws -> Void

    private init(
        name: String, path: String, consumer: any EventConsumer, write: @escaping @Sendable () throws -> Void
    ) {
        self.name = name
        self.path = path
        self.consumer = consumer
        self.write = write
    }

    /// Throws when the file cannot be written.
    func finish() throws {
        try write()
        isWritten.store(true, ordering: .releasing)
    }

    /// Removes the file of an earlier run, unless this run has written it.
    func withdraw() {
        guard !isWritten.load(ordering: .acquiring), !AtomicFile.isSpecial(path) else { return }
        AtomicFile.remove(path)
    }

    /// The files of all reports that are wanted.
    ///
    /// - Parameter past: what the history knows of earlier runs.
    static func all(
        _ paths: ReportPaths, _ facts: RunFacts, _ spool: any ByteShelf,
        past: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding
    ) -> [ReportFile] {
        [
            paths[.junit].map { junit($0, spool) }, paths[.html].map { html($0, facts, past: past) },
            paths[.json].map { ctrf($0, spool, facts) }, paths[.summary].map { summary($0, facts, past: past) },
            paths[.tap].map { tap($0, spool) }, paths[.har].map { har($0) },
            paths[.prometheus].map { prometheus($0) },
        ].compactMap(\.self)
    }

    private static func junit(_ path: String, _ shelf: any ByteShelf) -> ReportFile {
        let reporter = JUnitReporter(shelf: shelf, write: writing(to: path))
        return ReportFile(name: "the JUnit report", path: path, consumer: reporter) { try reporter.finish() }
    }

    private static func ctrf(_ path: String, _ shelf: any ByteShelf, _ facts: RunFacts) -> ReportFile {
        let reporter = CTRFReporter(context: { facts.context }, shelf: shelf, write: writing(to: path))
        return ReportFile(name: "the JSON report", path: path, consumer: reporter) { try reporter.finish() }
    }

    /// - Parameter past: the past runs from the history.
    private static func html(
        _ path: String, _ facts: RunFacts, past: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding
    ) -> ReportFile {
        AtomicFile.removeLeftovers(of: path)
        let reporter = HTMLReporter(context: { facts.context }, past: past) { document in
            try Folder.create(RealPath.folder(of: path))
            let file = try AtomicFile(path)
            try document { piece in try file.write(piece) }
            try file.commit()
        }
        return ReportFile(name: "the HTML report", path: path, consumer: reporter) { try reporter.finish() }
    }

    /// - Parameter past: what the history knows of earlier runs.
    private static func summary(
        _ path: String, _ facts: RunFacts, past: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding
    ) -> ReportFile {
        let report = EndReport.summary(context: { facts.context }, past: past, write: writingWhole(to: path))
        return ReportFile(name: "the summary", path: path, consumer: report) { try report.finish() }
    }

    private static func tap(_ path: String, _ shelf: any ByteShelf) -> ReportFile {
        let reporter = TAPReporter(shelf: shelf, write: writing(to: path))
        return ReportFile(name: "the TAP report", path: path, consumer: reporter) { try reporter.finish() }
    }

    private static func har(_ path: String) -> ReportFile {
        let report = EndReport.har(write: writingWhole(to: path))
        return ReportFile(name: "the HTTP Archive", path: path, consumer: report) { try report.finish() }
    }

    private static func prometheus(_ path: String) -> ReportFile {
        let report = EndReport.prometheus(write: writingWhole(to: path))
        return ReportFile(name: "the metrics", path: path, consumer: report) { try report.finish() }
    }

    private static func writingWhole(to path: String) -> @Sendable ([UInt8]) throws -> Void {
        let write = writing(to: path)
        return { bytes in
            var rest: [UInt8]? = bytes
            try write {
                defer { rest = nil }
                return rest
            }
        }
    }

    /// Writes to a temporary file, then renames it.
    private static func writing(to path: String) -> @Sendable (_ next: () throws -> [UInt8]?) throws -> Void {
        AtomicFile.removeLeftovers(of: path)
        return { next in
            try Folder.create(RealPath.folder(of: path))
            let file = try AtomicFile(path)
            while let part = try next() { try file.write(part) }
            try file.commit()
        }
    }
}

/// Writes the events of a run to a file, each line before the next event is sent.
///
/// An error while writing is reported at once and does not end the run.
final class EventFile: Sendable {
    private enum State {
        case open(StreamedFile)
        case failed
    }

    private let tell: @Sendable (_ reason: String) -> Void
    private let state: Mutex<State>

    /// - Parameter tell: called once, with the reason why the file cannot be written.
    init(_ path: String, tell: @escaping @Sendable (_ reason: String) -> Void) {
        self.tell = tell
        do {
            // In a folder that is there already, git shows the file as a change of the user's.
            try Folder.createIgnored(RealPath.folder(of: path))
            state = Mutex(.open(try StreamedFile(path)))
        } catch {
            state = Mutex(.failed)
            tell("\(error)")
        }
    }

    /// Whether all events so far have been written.
    var isWhole: Bool {
        state.withLock { state in
            if case .open = state { true } else { false }
        }
    }

    func write(_ line: [UInt8]) {
        let reason: String? = state.withLock { state in
            guard case .open(let file) = state else { return nil }
            do {
                try file.write(line)
                return nil
            } catch {
                state = .failed
                return "\(error)"
            }
        }
        if let reason { tell(reason) }
    }
}

/// Stores parts of a report in a temporary file, created at first use.
final class Spool: ByteShelf {
    private enum State {
        case unused
        case open(SpoolFile)
        case unavailable
    }

    private let folder: String
    private let state = Mutex<State>(.unused)

    init(_ folder: String) {
        self.folder = folder
    }

    func put(_ bytes: [UInt8]) -> Int? { file?.append(bytes) }

    func bytes(at start: Int, count: Int) throws -> [UInt8] {
        guard let file else { throw FileError(.missing, path: folder, message: "nothing was put aside") }
        return try file.bytes(at: start, count: count)
    }

    private var file: SpoolFile? {
        state.withLock { state in
            if case .unused = state { state = (try? SpoolFile(in: folder)).map(State.open) ?? .unavailable }
            if case .open(let file) = state { return file }
            return nil
        }
    }
}

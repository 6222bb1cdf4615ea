import BatonFiles
import BatonProcesses
import BatonRecords
import BatonReports
import Synchronization

/// A report that is written to its path when the run has ended.
final class ReportFile: Sendable {
    /// The name in messages: "the JUnit report".
    let name: String
    let path: String
    let report: any Report
    /// Whether the file has been written by this run.
    private let isWritten = Atomic(false)

    private init(name: String, path: String, report: any Report) {
        self.name = name
        self.path = path
        self.report = report
    }

    /// Throws when the file cannot be written.
    func finish() throws {
        try report.finish()
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
        _ paths: ReportPaths, _ junit: JUnitForm, _ facts: RunFacts, _ spool: any ByteShelf,
        past: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding
    ) -> [ReportFile] {
        ReportFormat.all.compactMap { format in
            guard let path = paths[format], let report = format.report else { return nil }
            let dependencies = ReportDependencies(
                context: { facts.context }, past: past, junit: junit, shelf: spool, write: writing(to: path))
            return ReportFile(name: format.title, path: path, report: report(dependencies))
        }
    }

    /// Writes to a temporary file, then renames it.
    private static func writing(to path: String) -> @Sendable (ReportDocument) throws -> Void {
        AtomicFile.removeLeftovers(of: path)
        return { document in
            try Folder.create(RealPath.folder(of: path))
            let file = try AtomicFile(path)
            try document { try file.write($0) }
            try file.commit()
        }
    }
}

extension JUnitForm {
    /// The form that the options ask for; without one, that which the readers of the CI service take.
    ///
    /// - Parameter root: the project's folder.
    init(_ options: RunOptions, _ environment: EnvironmentVariables, root: String) {
        let build = BuildFacts(environment)
        self.init(
            options.junitTests, options.junitProfile ?? (build.readsPlacesOfTests ? .extended : .strict),
            folder: build.folder(root))
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

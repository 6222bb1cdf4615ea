import BatonDiagnostics
import BatonFiles
import BatonHTTP
import BatonJudging
import BatonLanguage

/// The files of a workflow's snapshots: `snapshots/FILE/NAME.json` beside it.
struct SnapshotFiles {
    private let settings: RunSettings
    private let file: SourceFile

    /// The name of the folder beside a workflow.
    package static let folder = "snapshots"

    init(_ settings: RunSettings, of file: SourceFile) {
        self.settings = settings
        self.file = file
    }

    /// The folder of the file's snapshots, relative to that of the file.
    private var inner: String { "\(Self.folder)/\(RealPath.name(of: file.path))" }

    /// The path of a snapshot as users write it.
    func shown(_ name: String) -> String {
        let folder = RealPath.folder(of: file.path)
        return folder == "." ? "\(inner)/\(name)" : RealPath.join(folder, "\(inner)/\(name)")
    }

    /// - Parameter before: what is recorded already.
    func entry(
        _ name: String, _ reading: SnapshotReading, _ bytes: [UInt8], before: [UInt8]?, at range: SourceRange
    ) -> PendingSnapshots.Entry {
        let file = "\(name).\(reading.format.ending)"
        return PendingSnapshots.Entry(
            path: shown(file), written: "\(inner)/\(file)", within: inner, bytes: bytes, before: before,
            range: range)
    }

    /// What is recorded under a name.
    enum Recorded {
        case nothing
        case bytes([UInt8])
        /// A file of another format, whose path this is.
        case otherFormat(String, SnapshotReading.Format)
    }

    func recorded(_ name: String, _ format: SnapshotReading.Format) throws(FileError) -> Recorded {
        if let bytes = try read("\(name).\(format.ending)") { return .bytes(bytes) }
        for other in SnapshotReading.Format.allCases where other != format {
            let file = "\(name).\(other.ending)"
            if try read(file) != nil { return .otherFormat(shown(file), other) }
        }
        return .nothing
    }

    /// Nil where there is no such file.
    private func read(_ name: String) throws(FileError) -> [UInt8]? {
        do {
            return try settings.files.root(of: file).readFile(
                "\(inner)/\(name)", relativeTo: settings.files.folder(of: file), within: inner,
                limit: SnapshotReading.mostBytes)
        } catch {
            if error.code == .missing { return nil }
            throw error
        }
    }

    /// Writes a file; it appears whole or not at all.
    func write(_ entry: PendingSnapshots.Entry, holdsSecret: ([UInt8]) -> Bool) throws(StepFailure) {
        if settings.snapshots.isDisputed(entry.path) { return }
        // A later step may have learned that a value is secret.
        let secret = "a secret that a later step received"
        guard !holdsSecret(entry.bytes) else {
            throw StepFailure(
                .check, "snapshot: `\(entry.path)` would hold \(secret)",
                hint: "`ignore` what changes with each run, and give tokens a wildcard in `match`", at: entry.range)
        }
        guard !holdsSecret(Array(entry.name.utf8)) else {
            throw StepFailure(
                .check, "snapshot: the name of `\(entry.path)` is \(secret)", hint: "let it be made of something else",
                at: entry.range)
        }
        do throws(FileError) {
            let place = try settings.files.root(of: file).place(
                entry.written, relativeTo: settings.files.folder(of: file), within: entry.within)
            settings.files.leftovers.remove(beside: place)
            settings.files.saved?.note(place.path)
            try Self.write(entry.bytes, at: place)
            settings.snapshots.noteWritten(entry.path) {
                // The run has failed already; the user sees in git what could not be undone.
                if let before = entry.before {
                    try? Self.write(before, at: place)
                } else {
                    place.remove()
                }
            }
        } catch {
            throw StepFailure(.badInput, "the snapshot could not be written: \(error.message)", at: entry.range)
        }
    }

    private static func write(_ bytes: [UInt8], at place: FilePlace) throws(FileError) {
        let file = try NewFile(at: place)
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(FileError) in try file.write(bytes) }
        }
        try result.get()
        try file.commit()
    }
}

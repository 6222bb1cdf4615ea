import BatonDiagnostics
import BatonFiles
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// Holds the body of a response against its snapshot, or records it.
struct SnapshotExecution {
    let run: CaseRun
    let template: SnapshotTemplate
    let request: RequestTemplate
    /// The variable of the innermost loop around the step.
    let passVariable: String?

    private var book: SnapshotBook { run.settings.snapshots }
    private var files: SnapshotFiles { SnapshotFiles(run.settings, of: template.range.file) }

    /// Adds a failure where the response differs. With `--update-snapshots` it records the response instead, unless the
    /// step has failed.
    func perform(_ response: StepResponse, _ result: inout StepResult) {
        let updates = run.settings.options.updatesSnapshots
        if updates, !result.failures.isEmpty { return }
        do throws(StepFailure) {
            let reading: Result<SnapshotReading, StepFailure>
            let name = try name()
            reading = try template.reading(of: response, from: run, mask: run.mask)
            switch reading {
            case .failure(let failure): result.fail(failure, run)
            case .success(let reading):
                let bytes = try recordable(reading)
                let failure =
                    try updates ? record(name, reading, bytes) : compare(name, reading)
                if let failure { result.fail(failure, run) }
            }
        } catch {
            var failure = error
            failure.check = "snapshot"
            result.fail(failure, run)
        }
    }

    // MARK: - The name

    private func name() throws(StepFailure) -> String {
        let name: String
        name = try template.name.text(from: run)
        let range = template.name.range
        if run.mask(name) != name {
            throw StepFailure(
                .badInput, "the name of the snapshot holds a secret", hint: "let it be made of something else",
                at: range)
        }
        if let violation = SnapshotName.violation(in: name) {
            let shown = ValueText.cut(name, limit: 120, mask: run.mask)
            throw StepFailure(
                .badInput, "`\(shown)` cannot name a snapshot: it \(violation)", hint: .explaining(SnapshotName.advice),
                at: range)
        }
        if let other = book.use(files.shown(name), at: place) {
            throw StepFailure(
                .badInput, "`\(files.shown(name))` and `\(other)` differ only in upper and lower case",
                hint: "on some systems they are one file: give them other names", at: range)
        }
        return name
    }

    /// The place of the step's `snapshot`, for messages and for the book.
    private var place: String { template.range.place }

    // MARK: - Secrets and size

    /// The contents of the file. Throws when they must not be in a file, also where they are only compared: what was
    /// recorded before a value became secret must not stay.
    private func recordable(_ reading: SnapshotReading) throws(StepFailure) -> [UInt8] {
        func refused(_ message: String, _ hint: String) -> StepFailure {
            StepFailure(.check, "snapshot: \(message)", hint: .explaining(hint), at: template.range)
        }
        if let place = reading.secretPlace({ run.mask($0) != $0 }) {
            throw refused(
                "the response holds a secret at \(place), which no file may hold",
                reading.format == .json
                    ? "add its path to `ignore`, or give it a wildcard in `match`"
                    : "check parts of it instead, with `xpath` or `body`")
        }
        let bytes = reading.bytes
        guard bytes.count <= SnapshotReading.mostBytes else {
            throw refused(
                "the response takes more than \(SnapshotReading.mostBytes / 1_000_000) MB as a snapshot",
                reading.format == .json ? "`ignore` the large parts" : "check parts of it, or its `sha256`")
        }
        guard !run.context.secrets.redactor.finds(in: bytes) else {
            throw refused(
                "the response holds a secret, which no file may hold", "check parts of it instead, or `ignore` more")
        }
        return bytes
    }

    // MARK: - Comparing and recording

    private func recorded(_ name: String, _ reading: SnapshotReading) throws(StepFailure) -> SnapshotFiles.Recorded {
        do throws(FileError) {
            return try files.recorded(name, reading.format)
        } catch {
            throw StepFailure(.badInput, "the snapshot could not be read: \(error.message)", at: template.range)
        }
    }

    private func failure(
        _ reading: SnapshotReading, _ bytes: [UInt8], _ name: String
    ) throws(StepFailure) -> StepFailure? {
        let file = files.shown("\(name).\(reading.format.ending)")
        return try reading.failure(against: bytes, in: file, from: run, mask: run.mask)
    }

    private func compare(_ name: String, _ reading: SnapshotReading) throws(StepFailure) -> StepFailure? {
        let file = files.shown("\(name).\(reading.format.ending)")
        switch try recorded(name, reading) {
        case .bytes(let bytes):
            return try failure(reading, bytes, name)
        case .nothing:
            let isCI = run.settings.values.process["CI"].map { !$0.isEmpty } ?? false
            throw StepFailure(
                .check, "snapshot: there is no `\(file)` to compare with",
                hint: isCI
                    ? "record it on your machine with `--update-snapshots`, read it, and commit it"
                    : "the same command with `--update-snapshots` records it: read it, and commit it",
                at: template.range)
        case .otherFormat(let other, let format): throw otherFormat(other, format, reading)
        }
    }

    private func otherFormat(
        _ other: String, _ format: SnapshotReading.Format, _ reading: SnapshotReading
    ) -> StepFailure {
        StepFailure(
            .check, "snapshot: `\(other)` is \(format.rawValue), and the response is \(reading.format.rawValue) now",
            hint: .accepting("remove the file, and record the response with `--update-snapshots`"),
            at: template.range)
    }

    private func disputed(_ path: String, _ name: String, with other: SnapshotBook.Claim) -> StepFailure {
        let isOwn = other.owner == run.identity.index
        let distinction = isOwn ? passVariable : run.context.row.map { _ in "row.name" }
        let first = other.place != place ? other.place : isOwn ? "an earlier pass" : "another row"
        return StepFailure(
            .check, "snapshot: `\(path)` has other content from \(first), so neither is recorded",
            hint:
                "give each its own name, such as `\(name)-\(distinction.map { "$(\($0))" } ?? "2")`, or `ignore` what differs",
            at: template.range)
    }

    /// Notes what is to be written at the end of the case, if it differs from what is recorded.
    private func record(
        _ name: String, _ reading: SnapshotReading, _ bytes: [UInt8]
    ) throws(StepFailure) -> StepFailure? {
        var before: [UInt8]?
        var content = bytes
        var isNew = true
        switch try recorded(name, reading) {
        case .bytes(let recorded):
            before = recorded
            if try failure(reading, recorded, name) == nil { (content, isNew) = (recorded, false) }
        case .nothing: break
        case .otherFormat(let other, let format): throw otherFormat(other, format, reading)
        }
        let entry = files.entry(name, reading, bytes, before: before, at: template.range)
        if let other = book.claim(entry.path, reading.comparable(content), owner: run.identity.index, place: place) {
            throw disputed(entry.path, name, with: other)
        }
        if isNew, !run.context.snapshots.add(entry) {
            throw StepFailure(
                .check,
                "snapshot: the snapshots of this workflow take more than \(PendingSnapshots.mostBytes / 1_000_000) MB",
                at: template.range)
        }
        return nil
    }
}

extension SourceRange {
    /// `FILE:LINE:COLUMN` of its start.
    package var place: String { "\(file.path):\(start.line):\(start.column)" }
}

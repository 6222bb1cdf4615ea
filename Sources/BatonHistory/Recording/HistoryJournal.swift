import BatonRecords
import BatonSystem

/// The events of a run whose history could not be written: JSON Lines in the database's folder.
///
/// The next run that can write to the history imports it.
final class HistoryJournal {
    let path: String
    private let descriptor: Int32
    private let encoder: RunEventEncoder

    /// Nil where the file cannot be created either.
    init?(_ run: RunStarted, _ context: RunContext, in folder: String) {
        path = HistoryFolder.journal(of: run.id, in: folder)
        encoder = RunEventEncoder(embedsSteps: true) { context }
        HistoryFolder.create(folder)
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        _ = fchmod(descriptor, 0o600)
        guard add(.runStarted(run)) else {
            unlink(path)
            return nil
        }
    }

    deinit {
        fsync(descriptor)
        close(descriptor)
    }

    func add(_ event: RunEvent) -> Bool { append(encoder.line(event)) }

    private func append(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count, let base = buffer.baseAddress {
                let count = write(descriptor, base + offset, buffer.count - offset)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                offset += count
            }
            return true
        }
    }
}

import BatonSystem
import Synchronization

/// A file that grows over several runs of a program until it is complete, and a note that says what it is a part of.
///
/// The bytes stand in `PATH.part`, the note in `PATH.part.note`. One process writes them at a time.
package final class PartialFile: Sendable {
    package let path: String
    private let part: String
    private let notePath: String
    /// -1 when the file is closed.
    private let file: Mutex<Int32>

    /// The most bytes of a note.
    private static let noteLimit = 64 << 10

    /// Opens the part that there is, or begins one. Throws also where another writer has it.
    package init(_ path: String) throws(FileError) {
        self.path = path
        part = path + ".part"
        notePath = path + ".part.note"
        if path.isEmpty { throw FileError(.invalidPath, path: path, message: "the path is empty") }
        if Folder.isFolder(path) { throw FileError(.isFolder, path: path, message: "`\(path)` is a folder") }
        let opened = try Descriptor(
            opening: part, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, mode: 0o666, doing: "write")
        guard try isKind(S_IFREG, opened.status(path: part).st_mode) else {
            throw FileError(.notRegular, path: part, message: "`\(part)` is no ordinary file")
        }
        guard FileLock.setLock(opened.number) else {
            throw FileError(.denied, path: part, message: "`\(part)` is being written by another download")
        }
        file = Mutex(opened.release())
    }

    deinit { close() }

    /// What the part is a part of; nil for one that has just begun.
    package var note: String? {
        guard let bytes = try? FileReading.bytes(of: notePath, limit: Self.noteLimit) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    package var size: Int64 { file.withLock { Int64(max(0, lseek($0, 0, SEEK_END))) } }

    /// Empties the part, which is then one of something else.
    ///
    /// - Parameter note: nil for something that cannot be gone on with.
    package func restart(as note: String?) throws(FileError) {
        _ = unlink(notePath)
        guard file.withLock({ ftruncate($0, 0) }) == 0 else {
            throw FileError(errno: errno, path: part, doing: "write")
        }
        guard let note else { return }
        let written = try AtomicFile(notePath)
        try written.write(Array(note.utf8))
        try written.commit()
    }

    package func append(_ bytes: [UInt8]) throws(FileError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result<Void, FileError> { () throws(FileError) in
                var rest = bytes
                while !rest.isEmpty {
                    let count = systemWrite(file.withLock { $0 }, rest.baseAddress, rest.count)
                    if count < 0, errno != EINTR { throw FileError(errno: errno, path: part, doing: "write") }
                    rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
                }
            }
        }
        try result.get()
    }

    /// Gives the complete file its name.
    package func commit() throws(FileError) {
        guard rename(part, path) == 0 else { throw FileError(errno: errno, path: path, doing: "write") }
        _ = unlink(notePath)
        close()
    }

    /// Removes part and note.
    package func discard() {
        _ = unlink(part)
        _ = unlink(notePath)
        close()
    }

    private func close() {
        let number = file.withLock { number in
            defer { number = -1 }
            return number
        }
        if number >= 0 { _ = systemClose(number) }
    }
}

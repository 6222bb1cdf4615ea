import BatonFiles
import BatonReports
import Synchronization

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

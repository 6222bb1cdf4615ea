import BatonFiles
import Synchronization

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

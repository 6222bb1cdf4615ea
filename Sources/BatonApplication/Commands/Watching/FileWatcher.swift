package import BatonFiles
package import BatonProcesses

#if os(Linux)
    import BatonSystem
    import Synchronization

    /// Reports files below a folder that were saved, created, moved or removed, using inotify.
    ///
    /// Hidden and excluded folders are not watched. Changes since the initialisation are not lost: the kernel queues
    /// them until they are read.
    package final class FileWatcher: Sendable {
        private struct State {
            /// The watched folders by watch descriptor.
            var folders: [Int32: String] = [:]
            var changed: Set<String> = []
        }

        private let root: String
        private let excluded: Set<String>
        private let queue: Descriptor
        private let cancelled: Latch
        private let state = Mutex(State())
        /// Milliseconds without changes before changes are reported, because editors write in several steps.
        private let quiet: Int32
        private static let mask = UInt32(
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ONLYDIR)
        /// Milliseconds between two looks at the settings of the terminal.
        private static let look: Int32 = 1000
        private static let mostFolders = 20_000

        /// - Parameters:
        ///   - root: an absolute path.
        ///   - excluded: absolute paths of folders that are not watched.
        ///   - quiet: in milliseconds.
        /// - Throws: when the system's limit of watches is reached.
        package init(_ root: String, excluding excluded: Set<String> = [], quiet: Int32 = 60) throws(FileError) {
            self.root = root
            self.excluded = excluded
            self.quiet = quiet
            let number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard number >= 0 else { throw FileError(errno: errno, path: root, doing: "watch") }
            queue = Descriptor(owning: number)
            cancelled = try Latch()
            try state.withLock { state throws(FileError) in try watch(root, &state, isNew: false) }
        }

        package var folderCount: Int { state.withLock(\.folders.count) }

        package enum Event: Sendable, Equatable {
            /// The absolute paths changed since the last event.
            case changed(Set<String>)
            case pressed([UInt8])
            /// No further key can be pressed: the terminal is gone.
            case endOfKeys
        }

        /// Waits for changes until there are no more, or for a key; nil when the task was cancelled.
        package func next(orKeysOf keyboard: Keyboard? = nil) async -> Event? {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let wait: @Sendable () -> Void = { [self] in
                        continuation.resume(returning: waitForEvent(keyboard))
                    }
                    if !DetachedThread.start(wait) { continuation.resume(returning: nil) }
                }
            } onCancel: {
                cancelled.open()
            }
        }

        private func waitForEvent(_ keyboard: Keyboard?) -> Event? {
            while true {
                let hasChanges = state.withLock { !$0.changed.isEmpty }
                var entries = [
                    pollfd(fd: queue.number, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: cancelled.number, events: Int16(POLLIN), revents: 0),
                    // An entry with a negative number is left out.
                    pollfd(fd: keyboard?.number ?? -1, events: Int16(POLLIN), revents: 0),
                ]
                let count = poll(&entries, 3, hasChanges ? quiet : keyboard == nil ? -1 : Self.look)
                if cancelled.isOpen { return nil }
                if count > 0 {
                    if entries[0].revents != 0 { readEvents() }
                    guard let keyboard, entries[2].revents != 0 else { continue }
                    guard let keys = keyboard.pressed() else { return .endOfKeys }
                    if !keys.isEmpty { return .pressed(keys) }
                } else if count == 0, !hasChanges {
                    keyboard?.renew()
                } else if count == 0 {
                    return state.withLock { state in
                        defer { state.changed = [] }
                        return .changed(state.changed)
                    }
                } else if errno != EINTR {
                    return nil
                }
            }
        }

        private func readEvents() {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(queue.number, &buffer, buffer.count)
            guard count > 0 else { return }
            state.withLock { state in
                var offset = 0
                let size = MemoryLayout<inotify_event>.size
                while offset + size <= count {
                    let event = buffer.withUnsafeBytes {
                        $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    }
                    let name = buffer[(offset + size)..<min(offset + size + Int(event.len), count)].prefix { $0 != 0 }
                    offset += size + Int(event.len)
                    take(event, String(decoding: name, as: UTF8.self), &state)
                }
            }
        }

        private func take(_ event: inotify_event, _ name: String, _ state: inout State) {
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                // The event queue overflowed: any file may have changed.
                try? watch(root, &state, isNew: true)
                return
            }
            if event.mask & UInt32(IN_IGNORED) != 0 {
                state.folders[event.wd] = nil
                return
            }
            guard let folder = state.folders[event.wd], !name.isEmpty else { return }
            let path = RealPath.join(folder, name)
            guard event.mask & UInt32(IN_ISDIR) != 0 else {
                state.changed.insert(path)
                return
            }
            if event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 {
                // Files created in the folder before it was watched are found by listing it.
                try? watch(path, &state, isNew: true)
            } else {
                // The watch of a folder that was moved away would report changes at its new place.
                for (number, watched) in state.folders where RealPath.contains(path, watched) {
                    inotify_rm_watch(queue.number, number)
                    state.folders[number] = nil
                    state.changed.insert(watched)
                }
            }
        }

        /// Watches a folder and all folders below it.
        ///
        /// - Parameter isNew: whether the files in it count as changed.
        private func watch(_ path: String, _ state: inout State, isNew: Bool) throws(FileError) {
            var pending = [path]
            while let folder = pending.popLast() {
                if folder != root, RealPath.name(of: folder).hasPrefix(".") || excluded.contains(folder) { continue }
                guard state.folders.count < Self.mostFolders else {
                    throw FileError(.tooLarge, path: root, message: "`\(root)` holds too many folders to watch")
                }
                let number = inotify_add_watch(queue.number, folder, Self.mask)
                guard number >= 0 else {
                    // The folder may have been removed, or belong to another user.
                    if errno == ENOENT || errno == EACCES || errno == ENOTDIR, folder != root { continue }
                    let reason =
                        errno == ENOSPC ? "the system gives no more watches (fs.inotify.max_user_watches)" : nil
                    throw reason.map { FileError(.failed, path: folder, message: "could not watch `\(folder)`: \($0)") }
                        ?? FileError(errno: errno, path: folder, doing: "watch")
                }
                state.folders[number] = folder
                for name in (try? Folder.names(in: folder)) ?? [] {
                    let child = RealPath.join(folder, name)
                    var status = stat()
                    guard lstat(child, &status) == 0 else { continue }
                    if isKind(S_IFDIR, status.st_mode) {
                        pending.append(child)
                    } else if isNew {
                        state.changed.insert(child)
                    }
                }
            }
        }
    }
#endif

/// The temporary files of editors.
enum EditorFiles {
    /// Whether a file of this name is one that an editor writes beside the file that is edited: Vim (`4913`, `.a.swp`),
    /// Emacs (`#a#`, `.#a`), JetBrains (`a___jb_tmp___`), Kate, GNOME, `sed -i` (`sedf0Sp1a`), and backups that end in `~`.
    static func areTemporary(_ path: String) -> Bool {
        let name = RealPath.name(of: path)
        if name.hasSuffix("~") || name.hasSuffix("___jb_tmp___") || name.hasSuffix("___jb_old___") { return true }
        if name.hasPrefix(".#") || name.hasPrefix(".goutputstream-") || name.hasSuffix(".kate-swp") { return true }
        if name.hasPrefix("#"), name.hasSuffix("#"), name.utf8.count > 2 { return true }
        // Vim takes the next free one of `.swp`, `.swo`, … `.saa`.
        if name.hasPrefix("."), let dot = name.lastIndex(of: "."), dot > name.startIndex {
            let ending = name[dot...].utf8.dropFirst()
            if ending.count == 3, ending.first == UInt8(ascii: "s"),
                ending.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
            {
                return true
            }
        }
        return isProbe(name) || name.wholeMatch(of: /sed[A-Za-z0-9]{6}/) != nil
    }

    /// Vim tries whether it may write into a folder with a file named 4913; where that exists, it adds 123.
    private static func isProbe(_ name: String) -> Bool {
        guard let number = Int(name), number >= 4913, number < 10_000 else { return false }
        return (number - 4913) % 123 == 0
    }
}

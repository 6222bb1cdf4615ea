/// What a loop knows of each socket.
struct SocketTable {
    struct Entry {
        var pool: ConnectionPool?
        /// What libcurl waits for; empty while the connection is idle.
        var wanted = Poller.Interest()
        /// What the kernel was told to report.
        var watched = Poller.Interest()
        /// When its last transfer ended, in nanoseconds of the loop's clock, if nothing may come since; nil while a transfer
        /// is under way. Of HTTP/2 bytes may come at any time.
        var idleSince: UInt64?
        /// Of the origin that the last transfer went to.
        var persistence: Persistence?
        /// Whether libcurl tells when it closes the socket.
        var isAnnounced = false
    }

    private var entries: [Int32: Entry] = [:]

    subscript(socket: Int32) -> Entry {
        get { entries[socket] ?? Entry() }
        set { if socket >= 0 { entries[socket] = newValue } }
    }

    /// Whether a connection to that origin has been idle since then, or longer.
    func hasIdle(_ persistence: Persistence, since time: UInt64) -> Bool {
        entries.values.contains { entry in
            guard let idleSince = entry.idleSince else { return false }
            return idleSince <= time && entry.persistence === persistence
        }
    }
}

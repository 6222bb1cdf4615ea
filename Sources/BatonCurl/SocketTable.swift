/// The state of each socket of a loop.
struct SocketTable {
    struct Entry {
        var pool: ConnectionPool?
        /// What libcurl waits for; empty while the connection is idle.
        var wanted = PollerInterest()
        /// The events that the kernel was told to report.
        var watched = PollerInterest()
        /// When the last transfer ended, in nanoseconds of the loop's clock; nil while a transfer is in progress, and
        /// for HTTP/2, where bytes may arrive at any time.
        var idleSince: UInt64?
        /// The persistence of the origin that the last transfer went to.
        var persistence: Persistence?
        /// Whether libcurl tells the loop when it closes the socket.
        var isAnnounced = false
    }

    private var entries: [Int32: Entry] = [:]

    subscript(socket: Int32) -> Entry {
        get { entries[socket] ?? Entry() }
        set { if socket >= 0 { entries[socket] = newValue } }
    }

    /// Whether a connection to that origin has been idle since that time or longer.
    func hasIdle(_ persistence: Persistence, since time: UInt64) -> Bool {
        entries.values.contains { entry in
            guard let idleSince = entry.idleSince else { return false }
            return idleSince <= time && entry.persistence === persistence
        }
    }
}

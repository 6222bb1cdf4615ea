/// What a loop knows of each socket; the descriptor is the index, as the kernel gives out the smallest number.
struct SocketTable {
    struct Entry {
        var pool: ConnectionPool?
        /// What libcurl waits for; empty while the connection is idle.
        var wanted = Poller.Interest()
        /// What the kernel was told to report.
        var watched = Poller.Interest()
        /// Whether its last transfer has ended and nothing may come. Of HTTP/2 bytes may come at any time.
        var isIdle = false
        /// Whether libcurl tells when it closes the socket.
        var isAnnounced = false
    }

    private var entries: [Entry] = []

    subscript(socket: Int32) -> Entry {
        get { socket >= 0 && Int(socket) < entries.count ? entries[Int(socket)] : Entry() }
        set {
            guard socket >= 0 else { return }
            while entries.count <= Int(socket) { entries.append(Entry()) }
            entries[Int(socket)] = newValue
        }
    }
}

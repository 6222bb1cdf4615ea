import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The session that several requests share; a hop reads it before it is sent and changes it when it is answered.
public final class SessionStore: Sendable {
    private let session: Mutex<Session>
    /// What it was told since it began to record; nil where nobody wants to know.
    private let recorded: Mutex<[Receipt]?>
    private let now: @Sendable () -> Int64

    /// - Parameter now: seconds since 1970, for the expiry of cookies.
    package init(_ session: Session = Session(), now: @escaping @Sendable () -> Int64) {
        self.session = Mutex(session)
        recorded = Mutex(nil)
        self.now = now
    }

    /// A copy that goes its own way, and remembers what it is told.
    package init(recording other: SessionStore) {
        session = Mutex(other.value)
        recorded = Mutex([])
        now = other.now
    }

    /// What an answer on the way brought for a session.
    package struct Receipt: Sendable {
        package let headers: Headers
        package let url: URLText

        package init(headers: Headers, url: URLText) {
            self.headers = headers
            self.url = url
        }
    }

    /// Every answer that a recording session was told of, redirects included.
    package var receipts: [Receipt] { recorded.withLock { $0 ?? [] } }

    /// Takes over what an answer brought at another time: what was to hold for a while holds from then on.
    package func receive(_ receipt: Receipt, at moment: Int64) {
        session.withLock { session in
            session.receive(receipt.headers, from: receipt.url, now: moment)
        }
    }

    /// Begins with what that session holds.
    public convenience init(_ session: Session = Session()) {
        self.init(session) { Int64(time(nil)) }
    }

    /// A copy of what the session holds at this moment.
    public var value: Session {
        session.withLock { $0 }
    }

    /// Changes the session while nobody else reads it.
    public func update(_ change: (inout Session) -> Void) {
        session.withLock { change(&$0) }
    }

    /// Takes over what an answer from that URL sets.
    public func receive(_ headers: Headers, from url: URLText) {
        session.withLock { $0.receive(headers, from: url, now: now()) }
        recorded.withLock { $0?.append(Receipt(headers: headers, url: url)) }
    }

    /// Adds cookies and kept headers for that URL to headers that do not name them already.
    public func addHeaders(to headers: inout Headers, for url: URLText) {
        session.withLock { $0.addHeaders(to: &headers, for: url, now: now()) }
    }
}

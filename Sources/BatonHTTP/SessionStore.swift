import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The session that several requests share; a hop reads it before it is sent and changes it when it is answered.
public final class SessionStore: Sendable {
    private let session: Mutex<Session>
    /// Whose kept headers count instead of those of `session`; never one that shares in turn.
    private let headers: SessionStore?
    /// Is told every header value that is kept here, before anyone can send it.
    private let note: (@Sendable (String) -> Void)?
    /// What it was told since it began to record; nil where nobody wants to know.
    private let recorded: Mutex<[Receipt]?>
    private let now: @Sendable () -> Int64

    private init(
        _ session: Session, headers: SessionStore? = nil, note: (@Sendable (String) -> Void)? = nil,
        records: Bool = false, now: @escaping @Sendable () -> Int64
    ) {
        self.session = Mutex(session)
        self.headers = headers
        self.note = note
        recorded = Mutex(records ? [] : nil)
        self.now = now
    }

    /// Begins with what that session holds.
    public convenience init(_ session: Session = Session()) {
        self.init(session, now: Self.clock)
    }

    /// Has cookies of its own, and shares kept headers with another: what either is handed out goes with requests of both.
    ///
    /// Which names are kept, and of which origins, is what the other one says.
    public convenience init(sharingHeadersOf other: SessionStore) {
        self.init(Session(), headers: other.headers ?? other, now: other.now)
    }

    /// - Parameter note: is told every header value that is kept, before anyone can send it.
    package convenience init(_ session: Session, note: @escaping @Sendable (String) -> Void) {
        self.init(session, note: note, now: Self.clock)
    }

    /// - Parameter now: seconds since 1970, for the expiry of cookies.
    package convenience init(_ session: Session = Session(), now: @escaping @Sendable () -> Int64) {
        self.init(session, headers: nil, now: now)
    }

    /// A copy that goes its own way, and remembers what it is told.
    package convenience init(recording other: SessionStore) {
        self.init(other.value, records: true, now: other.now)
    }

    private static let clock: @Sendable () -> Int64 = { Int64(time(nil)) }

    /// What a response on the way brought for a session.
    package struct Receipt: Sendable {
        package let headers: Headers
        package let url: URLText

        package init(headers: Headers, url: URLText) {
            self.headers = headers
            self.url = url
        }
    }

    /// Every response that a recording session was told of, redirects included.
    package var receipts: [Receipt] { recorded.withLock { $0 ?? [] } }

    /// Takes over what a response brought at another time: what was to hold for a while holds from then on.
    package func receive(_ receipt: Receipt, at moment: Int64) {
        receive(receipt.headers, from: receipt.url, now: moment)
    }

    /// A copy of what the session holds at this moment.
    public var value: Session {
        var value = session.withLock { $0 }
        if let headers { value.kept = headers.value.kept }
        return value
    }

    /// The same where the session holds anything that goes along with requests, else nil.
    package var contents: Session? {
        let hasHeaders = headers?.session.withLock { !$0.kept.isEmpty }
        let isEmpty = session.withLock { session in
            session.jar.isEmpty && !(hasHeaders ?? !session.kept.isEmpty)
        }
        return isEmpty ? nil : value
    }

    /// Changes the session while nobody else reads it.
    public func update(_ change: (inout Session) -> Void) {
        session.withLock { session in
            guard let headers else { return change(&session) }
            headers.update { shared in
                session.kept = shared.kept
                change(&session)
                shared.kept = session.kept
            }
            session.kept = KeptHeaders()
        }
    }

    /// Takes over what a response from that URL sets; all its headers at once.
    public func receive(_ headers: Headers, from url: URLText) {
        receive(headers, from: url, now: now())
        recorded.withLock { $0?.append(Receipt(headers: headers, url: url)) }
    }

    private func receive(_ headers: Headers, from url: URLText, now: Int64) {
        session.withLock { session in
            session.jar.receive(headers, from: url, now: now)
            if self.headers == nil { session.kept.receive(headers, from: url, note: note) }
        }
        self.headers?.keep(headers, from: url)
    }

    private func keep(_ headers: Headers, from url: URLText) {
        session.withLock { $0.kept.receive(headers, from: url, note: note) }
    }

    /// Adds cookies and kept headers for that URL to headers that do not name them already.
    public func addHeaders(to headers: inout Headers, for url: URLText) {
        self.headers?.session.withLock { $0.kept.add(to: &headers, for: url) }
        session.withLock { $0.addHeaders(to: &headers, for: url, now: now()) }
    }
}

import BatonSystem
import Synchronization

/// A session shared by several requests. A hop reads it before it is sent, and changes it when its response arrives.
public final class SessionStore: Sendable {
    private let session: Mutex<Session>
    /// The store whose kept headers are used instead of those of `session`; it never shares those of a third store.
    private let headers: SessionStore?
    /// Called with every header value that is kept here, before any request can send it.
    private let note: (@Sendable (String) -> Void)?
    /// What was received since recording began; nil for a store that does not record.
    private let recorded: Mutex<[Receipt]?>
    private let now: @Sendable () -> Int64
    /// Called after everything that may have changed the session, outside of its lock.
    private let touched: (@Sendable (SessionStore) -> Void)?

    private init(
        _ session: Session, headers: SessionStore? = nil, note: (@Sendable (String) -> Void)? = nil,
        records: Bool = false, touched: (@Sendable (SessionStore) -> Void)? = nil, now: @escaping @Sendable () -> Int64
    ) {
        self.touched = touched
        self.session = Mutex(session)
        self.headers = headers
        self.note = note
        recorded = Mutex(records ? [] : nil)
        self.now = now
    }

    /// A store that starts with a copy of that session.
    public convenience init(_ session: Session = Session()) {
        self.init(session, now: Self.clock)
    }

    /// A store with cookies of its own that shares the kept headers of another: headers kept by either are sent with
    /// requests of both.
    ///
    /// The other store decides which names are kept, and from which origins.
    public convenience init(sharingHeadersOf other: SessionStore) {
        self.init(Session(), headers: other.headers ?? other, now: other.now)
    }

    /// - Parameter note: called with every header value that is kept, before any request can send it.
    package convenience init(_ session: Session, note: @escaping @Sendable (String) -> Void) {
        self.init(session, note: note, now: Self.clock)
    }

    /// - Parameter touched: called after everything that may have changed the session, outside of its lock.
    package convenience init(_ session: Session, touched: @escaping @Sendable (SessionStore) -> Void) {
        self.init(session, touched: touched, now: Self.clock)
    }

    /// - Parameter now: seconds since 1970, for the expiry of cookies.
    package convenience init(_ session: Session = Session(), now: @escaping @Sendable () -> Int64) {
        self.init(session, headers: nil, now: now)
    }

    /// An independent copy that records what it receives.
    package convenience init(recording other: SessionStore) {
        self.init(other.value, records: true, now: other.now)
    }

    private static let clock: @Sendable () -> Int64 = { Int64(time(nil)) }

    /// The headers that a store received from one response.
    package struct Receipt: Sendable {
        package let headers: Headers
        package let url: URLText

        package init(headers: Headers, url: URLText) {
            self.headers = headers
            self.url = url
        }
    }

    /// Every response that a recording store received, redirects included.
    package var receipts: [Receipt] { recorded.withLock { $0 ?? [] } }

    /// Receives a recorded response again, as if it had come at that moment: lifetimes in seconds start then.
    package func receive(_ receipt: Receipt, at moment: Int64) {
        receive(receipt.headers, from: receipt.url, now: moment)
    }

    /// A copy of the session at this moment.
    public var value: Session {
        var value = session.withLock { $0 }
        if let headers { value.kept = headers.value.kept }
        return value
    }

    /// Whose session it is; see `Session.owner`.
    package var owner: String? { session.withLock(\.owner) }

    /// A copy of the session; nil if it adds nothing to any request.
    package var contents: Session? {
        let hasHeaders = headers?.session.withLock { !$0.kept.isEmpty }
        let isEmpty = session.withLock { session in
            session.jar.isEmpty && !(hasHeaders ?? !session.kept.isEmpty)
        }
        return isEmpty ? nil : value
    }

    /// Takes over the owner, the cookies and the kept headers of another session, such as one of an earlier launch.
    ///
    /// They replace those of the same name. Expired cookies are left out, and so are headers whose names are not kept here,
    /// or that belong to an origin which is not trusted here.
    public func restore(_ saved: Session) {
        let now = now()
        update { session in
            session.owner = saved.owner
            for cookie in saved.jar.cookies { session.jar.store(cookie, now: now) }
            for (origin, field) in saved.kept.entries {
                session.kept.restore(field.name, field.value, for: origin, note: note)
            }
        }
    }

    /// Changes the session under its lock.
    public func update(_ change: (inout Session) -> Void) {
        defer { touched?(self) }
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

    /// Stores what a response from that URL sets, from all its headers at once.
    public func receive(_ headers: Headers, from url: URLText) {
        receive(headers, from: url, now: now())
        recorded.withLock { $0?.append(Receipt(headers: headers, url: url)) }
    }

    private func receive(_ headers: Headers, from url: URLText, now: Int64) {
        defer { touched?(self) }
        session.withLock { session in
            session.jar.receive(headers, from: url, now: now)
            if self.headers == nil { session.kept.receive(headers, from: url, note: note) }
        }
        self.headers?.keep(headers, from: url)
    }

    private func keep(_ headers: Headers, from url: URLText) {
        session.withLock { $0.kept.receive(headers, from: url, note: note) }
    }

    /// Adds cookies and kept headers for that URL, except those that the request already has.
    public func addHeaders(to headers: inout Headers, for url: URLText) {
        self.headers?.session.withLock { $0.kept.add(to: &headers, for: url) }
        session.withLock { $0.addHeaders(to: &headers, for: url, now: now()) }
    }
}

import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The session that several requests share; a hop reads it before it is sent and changes it when it is answered.
package final class SessionStore: Sendable {
    private let session: Mutex<Session>
    private let now: @Sendable () -> Int64

    /// - Parameter now: seconds since 1970, for the expiry of cookies.
    package init(_ session: Session = Session(), now: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }) {
        self.session = Mutex(session)
        self.now = now
    }

    /// A copy of what the session holds at this moment.
    package var value: Session {
        session.withLock { $0 }
    }

    package func update(_ change: (inout Session) -> Void) {
        session.withLock { change(&$0) }
    }

    package func receive(_ headers: Headers, from url: URLText) {
        session.withLock { $0.receive(headers, from: url, now: now()) }
    }

    package func addHeaders(to headers: inout Headers, for url: URLText) {
        session.withLock { $0.addHeaders(to: &headers, for: url, now: now()) }
    }
}

import FlyingSocks

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A socket pool whose sockets send without delay (`TCP_NODELAY`).
///
/// FlyingFox writes head and body separately. With Nagle's algorithm the body would wait for the client's delayed
/// acknowledgement of the head, 40 ms, in every response on a reused connection. The pool is the only place where
/// FlyingFox exposes its sockets; accepted sockets inherit the option from the listening one.
struct PromptPool<Base: AsyncSocketPool>: AsyncSocketPool {
    let base: Base

    func prepare() async throws {
        try await base.prepare()
    }

    func run() async throws {
        try await base.run()
    }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        // A socket without the option is slow, but works.
        try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
        try await base.suspendSocket(socket, untilReadyFor: events)
    }
}

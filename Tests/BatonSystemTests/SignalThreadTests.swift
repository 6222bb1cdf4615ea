import Testing

@testable import BatonSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct SignalThreadTests {
    @Test func `the first signal and further ones have their own actions`() async {
        // Sent to the waiting thread alone: other threads of a test run do not block it.
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        SignalThread.start(
            signals: [SIGUSR1, SIGUSR2],
            onStart: { pthread_kill(pthread_self(), SIGUSR1) },
            first: {
                continuation.yield("first \($0 == SIGUSR1)")
                pthread_kill(pthread_self(), SIGUSR2)
            },
            second: {
                continuation.yield("second \($0 == SIGUSR2)")
                continuation.finish()
            })
        var seen: [String] = []
        for await event in events { seen.append(event) }
        #expect(seen == ["first true", "second true"])
    }
}

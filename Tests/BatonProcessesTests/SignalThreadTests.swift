import Synchronization
import Testing

@testable import BatonProcesses

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct SignalThreadTests {
    @Test func `the first signal and further ones have their own actions`() async {
        // Sent to the waiting thread alone: other threads of a test run do not block it.
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        let waiting = Mutex<pthread_t?>(nil)
        SignalThread.start(
            signals: [SIGUSR1, SIGUSR2], sequence: SignalSequence(echoTime: 0),
            onStart: {
                waiting.withLock { $0 = pthread_self() }
                pthread_kill(pthread_self(), SIGUSR1)
            },
            first: {
                continuation.yield("first \($0 == SIGUSR1)")
                waiting.withLock { thread in
                    if let thread { pthread_kill(thread, SIGUSR2) }
                }
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

struct SignalSequenceTests {
    private static let millisecond: Int64 = 1_000_000

    @Test func `a second signal insists`() {
        var sequence = SignalSequence()
        #expect(sequence.meaning(of: SIGINT, at: 0) == .first)
        #expect(sequence.meaning(of: SIGINT, at: 200 * Self.millisecond) == .second)
        #expect(sequence.meaning(of: SIGTERM, at: 201 * Self.millisecond) == .second)
    }

    @Test func `a signal that a wrapper passes on at once is the same Ctrl-C`() {
        var sequence = SignalSequence()
        #expect(sequence.meaning(of: SIGINT, at: 7) == .first)
        #expect(sequence.meaning(of: SIGINT, at: 7 + 199 * Self.millisecond) == .echo)
        #expect(sequence.meaning(of: SIGINT, at: 7 + 200 * Self.millisecond) == .second)
    }

    @Test func `repeated SIGHUPs count once`() {
        var sequence = SignalSequence()
        #expect(sequence.meaning(of: SIGHUP, at: 0) == .first)
        #expect(sequence.meaning(of: SIGHUP, at: 60_000 * Self.millisecond) == .echo)
        #expect(sequence.meaning(of: SIGTERM, at: 60_001 * Self.millisecond) == .second)
    }
}

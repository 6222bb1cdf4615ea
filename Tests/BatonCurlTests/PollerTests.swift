import Glibc
import Testing

@testable import BatonCurl

/// What waits for sockets: with epoll, and with poll, as on systems other than Linux.
@Suite struct PollerTests {
    /// A poller of either kind.
    struct AnyPoller {
        let set: (Int32, PollerInterest, Bool) -> Void
        let remove: (Int32) -> Void
        /// Waits without blocking.
        let ready: () -> [PollerEvent]

        init(_ kind: Kind) {
            switch kind {
            case .epoll:
                let poller = EpollPoller()
                set = { poller.set($0, $1, isWatched: $2) }
                remove = { poller.remove($0) }
                ready = { Array(poller.wait(milliseconds: 0)) }
            case .poll:
                let poller = PollPoller()
                set = { poller.set($0, $1, isWatched: $2) }
                remove = { poller.remove($0) }
                ready = { poller.wait(milliseconds: 0) }
            }
        }
    }

    enum Kind: CaseIterable { case epoll, poll }

    /// Two connected sockets.
    private struct Pair {
        let left: Int32
        let right: Int32

        init() {
            var pair: [Int32] = [-1, -1]
            _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
            (left, right) = (pair[0], pair[1])
        }

        func send() { _ = write(right, "x", 1) }
    }

    @Test(arguments: Kind.allCases) func `a socket is ready for what it is watched for`(_ kind: Kind) {
        let poller = AnyPoller(kind)
        let pair = Pair()
        defer { _ = (close(pair.left), close(pair.right)) }
        poller.set(pair.left, .reading, false)
        #expect(poller.ready().isEmpty)
        pair.send()
        #expect(poller.ready().map(\.descriptor) == [pair.left])
        #expect(poller.ready().allSatisfy { $0.canRead && !$0.canWrite && !$0.hasError })
        poller.set(pair.left, .writing, true)
        #expect(poller.ready().allSatisfy { !$0.canRead && $0.canWrite })
        poller.set(pair.left, [.reading, .writing], true)
        #expect(poller.ready().map { [$0.canRead, $0.canWrite] } == [[true, true]])
        poller.remove(pair.left)
        #expect(poller.ready().isEmpty)
    }

    @Test(arguments: Kind.allCases) func `the end of the other side is told`(_ kind: Kind) {
        let poller = AnyPoller(kind)
        let pair = Pair()
        defer { close(pair.left) }
        poller.set(pair.left, .reading, false)
        close(pair.right)
        #expect(poller.ready().map { $0.canRead && $0.hasError } == [true])
    }

    @Test(arguments: Kind.allCases)
    func `a socket that was closed without being removed is forgotten, and its number can be watched again`(
        _ kind: Kind
    ) {
        let poller = AnyPoller(kind)
        let old = Pair()
        poller.set(old.left, .reading, false)
        _ = (close(old.left), close(old.right))
        _ = poller.ready()
        #expect(poller.ready().isEmpty)
        let new = Pair()
        defer { _ = (close(new.left), close(new.right)) }
        poller.set(new.left, .reading, true)
        new.send()
        #expect(poller.ready().map(\.descriptor) == [new.left])
    }

    @Test(arguments: Kind.allCases) func `an alarm wakes until it is silenced`(_ kind: Kind) {
        let poller = AnyPoller(kind)
        let (descriptor, ring, silence): (Int32, () -> Void, () -> Void)
        switch kind {
        case .epoll:
            let alarm = EventAlarm()
            (descriptor, ring, silence) = (alarm.descriptor, { alarm.ring() }, { alarm.silence() })
        case .poll:
            let alarm = PipeAlarm()
            (descriptor, ring, silence) = (alarm.descriptor, { alarm.ring() }, { alarm.silence() })
        }
        poller.set(descriptor, .reading, false)
        #expect(poller.ready().isEmpty)
        ring()
        ring()
        #expect(poller.ready().map(\.descriptor) == [descriptor])
        silence()
        #expect(poller.ready().isEmpty)
    }
}

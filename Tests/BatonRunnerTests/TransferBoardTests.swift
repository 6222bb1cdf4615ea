import BatonHTTP
import Synchronization
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// What is known of large transfers while they are under way.
@Suite final class TransferBoardTests: Sendable {
    private let clock = Mutex<Microseconds>(0)

    private func board() -> TransferBoard { TransferBoard { self.clock.withLock { $0 } } }

    private func pass(_ microseconds: Microseconds) { clock.withLock { $0 += microseconds } }

    private static func sending(_ done: Int64, of total: Int64?) -> TransferProgress {
        TransferProgress(sent: done, toSend: total, received: 0, toReceive: nil)
    }

    private static func receiving(_ done: Int64, of total: Int64?, sent: Int64 = 0) -> TransferProgress {
        TransferProgress(sent: sent, toSend: sent, received: done, toReceive: total)
    }

    @Test(arguments: [
        (sending(10, of: 1_000_000), nil),
        (receiving(1_000_000, of: nil), nil),
        (sending(10, of: 1_000_001), TransferState(.sending, done: 10, total: 1_000_001)),
        (sending(1_000_001, of: nil), TransferState(.sending, done: 1_000_001, total: nil)),
        (receiving(0, of: 2_000_000), TransferState(.receiving, done: 0, total: 2_000_000)),
        (receiving(1_500_000, of: nil), TransferState(.receiving, done: 1_500_000, total: nil)),
        (receiving(5, of: 2_000_000, sent: 3_000_000), TransferState(.receiving, done: 5, total: 2_000_000)),
        (receiving(5, of: 10, sent: 3_000_000), TransferState(.sending, done: 3_000_000, total: 3_000_000)),
    ])
    func `only bodies above 1 MB are shown`(_ progress: TransferProgress, _ expected: TransferState?) {
        let board = board()
        let exchange = board.begin("w.yaml › Upload")
        exchange.observer(progress)
        #expect(board.shown?.state == expected)
        exchange.end()
        #expect(board.shown == nil)
    }

    @Test func `the one that began first is shown, with the number of others`() {
        let board = board()
        let exchanges = ["a", "small", "c", "d"].map(board.begin)
        for exchange in exchanges { exchange.observer(Self.sending(1, of: 5_000_000)) }
        exchanges[1].observer(Self.sending(1, of: 5))
        #expect(board.shown?.name == "a")
        #expect(board.shown?.others == 2)
        exchanges[0].end()
        exchanges[0].observer(Self.sending(2, of: 5_000_000))
        #expect(board.shown?.name == "c")
        #expect(board.shown?.others == 1)
    }

    @Test func `the rate is that of the last second`() {
        let board = board()
        let exchange = board.begin("a")
        exchange.observer(Self.sending(0, of: 9_000_000))
        #expect(board.shown?.rate == nil)
        pass(100_000)
        exchange.observer(Self.sending(100_000, of: 9_000_000))
        #expect(board.shown?.rate == nil, "too early to say")
        pass(100_000)
        exchange.observer(Self.sending(400_000, of: 9_000_000))
        #expect(board.shown?.rate == 2_000_000)
        pass(800_000)
        exchange.observer(Self.sending(1_000_000, of: 9_000_000))
        #expect(board.shown?.rate == 1_000_000)
        pass(1_000_000)
        exchange.observer(Self.sending(4_000_000, of: 9_000_000))
        #expect(board.shown?.rate == 3_000_000)
    }

    @Test func `a hop of a redirect, and a response behind an upload, begin anew`() {
        let board = board()
        let exchange = board.begin("a")
        exchange.observer(Self.sending(0, of: 3_000_000))
        pass(1_000_000)
        exchange.observer(Self.sending(3_000_000, of: 3_000_000))
        #expect(board.shown?.rate == 3_000_000)
        exchange.observer(Self.sending(0, of: 3_000_000))
        #expect(board.shown?.rate == nil)
        pass(1_000_000)
        exchange.observer(Self.sending(3_000_000, of: 3_000_000))
        exchange.observer(Self.receiving(1, of: 2_000_000, sent: 3_000_000))
        #expect(board.shown?.rate == nil)
        #expect(board.shown?.state.direction == .receiving)
    }
}

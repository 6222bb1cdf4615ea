import BatonHTTP
import BatonTesting
import Synchronization
import Testing

@testable import BatonCurl

/// A dispatcher that bounds the connections to each origin.
@Suite struct ConnectionLimitTests {
    /// Counts the requests that a server holds until it may answer them.
    private final class Counter: Sendable {
        private struct State {
            var held = 0
            var most = 0
            var targets: [String] = []
        }

        private let state = Mutex(State())
        private let isAsked = Notice()
        private let mayAnswer = Gate()

        var most: Int { state.withLock(\.most) }
        var targets: [String] { state.withLock(\.targets) }

        func serve(_ connection: RawServer.Connection) {
            while let request = connection.readRequest() {
                state.withLock { state in
                    state.held += 1
                    state.most = max(state.most, state.held)
                    state.targets.append(request.target)
                }
                isAsked.give()
                mayAnswer.wait()
                state.withLock { $0.held -= 1 }
                connection.write(rawResponse())
            }
        }

        /// Waits for the next request.
        func asked() async { await isAsked.received() }

        /// Lets one request be answered.
        func answer() { mayAnswer.open() }
    }

    private func withLimit(
        _ limit: Int, _ body: (CurlDispatcher, RawServer, Counter) async throws -> Void
    ) async throws {
        let counter = Counter()
        try await withServer({ counter.serve($0) }) { server in
            try await withEngine { _, engine in
                try await body(CurlDispatcher(engine: engine, connectionsPerOrigin: limit), server, counter)
            }
        }
    }

    @Test(arguments: [1, 2, 3])
    func `no more requests are on their way than the limit allows`(_ limit: Int) async throws {
        try await withLimit(limit) { dispatcher, server, counter in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    let request = try server.request(.get, "/\(number)")
                    group.addTask { try await dispatcher.send(request).status }
                }
                for _ in 0..<20 {
                    await counter.asked()
                    counter.answer()
                }
                for try await status in group { #expect(status == 200) }
            }
            #expect(counter.most <= limit && Set(counter.targets).count == 20)
            #expect(server.connectionCount <= limit)
        }
    }

    private final class Order: Sendable {
        private let kept = Mutex<[Int]>([])
        var numbers: [Int] { kept.withLock { $0 } }
        func add(_ number: Int) { kept.withLock { $0.append(number) } }
    }

    @Test func `who waits longest is next`() async {
        let limit = ConnectionLimit(1)
        let origin = Origin(scheme: "http", host: "a.example", port: 80)
        #expect(await limit.enter(origin, within: .seconds(600)) == .entered)
        let order = Order()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                let before = limit.waitingCount(at: origin)
                group.addTask {
                    #expect(await limit.enter(origin, within: .seconds(600)) == .entered)
                    order.add(number)
                    limit.leave(origin)
                }
                while limit.waitingCount(at: origin) == before { await Task.yield() }
            }
            limit.leave(origin)
        }
        #expect(order.numbers == Array(0..<10))
        #expect(limit.waitingCount(at: origin) == 0)
    }

    @Test func `each origin has a limit of its own`() async {
        let limit = ConnectionLimit(1)
        for port in 1...3 {
            let origin = Origin(scheme: "http", host: "a.example", port: port)
            #expect(await limit.enter(origin, within: .seconds(600)) == .entered)
        }
    }

    @Test func `a request that waits can be cancelled, and lets the others pass`() async throws {
        try await withLimit(1) { dispatcher, server, counter in
            let (first, second, third) = (
                try server.request(.get, "/1"), try server.request(.get, "/2"), try server.request(.get, "/3")
            )
            let held = Task { try await dispatcher.send(first).status }
            await counter.asked()
            let cancelled = Task { await failing { try await dispatcher.send(second) } }
            cancelled.cancel()
            #expect(await cancelled.value?.kind == .cancelled)
            let last = Task { try await dispatcher.send(third).status }
            counter.answer()
            #expect(try await held.value == 200)
            await counter.asked()
            counter.answer()
            #expect(try await last.value == 200)
            #expect(counter.targets == ["/1", "/3"])
        }
    }

    @Test func `a request waits for a connection no longer than its timeout`() async throws {
        try await withLimit(1) { dispatcher, server, counter in
            let first = try server.request(.get, "/1")
            let held = Task { try await dispatcher.send(first).status }
            await counter.asked()
            let request = try server.request(.get, "/2") { $0.timeout = .milliseconds(20) }
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .timeout)
            #expect(
                failure?.message
                    == "no response within 20ms from 127.0.0.1:\(server.port): all connections to it are in use, 1 at most"
            )
            counter.answer()
            #expect(try await held.value == 200)
            #expect(counter.targets == ["/1"])
        }
    }

    @Test func `streams do not stand in the way of requests`() async throws {
        try await withLimit(1) { dispatcher, server, counter in
            let stream = try server.request(.get, "/stream") { $0.readsStream = true }
            let streaming = Task { try await dispatcher.send(stream).status }
            await counter.asked()
            let request = try server.request(.get, "/1")
            let sent = Task { try await dispatcher.send(request).status }
            await counter.asked()
            for _ in 0..<2 { counter.answer() }
            for task in [streaming, sent] { #expect(try await task.value == 200) }
        }
    }
}

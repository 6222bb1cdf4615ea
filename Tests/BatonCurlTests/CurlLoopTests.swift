import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

@Suite struct CurlLoopTests {
    @Test func `a request sent by a task of a loop crosses no thread`() async throws {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine(loops: 2) { dispatcher, engine in
            let request = try server.request()
            let threads = try await withThrowingTaskGroup(of: Set<UInt>.self) { group in
                for number in 0..<2 {
                    group.addTask(executorPreference: engine.loop(at: number)) {
                        var threads: Set<UInt> = [Thread.current]
                        for _ in 0..<20 {
                            _ = try await dispatcher.send(request)
                            threads.insert(Thread.current)
                        }
                        return threads
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(threads.map(\.count) == [1, 1])
            #expect(Set(threads.joined()).count == 2)
        }
        // Each loop has connections of its own, and uses them again.
        #expect(server.connectionCount == 2)
        #expect(server.requests.count == 40)
    }

    @Test func `requests from elsewhere are handed to a loop`() async throws {
        let server = RawServer(answering: { rawResponse("200 OK", [], $0.target) })
        defer { server.stop() }
        try await withEngine(loops: 2) { dispatcher, _ in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<50 {
                    let request = try server.request(.get, "/\(number)")
                    group.addTask { try await dispatcher.send(request).body == Array("/\(number)".utf8) }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }
    }

    @Test func `many tasks of a transfer loop share the loop`() async throws {
        let server = RawServer(answering: { rawResponse("200 OK", [], $0.target) })
        defer { server.stop() }
        try await withEngine { dispatcher, engine in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<100 {
                    let request = try server.request(.get, "/\(number)")
                    group.addTask(executorPreference: engine.loop(at: 0)) {
                        let isRight = try await dispatcher.send(request).body == Array("/\(number)".utf8)
                        let isRightAgain = try await dispatcher.send(request).body == Array("/\(number)".utf8)
                        return isRight && isRightAgain ? 1 : 0
                    }
                }
                let right = try await group.reduce(0, +)
                #expect(right == 100)
            }
        }
    }

    @Test func `connections are kept however many transfers wait`() async throws {
        let isAsked = Notice()
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request.target == "/wait" {
                    isAsked.give()
                    return connection.waitForClose()
                }
                connection.write(rawResponse())
            }
        }
        defer { server.stop() }
        try await withEngine { dispatcher, engine in
            let loop = engine.loop(at: 0)
            let endless = try server.request(.get, "/wait")
            let waiting = (0..<200).map { _ in
                Task(executorPreference: loop) { await failing { try await dispatcher.send(endless) } }
            }
            for _ in waiting { await isAsked.received() }
            for isReused in [false, true, true] {
                let response = try await dispatcher.send(try server.request())
                #expect(response.isReusedConnection == isReused)
            }
            for task in waiting { task.cancel() }
            for task in waiting { #expect(await task.value?.kind == .cancelled) }
        }
    }

    @Test func `tasks that give way to each other do not keep sockets waiting`() async throws {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, engine in
            let request = try server.request()
            let isDone = Flag()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask(executorPreference: engine.loop(at: 0)) {
                    while !isDone.isSet { await Task.yield() }
                }
                group.addTask(executorPreference: engine.loop(at: 0)) {
                    _ = try await dispatcher.send(request)
                    isDone.set()
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `a slow name server holds up only its own request`() async throws {
        try #require(NameServer.isInPlace)
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, engine in
            let slow = Request(.get, try URLText.parse("http://slow.test/"), options: .patient)
            let quick = try server.request()
            let loop = engine.loop(at: 0)
            let waiting = Task(executorPreference: loop) { await failing { try await dispatcher.send(slow) } }
            await NameServer.slowIsAsked.received()
            // The name server has not answered and will not before the end of the test.
            let response = try await Task(executorPreference: loop) { try await dispatcher.send(quick) }.value
            #expect(response.status == 200)
            waiting.cancel()
            #expect(await waiting.value?.kind == .cancelled)
            let after = try await Task(executorPreference: loop) { try await dispatcher.send(quick) }.value
            #expect(after.isReusedConnection)
        }
        NameServer.slowMayRespond.open()
    }
}

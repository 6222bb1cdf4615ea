import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

@Suite struct CancellationTests {
    @Test func `a task cancelled before it sends, sends nothing`() async throws {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, engine in
            let request = try server.request()
            let loops: [CurlLoop?] = [nil, engine.loop(at: 0)]
            for loop in loops {
                let task = Task(executorPreference: loop) {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return await failing { try await dispatcher.send(request) }
                }
                let failure = await task.value
                #expect(failure?.kind == .cancelled)
                #expect(failure?.message == "cancelled before the request was sent")
            }
        }
        #expect(server.connectionCount == 0)
    }

    @Test func `a task cancelled while it waits ends at once and closes its connection`() async throws {
        let isAsked = Notice()
        let isClosed = Notice()
        let server = RawServer { connection in
            _ = connection.readRequest()
            isAsked.give()
            connection.waitForClose()
            isClosed.give()
        }
        defer { server.stop() }
        try await withEngine { dispatcher, engine in
            let request = try server.request()
            let loops: [CurlLoop?] = [nil, engine.loop(at: 0)]
            for loop in loops {
                let task = Task(executorPreference: loop) { await failing { try await dispatcher.send(request) } }
                await isAsked.received()
                task.cancel()
                let failure = await task.value
                #expect(failure?.kind == .cancelled)
                #expect(failure?.message == "cancelled while 127.0.0.1:\(server.port) was to answer")
                await isClosed.received()
            }
        }
    }

    @Test func `cancelling in the middle of a body leaves the others alone`() async throws {
        let isAsked = Notice()
        let mayEnd = Gate()
        let server = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
            isAsked.give()
            if request.target == "/kept" {
                mayEnd.wait()
                connection.write("67890")
            } else {
                connection.waitForClose()
            }
        }
        defer { server.stop() }
        try await withEngine { dispatcher, engine in
            let kept = try server.request(.get, "/kept")
            let dropped = try server.request(.get, "/dropped")
            let loop = engine.loop(at: 0)
            let first = Task(executorPreference: loop) { try await dispatcher.send(kept) }
            let second = Task(executorPreference: loop) { await failing { try await dispatcher.send(dropped) } }
            await isAsked.received()
            await isAsked.received()
            second.cancel()
            let failure = await second.value
            #expect(failure?.kind == .cancelled)
            mayEnd.open()
            let response = try await first.value
            #expect(response.body == Array("1234567890".utf8))
        }
    }

    @Test func `shutting down ends what is under way, and nothing starts afterwards`() async throws {
        let isAsked = Notice()
        let server = RawServer { connection in
            _ = connection.readRequest()
            isAsked.give()
            connection.waitForClose()
        }
        defer { server.stop() }
        let engine = CurlEngine(loopCount: 2, environment: .empty)
        let dispatcher = CurlDispatcher(engine: engine)
        let request = try server.request()
        let tasks = (0..<4).map { number in
            Task(executorPreference: engine.loop(at: number)) { await failing { try await dispatcher.send(request) } }
        }
        for _ in tasks { await isAsked.received() }
        engine.shutDown()
        for task in tasks { #expect(await task.value?.kind == .cancelled) }
        #expect(await failing { try await dispatcher.send(request) }?.kind == .cancelled)
        let late = Task(executorPreference: engine.loop(at: 0)) { 5 }
        #expect(await late.value == 5)
    }

    @Test func `an engine that was never used shuts down`() {
        CurlEngine(loopCount: 3, environment: .empty).shutDown()
    }
}

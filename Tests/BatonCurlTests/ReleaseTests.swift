import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

@Suite struct ReleaseTests {
    /// Ends with its request: nobody else keeps it.
    private final class Witness {
        weak var session: SessionStore?
    }

    @Test(arguments: ["answer", "close", "cancel", "refuse"])
    func `nothing of a request is kept once it has ended`(_ ending: String) async throws {
        let isAsked = Notice()
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request.target == "/close" { return }
                if request.target == "/cancel" {
                    isAsked.give()
                    return connection.waitForClose()
                }
                connection.write(rawResponse())
            }
        }
        defer { server.stop() }
        let witness = Witness()
        try await withEngine { dispatcher, engine in
            // Another request keeps the loop and its handles busy and alive.
            _ = try await dispatcher.send(try server.request())
            let task = try start("/\(ending)", server, dispatcher, engine, witness)
            if ending == "cancel" {
                await isAsked.received()
                task.cancel()
            }
            await task.value
            _ = try await dispatcher.send(try server.request())
            #expect(witness.session == nil)
        }
    }

    private func start(
        _ path: String, _ server: RawServer, _ dispatcher: CurlDispatcher, _ engine: CurlEngine, _ witness: Witness
    ) throws -> Task<Void, Never> {
        var request = try server.request(.get, path)
        if path == "/refuse" { request.url = try URLText.parse("http://127.0.0.1:1/") }
        let session = SessionStore()
        request.session = session
        witness.session = session
        let sent = request
        return Task(executorPreference: engine.loop(at: 0)) { _ = try? await dispatcher.send(sent) }
    }
}

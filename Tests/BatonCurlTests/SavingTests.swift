import BatonCurl
import BatonFiles
import BatonHTTP
import BatonTesting
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite struct SavingTests {
    @Test func `a body goes to a file instead of memory, however large`() async throws {
        let folder = TemporaryFolder()
        let chunk = [UInt8](repeating: 0x61, count: 1 << 20)
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(70 << 20)\r\n\r\n")
            for _ in 0..<70 { connection.write(chunk) }
        }
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let response = try await dispatcher.send(
                try server.request { $0.savePlace = try FilePlace(folder.file("out")) })
            #expect(response.status == 200)
            #expect(response.body.isEmpty)
            #expect(response.size == 70 << 20)
        }
        #expect(folder.names == ["out"])
        #expect(folder.read("out")?.count == 70 << 20)
    }

    @Test func `a transfer that fails leaves no file, and the old one as it was`() async throws {
        let folder = TemporaryFolder()
        folder.write("out", [1, 2, 3])
        try await withServer({ connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        }) { server in
            try await withEngine { dispatcher, _ in
                let request = try server.request { $0.savePlace = try FilePlace(folder.file("out")) }
                let failure = await failing { try await dispatcher.send(request) }
                #expect(failure?.kind == .reset)
            }
        }
        #expect(folder.names == ["out"])
        #expect(folder.read("out") == [1, 2, 3])
    }

    @Test func `only the last hop is saved`() async throws {
        let folder = TemporaryFolder()
        let server = RawServer(answering: {
            $0.target == "/" ? rawResponse("302 Found", ["Location: /b"], "moved") : rawResponse("200 OK", [], "here")
        })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request {
                $0.savePlace = try FilePlace(folder.file("out"))
                $0.redirects = RedirectPolicy()
            }
            _ = try await dispatcher.send(request)
        }
        #expect(folder.names == ["out"])
        #expect(folder.read("out") == Array("here".utf8))
    }

    @Test(arguments: [false, true]) func `the digest of a saved body is there where it is asked for`(_ wanted: Bool)
        async throws
    {
        let folder = TemporaryFolder()
        let server = RawServer(answering: { _ in rawResponse("200 OK", [], "abc") })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request {
                $0.savePlace = try FilePlace(folder.file("out"))
                $0.hashesSavedBody = wanted
            }
            let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            #expect(try await dispatcher.send(request).savedDigest == (wanted ? digest : nil))
        }
    }

    @Test func `a written limit holds for files too`() async throws {
        let folder = TemporaryFolder()
        let server = RawServer(answering: { _ in rawResponse("200 OK", [], "12345") })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request {
                $0.savePlace = try FilePlace(folder.file("out"))
                $0.maxResponse = 4
            }
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .tooLarge)
        }
        #expect(folder.names == [])
    }

    @Test func `a place that went away is refused before anything is sent`() async throws {
        let folder = TemporaryFolder()
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        mkdir(folder.file("a"), 0o755)
        let place = try FilePlace(folder.file("a/out"))
        rmdir(folder.file("a"))
        try await withEngine { dispatcher, _ in
            let request = try server.request { $0.savePlace = place }
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .badInput)
            #expect(failure?.message == "`\(folder.file("a/out"))` does not exist")
        }
        #expect(server.connectionCount == 0)
    }
}

#if canImport(Glibc)
    import BatonTesting
    import Glibc
    import Testing

    /// A process that ends while a request is on its way.
    @Suite struct EarlyExitTests {
        @Test func `a process ends well at any moment of an HTTPS request`() throws {
            let certificates = try #require(Certificates.shared)
            let server = try #require(TLSServer(certificates.server))
            let environment = "SSL_CERT_FILE=\(certificates.server.certificate)"
            #expect(try Self.endings(of: server.url, environment) == [0])
        }

        @Test func `a process ends well at any moment of a plain request`() throws {
            let server = RawServer(answering: { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" })
            defer { server.stop() }
            #expect(try Self.endings(of: server.url, "NOTHING=") == [0])
        }

        @Test func `a process ends well while requests are on their way whose client has gone`() throws {
            let server = RawServer { connection in
                _ = connection.readRequest()
                connection.waitForClose()
            }
            defer { server.stop() }
            #expect(try Self.endings(of: server.url, "NOTHING=", ["drop"]) == [0])
        }

        /// What `waitpid` says of processes that ended after 0 to 7 ms: a signal is its number, an exit code 256 times that.
        private static func endings(
            of url: String, _ variable: String, _ more: [String] = []
        ) throws -> Set<Int32> {
            let program = try #require(
                CommandLine.arguments.first.flatMap { path in
                    path.lastIndex(of: "/").map { "\(path[..<$0])/early-exit" }
                })
            var endings: Set<Int32> = []
            for number in 0..<72 { endings.insert(try ending(of: [program, url, "\(number * 100)"] + more, variable)) }
            return endings
        }

        private static func ending(of words: [String], _ variable: String) throws -> Int32 {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            ChildProcess.closeOthers(&actions)
            let arguments = words.map { word in strdup(word) }
            var variables = [strdup(variable)]
            // Where Swift's own libraries are.
            if let path = getenv("LD_LIBRARY_PATH") {
                variables.append(strdup("LD_LIBRARY_PATH=\(String(cString: path))"))
            }
            defer { for text in arguments + variables { free(text) } }
            var process = pid_t()
            try #require(posix_spawn(&process, words[0], &actions, nil, arguments + [nil], variables + [nil]) == 0)
            var status: Int32 = -1
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return status
        }
    }
#endif

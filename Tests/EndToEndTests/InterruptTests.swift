import BatonTesting
import Glibc
import Synchronization
import Testing

/// Ctrl-C and SIGTERM in the middle of a request.
@Suite struct InterruptTests {
    /// The program as a child whose number is known, so that a signal can be sent to it.
    private static func spawn(_ arguments: [String]) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // A test program that was started in the background ignores SIGINT, and its children would too.
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = ([Products.path(of: "baton")] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child = pid_t()
        guard let program = words[0] else { return nil }
        return posix_spawn(&child, program, &actions, &attributes, words, environ) == 0 ? child : nil
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `an interrupted run tears down, writes its report and ends with 130`(_ signal: Int32) throws {
        let folder = try Folder()
        let child = Mutex<pid_t>(0)
        let server = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            if request.target == "/clean" {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            } else {
                // The request is under way: now is the moment.
                kill(child.withLock { $0 }, signal)
                connection.waitForClose()
            }
        }
        let file = try folder.write(
            "w.yaml",
            """
            steps:
              - get: \(server.url)/slow
              - get: \(server.url)/never
            teardown:
              - get: \(server.url)/clean
            """)
        // Held until the number is known, so that the server cannot ask for it too early.
        let started = child.withLock { child -> Bool in
            guard
                let number = Self.spawn([
                    "run", file, "--base-url", server.url, "--no-history", "--junit", "\(folder.path)/out.xml",
                ])
            else { return false }
            child = number
            return true
        }
        #expect(started)
        var status: Int32 = 0
        while waitpid(child.withLock { $0 }, &status, 0) < 0, errno == EINTR {}
        #expect(status & 0x7f == 0, "ended by signal \(status & 0x7f)")
        #expect((status >> 8) & 0xff == 130)
        #expect(server.requests.map(\.target) == ["/slow", "/clean"])
        #expect(try folder.read("out.xml").contains("workflow.cancelled"))
    }
}

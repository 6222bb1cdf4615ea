import BatonTesting
import Glibc
import ProjectFolders
import Testing

extension InterruptBench {
    /// A pipe that whatever a run starts keeps open as long as it lives: a script does with `exec 9>alive`.
    func makeAlive() throws {
        try #require(mkfifo(alive, 0o600) == 0)
    }

    private var alive: String { "\(folder.path)/alive" }

    /// Runs it; returns when everything that holds the pipe is gone too.
    func runToTheLast() async throws -> Baton.Result {
        // Open on this side from the beginning, so that a script can open the other.
        let reader = open(alive, O_RDONLY | O_NONBLOCK)
        try #require(reader >= 0)
        defer { close(reader) }
        let result = try await run()
        let isGone = await OwnThread.run {
            // A minute, and not for ever: what is left over is a failure and no reason to wait.
            var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            return poll(&polled, 1, 60_000) == 1 && polled.revents & Int16(POLLHUP) != 0
        }
        #expect(isGone, "something of the run still lives: \(result.everything)")
        return result
    }
}

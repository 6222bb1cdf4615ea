import BatonTesting
import CommandCalls
import ProjectFolders
import RunningDemo
import Synchronization
import Testing

/// The `server:` of an environment: started before the run, stopped after it.
@Suite struct ServerTests {
    private static func project(_ command: String, port: Int, _ more: String = "") -> String {
        """
        workflows: w
        environments:
          local:
            base_url: http://127.0.0.1:\(port)
            server: { command: "\(command)", ready: /health, within: 5s\(more) }
        """
    }

    private static let workflow = "steps: [ { get: /health, expect: { $.status: ok } } ]"

    @Test func `the server of a project is started, used and stopped`() async throws {
        let folder = try Folder()
        let port = FreePort.take()
        try folder.write("baton.yaml", Self.project("\(Demo.program()) --port \(port)", port: port))
        try folder.write("w/health.yaml", Self.workflow)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(folder.exists("reports/junit.xml"))
        #expect(folder.exists(".baton/history.sqlite"))
        // It is gone: a second run can have the port again.
        let second = try await Baton(folder: folder)("run")
        #expect(second.exitCode == 0, "\(second.everything)")
    }

    @Test func `a server that exits at once is exit 3 and its output is shown`() async throws {
        let folder = try Folder()
        try folder.write("serve.sh", "echo 'no database' >&2\nexit 7\n")
        try folder.write("baton.yaml", Self.project("/bin/sh serve.sh", port: FreePort.take()))
        try folder.write("w/health.yaml", Self.workflow)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(result.errorOutput.contains("no database"))
        #expect(result.errorOutput.contains("7"))
        #expect(result.errorOutput.contains("baton.yaml:5:"))
    }

    @Test func `no server is started for a run of nothing but invalid files`() async throws {
        let folder = try Folder()
        try folder.write("serve.sh", "touch started\nexit 7\n")
        try folder.write("baton.yaml", Self.project("/bin/sh serve.sh", port: FreePort.take()))
        try folder.write("w/health.yaml", "steps: [ { gte: /health } ]")
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(!folder.exists("started"))
    }

    @Test func `a server gets the environment without the project's secrets, but the ones listed for it`() async throws
    {
        let folder = try Folder()
        try folder.write("serve.sh", "env > seen\nexit 7\n")
        let port = FreePort.take()
        try folder.write(
            "baton.yaml",
            """
            workflows: w
            default_environment: local
            environments:
              local:
                base_url: http://127.0.0.1:\(port)
                secrets: [KEPT_TOKEN, HANDED_TOKEN]
                server: { command: /bin/sh serve.sh, secrets: [HANDED_TOKEN] }
              staging: { base_url: "http://127.0.0.1:1", secrets: [STAGING_TOKEN] }
            """)
        try folder.write("w/health.yaml", Self.workflow)
        let values = Dictionary(
            uniqueKeysWithValues: ["KEPT_TOKEN", "HANDED_TOKEN", "STAGING_TOKEN", "GIVEN_TOKEN", "PLAIN"].map {
                ($0, "value-of-\($0)")
            })
        let result = try await Baton(folder: folder, environment: values)("run", "--secret", "GIVEN_TOKEN")
        #expect(result.exitCode == 3, "\(result.everything)")
        let seen = try folder.read("seen").split(separator: "\n").filter { $0.contains("value-of-") }.sorted()
        #expect(seen == ["HANDED_TOKEN=value-of-HANDED_TOKEN", "PLAIN=value-of-PLAIN"])
    }

    @Test func `the report of an earlier run does not stay when the server fails to start`() async throws {
        let folder = try Folder()
        try folder.write("serve.sh", "exit 7\n")
        try folder.write("baton.yaml", Self.project("/bin/sh serve.sh", port: FreePort.take()))
        try folder.write("w/health.yaml", Self.workflow)
        try folder.write("reports/junit.xml", "<testsuites/>")
        let result = try await Baton(folder: folder)("run", "--events", "events.jsonl")
        #expect(result.exitCode == 3, "\(result.everything)")
        let report = try folder.read("reports/junit.xml")
        #expect(report.contains("errors=\"1\"") && report.contains("type=\"workflow.blocked\""), "\(report)")
        #expect(report.contains("`/bin/sh serve.sh` ended with exit code 7 before it was ready"), "\(report)")
        #expect(report.contains("baton.yaml:5:"), "\(report)")
        #expect(try folder.read("events.jsonl").contains("\"exit_code\":3"))
    }

    @Test func `a server that never gets ready is exit 3 after its time`() async throws {
        let folder = try Folder()
        try folder.write(
            "baton.yaml", Self.project("/bin/sleep 60", port: FreePort.take()).replacing("5s", with: "300ms"))
        try folder.write("w/health.yaml", Self.workflow)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(result.errorOutput.contains("not ready"))
        #expect(result.errorOutput.contains("300ms"))
    }

    /// A server that answers 200 to `/v1/health` once it has been started, and 307 to everything else.
    private static func answer(_ request: RawServer.Request, _ seen: borrowing Mutex<[String]>) -> String {
        let target = request.target
        let isFirst = seen.withLock {
            $0.append(target)
            return $0.count == 1
        }
        if isFirst { return "" }
        let body = "{\"status\":\"ok\"}"
        return target == "/v1/health"
            ? "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            : "HTTP/1.1 307 Temporary Redirect\r\nLocation: /v1/health\r\nContent-Length: 0\r\n\r\n"
    }

    @Test(arguments: ["/health", "URL/v1/health"])
    func `the path of ready stands behind the base URL, and a whole URL by itself`(_ ready: String) async throws {
        let folder = try Folder()
        let seen = Mutex<[String]>([])
        let server = RawServer(answering: { Self.answer($0, seen) })
        let url = "http://127.0.0.1:\(server.port)"
        try folder.write(
            "baton.yaml",
            Self.project("/bin/sleep 60", port: server.port)
                .replacing("base_url: \(url)", with: "base_url: \(url)/v1")
                .replacing("ready: /health", with: "ready: \"\(ready.replacing("URL", with: url))\""))
        try folder.write("w/health.yaml", Self.workflow)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(Set(seen.withLock(\.self)) == ["/v1/health"])
    }

    @Test func `a server that answers something else than 2xx is not ready, and the message says what`() async throws {
        let folder = try Folder()
        let seen = Mutex<[String]>([])
        let server = RawServer(answering: { Self.answer($0, seen) })
        try folder.write(
            "baton.yaml", Self.project("/bin/sleep 60", port: server.port).replacing("5s", with: "300ms"))
        try folder.write("w/health.yaml", Self.workflow)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(
            result.errorOutput.contains(
                "not ready within 300ms: http://127.0.0.1:\(server.port)/health answered 307, not 2xx"))
        #expect(result.errorOutput.contains("`ready` names a path that answers 2xx, or a whole URL"))
    }

    @Test func `a path of ready that is none is exit 2 with what to write`() async throws {
        let folder = try Folder()
        try folder.write(
            "baton.yaml", Self.project("/bin/sleep 60", port: FreePort.take()).replacing("/health", with: "health"))
        try folder.write("w/health.yaml", Self.workflow)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput.contains("`ready: health` is no path of the server [workflow.wrong-value]"))
        #expect(
            result.errorOutput.contains(
                "write a path that begins with `/` and stands behind the base URL, or a whole URL"))
    }

    @Test func `a server whose responses break off is not ready`() async throws {
        let folder = try Folder()
        let seen = Mutex(0)
        let server = RawServer(answering: { _ in
            let isFirst = seen.withLock {
                $0 += 1
                return $0 == 1
            }
            // Nothing answers before the server is started.
            return isFirst ? "" : "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"
        })
        try folder.write(
            "baton.yaml", Self.project("/bin/sleep 60", port: server.port).replacing("5s", with: "300ms"))
        try folder.write("w/health.yaml", Self.workflow)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(result.errorOutput.contains("not ready"))
        #expect(seen.withLock(\.self) > 1)
    }

    @Test func `a program that is not there is exit 3`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", Self.project("./no-such-program", port: FreePort.take()))
        try folder.write("w/health.yaml", Self.workflow)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(result.errorOutput.contains("no-such-program"))
    }

    @Test(arguments: ["cd /tmp", "PORT=1 serve"])
    func `a command for a shell says that there is none`(_ command: String) async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", Self.project(command, port: FreePort.take()))
        try folder.write("w/health.yaml", Self.workflow)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(result.errorOutput.contains("there is no shell: write `command: sh -c '…'`"), "\(result.everything)")
    }

    @Test func `a port taken by another program is exit 3, unless the server may be reused`() async throws {
        let folder = try Folder()
        let server = RawServer(answering: { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{\"status\":\"ok\"}"
        })
        try folder.write("baton.yaml", Self.project("/bin/sh -c 'read x'", port: server.port))
        try folder.write("w/health.yaml", Self.workflow)
        let refused = try await Baton(folder: folder)("run")
        #expect(refused.exitCode == 3, "\(refused.everything)")
        #expect(refused.errorOutput.contains("already answers"))
        #expect(refused.errorOutput.contains("reuse: true"))

        try folder.write("baton.yaml", Self.project("/bin/sh -c 'read x'", port: server.port, ", reuse: true"))
        let reused = try await Baton(folder: folder)("run")
        #expect(reused.exitCode == 0, "\(reused.everything)")
    }
}

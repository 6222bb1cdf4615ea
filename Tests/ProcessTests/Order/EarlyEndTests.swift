import BatonTesting
import Glibc
import ProjectFolders
import Testing

/// Runs that end early: teardowns, and what is after everything, still have their turn.
@Suite struct EarlyEndTests {
    /// - Parameter project: top-level lines of baton.yaml.
    private static func bench(
        _ files: [String: String], project: String = "", jobs: Int = 2, _ arguments: [String],
        response: @escaping @Sendable (RawServer.Request, RawServer.Connection, RunningBaton) -> Bool
    ) throws -> (folder: Folder, server: RawServer, program: RunningBaton) {
        let folder = try Folder()
        let program = RunningBaton(
            folder, environment: ["CI": "", "GITHUB_ACTIONS": ""], ["run", "--jobs", "\(jobs)"] + arguments)
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if response(request, connection, program) { continue }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            }
        }
        try folder.write(
            "baton.yaml", "workflows: w\n\(project)environments: { local: { base_url: \"\(server.url)\" } }\n")
        for (name, text) in files { try folder.write("w/\(name).yaml", text) }
        return (folder, server, program)
    }

    private static let files = [
        "a": "steps: [ { get: /signal } ]\nteardown: [ { get: /clean } ]",
        "b": "needs: [n.yaml]\nsteps: [ { get: /never } ]",
        "n": "steps: [ { get: /needed } ]\nteardown: [ { get: /needed-clean } ]",
        "seed": "steps: [ { get: /seed } ]\nteardown: [ { get: /unseed } ]", "wipe": "steps: [ { get: /wipe } ]",
    ]

    @Test func `Ctrl-C lets a needed workflow be torn down, and runs what is after everything`() async throws {
        let (folder, server, program) = try Self.bench(
            ["a": "needs: [n.yaml]\nsteps: [ { get: /signal } ]\nteardown: [ { get: /clean } ]"]
                .merging(Self.files) { first, _ in first },
            project: "before: [w/seed.yaml]\nafter: [w/wipe.yaml]\n", ["w/a.yaml"]
        ) { request, connection, program in
            guard request.target == "/signal" else { return false }
            program.send(SIGINT)
            connection.waitForClose()
            return true
        }
        defer { server.stop() }
        try program.start()
        let result = await program.end()
        #expect(result.exitCode == 130, "\(result.output)")
        #expect(
            server.requests.map(\.target) == [
                "/seed", "/needed", "/signal", "/clean", "/needed-clean", "/unseed", "/wipe",
            ])
        #expect(try folder.leftovers() == [])
    }

    @Test func `fail fast cancels what is under way, and tears it down`() async throws {
        let (folder, server, program) = try Self.bench(
            [
                "a": "steps: [ { get: /hang } ]\nteardown: [ { get: /clean } ]", "b": "steps: [ { get: /bad } ]",
                "c": "steps: [ { get: /never } ]",
            ], ["--fail-fast"]
        ) { request, connection, _ in
            switch request.target {
            case "/hang":
                connection.waitForClose()
                return true
            case "/bad":
                connection.write("HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n")
                return true
            default: return false
            }
        }
        defer { server.stop() }
        try program.start()
        let result = await program.end()
        #expect(result.exitCode == 1, "\(result.output)")
        #expect(server.requests.map(\.target).contains("/clean") || !server.requests.map(\.target).contains("/hang"))
        #expect(!server.requests.map(\.target).contains("/never"))
        #expect(result.output.contains("w/b.yaml"))
        #expect(try folder.read("reports/junit.xml").contains("an earlier workflow failed (--fail-fast)"))
    }

    @Test func `the time limit of the run cuts what is under way, and what never began says so`() async throws {
        let (folder, server, program) = try Self.bench(
            Self.files, project: "after: [w/wipe.yaml]\n", ["--timeout", "300ms", "w/a.yaml", "w/n.yaml"]
        ) { request, connection, _ in
            guard request.target == "/signal" else { return false }
            connection.waitForClose()
            return true
        }
        defer { server.stop() }
        try program.start()
        let result = await program.end()
        #expect(result.exitCode == 1, "\(result.output)")
        #expect(result.output.contains("the run took longer than its `--timeout` of 300ms"), "\(result.output)")
        #expect(server.requests.map(\.target).contains("/clean"))
        #expect(server.requests.map(\.target).last == "/wipe")
        #expect(try folder.read("reports/junit.xml").contains("type=\"workflow.timeout\""))
    }

    @Test func `the time limit of a workflow cuts its steps, not its teardown`() async throws {
        let (folder, server, program) = try Self.bench(
            [
                "a":
                    "timeout: 200ms\nsteps: [ { get: /hang, retry: 5 }, { get: /never } ]\nteardown: [ { get: /clean } ]"
            ], []
        ) { request, connection, _ in
            guard request.target == "/hang" else { return false }
            connection.waitForClose()
            return true
        }
        defer { server.stop() }
        try program.start()
        let result = await program.end()
        #expect(result.exitCode == 1, "\(result.output)")
        #expect(server.requests.map(\.target) == ["/hang", "/clean"])
        #expect(result.output.contains("the workflow took longer than its `timeout` of 200ms [workflow.timeout]"))
        #expect(try folder.read("reports/junit.xml").contains("type=\"workflow.timeout\""))
    }

    @Test func `cases with one lock never meet`() async throws {
        let workflow = "lock: seat\nsteps: [ { get: /in }, { get: /out } ]"
        let (_, server, program) = try Self.bench(
            ["a": workflow, "b": workflow, "c": workflow, "d": workflow], jobs: 4, []
        ) { _, _, _ in false }
        defer { server.stop() }
        try program.start()
        let result = await program.end()
        #expect(result.exitCode == 0, "\(result.output)")
        #expect(server.requests.map(\.target) == Array(repeating: ["/in", "/out"], count: 4).flatMap { $0 })
    }
}

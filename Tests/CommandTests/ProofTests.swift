import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// What proves nothing is skipped, and every report says so.
@Suite struct ProofTests {
    private static func ok() -> RawServer {
        RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}" }
    }

    @Test(arguments: [
        "steps: [ { log: x }, { set: { a: 1 } }, { wait: 1ms } ]",
        "steps: [ { log: x } ]\nteardown: [ { get: URL }, { that: 1 == 1 } ]",
        "steps: [ { log: x } ]\nsetup: [ { get: URL, expect: { status: 200 } } ]",
        "steps: [ { get: URL, if: 1 == 2 } ]\nsetup: [ { that: 1 == 1 } ]",
        "steps: [ { log: x } ]\nteardown: [ { workflow: ../called/get.yaml } ]",
        "steps: [ { workflow: ../called/constant.yaml, expect: { $.a: 1 } } ]",
        "steps: [ { workflow: ../called/setup.yaml } ]",
    ])
    func `a workflow whose steps prove nothing is skipped in every report, and the run is exit 2`(_ text: String)
        async throws
    {
        let server = Self.ok()
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { base_url: \"\(server.url)\" } }\n")
        try folder.write("called/get.yaml", "steps: [ { get: /a } ]")
        try folder.write("called/setup.yaml", "setup: [ { get: /a } ]\nsteps: [ { log: x } ]")
        try folder.write("called/constant.yaml", "steps: [ { get: /a, if: 1 == 2 } ]\noutputs: { a: 1 }")
        try folder.write("workflows/w.yaml", text.replacing("URL", with: "\(server.url)/x"))
        let result = try await Baton(folder: folder)("run", "--events", "events.jsonl", "--json", "ctrf.json")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.output.contains("1 skipped"), "\(result.everything)")
        let junit = try folder.read("reports/junit.xml")
        let tests = junit.split(separator: "<testcase ").count - 1
        // One row more says that the run proved nothing.
        #expect(tests > 1 && junit.split(separator: "<skipped ").count == tests, "\(junit)")
        #expect(junit.contains("<error message=\"the run proved nothing\""), "\(junit)")
        let ctrf = try folder.read("ctrf.json")
        #expect(!ctrf.contains(#""status":"passed""#), "\(ctrf)")
        #expect(ctrf.contains(#""status":"skipped""#))
        let ends = try folder.read("events.jsonl").split(separator: "\n").filter { $0.contains("case-finished") }
        #expect(ends.count == 1 && ends[0].contains(#""outcome":"skipped","reason":"#), "\(ends)")
    }

    @Test func `what only setup or teardown does is named as what proves nothing`() async throws {
        let server = Self.ok()
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ { log: x } ]\nteardown: [ { get: \(server.url) } ]")
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(
            result.output.contains("no request was sent and no condition was held but in setup and teardown"),
            "\(result.everything)")
    }

    @Test func `a run that goes no further than a line of setup proves what setup does`() async throws {
        let server = Self.ok()
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("w.yaml", "setup:\n  - get: \(server.url)\nsteps:\n  - get: \(server.url)/b\n")
        let result = try await Baton(folder: folder)("run", "w.yaml:2")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(server.requests.map(\.target) == ["/"])
    }
}

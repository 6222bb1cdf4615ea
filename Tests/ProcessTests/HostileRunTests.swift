import BatonTesting
import ProjectFolders
import RunningDemo
import Testing

/// A run in which many servers break the rules, beside others that keep them.
@Suite struct HostileRunTests {
    /// Half as much again as eight bodies and documents at a time need at most.
    private static let memoryLimit = 600_000_000

    @Test func `hostile servers fail with their kind, in bounded memory, and disturb no other workflow`() async throws {
        let server = HostileServer()
        defer { server.stop() }
        let demo = try await Demo.baseURL()
        let folder = try Folder()
        for misbehaviour in Misbehaviour.all {
            try folder.write(
                "w/hostile/\(misbehaviour.name).yaml", HostileWorkflow.of(misbehaviour).text(server, misbehaviour))
        }
        let fine = (1...8).map { "w/fine/\($0).yaml" }
        for name in fine { try folder.write(name, Self.ordinary(demo, server.url)) }

        let arguments = ["run", "w", "--jobs", "8", "--junit", "out.xml"]
        guard let result = try await MeasuredBaton.run(arguments, in: folder) else {
            print("skipped: python3 is not there")
            return
        }
        let console = String(decoding: result.text, as: UTF8.self)
        #expect(result.exitCode == 1, "\(console.prefix(2000))")
        #expect(result.peakMemory < Self.memoryLimit)
        #expect(result.text.count < 1_000_000)

        let report = try JUnitOutcomes(try folder.read("out.xml"))
        #expect(fine.filter { report.byFile[$0]?.kind != "passed" } == [])
        for misbehaviour in Misbehaviour.all {
            let expected = HostileWorkflow.of(misbehaviour)
            let found = report.byFile["w/hostile/\(misbehaviour.name).yaml"]
            #expect(found?.kind == expected.kind, "\(misbehaviour.name): \(found?.message ?? "")")
            #expect((found?.message.utf8.count ?? 0) <= 1000)
            if expected.kind.hasPrefix("network.") || expected.kind == "response.encoding" {
                #expect(found?.message.contains("127.0.0.1:\(server.port)") == true, "\(found?.message ?? "")")
            }
            if expected.kind != "passed" {
                #expect(console.contains("w/hostile/\(misbehaviour.name).yaml"), "\(misbehaviour.name)")
            }
        }
        #expect(server.requests.allSatisfy { $0["x-injected"] == nil })
        let cookies = server.requests.filter { $0.target == "/well" }.compactMap { $0["cookie"] }
        #expect(cookies.allSatisfy { !$0.contains("one=") && !$0.contains("two=") && !$0.contains("__Host") })
    }

    @Test func `a POST that is dropped on a kept connection is sent once`() async throws {
        let server = HostileServer()
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - get: /well
              - get: /well
              - post: /drop-kept
                json: { order: 1 }
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml", "--base-url", server.url)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("a POST is not sent twice [network.reset]"), "\(result.output)")
        #expect(server.requests.map(\.method) == ["GET", "GET", "POST"])
    }

    private static func ordinary(_ demo: String, _ hostile: String) -> String {
        """
        steps:
          - get: \(demo)/health
          - get: \(hostile)/well
            expect: { $.fine: true }
          - get: \(demo)/items
            expect: { status: 200 }
          - get: \(hostile)/well
            expect: { $.fine: true }
        """
    }
}

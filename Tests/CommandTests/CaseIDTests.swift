import CommandCalls
import ProjectFolders
import Testing

/// `case.id`, which names what a workflow creates.
@Suite struct CaseIDTests {
    @Test func `each row, repetition and retry has a case id of its own, which all of its steps share`() async throws {
        let recording = try Recording { request in
            request.target.hasSuffix("/last")
                ? "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n" : Recording.empty
        }
        try recording.folder.write(
            "called.yaml",
            """
            inputs: { id: { type: string } }
            steps:
              - that: case.id == id
              - get: /$(case.id)/called
            """)
        let result = try await recording.run(
            """
            rows: [{ n: 1 }, { n: 2 }]
            retries: 1
            vars: { sku: $(case.id) }
            steps:
              - get: /$(sku)/first
              - get: /$(case.id)/retried
                headers: { X-Run: $(run.id) }
                retry: 1
              - parallel:
                  - get: /$(case.id)/left
                  - get: /$(case.id)/right
              - workflow: called.yaml
                with: { id: $(sku) }
              - get: /$(case.id)/last
            """, "--repeat-each", "3")
        #expect(result.exitCode == 1)
        var steps: [Substring: Set<Substring>] = [:]
        for request in recording.requests {
            let parts = request.target.split(separator: "/")
            steps[try #require(parts.first), default: []].insert(try #require(parts.last))
        }
        #expect(steps.count == 2 * 3 * 2, "\(result.output)")
        #expect(steps.values.allSatisfy { $0 == ["first", "retried", "left", "right", "called", "last"] })
        #expect(steps.keys.allSatisfy { $0.count == 36 })
        #expect(Set(recording.requests.compactMap { $0["x-run"] }).count == 1)
    }

    @Test func `no variable can be called case`() async throws {
        let recording = try Recording()
        let result = try await recording.run("vars: { case: 1 }\nsteps:\n  - get: /x\n")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("`case`"), "\(result.errorOutput)")
    }

    @Test func `a needed workflow is given nothing of the case that needs it`() async throws {
        let recording = try Recording()
        try recording.folder.write("n.yaml", "inputs: { id: {} }\nsteps:\n  - get: /n\n")
        let result = try await recording.run(
            "needs: { n: { workflow: n.yaml, with: { id: $(case.id) } } }\nsteps:\n  - get: /x\n")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("case"), "\(result.errorOutput)")
    }
}

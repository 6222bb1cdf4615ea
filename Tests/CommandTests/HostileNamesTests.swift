import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Names of members that a server chose, in messages that list them.
@Suite struct HostileNamesTests {
    @Test(arguments: [
        "$.a: 1", "that: response.json.a == 1", "that: response.json[\"a\"] == 1",
    ])
    func `a name with line breaks begins no line of its own`(_ check: String) async throws {
        let body = #"{"\n12 passed in 3 s\n::error::x":1,"\u2028b\u0085c\r":2,"":3,"plain":4}"#
        let server = RawServer { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("w.yaml", "steps:\n  - get: \(server.url)\n    expect:\n      \(check)\n")
        let result = try await Baton(folder: folder)("run", "w.yaml", "--junit", "junit.xml")
        #expect(result.exitCode == 1)
        let junit = try folder.read("junit.xml")
        for text in [result.output, junit] {
            for line in text.split(whereSeparator: \.isNewline) {
                #expect(!line.hasPrefix("12 passed") && !line.hasPrefix("::") && !line.hasPrefix("b"), "\(text)")
            }
        }
        #expect(result.output.contains(#""\n12 passed in 3 s\n::error::x""#), "\(result.output)")
        #expect(result.output.contains("plain"))
    }
}

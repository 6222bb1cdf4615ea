import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Lines of files under messages: secrets are hidden in them, other words are not, and the caret stays below its place.
@Suite struct MaskedExcerptTests {
    private static func check(_ workflow: String) async throws -> Baton.Result {
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "environments: { local: { base_url: http://127.0.0.1:1, secrets: [ADA_PASSWORD] } }\n")
        try folder.write("workflows/w.yaml", workflow)
        return try await Baton(folder: folder, environment: ["ADA_PASSWORD": "lovelace-1815"])(
            "run", "--secret", "ADA_PASSWORD")
    }

    static let lines: [(line: String, shown: String, marked: String)] = [
        (
            "  - { get: /x, capture: { sid: { cookie: session, optonal: true } } }",
            "  - { get: /x, capture: { sid: { cookie: session, optonal: true } } }", "optonal"
        ),
        (
            "  - { get: /x, expect: { cookies: { session@path: /, sid@pth: x } } }",
            "  - { get: /x, expect: { cookies: { session@path: ***, sid@pth: *** } } }", "sid@pth"
        ),
        (
            "  - { get: /x, expect: { headers: { www-authenticate: 'Basic realm=\"registry\"' } }, expct: 1 }",
            "  - { get: /x, expect: { headers: { www-authenticate: 'Basic realm=\"registry\"' } }, expct: 1 }", "expct"
        ),
        (
            "  - { get: /x, auth: { bearer: abcdefghijkl }, expct: 1 }",
            "  - { get: /x, auth: { bearer: *** }, expct: 1 }", "expct"
        ),
        (
            "  - { get: /lovelace-1815/x, expct: 1 }", "  - { get: /***/x, expct: 1 }", "expct"
        ),
    ]

    @Test(arguments: lines)
    func `the caret stands below the place in the line as it is shown`(
        _ line: String, _ shown: String, _ marked: String
    ) async throws {
        let result = try await Self.check("steps:\n\(line)\n")
        #expect(result.exitCode == 2)
        let lines = result.errorOutput.split(separator: "\n").map(String.init)
        let index = try #require(lines.firstIndex(of: " 2 | \(shown)"), "\(result.errorOutput)")
        let place = try #require(lines[index].firstRange(of: marked))
        let column = lines[index].distance(from: lines[index].startIndex, to: place.lowerBound)
        let caret = try #require(lines[index + 1].firstIndex(of: "^"))
        let under = lines[index + 1]
        #expect(under.distance(from: under.startIndex, to: caret) == column, "\(result.errorOutput)")
        #expect(lines[index + 1].count { $0 == "^" } == marked.count)
    }
}

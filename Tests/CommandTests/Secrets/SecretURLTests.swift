import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// URLs that are put together before a request uses them: their secret parts are hidden, the rest can be read.
@Suite struct SecretURLTests {
    private static let token = "tk-4x7q1-0815"

    private func run(_ step: String, _ variable: String = "1") async throws -> (output: String, url: String) {
        let recording = try Recording()
        let url = recording.server.url
        try recording.folder.write(
            "baton.yaml", "environments: { local: { base_url: \"\(url)\", secrets: [TOKEN, WHOLE] } }\n")
        try recording.folder.write(
            "workflows/a.yaml",
            "vars: { u: \(variable.replacing("URL", with: url)) }\nsteps:\n\(step.replacing("URL", with: url))")
        let secrets = ["TOKEN": Self.token, "WHOLE": "\(url)/hooks/T0-4x7q1?x=1"]
        let result = try await Baton(folder: recording.folder, environment: secrets).run(
            ["run", "-v"] + ReportedVerdicts.options)
        #expect(!recording.requests.isEmpty, "\(result.everything)")
        var texts = [result.everything]
        for file in ReportedVerdicts.files {
            texts.append(try recording.folder.read(file))
        }
        for text in texts { #expect(!text.contains("4x7q1"), "\(text)") }
        return (result.output, url)
    }

    private static let failing = "    expect: { status: 201 }\n"

    @Test(arguments: [
        ("  - get: $(u)\n\(failing)", "\"URL/path?a=1&token=$(secrets.TOKEN)\""),
        ("  - set: { link: \"URL/path?a=1&token=$(secrets.TOKEN)\" }\n  - get: $(link)\n\(failing)", "1"),
        ("  - get: $(u)\n\(failing)", "\"URL/path?a=1&token=$(url_encode(secrets.TOKEN))\""),
        ("  - get: URL/path?a=1&token=$(secrets.TOKEN)\n\(failing)", "1"),
    ])
    func `a URL in a variable is readable but for what is secret`(_ step: String, _ variable: String) async throws {
        let (output, url) = try await run(step, variable)
        #expect(output.ranges(of: "GET \(url)/path?a=1&token=*** → 200 in ").count == 2, "\(output)")
        #expect(output.contains("curl '\(url)/path?a=1&token='\"$TOKEN\""), "\(output)")
    }

    @Test(arguments: [
        ("$(secrets.WHOLE)", "1"), ("$(u)", "$(secrets.WHOLE)"), ("$(u)", "\"$(secrets.WHOLE)\""),
        ("$(\"URL/p?t=\" + secrets.TOKEN)", "1"),
    ])
    func `a URL that is a secret, or made of one by an expression, is hidden as a whole`(
        _ written: String, _ variable: String
    ) async throws {
        let (output, _) = try await run("  - get: \(written)\n\(Self.failing)", variable)
        #expect(output.ranges(of: "GET *** → 200 in ").count == 2, "\(output)")
    }

    @Test(arguments: [false, true])
    func `what a redirect says of passwords and secret parameters is hidden`(_ isFollowed: Bool) async throws {
        let server = RawServer { request in
            let host = request["host"] ?? ""
            let location = "Location: http://usr:4x7q1-0815@\(host)/end?password=4x7q1-0816\r\n"
            let isEnd = request.target.hasPrefix("/end")
            return
                "HTTP/1.1 \(isEnd ? "200 OK" : "302 Found")\r\n\(isEnd ? "" : location)Content-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("baton.yaml", "name: redirected\n")
        try folder.write(
            "workflows/a.yaml",
            "steps:\n  - get: \(server.url)/r\n    follow_redirects: \(isFollowed)\n    expect: { url: elsewhere }\n")
        let result = try await Baton(folder: folder).run(["run", "-v"] + ReportedVerdicts.options)
        #expect(result.exitCode == 1, "\(result.everything)")
        for text in [result.everything] + (try ReportedVerdicts.files.map { try folder.read($0) }) {
            #expect(!text.contains("4x7q1"), "\(text)")
        }
    }
}

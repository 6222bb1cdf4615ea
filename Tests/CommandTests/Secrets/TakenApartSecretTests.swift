import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Secrets that are sent in another form: in another encoding, or taken apart by a contract.
@Suite struct TakenApartSecretTests {
    private static let server: @Sendable (RawServer.Request) -> String = { _ in
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    }

    private func check(_ folder: Folder, _ result: Baton.Result, _ parts: [String]) throws {
        #expect(result.exitCode == 1, "\(result.everything)")
        for text in [result.everything] + (try ReportedVerdicts.files.map { try folder.read($0) }) {
            for part in parts { #expect(!text.contains(part), "\(part)\n\(text)") }
        }
    }

    @Test(arguments: ["windows-1251", "koi8-r", "iso-8859-5", "gb18030", "shift_jis", "utf-16", "utf-16be", "utf-8"])
    func `a secret in a body of another encoding is masked`(_ charset: String) async throws {
        let recording = try Recording(Self.server)
        try recording.folder.write(
            "workflows/a.yaml",
            """
            steps:
              - post: \(recording.server.url)/x
                json: { password: пар-Zq81-vault, name: ада }
                headers: { Content-Type: application/json; charset=\(charset) }
                expect: { status: 201, that: request.json.name == "ада" }

            """)
        try recording.folder.write("baton.yaml", "name: encoded\n")
        let result = try await Baton(folder: recording.folder).run(["run", "-vv"] + ReportedVerdicts.options)
        try check(recording.folder, result, ["Zq81"])
        #expect(result.output.contains(#""name":"ада""#), "\(result.output)")
    }

    @Test(arguments: [
        "headers: { id: $(secrets.PW) }", "query: { id: $(secrets.PW) }", "cookies: { id: $(secrets.PW) }",
        "headers: { X-Api-Key: \"hunter2abc,topsecret9x\" }",
    ])
    func `a part of a secret that a contract looks at is masked`(_ sent: String) async throws {
        let recording = try Recording(Self.server)
        let parameters = ["header", "query", "cookie"].map { place in
            "{ name: id, in: \(place), explode: false, schema: { type: array, items: { type: integer } } }"
        }
        try recording.folder.write(
            "openapi.yaml",
            """
            openapi: 3.0.3
            info: { title: t, version: "1" }
            paths:
              /x:
                get:
                  parameters:
                    - \(parameters.joined(separator: "\n        - "))
                    - { name: X-Api-Key, in: header, schema: { type: array, items: { type: integer } } }
                  responses: { "200": { description: ok } }

            """)
        try recording.folder.write(
            "baton.yaml",
            "environments: { a: { base_url: \"\(recording.server.url)\", contract: openapi.yaml, secrets: [PW] } }\n")
        try recording.folder.write("workflows/a.yaml", "steps:\n  - get: /x\n    \(sent)\n")
        let result = try await Baton(folder: recording.folder, environment: ["PW": "hunter2abc,topsecret9x"]).run(
            ["run", "-vv"] + ReportedVerdicts.options)
        try check(recording.folder, result, ["hunter2abc", "topsecret9x"])
        #expect(result.output.contains("expected an integer, got \"***\""), "\(result.output)")
    }
}

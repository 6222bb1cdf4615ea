import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// What a request asks for: JSON first where it is sent or read, else whatever the server likes to send.
@Suite struct AcceptTests {
    private static let json = "application/json, */*;q=0.5"
    private static let any = "*/*"

    @Test(arguments: [
        ("get: /x", any),
        ("get: /x\nexpect: { status: 200, body: { contains: token }, size: { gt: 1 } }", any),
        ("get: /x\nsave: got.bin", any),
        ("post: /x\nform: { a: 1 }", any),
        ("post: /x\nxml: <a/>", any),
        ("get: /x\nexpect: { that: size(response.body) > 1 }", any),
        ("post: /x\njson: { a: 1 }", json),
        ("post: /x\ngraphql: { query: '{ a }' }", json),
        ("get: /x\nexpect: { $.token: t }", json),
        ("get: /x\nexpect: { json: { token: t, data: {} } }", json),
        ("get: /x\nexpect: { json_includes: { token: t } }", json),
        ("get: /x\nexpect: { schema: { type: object } }", json),
        ("get: /x\nexpect: { that: response.json.token == 't' }", json),
        ("get: /x\ncapture: { t: $.token }", json),
        ("get: /x\ncapture: { t: { path: token, default: none } }", json),
        ("get: /x\ncapture: { t: { regex: 't', in: $.token } }", json),
        ("get: /x\ncapture: { t: $(response.json.token) }", json),
        ("get: /x\ncache: cache-first", json),
        ("get: /x\nuntil: response.json.token == 't'", json),
        ("get: /x\ncapture: { all: $(response) }", json),
    ])
    func `a step asks for JSON where it sends or reads JSON`(_ step: String, _ accept: String) async throws {
        try await expect(accept, of: "steps:\n  - \(step.replacing("\n", with: "\n    "))\n")
    }

    @Test(arguments: [
        ("defaults: { expect: { duration: { lt: 5m } } }\nsteps: [ { get: /x } ]", any),
        ("steps: [ { get: /x }, { that: response.json.token == 't' } ]", json),
        ("steps: [ { get: /x }, { that: response.status == 200 } ]", any),
        ("steps: [ { get: /x, id: first }, { that: steps.first.response.json.token == 't' } ]", json),
        ("steps: [ { get: /x, id: first }, { that: steps.first.response.status == 200 } ]", any),
        ("outputs: { t: $(response.json.token) }\nsteps: [ { get: /x } ]", json),
        ("use: { a: apis/a.yaml }\nsteps: [ { call: a.plain } ]", any),
        ("use: { a: apis/a.yaml }\nsteps: [ { call: a.plain, capture: { t: $.token } } ]", json),
        ("use: { a: apis/a.yaml }\nsteps: [ { call: a.typed } ]", json),
        ("use: { a: apis/a.yaml }\nsteps: [ { call: a.captured } ]", json),
        ("use: { a: apis/a.yaml }\nsteps: [ { call: a.header } ]", any),
        ("use: { a: apis/a.yaml }\nsteps: [ { call: a.judged, expect: { outcome: fine } } ]", json),
    ])
    func `defaults, later steps and endpoints count too`(_ file: String, _ accept: String) async throws {
        try await expect(accept, of: file + "\n")
    }

    private func expect(_ accept: String, of file: String) async throws {
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Token: t\r\nContent-Length: 23\r\n\r\n{\"token\":\"t\",\"data\":{}}"
        }
        try recording.folder.write(
            "baton.yaml", "environments: { local: { base_url: \"\(recording.server.url)\" } }\n")
        try recording.folder.write(
            "workflows/apis/a.yaml",
            """
            types: { Token: { token: $.token } }
            endpoints:
              plain: { get: /x }
              typed: { get: /x, result: Token }
              captured: { get: /x, result: { token: $.token } }
              header: { get: /x, result: { token: { header: X-Token } } }
              judged: { get: /x, outcomes: { fine: response.json.token == 't' } }

            """)
        try recording.folder.write("workflows/w.yaml", file)
        let result = try await Baton(folder: recording.folder)("run", "workflows/w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map { $0["accept"] } == [accept], "\(result.everything)")
    }
}

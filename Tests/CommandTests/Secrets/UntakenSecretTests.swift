import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Secrets in responses from which their capture, or the result of their call, is not taken: reports show these too.
@Suite struct UntakenSecretTests {
    private static let secret = "issued-4x7q1-untaken"

    private static func response(to request: RawServer.Request) -> String {
        let body = #"{"token":"\#(secret)","state":"no"}"#
        func head(_ status: String, _ type: String, _ length: Int) -> String {
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(length)\r\n\r\n"
        }
        return switch request.target {
        case "/bad": head("500 Oh", "application/json", body.utf8.count) + body
        case "/cut": head("200 OK", "application/json", body.utf8.count + 100) + body.dropLast()
        case "/events":
            head("200 OK", "text/event-stream", body.utf8.count + 8) + "data: \(body)\n\n"
        default: head("200 OK", "application/json", body.utf8.count) + body
        }
    }

    @Test(arguments: [
        "{ get: /t, until: 'response.json.state == \"yes\"', every: 1ms, within: 20ms, capture: { t: { path: $.token, secret: true } } }",
        "{ get: /t, until: '1 == 2', every: 1ms, within: 20ms, capture: { t: { path: $, as: s.S } } }",
        "{ get: /events, stream: { until: event.data.state == 'yes' }, capture: { t: { path: '$events[0].data.token', secret: true } } }",
        "{ get: /cut, capture: { t: { path: $.token, secret: true } } }",
        "{ get: /cut, capture: { t: { regex: 'no-such', secret: true } } }",
        "{ get: /t, capture: { t: { value: $(int(response.json.token)), secret: true } } }",
        "{ get: /t, capture: { t: { regex: zz, in: { path: $.token }, secret: true } } }",
        "{ call: s.login }", "{ call: s.broken }", "{ call: s.cut }",
    ])
    func `no output shows it`(_ step: String) async throws {
        let recording = try Recording { Self.response(to: $0) }
        defer { withExtendedLifetime(recording) {} }
        let folder = recording.folder
        try folder.write("baton.yaml", "environments: { a: { base_url: \"\(recording.server.url)\" } }\n")
        try folder.write(
            "apis/s.yaml",
            """
            types: { S: { token: { secret: true } } }
            endpoints:
              login: { get: /t, result: S, outcomes: { refused: "response.json.state == 'no'" } }
              broken: { get: /bad, result: S }
              cut: { get: /cut, result: S }
            """)
        try folder.write("workflows/w.yaml", "use: { s: ../apis/s.yaml }\nsteps:\n  - \(step)\n")
        let result = try await Baton(folder: folder).run(["run", "-vv"] + ReportedVerdicts.options)
        #expect(result.exitCode == 1, "\(result.everything)")
        let traces = try Traces(result, below: folder.path, except: ["/workflows", "/baton.yaml"])
        #expect(traces.places(of: "4x7q1") == [], "\(result.everything)")
    }

    @Test func `the body that came shows, where nothing secret is taken from it`() async throws {
        let recording = try Recording { Self.response(to: $0) }
        let result = try await recording.step("get: /cut\ncapture: { t: { path: $.state } }", "-vv")
        #expect(result.output.contains(Self.secret), "\(result.everything)")
    }
}

/// Values that files declare secret, in messages about these files.
@Suite struct DeclaredSecretTests {
    @Test(arguments: ["pin: hunter2-secret", "pin: $('hunter2-secret')", "pin: hunter2-secret, foo: 1"])
    func `no message shows the value of a secret input`(_ arguments: String) async throws {
        let folder = try Folder()
        try folder.write(
            "s.yaml",
            "inputs: { pin: { type: integer, secret: true } }\nsteps: [ { get: 'http://127.0.0.1:1/$(pin)' } ]\n")
        try folder.write("w.yaml", "steps:\n  - workflow: s.yaml\n    with: { \(arguments) }\n")
        for words in [["check", "w.yaml"], ["run", "w.yaml", "--junit", "j.xml"]] {
            let result = try await Baton(folder: folder).run(words)
            #expect(result.exitCode == 2, "\(result.everything)")
            let traces = try Traces(result, below: folder.path, except: ["/w.yaml"])
            #expect(traces.places(of: "hunter2") == [], "\(result.everything)")
        }
    }

    @Test(arguments: [
        "user,password\nada,hunter2-secret\n", "user,password\nada,hunter2-secret,more\n",
        "user,password\nada,\"hunter2-secret\n",
    ])
    func `no message shows a cell of a CSV file with a secret column`(_ text: String) async throws {
        let folder = try Folder()
        try folder.write("a.csv", text)
        try folder.write(
            "w.yaml",
            "rows: { csv: a.csv, types: { password: integer } }\nsteps: [ { get: 'http://127.0.0.1:1/$(row.user)' } ]\n"
        )
        let result = try await Baton(folder: folder).run(["check", "w.yaml"])
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(!result.everything.contains("hunter2"), "\(result.everything)")
    }

    @Test func `a credential that is not indented below auth is hidden`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml", "steps:\n  - get: http://127.0.0.1:1/\n    auth:\n    bearer: hunter2-secret\n")
        let result = try await Baton(folder: folder).run(["check", "w.yaml"])
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(!result.everything.contains("hunter2"), "\(result.everything)")
    }
}

/// The working directory is no secret, although `pwd` is the name of a password in fields and headers.
@Suite struct WorkingDirectoryTests {
    @Test func `a path in the working directory is shown`() async throws {
        let folder = try Folder()
        try folder.write(
            "baton.yaml",
            "environments: { a: { base_url: http://127.0.0.1:1, server: { command: cat \(folder.path)/none } } }\n")
        try folder.write("workflows/w.yaml", "steps: [ { get: / } ]\n")
        let result = try await Baton(folder: folder, environment: ["PWD": folder.path]).run(["run", "--allow-exec"])
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(result.everything.contains("\(folder.path)/none"), "\(result.everything)")
    }
}

import BatonTesting
import CommandCalls
import ProjectFolders
import Synchronization
import Testing

/// Secrets that become known after they were shown: a later step receives what an earlier one had in its name, its URL,
/// its response or its failure.
@Suite struct LateSecretTests {
    fileprivate static let secret = "issued-4x7q1-later"

    /// Ways of a workflow to learn the secret in its last step.
    enum Way: String, CaseIterable, Sendable {
        case capture, field, cookie, called
        case needed = "capture in the attempt that passes"

        var step: String {
            switch self {
            case .capture, .needed: "{ post: /login, capture: { token: { path: $.token, secret: true } } }"
            case .field: "{ call: a.login, id: login }"
            case .cookie: "{ get: /cookie, capture: { sid: { cookie: sid } } }"
            case .called: "{ workflow: called.yaml }"
            }
        }
    }

    private static func response(to request: RawServer.Request, status: String? = nil) -> String {
        func response(_ status: String, _ body: String, _ header: String = "") -> String {
            "HTTP/1.1 \(status)\r\n\(header)Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        if let status { return response(status, #"{"message":"for \#(secret)"}"#) }
        let token = #"{"token":"\#(secret)","items":["\#(secret)"],"message":"for \#(secret)"}"#
        return switch request.target.split(separator: "?").first {
        case "/login", "/list": response("200 OK", token)
        case "/cookie": response("200 OK", "{}", "Set-Cookie: sid=\(secret)\r\n")
        case "/bad": response("500 Oh", token)
        default: response("200 OK", #"{"echo":"\#(request.target)"}"#)
        }
    }

    private static func steps(_ way: Way) -> String {
        """
          - get: /path/\(secret)
          - get: /list
            capture: { items: $.items, all: $(response.body) }
            continue_on_failure: true
          - { log: "got $(all)" }
          - { for_each: $(items), get: /loop/$(item) }
          - { get: /skipped/\(secret), if: "all == ''" }
          - { get: /bad, expect: { status: 500, $.token: other, that: "response.json.message == 'x'" }, continue_on_failure: true }
          - { get: /bad, continue_on_failure: true }
          - get: /wrong/\(secret)
            retry: { attempts: 2, every: 1ms }
            expect: { $.echo: none }
            continue_on_failure: true
          - { exec: [echo, "$(all)"], expect: { exit_code: 3 }, continue_on_failure: true }
          - { get: "http://127.0.0.1:1/$(items[0])", continue_on_failure: true }
          - \(way.step)
        """
    }

    private static let document = """
        openapi: 3.1.0
        info: { title: T, version: '1' }
        paths:
          /list: { get: { responses: { '200': { content: { application/json: { schema: { properties: { items: { items: { type: integer } } } } } } } } } }
          /bad: { get: { responses: { '200': { description: d } } } }
        """

    private static func recording(_ way: Way, contract: String) throws -> Recording {
        let recording = try Recording { response(to: $0) }
        let folder = recording.folder
        try folder.write(
            "baton.yaml",
            "environments: { a: { base_url: \"\(recording.server.url)\", contract: \(contract) } }\n")
        try folder.write("openapi.yaml", document)
        try folder.write(
            "apis/a.yaml",
            "types: { S: { token: { secret: true } } }\nendpoints: { login: { post: /login, result: S } }\n")
        try folder.write(
            "workflows/called.yaml",
            "called_only: true\nsteps: [ { post: /login, capture: { t: { path: $.token, secret: true } } } ]\n")
        let head = (way == .field ? "use: { a: ../apis/a.yaml }\n" : "") + (way == .needed ? "retries: 1\n" : "")
        try folder.write("workflows/w.yaml", head + "steps:\n" + steps(way) + "\n")
        return recording
    }

    @Test(
        arguments: Way.allCases,
        [
            "{ file: openapi.yaml, undeclared_request: warning, undeclared_response: warning }",
            "{ file: openapi.yaml, undeclared_request: warning, undeclared_response: warning, response: warning }",
        ])
    func `no output shows a secret that a later step receives`(_ way: Way, _ contract: String) async throws {
        let recording = try Self.recording(way, contract: contract)
        defer { withExtendedLifetime(recording) {} }
        let folder = recording.folder
        for options in [["-vv"], ["--trace", "--no-history"]] {
            let result = try await Baton(folder: folder).run(
                ["run", "--allow-exec"] + options + ReportedVerdicts.options)
            #expect(result.exitCode == 1, "\(result.everything)")
            #expect(result.output.contains("GET /path/***") == options.contains("-vv"), "\(result.everything)")
            let traces = try Traces(result, below: folder.path, except: ["/workflows", "/baton.yaml"])
            #expect(traces.places(of: "4x7q1") == [], "\(result.everything)")
        }
    }

    @Test func `a secret that no step receives is shown, which proves that the others would be`() async throws {
        let recording = try Self.recording(
            .capture, contract: "{ file: openapi.yaml, undeclared_request: warning, undeclared_response: warning }")
        defer { withExtendedLifetime(recording) {} }
        let folder = recording.folder
        try folder.write(
            "workflows/w.yaml", try folder.read("workflows/w.yaml").replacing(", secret: true", with: ""))
        let result = try await Baton(folder: folder).run(["run", "--allow-exec", "-vv"] + ReportedVerdicts.options)
        let traces = try Traces(result, below: folder.path, except: ["/workflows", "/baton.yaml"])
        let places = traces.places(of: "4x7q1")
        for place in ["standard output", "/reports/junit.xml", "/reports/report.html", "/c.json", "/e.jsonl", "/h.har"]
        {
            #expect(places.contains(place), "\(places)")
        }
    }

    @Test func `a secret number is masked in the name of the step that receives it`() async throws {
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{\"pin\":48291355}"
        }
        let result = try await recording.step(
            "get: /pins/48291355\ncapture: { pin: { path: $.pin, secret: true } }", "-vv", "--events", "e.jsonl")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("GET /pins/***"), "\(result.output)")
        #expect(!(result.everything + (try recording.folder.read("e.jsonl"))).contains("48291355"), "\(result.output)")
    }

    @Test func `a failed attempt shows no secret that a later attempt receives`() async throws {
        let count = Mutex(0)
        let recording = try Recording { request in
            let isFirst =
                request.target == "/flaky"
                && count.withLock {
                    $0 += 1; return $0 == 1
                }
            return isFirst ? Self.response(to: request, status: "503 Busy") : Self.response(to: request)
        }
        let folder = recording.folder
        let result = try await recording.run(
            """
            retries: 1
            steps:
              - get: /path/\(Self.secret)
              - get: /flaky
              - { post: /login, capture: { t: { path: $.token, secret: true } } }
            """, "-vv", "--events", "e.jsonl", "--json", "c.json", "--junit", "j.xml", "--html", "h.html")
        #expect(result.exitCode == 0, "\(result.everything)")
        let events = try EventLines(try folder.read("e.jsonl"))
        #expect(
            events.types.filter { $0 != "step-started" } == [
                "run-started", "case-started", "step-finished", "step-finished", "step-finished", "case-started",
                "step-finished", "step-finished", "step-finished", "case-finished", "run-finished",
            ])
        let traces = try Traces(result, below: folder.path, except: ["/w.yaml"])
        #expect(traces.places(of: "4x7q1") == [], "\(result.everything)")
    }
}

import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Whatever a server does with secrets, none of them is in anything that a run shows or leaves.
@Suite struct SecretLeakTests {
    private static let inputs = ["/baton.yaml", "/given.env", "/workflows/"]

    /// Every secret in every form that is found somewhere.
    private func leaks(_ traces: Traces) -> [String] {
        var leaks: [String] = []
        for (name, secret) in SecretEchoServer.secrets.sorted(by: { $0.key < $1.key }) {
            for form in SpelledForm.allCases {
                let places = traces.places(of: form.telling(secret))
                if !places.isEmpty { leaks.append("\(name) as \(form) in \(places)") }
            }
        }
        return leaks
    }

    private static let reports = [
        "--events", "events.jsonl", "--json", "ctrf.json", "--summary", "summary.md", "--tap", "report.tap",
        "--har", "failures.har", "--prometheus", "baton.prom",
    ]

    private func run(_ telltale: SecretEchoServer, _ arguments: String...) async throws -> (Baton.Result, Traces) {
        let baton = Baton(folder: telltale.folder, environment: telltale.environment)
        let result = try await baton.run(["run"] + telltale.arguments + arguments)
        return (result, try Traces(result, below: telltale.folder.path, except: Self.inputs))
    }

    @Test(arguments: [["-v"], [], ["-q"], ["-vv"], ["--trace"], ["-v", "--color", "always", "--jobs", "1"]])
    func `no secret is in console, reports, history or any other file`(_ options: [String]) async throws {
        let telltale = try SecretEchoServer()
        let baton = Baton(folder: telltale.folder, environment: telltale.environment)
        let result = try await baton.run(
            ["run"] + Self.reports + telltale.arguments + options)
        let traces = try Traces(result, below: telltale.folder.path, except: Self.inputs)
        #expect(result.exitCode == 1, "\(result.errorOutput)")
        #expect(leaks(traces) == [])
        // The setup has passed, so that all are known and every response was told.
        #expect(!result.output.contains("! POST /use") && !result.output.contains("✗ POST /use"))
        let asked = telltale.server.requests.map(\.target)
        let wanted = SecretEchoServer.Place.allCases.flatMap { place in
            SpelledForm.allCases.map { "/bad/\(place)/\($0)" }
        }
        #expect(Set(wanted).isSubset(of: asked))
    }

    @Test func `what is no secret is found in each form, which proves that a secret would be`() async throws {
        let telltale = try SecretEchoServer()
        let baton = Baton(folder: telltale.folder, environment: telltale.environment)
        let result = try await baton.run(["run", "-v"] + Self.reports + telltale.arguments)
        let traces = try Traces(result, below: telltale.folder.path, except: Self.inputs)
        // The page shows the first ones of failures that look alike.
        var pages = 0
        for place in SecretEchoServer.Place.allCases where place.showsControls {
            for form in SpelledForm.allCases {
                let control = SecretEchoServer.control(place, form)
                var text = form.written(control)
                if [.json, .message].contains(place) { text = SpelledForm.json.written(text) }
                #expect(traces.places(of: text).contains("standard output"), "\(place) \(form)")
                #expect(
                    traces.places(of: text).contains { $0.hasPrefix("/.baton/history.sqlite ") }, "\(place) \(form)")
                if [.hex, .base64, .percent].contains(form) {
                    let places = traces.places(of: text)
                    #expect(places.contains("/reports/junit.xml"), "\(place) \(form)")
                    #expect(places.contains("/events.jsonl"), "\(place) \(form)")
                    #expect(places.contains("/ctrf.json"), "\(place) \(form)")
                    #expect(places.contains("/failures.har"), "\(place) \(form)")
                    if places.contains("/reports/report.html") { pages += 1 }
                }
            }
        }
        #expect(pages > 0)
        #expect(result.output.contains("***"))
    }

    @Test func `an undeclared secret is found`() async throws {
        let telltale = try SecretEchoServer()
        try telltale.folder.write(
            "workflows/telling.yaml",
            "inputs: { pin: {} }\nsteps:\n  - { get: /bad/text/plain, expect: { status: 201 } }\n")
        try telltale.folder.write("workflows/checks.yaml", "steps: [ that: true ]")
        let (_, traces) = try await run(telltale)
        let found = leaks(traces)
        #expect(found.contains { $0.hasPrefix("api_key as plain in [\"standard output\"") }, "\(found)")
        #expect(found.contains { $0.hasPrefix("capture as plain") && $0.contains("junit.xml") })
        #expect(found.contains { $0.hasPrefix("cookies as plain") && $0.contains("history.sqlite case_event.event") })
        // The given ones are known though nothing reads them.
        #expect(!found.contains { $0.hasPrefix("option as") || $0.hasPrefix("file as") || $0.hasPrefix("list as") })
    }

    @Test func `events that the history could not take hold none`() async throws {
        let telltale = try SecretEchoServer()
        try telltale.folder.write(".baton/history.sqlite", "this is no database")
        let (result, traces) = try await run(telltale, "-v")
        let names = try FileContents.names(in: telltale.folder.path + "/.baton")
        #expect(names.contains { $0.hasSuffix(".jsonl") }, "\(names) \(result.errorOutput)")
        #expect(leaks(traces) == [])
        let control = SpelledForm.hex.written(SecretEchoServer.control(.text, .hex))
        #expect(traces.places(of: control).contains { $0.hasSuffix(".jsonl") })
    }

    @Test func `a dry run tells nothing`() async throws {
        let telltale = try SecretEchoServer()
        let (result, traces) = try await run(telltale, "-v", "--dry-run", "--junit", "dry.xml")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(leaks(traces) == [] && telltale.server.requests.isEmpty)
    }

    @Test func `a server that tells all and does not start tells nothing`() async throws {
        let telltale = try SecretEchoServer()
        let words = SecretEchoServer.secret("option")
        try telltale.folder.write(
            "baton.yaml",
            """
            environments:
              local:
                base_url: http://127.0.0.1:1
                secrets: [LIST_SECRET]
                server: { command: sh -c 'echo start; echo "$LIST_SECRET"; echo "$ACCESS_TOKEN" $(process.env.ACCESS_TOKEN) \(words); env; exit 3' }
            """)
        let (result, traces) = try await run(telltale)
        #expect(result.exitCode == 3)
        #expect(result.errorOutput.contains("its last output:"), "\(result.errorOutput)")
        #expect(leaks(traces) == [])
    }

    @Test func `mistakes on the command line and in baton.yaml tell nothing`() async throws {
        let telltale = try SecretEchoServer()
        let secret = SecretEchoServer.secret("proxy")
        let (result, traces) = try await run(telltale, "--base-url", "http://u:\(secret)@no host/")
        #expect(result.exitCode == 2)
        #expect(leaks(traces) == [], "\(result.everything)")
        try telltale.folder.write(
            "baton.yaml",
            "environments: { local: { base_url: \"http://no host/$(process.env.ACCESS_TOKEN)\", secrets: [LIST_SECRET] } }"
        )
        let (second, more) = try await run(telltale)
        #expect(second.exitCode == 2 && second.errorOutput.contains("no host"), "\(second.everything)")
        #expect(leaks(more) == [], "\(second.everything)")
    }
}

import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// A failure after redirects names the URL that was asked and the one that responded.
@Suite struct RedirectedFailureTests {
    @Test(arguments: ["http://", "http://ada:lovelace-1815@"])
    func `a failure behind a redirect to another origin shows both URLs everywhere`(_ scheme: String) async throws {
        let other = RawServer { _ in "HTTP/1.1 401 Who\r\nContent-Length: 0\r\n\r\n" }
        defer { other.stop() }
        let host = other.url.dropFirst("http://".count)
        let recording = try Recording { _ in
            "HTTP/1.1 302 Go\r\nLocation: \(scheme)\(host)/login?key=kept-in-mind\r\nContent-Length: 0\r\n\r\n"
        }
        let folder = recording.folder
        let url = recording.server.url
        try folder.write(
            "baton.yaml",
            "environments: { local: { base_url: \"\(url)\", secrets: [KEY] } }\n")
        try folder.write(
            "workflows/a.yaml", "steps: [ { get: /start, follow_redirects: true, expect: { status: 200 } } ]\n")
        let result = try await Baton(folder: folder, environment: ["KEY": "kept-in-mind"]).run(
            ["run"] + ReportedVerdicts.options)
        #expect(result.exitCode == 1, "\(result.everything)")
        let shown = scheme == "http://" ? "http://\(host)/login?key=***" : "http://ada:***@\(host)/login?key=***"
        #expect(result.output.contains("  GET \(url)/start → 401 in "), "\(result.output)")
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        let junit = try folder.read("reports/junit.xml")
        #expect(try page.texts("//p[@class='request']").first?.hasSuffix(" (redirected to \(shown))") == true)
        for text in [result.output, junit] { #expect(text.contains(" (redirected to \(shown))\n"), "\(text)") }
        let test = try #require(try CTRFOutcomes(try folder.read("c.json")).tests.first)
        #expect(test["extra"]?["request"]?["url"]?.stringValue == "\(url)/start")
        #expect(test["extra"]?["request"]?["responseURL"]?.stringValue == shown)
        let history = try HistoryFile("\(folder.path)/.baton/history.sqlite")
        #expect(try history.rows("SELECT url, response_url FROM exchange") == ["\(url)/start | \(shown)"])
        let events = try folder.read("e.jsonl")
        #expect(events.contains("\"response_url\":\"\(shown)\""), "\(events)")
        for text in [result.everything, page.text, junit, events, try folder.read("c.json")] {
            #expect(!text.contains("kept-in-mind"))
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:1/login", "network.connect"), ("/half", "network.reset"), ("/start", "network.protocol"),
    ])
    func `a failure on the way of redirects names the URL at which it was`(_ target: String, _ kind: String)
        async throws
    {
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request.target == "/half" {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
                    return
                }
                connection.write("HTTP/1.1 302 Go\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
            }
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ { get: /start, follow_redirects: true } ]\n")
        let result = try await Baton(folder: folder)("run", "w.yaml", "--base-url", server.url)
        let last = target.hasPrefix("/") ? server.url + target : target
        #expect(result.output.contains("  GET \(server.url)/start → \(kind) in "), "\(result.output)")
        #expect(result.output.contains(" (redirected to \(last))\n"), "\(result.output)")
    }

    @Test func `a failure without a redirect names one URL`() async throws {
        let recording = try Recording()
        let result = try await recording.step("get: /a\nexpect: { status: 201 }")
        #expect(result.exitCode == 1)
        #expect(!result.output.contains("redirected"), "\(result.output)")
    }
}

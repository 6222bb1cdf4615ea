import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// The HTML report of real runs: beside the JUnit file in a project, elsewhere where `--html` says.
@Suite struct HTMLFileTests {
    private static func project(_ url: String) throws -> Folder {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\nenvironments: { local: { base_url: \"\(url)\" } }\n")
        return folder
    }

    private static func serving(_ body: @escaping @Sendable (String) -> String) -> RawServer {
        RawServer { request in
            let body = body(request.target)
            return
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
    }

    @Test func `each run in a project writes an HTML page, and the next says what has changed`() async throws {
        let server = Self.serving { _ in #"{"name":"Ada"}"# }
        defer { server.stop() }
        let folder = try Self.project(server.url)
        func write(_ name: String, expecting value: String) throws {
            try folder.write(
                "workflows/\(name).yaml",
                "name: \(name)\nsteps: [ { name: Read, get: /, expect: { $.name: \(value) } } ]\n")
        }
        try write("a", expecting: "Ada")
        try write("b", expecting: "Grace")
        try write("c", expecting: "Grace")
        let first = try await Baton(folder: folder)("run")
        #expect(first.exitCode == 1, "\(first.everything)")
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        #expect(try page.texts("//h1") == ["✗ shop: failed"])
        #expect(
            try page.texts("//p[@class='faint compared']") == [
                "The history has no earlier run of this branch in this environment to compare with."
            ])
        #expect(page.kinds == ["workflows/b.yaml": ["check.failed"], "workflows/c.yaml": ["check.failed"]])
        #expect(
            try page.texts("//details[@class='cause new']/summary/h3") == [
                #"GET /: $.name: expected "Grace", got "Ada""#
            ]
        )
        #expect(try page.texts("//header//pre") == ["baton run --last-failed --env local"])

        try write("a", expecting: "Grace")
        try write("c", expecting: "Ada")
        _ = try await Baton(folder: folder)("run")
        let second = try HTMLOutcomes(try folder.read("reports/report.html"))
        #expect(try second.texts("//summary/b[starts-with(@class, 'badge')]") == ["new", "known", "fixed"])
        #expect(
            try second.texts("//section[@id='causes']//div[@class='card']//a[starts-with(@href, '#w')]") == [
                "a", "b", "c",
            ])
        #expect(try second.texts("//details[@id='trend']//tbody/tr").count == 1)
        #expect(
            try second.texts("//p[@class='history']") == [
                "Before this run, oldest first: ✓  (failed in 0 of 1)",
                "Before this run, oldest first: ✗  (failed in 1 of 1)",
            ])
    }

    @Test func `a run outside a project and a dry run write an HTML page only when asked`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ that: true ]\n")
        let asked = try await Baton(folder: folder)("run", "w.yaml", "--html", "out/page.html")
        #expect(asked.exitCode == 0, "\(asked.everything)")
        let page = try HTMLOutcomes(try folder.read("out/page.html"))
        #expect(
            try page.texts("//p[@class='faint compared']") == [
                "There is no project (no baton.yaml), and so no history to compare with."
            ])
        var status = stat()
        #expect(stat("\(folder.path)/out/page.html", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try FileContents.names(in: "\(folder.path)/out") == ["page.html"])
        try folder.write("baton.yaml", "workflows: .\n")
        let dry = try await Baton(folder: folder)("run", "--dry-run")
        #expect(dry.exitCode == 0 && !folder.exists("reports"), "\(dry.everything)")
    }

    @Test func `a report that cannot be written is exit 4`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ that: true ]\n")
        let result = try await Baton(folder: folder)("run", "w.yaml", "--html", "w.yaml/r.html")
        #expect(result.exitCode == 4)
        #expect(
            result.errorOutput
                == "error: the HTML report could not be written to \(folder.path)/w.yaml/r.html: `\(folder.path)/w.yaml` cannot be a folder: a file is in its place [file.unwritable]\n"
        )
    }

    @Test func `responses that are markup, broken or 20 MB long stay text`() async throws {
        let hostile = "<script>alert(1)</script></pre>]]>\u{0}\u{1B}[31m<!-- "
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                var body = Array(hostile.utf8) + [0xFF, 0xC3, 0x28]
                if request.target == "/large" { body += [UInt8](repeating: UInt8(ascii: "<"), count: 20_000_000) }
                connection.write(
                    Array(
                        "HTTP/1.1 200 OK\r\nX-Evil: <img src=x onerror=y>\r\nContent-Length: \(body.count)\r\n\r\n".utf8
                    )
                        + body)
            }
        }
        defer { server.stop() }
        let folder = try Self.project(server.url)
        for name in ["small", "large"] {
            try folder.write("workflows/\(name).yaml", "steps: [ { get: /\(name), expect: { body: other } } ]\n")
        }
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 1)
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        #expect(page.text.utf8.count < 500_000)
        #expect(try page.texts("//script").count == 1)
        #expect(try page.texts("//img").isEmpty)
        #expect(page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;&lt;/pre&gt;]]&gt;"))
        #expect(page.text.contains("X-Evil: &lt;img src=x onerror=y&gt;"))
    }

    @Test func `a run of nothing has a page of nothing`() async throws {
        let folder = try Self.project("http://127.0.0.1:1")
        try folder.write("workflows/w.yaml", "steps: [ that: true ]\n")
        _ = try await Baton(folder: folder)("run")
        let result = try await Baton(folder: folder)("run", "--last-failed")
        #expect(result.exitCode == 0, "\(result.everything)")
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        #expect(try page.texts("//h1") == ["✓ shop: passed"])
        #expect(try page.texts("//section[@id='causes']").isEmpty)
    }
}

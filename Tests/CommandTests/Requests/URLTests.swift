import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// What is written as a URL, and what of it goes over the wire.
@Suite(.serialized) struct URLTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var base = ""
        var written: String
        var more = ""
        var target: String
        var testDescription: String { "\(base) + \(written) \(more)" }
    }

    static let cases = [
        Case(written: "/", target: "/"),
        Case(written: "/items", target: "/items"),
        Case(base: "/", written: "/items", target: "/items"),
        Case(base: "/v1", written: "/items", target: "/v1/items"),
        Case(base: "/v1/", written: "/items", target: "/v1/items"),
        Case(base: "/v1//", written: "/items", target: "/v1/items"),
        Case(base: "/v1", written: "/", target: "/v1/"),
        Case(base: "/v1", written: "//other.example/x", target: "/v1//other.example/x"),
        Case(base: "/v1", written: "/$(\"/other.example/x\")", target: "/v1//other.example/x"),
        Case(base: "/v1", written: "/a?b=c", target: "/v1/a?b=c"),
        Case(written: "/a/../b/./c", target: "/b/c"),
        Case(written: "/a/../b/./c", more: "path_as_is: true", target: "/a/../b/./c"),
        Case(written: "/a b/ü", target: "/a%20b/%C3%BC"),
        Case(written: "/a%2Fb%zz/100%", target: "/a%2Fb%25zz/100%25"),
        Case(written: "/$(\"a/b?c=d e&f\")", target: "/a/b?c=d%20e&f"),
        Case(written: "/$(\"tab\\tline\\n\")", target: "/tab%09line%0A"),
        Case(written: "/a#part", target: "/a"),
        Case(written: "/a?b#part", more: "query: { c: d }", target: "/a?b&c=d"),
        Case(written: "/a", more: "query: { \"a b\": \"c&d=e+f%g/ü\" }", target: "/a?a%20b=c%26d%3De%2Bf%25g%2F%C3%BC"),
        Case(
            written: "/a?x=1", more: "query: { x: 2, y: [1, two, true, 1.10] }",
            target: "/a?x=1&x=2&y=1&y=two&y=true&y=1.10"),
        Case(written: "/a?", more: "query: { x: \"\" }", target: "/a?x="),
        Case(written: "/a", more: "query: { x: null, y: [], z: $(omit()) }", target: "/a"),
        Case(written: "/a", more: "query: '$({\"k\": [1, 2], \"n\": null})'", target: "/a?k=1&k=2"),
        Case(written: "/a", more: "query: { $(\"n\" + \"ame\"): $(1 + 1) }", target: "/a?name=2"),
    ]

    @Test(arguments: cases) func `a URL arrives as the reference says`(_ item: Case) async throws {
        let recording = try Recording()
        let result = try await recording.step("get: '\(item.written)'\n\(item.more)", base: item.base)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try recording.last(result).target == item.target)
    }

    @Test func `a host outside ASCII is looked up and named in punycode`() async throws {
        let recording = try Recording()
        let port = recording.server.port
        let result = try await recording.step(
            "get: http://MÜNCHEN.example:\(port)/x\nresolve: xn--mnchen-3ya.example:\(port):127.0.0.1")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try recording.last(result)["host"] == "xn--mnchen-3ya.example:\(port)")
    }

    @Test func `user and password in a URL are basic authentication, and the password is masked`() async throws {
        let recording = try Recording { _ in "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n" }
        let result = try await recording.step("get: http://ada:love%20lace@127.0.0.1:\(recording.server.port)/x")
        #expect(try recording.last(result)["authorization"] == "Basic YWRhOmxvdmUgbGFjZQ==")
        #expect(!result.everything.contains("love"), "\(result.everything)")
        #expect(result.output.contains("://ada:***@127.0.0.1"))
    }

    @Test(arguments: [
        ("?x=1", "has a query, and paths cannot stand behind it"),
        ("#part", "has a fragment, and paths cannot stand behind it"),
    ])
    func `a base URL with more than a path is refused`(_ tail: String, _ message: String) async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ get: /x ]")
        let baton = Baton(folder: folder)
        let given = try await baton("run", "w.yaml", "--base-url", "http://h/v1\(tail)")
        #expect(given.exitCode == 2)
        #expect(given.errorOutput.contains("--base-url: `http://h/v1\(tail)` \(message)"), "\(given.everything)")

        try folder.write("baton.yaml", "environments: { local: { base_url: \"http://h/v1\(tail)\" } }")
        for command in ["check", "run"] {
            let result = try await baton(command, "w.yaml")
            #expect(result.exitCode == 2)
            #expect(result.errorOutput.contains("`http://h/v1\(tail)` \(message)"), "\(result.everything)")
            #expect(result.errorOutput.contains("baton.yaml:1:"))
        }
    }

    @Test func `a trusted origin that is no URL is found when the project is read`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { trusted: [files.example.com] } }")
        try folder.write("w.yaml", "steps: [ get: http://h/ ]")
        let result = try await Baton(folder: folder)("check", "w.yaml")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("`files.example.com` does not start with http:// or https://"),
            "\(result.everything)")
    }

    @Test func `a redirect is a response, and unexpected it says how it is followed`() async throws {
        let recording = try Recording { _ in
            "HTTP/1.1 302 Found\r\nLocation: ../next?a=b\r\nContent-Length: 0\r\n\r\n"
        }
        let result = try await recording.step("get: /a/b/c")
        #expect(result.exitCode == 1)
        #expect(recording.requests.count == 1)
        #expect(result.output.contains("status: expected 2xx, got 302"), "\(result.output)")
        #expect(
            result.output.contains(
                "hint: the response redirects to ../next?a=b; redirects are followed with `follow_redirects: true`"))
    }

    @Test func `a followed redirect is found from the URL that answered`() async throws {
        let recording = try Recording { request in
            request.target == "/a/b/c"
                ? "HTTP/1.1 302 Found\r\nLocation: ../next?a=b#c\r\nContent-Length: 0\r\n\r\n" : Recording.empty
        }
        let result = try await recording.step("get: /a/b/c\nfollow_redirects: true")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map(\.target) == ["/a/b/c", "/a/next?a=b"])
    }
}

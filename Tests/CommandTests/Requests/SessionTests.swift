import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Which requests share cookies and kept headers.
@Suite struct SessionTests {
    private static func setting(_ cookie: String) -> String {
        "HTTP/1.1 200 OK\r\nSet-Cookie: \(cookie); Path=/\r\nAccess-Token: t-\(cookie)\r\nContent-Length: 0\r\n\r\n"
    }

    private static func recording() throws -> Recording {
        try Recording { request in
            request.target.hasPrefix("/set/") ? setting(String(request.target.dropFirst(5))) : Recording.empty
        }
    }

    @Test func `sessions of different names know nothing of each other`() async throws {
        let recording = try Self.recording()
        let result = try await recording.run(
            """
            steps:
              - get: /set/who=ada1
              - get: /set/who=grace
                session: second
              - get: /first
              - get: /second
                session: second
              - get: /none
                session: none
              - get: /set/who=nobody
                session: none
              - get: /first-again
              - get: /none-again
                session: none
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        let cookies = Dictionary(
            recording.requests.map { ($0.target, $0["cookie"]) }, uniquingKeysWith: { _, last in last })
        #expect(cookies["/first"] == "who=ada1")
        #expect(cookies["/second"] == "who=grace")
        #expect(cookies["/first-again"] == "who=ada1")
        #expect(cookies["/none"] == .some(nil))
        #expect(cookies["/none-again"] == .some(nil))
    }

    @Test func `the session of the file holds where no step names another`() async throws {
        let recording = try Self.recording()
        let result = try await recording.run(
            """
            session: none
            steps:
              - get: /set/who=ada1
              - get: /none
              - get: /set/who=grace
                session: own
              - get: /own
                session: own
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map { $0["cookie"] } == [nil, nil, nil, "who=grace"])
    }

    @Test func `kept headers belong to their session, and what the step writes wins`() async throws {
        let recording = try Self.recording()
        try recording.folder.write(
            "baton.yaml",
            """
            environments:
              local: { base_url: "\(recording.server.url)", session: { headers: [Access-Token] } }
            """)
        try recording.folder.write(
            "w.yaml",
            """
            steps:
              - get: /set/a=1
              - get: /kept
              - get: /other
                session: other
              - get: /own
                headers: { access-token: mine }
            """)
        let result = try await Baton(folder: recording.folder)("run", "w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map { $0["access-token"] } == [nil, "t-a=1", nil, "mine"])
    }
}

/// Cookies of hosts that `connect_to` leads to loopback.
@Suite struct PublicSuffixTests {
    @Test(arguments: [
        ("shop.co.uk", "co.uk", "co.uk", false), ("shop.co.uk", "co.uk", "other.co.uk", false),
        ("github.io", "github.io", "github.io", true), ("github.io", "github.io", "a.github.io", false),
        ("a.shop.co.uk", "shop.co.uk", "b.shop.co.uk", true),
        ("a.shop.com", "shop.co.uk; Domain=shop.com", "shop.com", true),
        ("a.shop.com", "shop.com; Domain=other.com", "a.shop.com", false),
    ])
    func `a cookie for a public suffix reaches no other host`(
        _ from: String, _ domain: String, _ to: String, _ arrives: Bool
    ) async throws {
        let recording = try Recording { request in
            request.target == "/set"
                ? "HTTP/1.1 200 OK\r\nSet-Cookie: sid=s-4711; Path=/; Domain=\(domain)\r\nContent-Length: 0\r\n\r\n"
                : Recording.empty
        }
        let address = recording.server.url.split(separator: "/").last ?? ""
        let result = try await recording.run(
            """
            defaults: { connect_to: ["::\(address)"] }
            steps:
              - get: http://\(from)/set
                name: Set
              - get: http://\(to)/get
                name: Get
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map(\.target) == ["/set", "/get"])
        #expect(recording.requests.last?["cookie"] == (arrives ? "sid=s-4711" : nil))
    }
}

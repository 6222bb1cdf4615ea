import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

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

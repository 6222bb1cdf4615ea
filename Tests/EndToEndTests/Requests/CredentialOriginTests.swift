import BatonTesting
import Testing

/// Which credential reaches which origin: two servers on two ports write down what arrives.
@Suite struct CredentialOriginTests {
    /// Where the request goes.
    enum Target: String, CaseIterable, Sendable {
        /// The origin of `base_url`.
        case home
        /// An origin in `trusted`.
        case trusted
        case foreign
    }

    /// How it gets there.
    enum Way: String, CaseIterable, Sendable {
        case direct
        /// The home origin sends on to the target.
        case redirect
        case keepingAuth = "redirect with keep_auth"
    }

    /// One place where a credential can be written, and how it arrives.
    struct Source: Sendable, CustomTestStringConvertible {
        var name: String
        var environment = ""
        var defaults = ""
        var step = ""
        var header: String
        var value: String
        /// Targets that get it without a redirect.
        var direct: Set<Target>
        /// Whether it goes along with a redirect to another origin and `keep_auth`.
        var canBeKept = true
        var testDescription: String { name }
    }

    private static let everywhere: Set<Target> = [.home, .trusted, .foreign]
    private static let environmentOnly: Set<Target> = [.home, .trusted]

    static let sources = [
        Source(
            name: "a header of the environment", environment: "headers: { X-App: env-app }", header: "x-app",
            value: "env-app", direct: environmentOnly),
        Source(
            name: "an Authorization header of the environment", environment: "headers: { Authorization: Bearer env-t }",
            header: "authorization", value: "Bearer env-t", direct: environmentOnly),
        Source(
            name: "auth of the environment", environment: "auth: { bearer: env-token }", header: "authorization",
            value: "Bearer env-token", direct: environmentOnly),
        Source(
            name: "defaults.auth", defaults: "auth: { bearer: def-token }", header: "authorization",
            value: "Bearer def-token", direct: environmentOnly),
        Source(
            name: "defaults.auth with a password", defaults: "auth: { basic: { username: ada, password: lovelace } }",
            header: "authorization", value: "Basic YWRhOmxvdmVsYWNl", direct: environmentOnly),
        Source(
            name: "defaults.auth with an API key",
            defaults: "auth: { api_key: { header: X-Thing, value: key-4711 } }", header: "x-thing", value: "key-4711",
            direct: environmentOnly),
        Source(
            name: "an Authorization header of defaults", defaults: "headers: { authorization: Bearer def-h }",
            header: "authorization", value: "Bearer def-h", direct: environmentOnly),
        Source(
            name: "a header of defaults with a credential's name", defaults: "headers: { X-Api-Key: key-1 }",
            header: "x-api-key", value: "key-1", direct: environmentOnly),
        Source(
            name: "a header of defaults with a secret in it", defaults: "headers: { X-Plain: p-$(secrets.S) }",
            header: "x-plain", value: "p-very-secret", direct: environmentOnly),
        Source(
            name: "cookies of defaults", defaults: "cookies: { theme: dark }", header: "cookie", value: "theme=dark",
            direct: environmentOnly),
        Source(
            name: "another header of defaults", defaults: "headers: { X-Trace: t-1 }", header: "x-trace", value: "t-1",
            direct: everywhere),
        Source(
            name: "auth of the step", step: "auth: { bearer: own-token }", header: "authorization",
            value: "Bearer own-token", direct: everywhere),
        Source(
            name: "auth of the step with a password", step: "auth: { basic: { username: ada, password: lovelace } }",
            header: "authorization", value: "Basic YWRhOmxvdmVsYWNl", direct: everywhere),
        Source(
            name: "an Authorization header of the step", step: "headers: { Authorization: Bearer own-h }",
            header: "authorization", value: "Bearer own-h", direct: everywhere),
        Source(
            name: "a header of the step with a credential's name", step: "headers: { X-Access-Token: t-2 }",
            header: "x-access-token", value: "t-2", direct: everywhere),
        Source(
            name: "a header of the step with a secret in it", step: "headers: { X-Plain: $(secrets.S) }",
            header: "x-plain", value: "very-secret", direct: everywhere),
        Source(
            name: "cookies of the step", step: "cookies: { theme: dark }", header: "cookie", value: "theme=dark",
            direct: everywhere),
        Source(
            name: "a session header", environment: "session: { headers: [uid] }", header: "uid", value: "handed-out",
            direct: environmentOnly, canBeKept: false),
    ]

    /// Header fields that are no credential follow every redirect.
    private static func arrives(_ source: Source, _ target: Target, _ way: Way) -> Bool {
        switch way {
        case .direct: source.direct.contains(target)
        case .redirect: target == .home || source.name == "another header of defaults"
        case .keepingAuth: target == .home || source.canBeKept
        }
    }

    @Test(arguments: sources, Target.allCases)
    func `a credential goes where it may go`(_ source: Source, _ target: Target) async throws {
        for way in Way.allCases { try await Self.check(source, target, way) }
    }

    private static func check(_ source: Source, _ target: Target, _ way: Way) async throws {
        let other = RawServer(answering: { request in
            let uid = request.target == "/hand-out" ? "uid: foreign-uid\r\n" : ""
            return "HTTP/1.1 200 OK\r\n\(uid)Content-Length: 0\r\n\r\n"
        })
        let home = RawServer(answering: { request in
            switch request.target {
            case "/hand-out": "HTTP/1.1 200 OK\r\nuid: handed-out\r\nContent-Length: 0\r\n\r\n"
            case "/go": "HTTP/1.1 302 Found\r\nLocation: \(other.url)/end\r\nContent-Length: 0\r\n\r\n"
            case "/stay": "HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n"
            default: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
            }
        })
        let end: RawServer = target == .home ? home : other
        let url =
            switch way {
            case .direct: "\(end.url)/end"
            case .redirect, .keepingAuth: target == .home ? "/stay" : "/go"
            }
        let follow = way == .direct ? "" : "follow_redirects: { keep_auth: \(way == .keepingAuth) }"
        let folder = try Folder()
        try folder.write(
            "baton.yaml",
            """
            environments:
              local:
                base_url: \(home.url)
                secrets: [S]
                trusted: [\(target == .trusted ? "\"\(other.url)\"" : "")]
                \(source.environment)
            """)
        try folder.write(
            "w.yaml",
            """
            \(source.defaults.isEmpty ? "x-none: 1" : "defaults: { \(source.defaults) }")
            steps:
              - get: /hand-out
              - get: \(target == .foreign ? "\(other.url)/hand-out" : "/hand-out")
                name: What a foreign origin hands out stays there
              - get: \(url)
                \(source.step)
                \(follow)
            """)
        // A session header goes back to the origin that handed it out.
        if target == .trusted, way == .direct, source.header == "uid" {
            try folder.write(
                "w.yaml",
                "steps:\n  - get: \(other.url)/hand-out\n  - get: \(other.url)/end\n  - get: /end\n")
        }
        let result = try await Baton(folder: folder, environment: ["S": "very-secret"])("run", "w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
        let request = try #require(end.requests.last { $0.target == "/end" }, "\(result.everything)")
        let row = "\(source.name) → \(target.rawValue), \(way.rawValue)"
        let isForeignSession = source.header == "uid" && target == .trusted && way == .direct
        let value = isForeignSession ? "foreign-uid" : source.value
        if arrives(source, target, way) {
            #expect(request[source.header] == value, "\(row)")
        } else {
            #expect(request[source.header] == nil, "\(row): \(request.headers)")
        }
        // Nothing of a foreign origin ever comes home.
        #expect(home.requests.allSatisfy { $0["uid"] != "foreign-uid" })
        #expect(!result.everything.contains("very-secret"))
    }
}

import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Which credential reaches which origin: two servers on two ports write down what arrives.
@Suite(.serialized) struct CredentialOriginTests {
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
            name: "a header of the step with a credential's name", step: "headers: { X-Auth-Token: t-2 }",
            header: "x-auth-token", value: "t-2", direct: everywhere),
        Source(
            name: "a header of the step with a secret in it", step: "headers: { X-Plain: $(secrets.S) }",
            header: "x-plain", value: "very-secret", direct: everywhere),
        Source(
            name: "cookies of the step", step: "cookies: { theme: dark }", header: "cookie", value: "theme=dark",
            direct: everywhere),
        Source(
            name: "a session header", environment: "session: { headers: [uid] }", header: "uid", value: "",
            direct: environmentOnly),
    ]

    /// Header fields that are no credential follow every redirect.
    private static func arrives(_ source: Source, _ target: Target, _ way: Way) -> Bool {
        switch way {
        case .direct: source.direct.contains(target)
        case .redirect: target == .home || source.name == "another header of defaults"
        case .keepingAuth: true
        }
    }

    /// Hands out a session header, and sends on from `/go/…` to the same path of another server.
    private static func server(_ uid: String, sendingTo others: [Target: String] = [:]) -> RawServer {
        RawServer(answering: { request in
            let parts = request.target.split(separator: "/")
            guard parts.first == "go", parts.count == 3 else {
                let field = request.target == "/hand-out" ? "uid: \(uid)\r\n" : ""
                return "HTTP/1.1 200 OK\r\n\(field)Content-Length: 0\r\n\r\n"
            }
            let base = Target(rawValue: String(parts[1])).flatMap { others[$0] } ?? ""
            let location = "\(base)/end/\(parts[1])/\(parts[2])"
            return "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        })
    }

    /// Every target in every way, as one workflow.
    private static func workflow(_ source: Source, _ urls: [Target: String]) -> String {
        var text = source.defaults.isEmpty ? "" : "defaults: { \(source.defaults) }\n"
        text += "steps:\n"
        for target in Target.allCases { text += "  - get: \(urls[target] ?? "")/hand-out\n" }
        for target in Target.allCases {
            for (number, way) in Way.allCases.enumerated() {
                let path = way == .direct ? "\(urls[target] ?? "")/end" : "/go"
                text += "  - get: \(path)/\(target.rawValue)/\(number)\n"
                if !source.step.isEmpty { text += "    \(source.step)\n" }
                if way != .direct { text += "    follow_redirects: { keep_auth: \(way == .keepingAuth) }\n" }
            }
        }
        return text
    }

    @Test(arguments: sources) func `a credential goes where it may go`(_ source: Source) async throws {
        let trusted = Self.server("trusted-uid")
        let foreign = Self.server("foreign-uid")
        let home = Self.server("handed-out", sendingTo: [.trusted: trusted.url, .foreign: foreign.url])
        let servers: [Target: RawServer] = [.home: home, .trusted: trusted, .foreign: foreign]
        defer { for server in servers.values { server.stop() } }
        let folder = try Folder()
        try folder.write(
            "baton.yaml",
            """
            environments:
              local:
                base_url: \(home.url)
                secrets: [S]
                trusted: ["\(trusted.url)"]
                \(source.environment)
            """)
        try folder.write("w.yaml", Self.workflow(source, servers.mapValues(\.url)))
        let result = try await Baton(folder: folder, environment: ["S": "very-secret"])("run", "w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
        for target in Target.allCases {
            for (number, way) in Way.allCases.enumerated() {
                let row = "\(source.name) → \(target.rawValue), \(way.rawValue)"
                let path = "/end/\(target.rawValue)/\(number)"
                let request = try #require(servers[target]?.requests.last { $0.target == path }, "\(row)")
                guard source.header != "uid" else {
                    // Each trusted origin gets back what it handed out itself, whichever way a request comes to it.
                    let own: [Target: String] = [.home: "handed-out", .trusted: "trusted-uid"]
                    #expect(request["uid"] == own[target], "\(row)")
                    continue
                }
                let value = Self.arrives(source, target, way) ? source.value : nil
                #expect(request[source.header] == value, "\(row): \(request.headers)")
            }
        }
        #expect(!result.everything.contains("very-secret"))
    }
}

import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Secret fields of types, endpoints at the base itself, and default checks of API files.
@Suite struct APIFieldTests {
    private static func json(_ text: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
    }

    private static func project(
        _ api: String, _ workflow: String, _ response: @escaping @Sendable (RawServer.Request) -> String
    ) throws -> Recording {
        let recording = try Recording(response)
        try recording.folder.write("apis/a.yaml", api)
        try recording.folder.write("w.yaml", "use: { a: apis/a.yaml }\nsteps:\n" + workflow)
        return recording
    }

    private func run(_ recording: Recording, base: String = "", _ arguments: String...) async throws -> Baton.Result {
        try await Baton(folder: recording.folder).run(
            ["run", "w.yaml", "--base-url", recording.server.url + base] + arguments)
    }

    private static let session = """
        types:
          Session: { token: { secret: true }, user: user, keys: { as: [Key] } }
          Key: { value: { secret: true }, label: label }
        endpoints:
          login: { post: /login, result: Session }
          me: { get: /me }
        """

    @Test func `a secret field of a typed result is masked everywhere, and the other fields are not`() async throws {
        let recording = try Self.project(
            Self.session,
            """
              - call: a.login
                id: login
                expect: { that: 'result.user == "bob"' }
              - log: $(steps.login.result.token) of $(steps.login.result.user), key $(steps.login.result.keys[0].label)
              - log: $(steps.login.result.keys[0].value)
              - call: a.me
                headers: { X-Token: $(steps.login.result.token) }

            """
        ) { _ in
            Self.json(
                #"{"token":"hunter2-hunter2","user":"ada","keys":[{"value":"swordfish-77","label":"first-key"}]}"#)
        }
        let result = try await run(
            recording, "--junit", "j.xml", "--html", "h.html", "--json", "c.json", "--events", "e.jsonl", "-vv")
        #expect(result.exitCode == 1)
        var texts = [result.everything]
        for report in ["j.xml", "h.html", "c.json", "e.jsonl"] { texts.append(try recording.folder.read(report)) }
        for text in texts {
            #expect(!text.contains("hunter2") && !text.contains("swordfish"), "\(text)")
        }
        #expect(result.output.contains(#""ada""#), "\(result.everything)")
    }

    @Test func `a secret field that another step uses is masked there`() async throws {
        let recording = try Self.project(
            Self.session,
            """
              - call: a.login
                id: login
              - log: $(steps.login.result.token) of $(steps.login.result.user), key $(steps.login.result.keys[0].label)
              - call: a.me
                headers: { X-Token: $(steps.login.result.token) }

            """
        ) { _ in
            Self.json(
                #"{"token":"hunter2-hunter2","user":"ada","keys":[{"value":"swordfish-77","label":"first-key"}]}"#)
        }
        let result = try await run(recording, "-vv")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("*** of ada, key first-key"), "\(result.everything)")
        #expect(!result.everything.contains("hunter2") && !result.everything.contains("swordfish"))
        #expect(try recording.last(result)["x-token"] == "hunter2-hunter2")
    }

    @Test(arguments: [
        #"{"token":{"a":"hunter2-hunter2"},"user":"ada"}"#, #"{"token":"hunter2-hunter2","keys":[{"label":1}]}"#,
    ])
    func `a secret field is masked also where the result cannot be made`(_ body: String) async throws {
        let recording = try Self.project(
            """
            types:
              Session: { token: { as: string, secret: true }, user: user, keys: { as: [Key], optional: true } }
              Key: { value: { secret: true }, label: label }
            endpoints:
              login: { post: /login, result: Session }
            """, "  - call: a.login\n"
        ) { _ in Self.json(body) }
        let result = try await run(recording, "-vv")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("[mapping."), "\(result.everything)")
        #expect(!result.everything.contains("hunter2"), "\(result.everything)")
    }

    @Test(arguments: [
        (base: "base: /service.asmx\n", target: "/api/service.asmx"), (base: "base: /v1/\n", target: "/api/v1/"),
        (base: "", target: "/api"), (base: "base: $(env.base_url)/x\n", target: "/api/x"),
    ])
    func `an endpoint with an empty path is at the base itself`(_ base: String, _ target: String) async throws {
        let recording = try Self.project(
            base + "query: { a: b }\nendpoints:\n  at: { post: \"\" }\n", "  - call: a.at\n"
        ) { _ in Recording.empty }
        let result = try await run(recording, base: "/api")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try recording.last(result).target == target + "?a=b")
    }

    private static let status = """
        defaults: { expect: { status: 200 } }
        endpoints:
          make: { post: /make, outcomes: { taken: response.status == 409 } }
        """

    @Test func `the default status holds for calls that say no other`() async throws {
        let recording = try Self.project(Self.status, "  - call: a.make\n") { _ in
            Self.json("{}", status: "201 Created")
        }
        let result = try await run(recording)
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("status: expected 200, got 201 [check.failed]  apis/a.yaml:1:23"),
            "\(result.everything)")
        try recording.folder.write(
            "w.yaml", "use: { a: apis/a.yaml }\nsteps:\n  - call: a.make\n    expect: { status: 201 }\n")
        #expect(try await run(recording).exitCode == 0)
    }

    @Test func `an own outcome replaces the default status, and the workflow's default that of the API`()
        async throws
    {
        let recording = try Self.project(
            Self.status, "  - call: a.make\n    expect: { outcome: taken }\n"
        ) { _ in Self.json("{}", status: "409 Conflict") }
        #expect(try await run(recording).exitCode == 0)
        try recording.folder.write(
            "w.yaml",
            """
            use: { a: apis/a.yaml }
            defaults: { expect: { status: 4xx } }
            steps:
              - get: /x
              - get: /x
                expect: { outcome: http.conflict }
            """)
        let result = try await run(recording)
        #expect(result.exitCode == 0, "\(result.everything)")
        try recording.folder.write(
            "w.yaml", "defaults: { expect: { status: 200 } }\nsteps:\n  - get: /x\n")
        let failed = try await run(recording)
        #expect(
            failed.output.contains("status: expected 200, got 409 [check.failed]  w.yaml:1:23"), "\(failed.everything)")
    }

    @Test(arguments: [
        ("application/json", "{}", "result: the body cannot be read as XML: "),
        (
            "application/xml", "<!DOCTYPE html><p>Log in<br>",
            "result: the body is HTML (Content-Type application/xml), perhaps a page that tells of an error or asks to log in: "
        ),
    ])
    func `a body that is no XML is told once, however many fields look into it`(
        _ type: String, _ body: String, _ message: String
    ) async throws {
        let recording = try Self.project(
            """
            types: { Order: { id: { xpath: //id }, name: { xpath: //name }, key: { xpath: //key, secret: true }, n: { header: X-N } } }
            endpoints: { order: { get: /order, result: Order } }
            """, "  - call: a.order\n"
        ) { _ in "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)" }
        let result = try await run(recording, "--json", "c.json")
        #expect(result.exitCode == 1)
        #expect(result.output.contains(message), "\(result.everything)")
        let report = try recording.folder.read("c.json")
        #expect(result.output.ranges(of: "[response.not_xml]").count == 1, "\(result.everything)")
        #expect(result.output.contains("in the header `X-N`, got nothing"), "\(result.everything)")
        #expect(report.contains("response.not_xml"))
    }

    static let secretFields: [(field: String, body: String, message: String)] = [
        (
            "enum: [alpha-71, beta-72]", #"{"token":"gamma-73"}"#,
            "result: expected one of the values of `enum` at `$.token`, got ***"
        ),
        ("enum: [alpha-71, beta-72]", "{}", "result: expected one of the values of `enum` at `$.token`, got nothing"),
        (
            "enum: [alpha-71, beta-72]", #"{"token":null}"#,
            "result: expected one of the values of `enum` at `$.token`, got null"
        ),
        ("enum: { low: alpha-71, high: beta-72 }", #"{"token":"gamma-73"}"#, "one of the values of `enum`"),
        ("as: integer", "{}", "result: expected an integer at `$.token`, got nothing"),
        ("as: url", #"{"token":"http://gamma-73 x/"}"#, "result: expected a URL at `$.token`, got ***"),
        ("as: json", #"{"token":"gamma-73"}"#, " at `$.token`, got ***"),
        ("header: X-Token", "{}", "result: expected a value in the header `X-Token`, got nothing"),
        ("header: Content-Length, as: boolean", "{}", "in the header `Content-Length`, got ***"),
    ]

    @Test(arguments: secretFields)
    func `a failure at a secret field says that the value is missing, and shows none that it has or may have`(
        _ field: String, _ body: String, _ message: String
    ) async throws {
        let recording = try Self.project(
            "types: { Session: { token: { secret: true, \(field) } } }\nendpoints: { login: { post: /login, result: Session } }\n",
            "  - call: a.login\n"
        ) { _ in Self.json(body) }
        let result = try await run(
            recording, "--junit", "j.xml", "--html", "h.html", "--json", "c.json", "--events", "e.jsonl")
        #expect(result.exitCode == 1)
        #expect(result.output.contains(message), "\(result.everything)")
        var texts = [result.everything]
        for report in ["j.xml", "h.html", "c.json", "e.jsonl"] { texts.append(try recording.folder.read(report)) }
        for text in texts {
            for secret in ["alpha-71", "beta-72", "gamma-73"] { #expect(!text.contains(secret), "\(text)") }
        }
    }

    @Test(arguments: [
        "steps.list.result[0].nmae", "steps.list.result.all(x, x.nmae == \"a\")", "steps.page.result.items[0].nmae",
        "steps.page.result.items[0].nested[0].nmae", "users[0].nmae", "users.map(u, u.nmae).size() == 1",
        "steps.map.result.users[0].nmae == \"a\"",
    ])
    func `a misspelt field of a list's element is found when the file is loaded`(_ expression: String) async throws {
        let recording = try Self.project(
            """
            types:
              User: { name: name, nested: { as: [User], optional: true } }
              Page: { items: { as: [User] } }
            endpoints:
              list: { get: /x, result: [User] }
              page: { get: /x, result: Page }
              map: { get: /x, result: { users: { path: $.items, as: "[User]" } } }
            """,
            """
              - { call: a.list, id: list }
              - { call: a.page, id: page }
              - { call: a.map, id: map }
              - get: /x
                capture: { users: { path: $.items, as: "[a.User]" } }
              - that: \(expression)

            """
        ) { _ in Recording.empty }
        let result = try await Baton(folder: recording.folder)("check", "w.yaml")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.everything.contains("has no `nmae`"), "\(result.everything)")
        #expect(result.everything.contains("did you mean `name`?"), "\(result.everything)")
    }

    @Test(arguments: [("user", "as: user"), ("item", "name: each")])
    func `an element of a loop over a typed list has the fields of its type`(
        _ name: String, _ key: String
    ) async throws {
        let recording = try Self.project(
            "types: { User: { name: name } }\nendpoints: { list: { get: /x, result: [User] } }\n",
            """
              - { call: a.list, id: list }
              - for_each: $(steps.list.result)
                \(key)
                log: $(\(name).nmae) $(\(name).name)

            """
        ) { _ in Recording.empty }
        let result = try await Baton(folder: recording.folder)("check", "w.yaml")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.everything.contains("`\(name)` has no `nmae`"), "\(result.everything)")
    }
}

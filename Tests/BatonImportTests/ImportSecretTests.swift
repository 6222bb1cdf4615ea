import BatonSecrets
import Testing

@testable import BatonImport

@Suite struct `Secrets of statements that are not carried over` {
    @Test(arguments: [
        (#"pm.request.headers.add({ key: "Authorization", value: "Bearer s-4711" })"#, "s-4711"),
        (#"pm.request.headers.upsert({ key: "X-Api-Key", value: "k-1815" })"#, "k-1815"),
        (#"var password = 'lovelace' ((("#, "lovelace"), (#"class A { m() { return 'Basic YTpi' } }"#, "YTpi"),
        (#"send({ "client_secret": "a\"b-1815" })"#, "b-1815"), ("login(`pwd`, `open-1815`", "open-1815"),
    ])
    func `are hidden where the statement is shown`(statement: String, secret: String) {
        #expect(!SecretText.hiding(statement).contains(secret), "\(SecretText.hiding(statement))")
    }

    @Test func `leave other statements as they are`() {
        let statement = #"pm.test("is \"new\"", () => next('it', `a`))"#
        #expect(SecretText.hiding(statement) == statement)
    }

    @Test func `a text that doubles at each pass is given up`() {
        let script = "let a = 'x'; for (let i = 0; i < 60; i++) { a += a } pm.variables.set('a', a)"
        let translation = ScriptSample.translation(of: script, phase: .before)
        #expect(translation.lost > 0)
    }
}

@Suite struct `Secrets of an environment` {
    @Test(arguments: [
        #""type": "secret", "value": "s-1815""#, #""type": "SECRET", "value": "s-1815""#,
        #""type": "secret", "value": { "password": "s-1815" }"#, #""type": "secret", "value": ["s-1815"]"#,
    ])
    func `stand in no file, whatever their shape`(members: String) throws {
        var input = PostmanSample.collection(
            #""item": [{"name": "r", "request": {"url": "http://a.example/{{key}}"}}]"#)
        input.environment = PostmanSample.file(#"{"name": "e", "values": [{"key": "key", \#(members)}]}"#, "e.json")
        let project = try ImportFormat.postman.read(input)
        let written = WorkflowWriter.write(project, WorkflowWriter.Settings())
        #expect(!(written.workflowText + (written.projectText ?? "")).contains("s-1815"))
        #expect(project.secrets.contains { $0.value.contains("s-1815") })
    }
}

/// Every place of a collection that can repeat a secret, and every form of one.
@Suite struct `Secrets of a whole collection` {
    private static let secret = "S3cr3t-4711/xyz+9"

    /// What holds a secret so that it is recognised: by a name, by a form, by its place.
    private static let sources: [String] = [
        #""variable": [{"key": "DB_PWD", "value": "S"}]"#, #""variable": [{"key": "adminPassword2", "value": "S"}]"#,
        #""variable": [{"key": "header", "value": "Bearer S"}]"#,
        #""variable": [{"key": "database", "value": "postgres://ada:S@db.example/shop"}]"#,
        #""variable": [{"key": "database", "value": "Server=db;User Id=sa;Password=S;Encrypt=yes"}]"#,
        #""auth": {"type": "basic", "basic": [{"key": "username", "value": "ada"}, {"key": "password", "value": "S"}]}"#,
        #""auth": {"type": "bearer", "bearer": [{"key": "token", "value": "S"}]}"#,
    ]
    /// What a request has at a place, with `S` for the text that repeats the secret.
    private static let places: [String: String] = [
        "header": #""header": [{"key": "X-Other", "value": "a S b"}]"#,
        "query": #""url": "http://a.example/b?c=S""#, "url": #""url": "http://a.example/S/b""#,
        "form": #""body": {"mode": "urlencoded", "urlencoded": [{"key": "a", "value": "S"}]}"#,
        "text": #""body": {"mode": "raw", "raw": "grant_type=password&password=S&a=b"}"#,
        "json": #""body": {"mode": "raw", "raw": "{\"a\": [\"S\"]}", "options": {"raw": {"language": "json"}}}"#,
        "xml":
            #""body": {"mode": "raw", "raw": "<a><Password t='x'>S</Password></a>", "options": {"raw": {"language": "xml"}}}"#,
        "graphql": #""body": {"mode": "graphql", "graphql": {"query": "mutation { in(password: \"S\") { id } }"}}"#,
        "part": #""body": {"mode": "formdata", "formdata": [{"key": "a", "value": "S"}]}"#,
        "description": #""description": "Send S.""#,
    ]
    private static let scripts: [String] = [
        "pm.environment.set('a', 'S')", "pm.test('S', () => pm.expect(pm.response.json().a).to.eql('S'))",
        "pm.test('t', () => pm.expect(pm.response.text()).to.include('S'))", "pm.unknown('S')", "console.log('S')",
        "if (pm.environment.get('b') === 'S') { pm.environment.set('c', 'xS') }", "pm.expect.fail('S')",
        "pm.sendRequest({ url: 'http://a.example/S', method: 'POST', header: { b: 'S' }, body: { mode: 'raw', raw: 'S' } }, () => {})",
    ]

    /// The secret as other tools write it within a text.
    private static func forms(_ secret: String) -> [String] {
        var escaped = ""
        for byte in secret.utf8 {
            escaped +=
                byte == UInt8(ascii: "/") ? "%2F" : byte == UInt8(ascii: "+") ? "%2B" : String(UnicodeScalar(byte))
        }
        // Base64 of `ada:` and the secret.
        return [secret, escaped, "YWRhOlMzY3IzdC00NzExL3h5eis5"]
    }

    private static func collection(_ source: String, _ place: String, _ script: String, _ form: String) -> ImportInput {
        let url = place.contains("\"url\"") ? "" : #""url": "http://a.example", "#
        let members = place.replacing("S", with: form)
        let code = script.replacing("S", with: form)
        return PostmanSample.collection(
            #"""
            \#(source.replacing("\"S", with: "\"\(secret)").replacing(" S", with: " \(secret)").replacing(":S", with: ":\(secret)").replacing("=S;", with: "=\(secret);")),
            "item": [{"name": "r", "request": {"method": "POST", \#(url)\#(members)},
                "response": [{"code": 200, "body": "S"}],
                "event": [{"listen": "test", "script": {"exec": ["\#(code)"]}}]}]
            """#)
    }

    @Test(arguments: places.keys.sorted(), sources) func `stand in no written byte and no report`(
        place: String, source: String
    ) throws {
        let members = try #require(Self.places[place])
        for script in Self.scripts {
            for form in Self.forms(Self.secret) {
                let project = try ImportFormat.postman.read(Self.collection(source, members, script, form))
                #expect(project.secrets.contains { $0.value == Self.secret }, "\(source)")
                let written = WorkflowWriter.write(project)
                let text = written.workflowText + (written.projectText ?? "")
                let all = text + written.report.text + "\(written.report.json(file: "c.json"))"
                for other in Self.forms(Self.secret) {
                    #expect(!all.contains(other), "\(place) \(script)\n\(all)")
                }
                #expect(Loaded(written).problems == [], "\(text)")
            }
        }
    }

    @Test(arguments: [
        ("X-Vault-Token", true), ("Ocp-Apim-Subscription-Key", true), ("x-functions-key", true), ("DB_PWD", true),
        ("adminPassword", true), ("password2", true), ("csrfToken", true), ("clientSecret_prod", true),
        ("token_url", false), ("accessTokenUrl", false), ("secretName", false), ("turnkey", false), ("tokenize", false),
        ("public_key_id", false), ("monkey", false), ("secretary", false), ("", false), ("max_tokens", false),
    ])
    func `are recognised by words of their names`(name: String, isSecret: Bool) {
        #expect(SecretNames.mayBeSecret(name) == isSecret)
    }

    @Test(arguments: [
        "ghp_0123456789abcdefghijABCDEFGHIJ012345", "sk_live_0123456789abcdefghij", "AKIA0123456789ABCDEF",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N", "xoxb-0123456789-abcdefghij",
    ])
    func `are recognised by their forms`(token: String) throws {
        let project = try ImportFormat.postman.read(
            PostmanSample.collection(#""item": [{"name": "r", "request": {"url": "http://a.example/?k=\#(token)"}}]"#))
        #expect(project.secrets.map(\.value) == [token])
        #expect(!WorkflowWriter.write(project).workflowText.contains(token))
    }

    @Test(arguments: [
        "ghp_0123456789abcdefghijABCDEFGHIJ012345", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N",
        "-----BEGIN PRIVATE KEY-----\\nMIIB4711\\n-----END PRIVATE KEY-----", "Bearer abcdef-4711-xyz",
        "postgres://ada:lovelace-1815@db.example/shop", "Server=db;User Id=sa;Password=lovelace-1815;Encrypt=yes",
    ])
    func `stand in no description, name or comment, whoever wrote them`(form: String) throws {
        let secrets = ["ghp_0123", "dozjgNryP4J3", "MIIB4711", "abcdef-4711", "lovelace-1815"]
        let text = #""description": "See \#(form), and go on.""#
        let places = [
            #""info": {"name": "c", \#(text)}, "item": []"#,
            #""item": [{"name": "f", \#(text), "item": [{"name": "r", "request": {"url": "http://a"}}]}]"#,
            #""item": [{"name": "r", "request": {"url": "http://a", \#(text)}}]"#,
            #""item": [{"name": "r", "request": {"url": "http://a", "header": [{"key": "X", "value": "1", \#(text)}]}}]"#,
            #""variable": [{"key": "v", "value": "1", \#(text)}], "item": [{"name": "r", "request": {"url": "http://a/{{v}}"}}]"#,
            #""item": [{"name": "See \#(form)", "request": {"url": "http://a"}}]"#,
        ]
        for place in places {
            let project = try ImportFormat.postman.read(PostmanSample.collection(place))
            let written = WorkflowWriter.write(project)
            let all = written.workflowText + (written.projectText ?? "") + written.report.text
            #expect(!secrets.contains(where: all.contains), "\(place)\n\(all)")
            #expect(Loaded(written).problems == [], "\(all)")
            if place.contains("go on"), !place.contains("info") { #expect(all.contains("go on"), "\(all)") }
        }
    }

    @Test(arguments: [
        "Basic authentication, or a bearer token.", "The password: at least 8 characters.", "Use `Bearer {{token}}`.",
        "http://example.com/a?b=c", "A JWT begins with eyJ.",
    ])
    func `are no words of a description`(description: String) throws {
        let request = #""request": {"url": "http://a", "description": "\#(description)"}"#
        let project = try ImportFormat.postman.read(
            PostmanSample.collection(#""item": [{"name": "r", \#(request)}]"#))
        #expect(!WorkflowWriter.write(project).workflowText.contains("***"))
    }

    @Test(arguments: [
        "pm.test('t', () => pm.expect(pm.response.json().token).to.eql('abcd'))",
        "if (pm.response.json().user.password === 'abcd') { pm.environment.set('x', 1) }",
        "pm.environment.set('api_token', 'abcd')", "pm.variables.set('x', JSON.stringify({ password: 'abcd' }))",
        "postman.setGlobalVariable('userPassword.password', 'abcd')",
        "pm.sendRequest({ url: 'https://x.example', header: { Authorization: 'Basic abcd' } }, () => {})",
        "pm.sendRequest({ url: 'https://x.example', method: 'POST', body: { mode: 'urlencoded', urlencoded: [{ key: 'client_secret', value: 'abcd' }] } }, () => {})",
    ])
    func `are recognised by what a script compares, sets or sends`(script: String) throws {
        let project = try project(of: [script])
        #expect(project.secrets.map(\.value) == ["abcd"])
        let written = WorkflowWriter.write(project)
        #expect(!written.workflowText.contains("abcd") && Loaded(written).problems == [], "\(written.workflowText)")
    }

    /// Scripts and members of a request that put a literal, `S`, into a place with the name of a secret.
    private static let secretPlaces: [String] = [
        "const apiKey = 'S'; pm.environment.set('h', 'Key ' + apiKey);", "let token; token = 'S'; use(token);",
        "const token = 'Bearer S'; pm.variables.set('h', token);",
        "const token = `S`; pm.variables.set('h', `k ${token}`)",
        "const secret = pm.variables.get('x') || 'S'; pm.variables.set('h', secret);",
        "const k = 'S'; const [a, apiKey] = ['x', k]; pm.variables.set('h', 'a ' + k);",
        "const { token = 'S' } = pm.response.json(); pm.variables.set('h', token);",
        "pm.environment.set('password', pm.environment.get('mode') === 'a' ? 'S' : 'Qx7-other');",
        "pm.environment.set('password', pm.environment.get('mode') === 'a' ? 'Qx7-other' : 'S');",
        "pm.globals.set('client_secret', pm.response.json().a + 'S');",
        "const all = { api_key: 'S', user: 'ada' }; pm.variables.set('h', all.api_key);",
        "const all = {}; all['api-key'] = 'S'; all.jwt = 'S'; pm.variables.set('h', JSON.stringify(all));",
        "const list = [{ key: 'token', value: 'S' }]; pm.variables.set('h', list[0].value);",
        "function login(user, password) { pm.variables.set('h', user + ':' + password); } login('ada', 'S');",
        "const api = { login: (password) => pm.variables.set('h', btoa('ada:' + password)) }; api.login('S');",
        "function login(user, password = 'S') { pm.variables.set('h', user + ':' + password); } login('ada');",
        "function key() { return 'S'; } const apiKey = key(); pm.variables.set('h', 'Key ' + apiKey);",
        "if (pm.response.json().a === 1) { const pwd = 'S'; pm.variables.set('h', pwd); } else { unknown('S'); }",
        "pm.request.headers.add({ key: 'X-Api-Key', value: 'S' }); console.log('S');",
    ]

    @Test(arguments: secretPlaces, ["test", "prerequest"])
    func `are the literals that a script puts into a place with such a name`(script: String, listen: String) throws {
        let code = script.replacing("'S", with: "'\(Self.secret)").replacing("S'", with: "\(Self.secret)'")
            .replacing("`S`", with: "`\(Self.secret)`")
        let project = try ImportFormat.postman.read(
            PostmanSample.collection(
                #"""
                "item": [{"name": "r", "request": {"url": "http://a.example/{{h}}", "description": "\#(Self.secret)"},
                    "event": [{"listen": "\#(listen)", "script": {"exec": ["\#(code)"]}}]}]
                """#))
        #expect(project.secrets.contains { $0.value == Self.secret })
        let written = WorkflowWriter.write(project)
        let text = written.workflowText + (written.projectText ?? "")
        let all = text + written.report.text + "\(written.report.json(file: "c.json"))"
        for form in Self.forms(Self.secret) + ["Qx7-other"] { #expect(!all.contains(form), "\(all)") }
        #expect(Loaded(written).problems == [], "\(text)")
    }

    @Test(arguments: [
        #"{"raw": "http://a.example/e/:token", "host": ["http://a.example"], "path": ["e", ":token"], "variable": [{"key": "token", "value": "S"}]}"#,
        #"{"raw": "http://a.example/e/:api-key.json", "variable": [{"key": "api-key", "value": "S"}]}"#,
        #"{"raw": "http://a.example/:id?token=S"}"#,
    ])
    func `are the variables of a path with such a name`(url: String) throws {
        let project = try ImportFormat.postman.read(
            PostmanSample.collection(
                #""item": [{"name": "r", "request": {"url": \#(url.replacing("S", with: "abcd"))}}]"#))
        #expect(project.secrets.map(\.value) == ["abcd"])
        let written = WorkflowWriter.write(project)
        #expect(!written.workflowText.contains("abcd") && Loaded(written).problems == [], "\(written.workflowText)")
    }

    @Test(arguments: [
        "const tokenVariable = 'accessToken'; pm.variables.set('h', pm.response.json()[tokenVariable]);",
        "const tokenServer = 'https://a.example/Oauth-2'; pm.variables.set('h', tokenServer);",
        "const tokenRequest = { method: 'POST', type: 'application/json' }; pm.variables.set('h', tokenRequest.type);",
        "const token = pm.environment.get('current-Token-1'); pm.variables.set('h', token);",
        "const password = pm.response.json().mode === 'mode-4711' ? pm.variables.get('a') : null; pm.variables.set('h', password);",
    ])
    func `are no names, addresses and other members of such a place`(script: String) throws {
        #expect(try project(of: [script]).secrets.isEmpty)
    }

    private func project(of scripts: [String]) throws -> ImportedProject {
        let items = scripts.map {
            #"""
            {"name": "r", "request": {"url": "http://a.example/{{token}}"},
                "event": [{"listen": "test", "script": {"exec": ["\#($0)"]}}]}
            """#
        }
        return try ImportFormat.postman.read(PostmanSample.collection(#""item": [\#(items.joined(separator: ","))]"#))
    }

    @Test func `that one variable holds one after the other have a name each`() throws {
        let project = try project(of: ["pm.environment.set('token', 'abc-1')", "pm.environment.set('token', 'abc-2')"])
        #expect(project.secrets.map(\.name) == ["SHOP_TOKEN", "SHOP_TOKEN_2"])
        let text = WorkflowWriter.write(project).workflowText
        #expect(text.contains("$(secrets.SHOP_TOKEN)") && text.contains("$(secrets.SHOP_TOKEN_2)"), "\(text)")
    }

    @Test func `are masked where a schema has them, with a note`() throws {
        let schema = "pm.test('s', () => pm.response.to.have.jsonSchema({ const: 'S3cr3t-4711-xyz' }))"
        let project = try project(of: [schema, "pm.environment.set('password', 'S3cr3t-4711-xyz')"])
        let written = WorkflowWriter.write(project)
        #expect(!written.workflowText.contains("S3cr3t-4711-xyz") && written.workflowText.contains("***"))
        #expect(written.report.isLossy && Loaded(written).problems == [], "\(written.workflowText)")
    }
}

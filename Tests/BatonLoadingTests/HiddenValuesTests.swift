import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonSecrets
import BatonSources
import BatonWorkflow
import Testing

/// The values that messages about files hide, found by the keys of the tree, or behind a line's first colon.
@Suite struct HiddenValuesTests {
    /// The whole text with its hidden ranges as `***`.
    private static func shown(_ text: String, _ names: SecretNames = .documented) -> String {
        let file = SourceFile(path: "w.yaml", text: text)
        var bytes = file.bytes
        for range in HiddenValues.ranges(in: file, names).reversed() { bytes.replaceSubrange(range, with: "***".utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Ways to write a field with the value `hunter2x`, and as shown if the field is secret.
    private static let forms: [(String, String)] = [
        ("NAME: hunter2x", "NAME: ***"), ("NAME: 'hunter2x'", "NAME: '***'"),
        ("\"NAME\": \"hunter2x\"", "\"NAME\": \"***\""),
        ("a: { b: 1, NAME: hunter2x, c: d }", "a: { b: 1, NAME: ***, c: d }"),
        ("- NAME: [hunter2x, hunter2x]", "- NAME: [***, ***]"), ("NAME: { a: hunter2x }", "NAME: { a: *** }"),
        ("NAME:\n  - a: hunter2x\n", "NAME:\n  - a: ***\n"), ("NAME: |\n  hunter2x\n  b\nc: d", "NAME: ***\nc: d"),
        ("NAME: hunter2x\n  more\nc: d", "NAME: ***\nc: d"),
        ("{\"a\": {\"NAME\": \"hunter2x\"}}", "{\"a\": {\"NAME\": \"***\"}}"),
        ("a: &x hunter2x\nNAME: *x", "a: &x ***\nNAME: ***"), ("NAME: hunter2x$(b)${c}{d", "NAME: ***$(b)${c}***"),
        ("NAME: $('hunter2x' + b)", "NAME: ***"), ("NAME: 'hunter2x {{b}}'", "NAME: '***{{b}}'"),
    ]

    @Test func `the value of a field with a secret name is hidden in every form`() {
        for name in SecretNames.usual + ["X-Api-Key", "Authorization", "Set_Cookie", "clientSecret"] {
            for (text, shown) in Self.forms {
                #expect(Self.shown(text.replacing("NAME", with: name)) == shown.replacing("NAME", with: name))
            }
        }
        for name in ["public_key_id", "turnkey", "tokenize", "page_token", "pasword", "key"] {
            for (text, _) in Self.forms {
                let text = text.replacing("NAME", with: name)
                #expect(Self.shown(text) == text)
            }
        }
    }

    @Test func `a project adds names and keeps others visible`() {
        let names = SecretNames(adding: ["x-pin"], keeping: ["token"])
        for (text, shown) in Self.forms {
            #expect(Self.shown(text.replacing("NAME", with: "X_PIN"), names) == shown.replacing("NAME", with: "X_PIN"))
            let kept = text.replacing("NAME", with: "token")
            #expect(Self.shown(kept, names) == kept)
        }
    }

    @Test(arguments: [
        ("auth: { basic: { username: ada, password: a } }", "auth: { basic: { username: ada, password: *** } }"),
        ("auth: { basic: { username: ada, passwrod: a } }", "auth: { basic: { username: ada, passwrod: *** } }"),
        ("auth: { bearer: a }", "auth: { bearer: *** }"), ("auth: Bearer a", "auth: ***"), ("auth: none", "auth: none"),
        ("auth: basic", "auth: basic"), ("auth: [a, b]", "auth: [***, ***]"),
        ("auth: { nope: a }", "auth: { nope: *** }"),
        ("auth: { api_key: { header: X-K, value: a } }", "auth: { api_key: { header: X-K, value: *** } }"),
        (
            "auth: { oauth2: { token_url: /t, client_id: c, client_secret: a } }",
            "auth: { oauth2: { token_url: /t, client_id: c, client_secret: *** } }"
        ),
        ("cookies: { sid: a }", "cookies: { sid: *** }"), ("proxy: http://u:a@h", "proxy: http://***@h"),
        ("proxy: u%3Aa@h", "proxy: ***@h"),
        ("proxy: { url: https://u:a@h, key_password: a }", "proxy: { url: https://***@h, key_password: *** }"),
        ("get: http://u:a@h/?token=b&c=d", "get: http://u:***@h/?token=***&c=d"),
        ("pin: { secret: true, default: a, type: string }", "pin: { secret: true, default: ***, type: string }"),
        ("pin: { secret: false, default: a }", "pin: { secret: false, default: a }"),
        ("t: { path: $.token, secret: true }", "t: { path: $.token, secret: true }"),
        ("auth: { bearer: $(token) }", "auth: { bearer: $(token) }"), ("secret: yes", "secret: yes"),
        ("token: null", "token: null"), ("token: ''", "token: ''"), ("token: 12", "token: ***"),
        ("a: b # password: c", "a: b # password: c"), ("secrets: [ADA, A=b]", "secrets: [ADA, ***]"),
        (
            "capture: { token: $.token, sid: { cookie: session } }",
            "capture: { token: $.token, sid: { cookie: session } }"
        ),
        ("headers: { cookie: a=b }", "headers: { cookie: *** }"),
        ("inputs: { token: { type: string, default: a } }", "inputs: { token: { type: string, default: *** } }"),
        (
            "types: { Login: { token: $.t, secret: { path: a } } }",
            "types: { Login: { token: $.t, secret: { path: a } } }"
        ),
        (
            "properties: { password: { type: string, example: a } }",
            "properties: { password: { type: string, example: *** } }"
        ),
    ])
    func `declared secrets of the language are hidden`(_ text: String, _ shown: String) {
        #expect(Self.shown(text) == shown)
    }

    @Test(arguments: [
        ("\tpassword: a", "\tpassword: ***"), ("- post: { json: { password: a: b: [", "- post: ***"),
        ("a: [\nname: b\nx-api-key = c", "a: [\nname: b\nx-api-key = ***"),
        ("auth:\n  basic: [a\n   b\nname: c: d\n  e: f", "auth:\n  basic: ***\n   ***\nname: c: d\n  e: f"),
        ("ada,secret,4O1\nb,password,2", "ada,secret,4O1\nb,password,2"),
        ("page_token: [\n  a: b: c", "page_token: [\n  a: b: c"), ("url: [http://u:a@h", "url: [http://u:***@h"),
        ("TOKEN=a\nUSER=b", "TOKEN=***\nUSER=b"),
    ])
    func `a line that is no YAML is hidden behind its first colon or equals sign`(_ text: String, _ shown: String) {
        #expect(Self.shown(text) == shown)
    }

    @Test func `a message repeats no word of a hidden value of its lines`() throws {
        let file = SourceFile(path: "w.yaml", text: "user: ada\npassword: Bearer hunter2x\n")
        func shown(_ message: Message, at text: String) throws -> Diagnostic {
            let place = try #require(String(decoding: file.bytes, as: UTF8.self).firstRange(of: text))
            let start = String(decoding: file.bytes, as: UTF8.self)[..<place.lowerBound].utf8.count
            let range = SourceRange(file: file, start..<start + text.utf8.count)
            return Diagnostic(
                "a.b", message, at: range, help: message,
                correction: Correction(file, [.init(start..<start, "x")])
            ).hidingValues(.documented)
        }
        let (word, part, key) = ("hunter2x", "unter2", "password")
        let messages: [(Message, String)] = [
            ("`\(word)` is wrong", "`***` is wrong"), ("write `{ bearer: \(word) }`", "write `{ bearer: *** }`"),
            ("the text hunter2x stays, \(part) and \"\(word)\"", "the text hunter2x stays, *** and \"***\""),
            ("`\(key)` is text", "`password` is text"), (Message(value: "made of \(word)"), "made of ***"),
        ]
        for (message, hidden) in messages {
            let beside = try shown(message, at: "Bearer")
            #expect(beside.message.text == hidden && beside.help?.text == hidden && beside.correction == nil)
            let elsewhere = try shown(message, at: "ada")
            #expect(elsewhere.message == message && elsewhere.correction != nil)
        }
    }

    @Test func `long, deep and repeated texts are read in time`() {
        for part in [
            "{token: ", "[", "token: x\n", "x:y@", "- ", "$(", "'", "token: $(", "http://u:", "?token=", "a: &a [*a]\n",
        ] {
            let text = String(repeating: part, count: 64_000 / part.utf8.count)
            #expect(Self.shown(text).utf8.count <= 4 * text.utf8.count)
            #expect(!Self.shown("token: \(text)").isEmpty)
        }
    }
}

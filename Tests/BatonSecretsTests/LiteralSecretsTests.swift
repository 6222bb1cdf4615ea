import BatonSecrets
import Testing

struct LiteralSecretsTests {
    @Test(arguments: [
        ("    password: hunter22", "    password: ***"),
        ("  Authorization: Bearer abc def # why", "  Authorization: ***"),
        (
            "auth: { basic: { username: ada, password: 'it is' } }",
            "auth: { basic: { username: ada, password: '***' } }"
        ),
        ("auth: { bearer: abcd }", "auth: { bearer: *** }"),
        (#"{"api_token": "a\"b", "x": 1}"#, #"{"api_token": "***", "x": 1}"#),
        ("cookies: { sid: abc, two: def }", "cookies: { sid: ***, two: *** }"),
        ("api_key: { header: X-Key, value: abc }", "api_key: { header: X-Key, value: *** }"),
        ("- get: http://u:pw@[::zz/", "- get: http://u:***@[::zz/"),
        ("X: \"Bearer abcd\"", "X: \"Bearer ***\""),
        ("Cookie: a=b; c=d", "Cookie: ***"), ("cookie: sid=4f1c", "cookie: ***"),
        ("X: Basic dXNlcjpwYXNz", "X: Basic ***"), ("cookies: { sid@value: abc }", "cookies: { sid@value: *** }"),
        ("cookies: { sid: { eq: abc } }", "cookies: { sid: { eq: *** } }"), ("password: $.abc", "password: ***"),
        ("cookies: { type: abc, length: def }", "cookies: { type: ***, length: *** }"),
        ("token: abc$.def", "token: ***"), ("token: $.a+b", "token: ***"),
        (
            "auth: { oauth2: { token_url: /token, grant: pasword, client_id: c, client_secret: abcd, scope: [a, b] } }",
            "auth: { oauth2: { token_url: /token, grant: pasword, client_id: ***, client_secret: ***, scope: [a, b] } }"
        ),
        (
            "auth: { oauth2: { token_url: https://u:abcd@h/t?token=efgh, tokn_url: abcd } }",
            "auth: { oauth2: { token_url: https://u:***@h/t?token=***, tokn_url: *** } }"
        ),
        (
            "auth: { aws: { region: eu-central-1, service: s3, secret_key: abcd } }",
            "auth: { aws: { region: eu-central-1, service: s3, secret_key: *** } }"
        ),
        ("auth: Bearer abcd", "auth: ***"), ("auth: [Bearer, abcd]", "auth: [***]"),
        ("auth: { basic: [u, abcd] }", "auth: { basic: [***] }"), ("basic: u:abcd", "basic: ***"),
        ("auth: { basic: { username: u, pasword: abcd } }", "auth: { basic: { username: u, pasword: *** } }"),
        ("password: abcd$(nope)ef", "password: ***$(nope)***"),
        ("password: \"$('abcd' + nope)\"", "password: \"$('***' + nope)\""),
        ("Authorization: Basic $(base64('u:abcd'))", "Authorization: Basic $(base64('***'))"),
        ("client_secret: [abcd, [ef]]", "client_secret: [***]"),
        ("$.password: { eqals: abcd }", "$.password: { eqals: *** }"),
        ("$['access_token']: { not: { eq: abcd } }", "$['access_token']: { not: { eq: *** } }"),
        ("pin: { type: integer, default: abcd, secret: true }", "pin: { type: integer, default: ***, secret: true }"),
        ("secrets: [ADA, a-b]", "secrets: [ADA, ***]"), ("secrets: { ADA: abcd }", "secrets: { ADA: *** }"),
        ("cookies: 'sid=abcd'", "cookies: '***'"), ("cookies: { sid: abcd$(x) }", "cookies: { sid: ***$(x) }"),
        ("user: ada:abcd", "user: ada:***"), ("pwd: abcd", "pwd: ***"), ("passphrase: abcd$(x)", "passphrase: ***$(x)"),
        ("get: http://h/?a=1&token=abcd&b=2", "get: http://h/?a=1&token=***&b=2"),
        ("query: 'api_key=abcd'", "query: 'api_key=***'"), ("x: u:abcd@h", "x: u:***@h"),
        ("that: response.json.token == 'abcd' && x", "that: response.json.token == '***' && x"),
        ("command: srv --password=abcd -p 80", "command: srv --password=*** -p 80"),
        ("command: [srv, --db-password, 'abcd', -v]", "command: [srv, --db-password, '***', -v]"),
        ("command: curl -u u:abcd /", "command: curl -u u:*** /"),
        ("exec: TOKEN=abcd srv", "exec: TOKEN=*** srv"),
        ("secret_cache_key: abcd", "secret_cache_key: ***"),
        ("password : abcd", "password : ***"),
        ("{ user : ada, password : abcd, x : 1 }", "{ user : ada, password : ***, x : 1 }"),
        ("headers : { Authorization : abcd }", "headers : { Authorization : *** }"),
        ("cookies : { sid : abcd }", "cookies : { sid : *** }"), ("\"password\" : \"abcd\"", "\"password\" : \"***\""),
        ("auth : { bearer : abcd, xx: 1 }", "auth : { bearer : ***, xx: *** }"),
        ("$.token : { eqq : abcd }", "$.token : { eqq : *** }"), ("name: x # token : abcd", "name: x # token : ***"),
        ("pin : { secret : true, default : abcd, typ : string }", "pin : { secret : true, default : ***, typ : *** }"),
        ("text: '{\"password\" : \"abcd\"}'", "text: '{\"password\" : \"***\"}'"),
        ("{ ? password : abcd }", "{ ? password : *** }"), ("  password = abcd", "  password = ***"),
        ("- api_key = $(x)", "- api_key = $(x)"),
        ("X-Api-Key-Public-Key: abcd", "X-Api-Key-Public-Key: ***"),
        ("idempotency_token: abcd", "idempotency_token: ***"), ("private_key: abcd", "private_key: ***"),
        ("- { name: api_key, value: abcd }", "- { name: api_key, value: *** }"),
        ("headers: [{ value: abcd, name: X-Api-Key }]", "headers: [{ value: ***, name: X-Api-Key }]"),
        ("{\"key\": \"password\", \"value\": \"abcd\"}", "{\"key\": \"password\", \"value\": \"***\"}"),
        ("{ name: token, value: { eq: abcd } }", "{ name: token, value: { eq: *** } }"),
        ("get: /?sig=abcd&x=1", "get: /?sig=***&x=1"), ("x: /a?X-Amz-Signature=abcd", "x: /a?X-Amz-Signature=***"),
        ("passwrod: abcd", "passwrod: ***"), ("query: { sig: abcd, a: 1 }", "query: { sig: ***, a: 1 }"),
        ("X-Goog-Signature: abcd", "X-Goog-Signature: ***"),
        ("- { name: password, text: abcd, frob: 1 }", "- { name: password, text: ***, frob: 1 }"),
        ("exec: [curl, --cookie, \"sid=abcd\", x]", "exec: [curl, --cookie, \"***\", x]"),
        ("exec: [curl, \"--cookie=abcd\"]", "exec: [curl, \"--cookie=***\"]"),
        ("exec: curl --proxy-user u:abcd --pass abcd -U u:abcd", "exec: curl --proxy-user u:*** --pass *** -U u:***"),
        ("options: [--auth, 'ada:abcd']", "options: [--auth, 'ada:***']"),
    ])
    func `what is written as a secret is hidden`(_ line: String, _ shown: String) {
        #expect(LiteralSecrets.hidden(in: line) == shown)
    }

    @Test(arguments: [
        "password: $(secrets.ADA)", "token: { path: $.token, secret: true }", "tls: { key: k.pem }", "secrets: [ADA]",
        "get: http://localhost:80/a@b", "expect:", "password:", "", "Bearer", "a: \"",
        "capture: { sid: { cookie: session } }", "cookies: { session@path: /, theme@http_only: true }",
        "cookies: { 'session@path': / }", "cookies: { sid: { length: 32, type: string } }",
        "www-authenticate: Basic realm=\"registry\"", "'www-authenticate': 'Bearer realm=\"registry\",scope=\"pull\"'",
        "capture: { token: $.token }", "capture: { token: json.data.token }", "token: response.json.token",
        "token: $['access_token']", "key: $.items[0].key",
        "Authorization: Bearer $(token)", "Cookie: sid=$(sid); theme=$(theme)", "auth: none",
        "auth: { bearer: $(token) }",
        "password: $(vars['db password'])", "token: { header: x-token, as: text, optional: true }",
        "that: tokens == 3", "get: /tokens?page=2", "run with --secret ADA --secrets-file s.env", "time: 12:30",
        "Idempotency-Key: abcd", "x-idempotency-key: abcd", "headers: { Sec-WebSocket-Key: abcd }", "sort_key: abcd",
        "{ sortKey: abcd }", "$.page.cache-key: abcd", "partition_key: abcd", "primary_key: abcd",
        "foreign_keys: [abcd]",
        "public_key: abcd", "get: http://h/?a=1&page_key=abcd&sort-key=efgh", "mail: ada@example.com",
        "token: { type: string, length: 12 }", "sort: key=name",
        "{ name: colour, value: red }", "{ name: Refresh token, value: red }", "{ username: token, value: red }",
        "{ name: token, in: header }", "{ name: token, value: $(token) }", "x: sig=abcd",
    ])
    func `what only names one stays`(_ line: String) {
        #expect(LiteralSecrets.hidden(in: line) == line)
    }

    @Test(arguments: [
        ("auth:\n  - ⟦abcd⟧\n", "  - ***"),
        ("auth:\n- ⟦abcd⟧\n", "- ***"),
        ("auth:\n  # why\n\n  basic:\n    - u\n    - ⟦abcd⟧\n", "    - ***"),
        ("json:\n  password: >\n    ⟦abcd⟧\n", "    ***"),
        ("json:\n  password: a\n    ⟦bcd⟧\n", "    ***"),
        ("auth: {\n  basic: [u,\n    ⟦abcd⟧] }\n", "    ***"),
        ("cookies:\n  sid: ⟦abcd⟧\n", "  sid: ***"),
        ("inputs:\n  pin:\n    secret: true\n    default: ⟦abcd⟧\n", "    default: ***"),
        ("inputs:\n  pin:\n    default: ⟦abcd⟧\n    type: text\n    secret: true\n", "    default: ***"),
        ("inputs:\n  pin:\n    values:\n      - ⟦abcd⟧\n    secret: true\n", "      - ***"),
        ("secrets:\n  - ⟦a=b⟧\n", "  - ***"),
        ("vars:\n  password:\n  ⟦abcd⟧\n", "  ***"), ("vars:\n  password: |\n  ⟦abcd⟧\n", "  ***"),
        ("vars:\n  password: >\n\n  # why\n  ab\n  ⟦cd⟧\n", "  ***"),
        ("vars:\n  password: \"ab\n  ⟦cd\"⟧\n", "  ***"), ("auth :\n  bearer :\n  ⟦abcd⟧\n", "  ***"),
        ("steps:\n  - post: /\n    form:\n      password:\n        - ⟦abcd⟧\n", "        - ***"),
        ("headers:\n  - name: X-Api-Key\n    value: ⟦abcd⟧\n", "    value: ***"),
        ("headers:\n  - value: ⟦abcd⟧\n    name: X-Api-Key\n", "  - value: ***"),
        ("form:\n  - name: password\n    value: |\n      ⟦abcd⟧\n", "      ***"),
    ])
    func `a line below the key of a secret is hidden too`(_ marked: String, _ shown: String) throws {
        #expect(try Self.hidden(marked) == shown)
    }

    @Test(arguments: [
        ("inputs:\n  pin:\n    secret: true\n  size:\n    default: ⟦abcd⟧\n", "    default: abcd"),
        ("inputs:\n  - default: ⟦abcd⟧\n  - secret: true\n", "  - default: abcd"),
        ("auth: none\nsteps:\n  - name: ⟦abcd⟧\n", "  - name: abcd"),
        ("vars:\n  password: $(x)\n  ⟦abcd⟧\n", "  abcd"), ("vars:\n  name: |\n  ⟦abcd⟧\n", "  abcd"),
        ("steps:\n  - auth: { bearer: x }\n    expct: ⟦1⟧\n", "    expct: 1"),
        ("capture:\n  token:\n    path: ⟦$.token⟧\n    secret: true\n", "    path: $.token"),
        ("headers:\n  - name: X-Api-Key\n    why: ⟦abcd⟧\n", "    why: abcd"),
        ("headers:\n  - name: X-Api-Key\n  - value: ⟦abcd⟧\n", "  - value: abcd"),
        ("headers:\n  - name: X-Api-Key\n    why:\n      - ⟦abcd⟧\n", "      - abcd"),
    ])
    func `a line beside a secret stays`(_ marked: String, _ shown: String) throws {
        #expect(try Self.hidden(marked) == shown)
    }

    /// The line of the mark, as it is shown.
    private static func hidden(_ marked: String) throws -> String {
        let before = try #require(marked.firstRange(of: "⟦")).lowerBound
        let head = marked[..<before]
        let start =
            head.utf8.lastIndex(of: UInt8(ascii: "\n")).map { head.utf8.distance(from: head.startIndex, to: $0) + 1 }
            ?? 0
        let text = marked.replacing("⟦", with: "").replacing("⟧", with: "")
        let line = Array(text.utf8)[start...].prefix { $0 != UInt8(ascii: "\n") }
        return LiteralSecrets.hidden(in: String(decoding: line, as: UTF8.self), at: start, of: Array(text.utf8))
    }

    @Test(arguments: [
        ("write `auth: { bearer: hunter22 }`", "auth: Bearer hunter22", "write `auth: { bearer: *** }`"),
        ("this is \"hunter22\"", "password: hunter22", "this is \"***\""),
        ("`abc` is a name", "password: abc", "`***` is a name"), ("a is no number", "password: a", "a is no number"),
        ("`hunter22hunter…` is long", "password: hunter22hunter22", "`***…` is long"),
        ("`http://u:pw@h/?token=x y` fails", "x: 1", "`http://u:***@h/?token=*** y` fails"),
        ("`srv --password=x` ended", "x: 1", "`srv --password=***` ended"),
        ("give `--secret ADA`, or `--secret ADA=x`", "x: 1", "give `--secret ADA`, or `--secret ADA=***`"),
        ("write `auth: { bearer: $(token) }`", "auth: x", "write `auth: { bearer: $(token) }`"),
    ])
    func `a message repeats no secret of the line that it is about`(_ message: String, _ line: String, _ shown: String)
    {
        let bytes = Array(line.utf8)
        let secrets = LiteralSecrets.texts(in: bytes)
        #expect(LiteralSecrets.hidden(inMessage: message, secrets: secrets) == shown)
    }

    @Test func `endless and deep lines are read in time`() {
        for line in [
            "{secret: ", "[", "{a: {", "token=", "x:y@", "- ", "--token ", "$(", "'", "a: b, ", "u:'", "token='a'",
            "$('a'", "//u:", "password: ]",
            "--token 'a", "u:<@",
        ] {
            let text = String(repeating: line, count: 16_000 / line.count)
            #expect(LiteralSecrets.hidden(in: text).utf8.count <= 2 * text.utf8.count)
            let below = Array("auth:\n  \(text)\n  - x\n".utf8)
            #expect(LiteralSecrets.hidden(in: "  - x", at: below.count - 6, of: below).hasPrefix("  - "))
        }
    }
}

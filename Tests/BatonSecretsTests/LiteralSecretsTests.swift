import BatonSecrets
import Testing

struct LiteralSecretsTests {
    @Test(arguments: [
        ("    password: hunter22", "    password: ***"),
        ("  Authorization: Bearer abc def # why", "  Authorization: *** # why"),
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
        "capture: { token: $.token }", "token: $['access_token']", "key: $.items[0].key",
    ])
    func `what only names one stays`(_ line: String) {
        #expect(LiteralSecrets.hidden(in: line) == line)
    }
}

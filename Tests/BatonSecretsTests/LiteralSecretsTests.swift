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
        ("Cookie: a=b; c=d", "Cookie: ***"),
    ])
    func `what is written as a secret is hidden`(_ line: String, _ shown: String) {
        #expect(LiteralSecrets.hidden(in: line) == shown)
    }

    @Test(arguments: [
        "password: $(secrets.ADA)", "token: { path: $.token, secret: true }", "tls: { key: k.pem }", "secrets: [ADA]",
        "get: http://localhost:80/a@b", "expect:", "password:", "", "Bearer", "a: \"",
    ])
    func `what only names one stays`(_ line: String) {
        #expect(LiteralSecrets.hidden(in: line) == line)
    }
}

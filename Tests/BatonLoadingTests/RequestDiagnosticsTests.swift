import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// What can be wrong with the request of a step, with the place it points to: `⟦…⟧` in the file.
@Suite struct RequestDiagnosticsTests {
    typealias Case = ExpectedDiagnostic

    static let bodies = [
        Case("graphql: ⟦{ variables: { a: 1 } }⟧", "workflow.missing-key", "`graphql` has no `query`"),
        Case(
            "graphql: { ⟦mutation⟧: x }", "workflow.unknown-key", "unknown key `mutation` in `graphql`",
            help: "`graphql` may hold `query` `variables` `operation`"),
        Case(
            "binary: { hex: 00, ⟦base64⟧: AA== }", "workflow.exclusive-keys",
            "`binary` takes one of `hex` and `base64`, not both", help: "leave one of them out"),
        Case(
            "binary: ⟦{}⟧", "workflow.missing-key", "`binary` wants one of `base64` and `hex`",
            help: "write for example `base64: aGVsbG8=`"),
        Case("binary: { hex: ⟦abc⟧ }", "workflow.wrong-value", "this is no row of pairs of hexadecimal digits"),
        Case("binary: { base64: ⟦a*==⟧ }", "workflow.wrong-value", "this is no base64"),
        Case("binary: { base64: ⟦QUI=QUI=⟧ }", "workflow.wrong-value", "this is no base64"),
        Case("file: ⟦{ offset: 3 }⟧", "workflow.missing-key", "`file` has no `path`"),
        Case("file: ⟦[a]⟧", "workflow.wrong-type", "`file` wants a path or `{ path, offset, length }`, this is a list"),
        Case(
            "file: { path: a, offset: ⟦-1⟧ }", "workflow.wrong-type", "`offset` wants a whole number, this is a number"),
        Case(
            "json: 1\n    ⟦xml⟧: <a/>", "workflow.exclusive-keys",
            "a step takes one of `json` and `xml`, not both"),
        Case(
            "form: { doc: { file: a } }\n    ⟦text⟧: c", "workflow.exclusive-keys",
            "a step takes one of `form` and `text`, not both"),
    ]

    static let headers = [
        Case(
            "headers: { ⟦host: null⟧ }", "request.invalid-header",
            "the header `host` cannot be left out: it tells servers what the request is for"),
        Case(
            "proxy: http://p:1\n    no_proxy: [a.test, ⟦'*.b.test'⟧]", "workflow.wrong-value",
            "`*.b.test` names no host: `*`, `example.com`, `.example.com`, `127.0.0.1`, `::1` and `10.0.0.0/8` do, without scheme and port"
        ),
        Case(
            "headers: { X-A: 1, ⟦x-a⟧: 2 }", "request.invalid-header",
            "the header `x-a` is written twice: case makes no difference",
            help: "to send it several times, write a list: `x-a: [a, b]`"),
        Case(
            "auth: { bearer: a }\n    headers: { ⟦authorization⟧: b }", "workflow.exclusive-keys",
            "the step has `auth` and an `Authorization` header", help: "keep one of them"),
        Case(
            "auth: { digest: ⟦{ username: a }⟧ }", "workflow.missing-key", "`digest` has no `password`",
            help: "write `password: $(process.env.PASSWORD)`"),
        Case("auth: { ntlm: ⟦{ password: a }⟧ }", "workflow.missing-key", "`ntlm` has no `username`"),
        Case(
            "auth: { basic: { username: ⟦\"a:b\"⟧, password: c } }", "workflow.wrong-value",
            "a user name for basic authentication cannot have a colon (RFC 7617)"),
        Case(
            "auth: { api_key: ⟦{ header: X-Key }⟧ }", "workflow.missing-key", "`api_key` has no `value`"),
        Case(
            "auth: { api_key: ⟦{ value: k }⟧ }", "workflow.missing-key",
            "`api_key` wants one of `header` and `query`"),
        Case(
            "auth: { api_key: { header: a, ⟦query⟧: b, value: k } }", "workflow.exclusive-keys",
            "`api_key` takes one of `header` and `query`, not both"),
        Case(
            "auth: { api_key: { header: ⟦a b⟧, value: k } }", "request.invalid-header",
            "`a b` cannot be the name of a header"),
        Case(
            "auth: { negotiate: ⟦false⟧ }", "workflow.wrong-value", "`negotiate: false` is no way to authenticate"),
        Case(
            "auth: { ⟦kerberos⟧: true }", "workflow.unknown-key", "unknown key `kerberos` in `auth`"),
        Case(
            "auth: { aws: ⟦{ service: s3, region: eu-west-1 }⟧ }", "workflow.missing-key",
            "`aws` has no `access_key` and no `secret_key`"),
        Case(
            "auth: ⟦{}⟧", "workflow.missing-key",
            "`auth` wants one of `bearer`, `basic`, `digest`, `ntlm`, `negotiate`, `api_key`, `aws` and `oauth2`"),
        Case(
            "auth: ⟦basic⟧", "workflow.wrong-type",
            "`auth` wants `{ bearer: … }`, `{ basic: … }` or `none`, this is a text"),
        Case(
            "session: ⟦needs.login⟧", "workflow.unknown-need", "no workflow that this one needs is called `login`",
            help: "write `needs: { login: login.yaml }` at the top of the file, and `session: needs.login`"),
        Case(
            "session: ⟦needs⟧", "workflow.unknown-need", "`session: needs` does not say whose session"),
        Case("session: ⟦a b⟧", "workflow.invalid-name", "`a b` cannot be the name of a session"),
    ]

    static let transfers = [
        Case(
            "proxy: ⟦ftp://p⟧", "workflow.wrong-value",
            "a proxy cannot be reached by `ftp`; there are http, https, socks4, socks4a, socks5, socks5h",
            help: "write `http://proxy.example.com:3128` or `none`"),
        Case(
            "proxy: ⟦{ ca: ca.pem }⟧", "workflow.missing-key", "`proxy` has no `url`",
            help: "write `url: https://proxy.example.com:3129`"),
        Case(
            "proxy: ⟦[http://p:1]⟧", "workflow.wrong-type",
            "`proxy` wants a URL, `none` or `{ url, ca, … }`, this is a list"),
        Case(
            "proxy: { url: ⟦ftp://p⟧, ca: ca.pem }", "workflow.wrong-value",
            "a proxy cannot be reached by `ftp`; there are http, https, socks4, socks4a, socks5, socks5h",
            help: "write `http://proxy.example.com:3128` or `none`"),
        Case("proxy: ⟦\"http://\"⟧", "workflow.wrong-value", "`http://` names no proxy"),
        Case("proxy: ⟦\"\"⟧", "workflow.wrong-value", "`` is no URL of a proxy"),
        Case(
            "no_proxy: ⟦{ a: b }⟧", "workflow.wrong-type", "`no_proxy` wants a text or a list of texts, this is a map"),
        Case("resolve: [\"a:1:::1\", ⟦a.example⟧]", "workflow.wrong-value", "`a.example` is not `HOST:PORT:ADDRESS`"),
        Case("resolve: ⟦\"a:http:1.2.3.4\"⟧", "workflow.wrong-value", "`http` in `a:http:1.2.3.4` is no port"),
        Case("connect_to: ⟦\"a:1:b\"⟧", "workflow.wrong-value", "`a:1:b` is not `HOST:PORT:CONNECT-HOST:CONNECT-PORT`"),
        Case(
            "resolve: ⟦\"a:80:here\"⟧", "workflow.wrong-value",
            "`here` in `a:80:here` is no IP address: to go to another host write `connect_to`"),
        Case("connect_to: ⟦\"a:1:[b]:2\"⟧", "workflow.wrong-value", "`[b]` in `a:1:[b]:2` is no host"),
        Case(
            "proxy: ⟦\"http://ada:word@p:99999\"⟧", "workflow.wrong-value", "`99999` is no port of the proxy `p`",
            help: "write `http://proxy.example.com:3128` or `none`"),
        Case("proxy: ⟦\"p:abc\"⟧", "workflow.wrong-value", "the port of the proxy `p` is no number"),
        Case("proxy: ⟦\"socks5://[::1]x\"⟧", "workflow.wrong-value", "`x` is no port of the proxy `[::1]`"),
        Case("proxy: ⟦\"http://[b]:1\"⟧", "workflow.wrong-value", "`[b]` is no host of a proxy"),
        Case(
            "unix_socket: ⟦\"\"⟧", "workflow.wrong-value", "`unix_socket` is empty",
            help: "write the path of a socket, or leave `unix_socket` out"),
        Case(
            "unix_socket: ⟦/\(String(repeating: "s", count: 107))⟧", "workflow.wrong-value",
            "the path of `unix_socket` has 108 bytes, and that of a socket has at most 107"),
        Case("connect_to: ⟦\"a:1:b:99999\"⟧", "workflow.wrong-value", "`99999` in `a:1:b:99999` is no port"),
        Case("ip: ⟦5⟧", "workflow.wrong-value", "`ip` is `4` or `6`, not `5`"),
        Case("limit_rate: ⟦fast⟧", "workflow.wrong-value", "`fast` is no size"),
        Case("limit_rate: ⟦0⟧", "workflow.wrong-value", "with `limit_rate: 0` nothing would arrive"),
        Case("netrc: ⟦please⟧", "workflow.wrong-type", "`netrc` wants `true` or `false`, this is a text"),
        Case("path_as_is: ⟦1⟧", "workflow.wrong-type", "`path_as_is` wants `true` or `false`, this is a number"),
        Case(
            "follow_redirects: ⟦5⟧", "workflow.wrong-type",
            "`follow_redirects` wants `true`, `false` or `{ max, keep_auth }`, this is a number"),
        Case("timeout: ⟦0s⟧", "workflow.wrong-value", "a `timeout` of 0 leaves no time for anything"),
        Case("connect_timeout: ⟦0ms⟧", "workflow.wrong-value", "a `timeout` of 0 leaves no time for anything"),
        Case(
            "timeout: ⟦null⟧", "workflow.wrong-type",
            "`timeout` wants a duration with its unit, such as `500ms` or `30s`, this is null"),
        Case(
            "tls: { min_version: ⟦1.4⟧ }", "workflow.wrong-value",
            "`min_version` is `1.0`, `1.1`, `1.2` or `1.3`, not `1.4`"),
        Case(
            "tls: { min_version: 1.3, max_version: ⟦1.2⟧ }", "workflow.wrong-value",
            "`max_version` 1.2 is below `min_version` 1.3"),
        Case(
            "tls: { pin: ⟦sha256//short⟧ }", "workflow.wrong-value", "`sha256//short` is no pinned key",
            help: "write `sha256//` and the SHA-256 of the public key in base64, 44 characters"),
        Case(
            "tls: { ⟦insecure⟧: true }", "workflow.unknown-key", "unknown key `insecure` in `tls`",
            help: "`tls` may hold `verify` `ca` `cert` `key` `key_password` `pin` `min_version` `max_version`"),
    ]

    private static let help = "check `status`, `headers`, `size` or `sha256`, or leave `save` out"
    static let saved = [
        Case(
            "save: a\n    expect: { ⟦$.a⟧: 1 }", "workflow.exclusive-keys",
            "`$.a` needs the body, which `save` streams into a file", help: help),
        Case(
            "save: a\n    expect: { ⟦body⟧: x }", "workflow.exclusive-keys",
            "`body` needs the body, which `save` streams into a file", help: help),
        Case(
            "save: a\n    expect: { that: ⟦response.json.a == 1⟧ }", "workflow.exclusive-keys",
            "`response.json.a == 1` needs the body, which `save` streams into a file", help: help),
        Case(
            "save: a\n    capture: { ⟦a: $.b⟧ }", "workflow.exclusive-keys",
            "the capture `a` needs the body, which `save` streams into a file", help: help),
        Case(
            "save: a\n    capture: { a: $(⟦response.body⟧) }", "workflow.exclusive-keys",
            "`response.body` needs the body, which `save` streams into a file", help: help),
        Case(
            "save: a\n    until: ⟦response.json.done⟧", "workflow.exclusive-keys",
            "`response.json.done` needs the body, which `save` streams into a file", help: help),
        Case(
            "save: a\n    paginate: { next: ⟦$.next⟧ }", "workflow.exclusive-keys",
            "`next` needs the body, which `save` streams into a file", help: help),
        Case(
            "save: a\n    paginate: { next: $(⟦response.json.next⟧) }", "workflow.exclusive-keys",
            "`response.json.next` needs the body, which `save` streams into a file"),
        Case(
            "save: a\n    paginate: { while: ⟦response.body != ''⟧, set: { page: 2 } }", "workflow.exclusive-keys",
            "`response.body != ''` needs the body, which `save` streams into a file"),
        Case(
            "save: a\n    paginate: { while: response.status == 200, set: { page: $(⟦response.json.page⟧) } }",
            "workflow.exclusive-keys", "`response.json.page` needs the body, which `save` streams into a file"),
        Case(
            "save: a\n    capture: { ⟦a: { regex: x }⟧ }", "workflow.exclusive-keys",
            "the capture `a` needs the body, which `save` streams into a file"),
        Case(
            "save: a\n    ⟦graphql⟧: { query: \"{ a }\" }", "workflow.exclusive-keys",
            "`graphql` needs the body, which `save` streams into a file",
            help: "leave `save` out, or send the query as `json: { query: … }`, of which no `errors` are checked"),
    ]

    @Test(arguments: bodies + headers + transfers + saved)
    func `the loader explains a mistake in a request`(_ item: Case) {
        item.check(in: "steps:\n  - post: /x\n    \(item.text)\n")
    }

    @Test(arguments: [
        "tls: null", "proxy: null",
        "proxy: { url: https://p:1, verify: false, ca: a.pem, cert: b.p12, key_password: $(process.env.K) }",
        "proxy: socks5h://h:1080", "resolve: null",
        "connect_to: [\"::h:1\", \"h::[::1]:\"]",
        "resolve: \"[::1]:80:127.0.0.1\"", "no_proxy: null", "unix_socket: null", "ip: null", "limit_rate: null",
        "auth: null", "auth: none", "session: none", "session: second_user",
        "tls: { pin: \"sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=;sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\" }",
        "tls: { pin: key.pem, min_version: 1.2, max_version: 1.2 }",
        "save: a\n    expect: { status: 200, headers: { a: b }, size: 3, that: response.size == 3, duration: { lt: 1s } }\n    capture: { a: { header: b }, c: $(response.status) }",
        "headers: $(vars)", "query: $(vars)", "form: $(vars)", "multipart: $(vars)", "json: $(vars)",
        "cookies: $(vars)",
    ])
    func `what is right is taken`(_ step: String) {
        let result = Loading.load("steps:\n  - post: /x\n    \(step)\n")
        #expect(result.workflow != nil, "\(result.diagnostics.map(\.message))")
    }
}

/// Parameters that cannot be sent as text are refused when the file is loaded.
@Suite struct ParameterDiagnosticsTests {
    private static let map = "`a` wants a text, a number or a list of these, this is a map"
    private static let list = "`a` wants a text, a number or a list of these, this is a list of other things"

    @Test(
        arguments: ["form", "query", "headers", "cookies"],
        [
            ("{ b: 1 }", map), ("{ b: $(run.id) }", map), ("[1, { b: 1 }]", list), ("[1, null]", list),
            ("[$(run.id), [1]]", list),
        ])
    func `a value without a text is an error of the file`(_ key: String, _ value: (written: String, message: String)) {
        let found = Loading.load("steps:\n  - post: /x\n    \(key): { a: \(value.written) }").diagnostics
        #expect(found.map(\.message.text) == [value.message])
        #expect(
            found.map(\.help) == [
                "write each value on its own; a body in `json` may hold maps, lists and null"
            ])
    }

    @Test(arguments: ["query", "headers", "cookies"])
    func `a value without a text in the defaults is an error of the file`(_ key: String) {
        let found = Loading.load("defaults: { \(key): { a: { b: 1 } } }\nsteps: [ get: /x ]").diagnostics
        #expect(found.map(\.message.text) == [Self.map])
    }

    @Test(arguments: ["1", "x", "[1, x, true]", "null", "$(run.id)", "[$(run.id)]", "[]"])
    func `a value with a text is no error`(_ value: String) {
        for key in ["form", "query", "headers", "cookies"] {
            #expect(Loading.load("steps:\n  - post: /x\n    \(key): { a: \(value) }").diagnostics.map(\.message) == [])
        }
    }
}

import CommandCalls
import ProjectFolders
import Testing

/// Files with mistakes that hold a secret as plain text: no message, excerpt or report repeats it, and the key stays.
@Suite struct WrittenSecretTests {
    private static let secret = "hunter2x"

    /// Parts of a step, with the word of the place that is to stay.
    static let steps: [(step: String, stays: String)] = [
        ("auth: Bearer hunter2x", "auth"), ("auth: hunter2x", "auth"), ("auth: { basic: [u, hunter2x] }", "basic"),
        ("auth: { basic: 'u:hunter2x' }", "basic"), ("auth: { basic: u:hunter2x }", "basic"),
        ("auth: { basic: { username: u, pasword: hunter2x } }", "pasword"), ("auth:\n  - hunter2x", "w.yaml:4:7"),
        ("auth: { bearer: hunter2x$(nope) }", "nope"), ("auth: { bearer: [hunter2x] }", "bearer"),
        ("auth: { ntlm: u:hunter2x }", "ntlm"), ("headers: { Authorization: Bearer hunter2x$(nope) }", "nope"),
        ("headers: { X-Api-Key: hunter2x$(nope) }", "X-Api-Key"),
        ("query: { token: hunter2x$(nope) }", "token"),
        ("json: { password: hunter2x$(nope) }", "password"),
        ("json: { password: \"$('hunter2x' + nope)\" }", "unknown-name"),
        ("json:\n  password: >\n    hunter2x$(nope)", "nope"), ("json:\n  password:\n    - hunter2x$(nope)", "nope"),
        ("json: { password: hunter2x, password: hunter2x }", "password"),

        ("cookies: [sid=hunter2x]", "cookies"), ("cookies: { sid: hunter2x$(nope) }", "sid"),
        ("tls: { key_password: [hunter2x] }", "key_password"), ("password: hunter2x$(nope)", "password"),

        ("expect: { url: { contain: '?token=hunter2x' } }", "contain"),
        ("url: 'http://h:99999/?token=hunter2x'", "url"),
        ("json: { username: ada, password: ab,hunter2x }", "has no value"),
        ("json: { username: ada, password: ab,hunter2x, x: $(nope) }", "nope"),
        ("headers: { Authorization: Digest username=\"u\", response=\"hunter2x\" }", "w.yaml:3"),
        ("auth: { bearer: a}hunter2x }", "text follows"),

        ("json: {\n  username: ada, password: hunter2x$(nope) }", "nope"),
        ("json: { name: \"ada, password: \"hunter2x\" }", "w.yaml:3"),
        ("json: { password: 'ab'hunter2x, y: 1 }", "w.yaml:3"),
        ("headers: { X-Api-Key:hunter2x }", "a space is missing after the colon"),
        ("auth: { basic: root:hunter2x }", "`basic` wants a map"),
        ("auth: { basic: hunter2x }", "`basic` wants a map"),
        ("save: 'http://u:hunter2x@h/'", "`http://u:***@h/` names no file"),
        ("auth: { basic: { username: ***, password: *hunter2x } }", "no anchor `&***` stands before this alias"),
        ("cookies: { sid: *hunter2x }", "no anchor `&***`"), ("json:\n  password:\n    *hunter2x", "no anchor `&***`"),
        ("json:\n  password: ]hunter2x", "must be quoted"),
        ("json: { a: 1, password: ]hunter2x }", "closes nothing"), ("auth: { bearer: ]hunter2x }", "closes nothing"),
        ("cookies: { sid: ]hunter2x }", "closes nothing"), ("json:\n  password: [ab]hunter2x", "w.yaml:4"),

        ("got: /x?token=it'shunter2x&b=1", "&b=1"),

    ]

    @Test(arguments: steps)
    func `a mistake beside a secret is told without it`(_ step: String, _ stays: String) async throws {
        let lines = step.replacing("\n", with: "\n    ")
        try await check("steps:\n  - post: http://127.0.0.1:1/\n    \(lines)\n", stays)
    }

    static let files: [(text: String, stays: String)] = [
        ("inputs: { pin: { type: integer, secret: true, default: hunter2x } }", "the default must be integer"),
        ("inputs:\n  pin:\n    default: hunter2x\n    type: integer\n    secret: true", "the default must be integer"),

        ("inputs:\n  pin: { type: string, secret: true, default: ab} hunter2x }", "text follows the closing"),
        ("vars: { password: hunter2x$(nope) }", "password"), ("vars: { url: 'http://u:hunter2x@h/$(nope)' }", "nope"),
        ("defaults: { auth: Bearer hunter2x }", "auth"), ("secrets: { A: hunter2x }", "secrets"),

    ]

    @Test(arguments: files)
    func `a mistake in a file with a secret is told without it`(_ text: String, _ stays: String) async throws {
        try await check("\(text)\nsteps:\n  - get: http://u:hunter2x@h:99999/?token=hunter2x\n", stays)
    }

    @Test(arguments: [
        "http://u:ab#hunter2x@h:99999/x", "http://u:ab/hunter2x@h/", "http://u:ab/hunter2x@h/$(nope)",
        "http://u:ab?hunter2x@h/$(nope)", "'http://u:ab hunter2x@h:99999/'", "http://h:99999/?api_key=ab;hunter2x",
    ])
    func `a wrong URL is told without its password`(_ url: String) async throws {
        try await check("steps:\n  - get: \(url)\n    timeout: x\n", "w.yaml:2")
    }

    @Test(arguments: [
        ("auth: basic", "wants `{ bearer: … }`, `{ basic: … }` or `none`"), ("auth: basic", "|     auth: basic"),
        ("auth: Bearer ${tok}", "`${tok}` is a template of another tool"),
        ("auth: Bearer ${tok}", "|     auth: ***${tok}"),
        ("auth: Bearer ${tok}", "a value is written `$(name)` here"), ("secret: yes", "|     secret: yes"),
        ("auth: { bearer: ${tok} }", "a value is written `$(name)` here"),
        ("auth: { api_key: { name: X-Key, value: hunter2x } }", "auth: { api_key: { name: ***, value: *** } }"),
        ("auth: { basic: { username: u, pasword: password } }", "`password`"),
        ("auth: { basic: user:pass }", "`basic` wants a map"),
        ("auth: { digest: 'ada:word' }", "`digest` wants a map"),
    ])
    func `words of the language and references stay where a secret could be`(
        _ step: String, _ shown: String
    ) async throws {
        try await check("steps:\n  - post: http://127.0.0.1:1/\n    \(step)\n", shown)
    }

    @Test func `a correction that would be hidden is left out`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        try folder.write("workflows/w.yaml", "steps:\n  - get: /\n    auth: { api_key: X-Key:hunter2x }\n")
        let result = try await Baton(folder: folder)("check")
        #expect(result.everything.contains("`api_key` wants a map"), "\(result.everything)")
        #expect(!result.everything.contains("write it like this"), "\(result.everything)")
    }

    static let requests: [(step: String, shown: String)] = [
        ("get: URL/?api_key=hunter2x&a=b", "curl 'URL/?api_key=***&a=b'"),
        ("get: URL/\n    query: { api_key: hunter2x }", "curl 'URL/?api_key=***'"),
        ("get: URL/\n    headers: { X-Api-Key: hunter2x }", "-H 'X-Api-Key: ***'"),
        ("get: URL/\n    headers: { x-auth-token: hunter2x }", "-H 'x-auth-token: ***'"),
        ("get: 'URL/?access_token=$(t)'", "curl 'URL/?access_token=***'"),
        (
            "get: URL/?max-keys=2&monkey=1&keyboard=3&page_token=4&apikey=hunter2x",
            "curl 'URL/?max-keys=2&monkey=1&keyboard=3&page_token=4&apikey=***'"
        ),
    ]

    @Test(arguments: requests)
    func `a request that fails is shown without headers and query that are secret by their names`(
        _ step: String, _ shown: String
    ) async throws {
        let url = "http://127.0.0.1:1"
        try await check(
            "vars: { t: hunter2x }\nsteps:\n  - \(step.replacing("URL", with: url))\n",
            shown.replacing("URL", with: url))
    }

    @Test func `a request that fails is shown with keys that prove nothing`() async throws {
        let result = try await Recording().step(
            "post: /x?sort_key=up&page_key=p-2\nheaders: { Idempotency-Key: order-7 }\nexpect: { status: 201 }")
        #expect(result.output.contains("/x?sort_key=up&page_key=p-2'"), "\(result.output)")
        #expect(result.output.contains("-H 'Idempotency-Key: order-7'"), "\(result.output)")
    }

    @Test func `a project says which fields are secret`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "masking: { names: [x-shop-pin], keep: [token] }\n")
        try folder.write(
            "workflows/w.yaml",
            """
            vars: { word: wrong }
            steps:
              - post: http://127.0.0.1:1/?X_Shop_Pin=hunter2x&token=plain-1
                json: { user: { shop_xpin: plain-2, "X-Shop-Pin": $(word), password: hunter3x, tokens: [plain-3] } }
            """)
        let run = try await Baton(folder: folder)("run", "--verbose")
        for text in ["hunter2x", "hunter3x", "wrong"] { #expect(!run.everything.contains(text), "\(run.everything)") }
        for text in ["token=plain-1", "plain-2", "plain-3", #""X-Shop-Pin":"***""#, #""password":"***""#] {
            #expect(run.everything.contains(text), "\(run.everything)")
        }
        try folder.write("baton.yaml", "masking: { keep: [tokem] }\n")
        let wrong = try await Baton(folder: folder)("check")
        #expect(wrong.exitCode == 2 && wrong.everything.contains("[workflow.wrong-value]"), "\(wrong.everything)")
        #expect(wrong.everything.contains("did you mean `token`?"), "\(wrong.everything)")
    }

    static let environments: [(text: String, stays: String)] = [

        ("auth: Bearer hunter2x", "auth"), ("secrets: [A=hunter2x]", "secrets"),
        ("vars: { token: hunter2x$(nope) }", "token"),
        ("proxy: [http://u:hunter2x@p]", "proxy"), ("proxy: \"http://u:'hunter2x'@h/ x\"", "proxy"),
        ("proxy: //u:hunter2x@h x", "proxy"), ("proxy: 'http:/u:hunter2x@h', red: /", "red"),
        ("proxy: 'u%3Ahunter2x@h', red: /", "red"), ("proxy: 'http://u:<hunter2x>@h', red: /", "red"),
        ("proxy: 'http://u:$$(hunter2x@h', red: /", "red"),
    ]

    @Test(arguments: environments)
    func `a mistake in the project is told without the secret beside it`(_ text: String, _ stays: String) async throws {
        try await check(
            "steps: [ { that: 1 == 1 } ]\n", stays,
            project: "environments: { local: { base_url: 'http://127.0.0.1:1', \(text) } }\n")
    }

    private func check(_ workflow: String, _ stays: String, project: String = "name: shop\n") async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", project)
        try folder.write("workflows/w.yaml", workflow)
        let baton = Baton(folder: folder)
        let run = try await baton("run", "--verbose", "--events", "events.jsonl", "--json", "ctrf.json")
        #expect((1...3).contains(run.exitCode), "\(run.everything)")
        #expect(run.everything.contains(stays), "\(run.everything)")
        var outputs = [("run", run.everything)]
        for word in ["check", "list"] { outputs.append((word, try await baton(word).everything)) }
        for name in ["events.jsonl", "ctrf.json", "reports/report.html", "reports/junit.xml"] where folder.exists(name)
        {
            outputs.append((name, try folder.read(name)))
        }
        #expect(outputs.count >= 3)
        for (name, text) in outputs { #expect(!text.contains(Self.secret), "\(name): \(text)") }
    }
}

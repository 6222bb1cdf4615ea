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
        ("headers: { X-Api-Key: hunter2x$(nope) }", "X-Api-Key"), ("query: 'token=hunter2x'", "token"),
        ("query: { token: hunter2x$(nope) }", "token"), ("form: password=hunter2x", "password"),
        ("json: { password: hunter2x$(nope) }", "password"), ("json: { password: \"$('hunter2x' + nope)\" }", "nope"),
        ("json:\n  password: >\n    hunter2x$(nope)", "nope"), ("json:\n  password:\n    - hunter2x$(nope)", "nope"),
        ("json: { password: hunter2x, password: hunter2x }", "password"),
        ("text: password=hunter2x$(nope)", "password"),
        ("cookies: [sid=hunter2x]", "cookies"), ("cookies: { sid: hunter2x$(nope) }", "sid"),
        ("tls: { key_password: [hunter2x] }", "key_password"), ("password: hunter2x$(nope)", "password"),
        ("user: u:hunter2x", "user"), ("expect: { $.password: { eqals: hunter2x } }", "eqals"),
        ("expect: { that: \"response.json.token == 'hunter2x' && nope\" }", "nope"),
        ("expect: { url: { contain: '?token=hunter2x' } }", "contain"),
        ("url: 'http://h:99999/?token=hunter2x'", "url"),
    ]

    @Test(arguments: steps)
    func `a mistake beside a secret is told without it`(_ step: String, _ stays: String) async throws {
        let lines = step.replacing("\n", with: "\n    ")
        try await check("steps:\n  - post: http://127.0.0.1:1/\n    \(lines)\n", stays)
    }

    static let files: [(text: String, stays: String)] = [
        ("inputs: { pin: { type: integer, secret: true, default: hunter2x } }", "the default must be integer"),
        ("inputs:\n  pin:\n    default: hunter2x\n    type: integer\n    secret: true", "the default must be integer"),
        ("inputs:\n  pin:\n    secret: true\n    defalt: hunter2x", "defalt"),
        ("vars: { password: hunter2x$(nope) }", "password"), ("vars: { url: 'http://u:hunter2x@h/$(nope)' }", "nope"),
        ("defaults: { auth: Bearer hunter2x }", "auth"), ("secrets: { A: hunter2x }", "secrets"),
        ("rows:\n  - { pasword: hunter2x }\n  - { pasword: hunter2x }", "pasword"),
    ]

    @Test(arguments: files)
    func `a mistake in a file with a secret is told without it`(_ text: String, _ stays: String) async throws {
        try await check("\(text)\nsteps:\n  - get: http://u:hunter2x@h:99999/?token=hunter2x\n", stays)
    }

    static let environments: [(text: String, stays: String)] = [
        ("server: { command: 'srv --password=hunter2x $(nope)' }", "--password"),
        ("server: { command: [srv, --password, hunter2x], red: / }", "red"),
        ("server: { command: 'sh nope.sh --password=hunter2x', ready: /, within: 9s }", "nope.sh --password=***"),
        ("auth: Bearer hunter2x", "auth"), ("secrets: [A=hunter2x]", "secrets"),
        ("vars: { token: hunter2x$(nope) }", "token"),
        ("proxy: [http://u:hunter2x@p]", "proxy"),
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
        #expect(run.exitCode == 2 || run.exitCode == 3, "\(run.everything)")
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

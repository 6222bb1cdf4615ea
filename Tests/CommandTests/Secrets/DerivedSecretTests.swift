import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// What is taken out of a secret, or out of what a server sent back of it, and would not be recognised.
@Suite struct DerivedSecretTests {
    private static let secrets = ["KEYS": "firstkey1,secondkey2", "PW": "Zq7#Vb9!Kx3"]

    private func run(_ workflow: String, _ body: String = "{}") async throws -> Baton.Result {
        let recording = try Recording { _ in "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)" }
        return try await recording.run(workflow, environment: Self.secrets, "--secret", "KEYS", "--secret", "PW")
    }

    @Test func `each element that a loop takes from a secret is one`() async throws {
        let result = try await run(
            """
            steps:
              - get: /x
              - for_each: $(secrets.KEYS.split(","))
                as: key
                log: the key $(key)
              - for_each: $(secrets.PW.split(""))
                as: letter
                log: <$(letter)>
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("| the key ***\n") && result.output.contains("| <***>\n"), "\(result.output)")
        #expect(!result.everything.contains("firstkey1") && !result.everything.contains("secondkey2"))
        #expect(!result.everything.contains("<Z>"))
    }

    @Test(arguments: ["proxy", "resolve", "connect_to"])
    func `a text that a secret makes invalid is told without its parts`(_ key: String) async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps:\n  - get: http://127.0.0.1:1/\n    \(key): $(secrets.J)\n")
        for secret in ["user:Zq7Secret:99", #"{"user":"Zq7Secret","n":1}"#, "http://u:9@h:Zq7Secret"] {
            let result = try await Baton(folder: folder, environment: ["J": secret])(
                "run", "w.yaml", "--secret", "J", "--junit", "j.xml")
            #expect(result.exitCode == 1 || result.exitCode == 3, "\(result.everything)")
            #expect(result.output.contains("\(key): the text, which holds a secret, is no "), "\(result.output)")
            #expect(!result.everything.contains("Zq7Secret"), "\(result.everything)")
        }
    }

    @Test(arguments: [
        #"secrets.PW.split("").all(c, c < "A")"#, #"secrets.PW.split("").exists(c, c == "none")"#,
        #"secrets.KEYS.split(",").map(k, k.substring(5)).all(k, k == "")"#,
        #"secrets.KEYS.split(",").all(k, k.startsWith("x"))"#,
        #"cel.bind(l, secrets.KEYS.split(","), l[1].substring(0, 6) == "")"#,
        #"secrets.KEYS.split(",").sortBy(k, k).all(k, k.substring(0, 5) == "")"#,
        #"secrets.KEYS.split(",").first().value().substring(0, 5) == "x""#,
        #"parse_json("{\"" + secrets.PW + "\": 1}").all(k, k.substring(0, 2) == "")"#,
        #"{secrets.PW: 1}.all(k, k.substring(2) == "")"#,
        #"{secrets.PW: {"a": [1]}} == {"x": {"a": [2]}}"#,
    ])
    func `an explained condition shows no part of a secret`(_ condition: String) async throws {
        let result = try await run("steps:\n  - that: '\(condition)'\n")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("***"), "\(result.output)")
        // The condition itself stands in the report, and is no part of a secret.
        for part in ["Zq7", "b9!K", "firstkey1", "second", "\"f\"", "\"Z\"", "\"Zq\""] {
            #expect(!result.everything.contains(part), "\(part): \(result.output)")
        }
    }

    @Test(arguments: [
        #"response.json.h.substring(4) == "x""#, #"response.json.h.replace("Zq7", "") == "x""#,
        ##"response.json.h.split("#")[1] == "x""##, ##"regex(response.json.h, "#(.*)") == "x""##,
        #"sha256(response.json.h) == "x""#, #"base64.encode(bytes(response.json.h.substring(1))) == "x""#,
        #"response.json.list.map(x, x.substring(4)) == ["x"]"#, #"response.json.list.all(x, x.substring(4) == "x")"#,
        #"response.body.substring(6, 14) == "x""#, #"response.json.h.substring(4).size() == 99"#,
        #"int(response.json.h.substring(4)) == 1"#, #"{"a": response.json.h.substring(4)} == {"a": "x"}"#,
        ##"response.json.h.split("#").all(c, c == "x")"##,
        ##"response.json.h.split("#").exists(c, c.size() > 99 || c == "x")"##,
        ##"cel.bind(l, response.json.h.split("#"), l[1] == "x")"##, ##"dyn(response.json.h.substring(4))"##,
        ##"response.json.list.map(x, x.split("#")[1]).all(p, p.startsWith("x"))"##,
        #"response.headers["x-none"] == response.json.h.substring(4)"#,
    ])
    func `what is computed from a secret that a server sent back is not shown`(_ condition: String) async throws {
        let result = try await run(
            """
            steps:
              - get: /x
                expect:
                  that: '\(condition)'
            """, ##"{"h":"Zq7#Vb9!Kx3","list":["Zq7#Vb9!Kx3"],"other":"plain text"}"##)
        #expect(result.exitCode == 1, "\(result.everything)")
        for part in ["Vb9", "b9!K", "Kx3", "q7#V"] {
            #expect(!result.everything.contains(part), "\(part): \(result.output)")
        }
    }

    @Test(arguments: [
        "log: $(int(response.json.h.substring(4)))", "set: { a: $(timestamp(response.json.h.substring(4))) }",
        "wait: $(response.json.h.substring(4))",
    ])
    func `an error that quotes what was computed from a secret that a server sent back does not`(
        _ step: String
    ) async throws {
        let result = try await run("steps:\n  - get: /x\n  - \(step)\n", ##"{"h":"Zq7#Vb9!Kx3"}"##)
        #expect(result.exitCode != 0, "\(result.everything)")
        for part in ["Vb9", "b9!K", "Kx3"] { #expect(!result.everything.contains(part), "\(result.output)") }
    }

    @Test func `what is spelled out beside a secret masks nothing elsewhere`() async throws {
        let result = try await run(
            """
            steps:
              - get: /x
                expect:
                  that:
                    - '{secrets.PW: 1} == {"x": 1}'
                    - '[1, secrets.PW, true] == [0]'
            """, #"{"one":1,"yes":true}"#)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("GET http://127.0.0.1:"), "\(result.output)")
        #expect(result.output.contains(#"{"one":1,"yes":true}"#), "\(result.output)")
        #expect(!result.everything.contains(Self.secrets["PW"] ?? ""))
    }

    @Test func `the explanation still shows what has nothing of a secret in it`() async throws {
        let result = try await run(
            """
            steps:
              - get: /x
                expect:
                  that: response.json.other.substring(6) == "x" && response.json.h == "y"
            """, ##"{"h":"Zq7#Vb9!Kx3","other":"plain text"}"##)
        #expect(result.output.contains(#"response.json.other.substring(6)         = "text""#), "\(result.output)")
        #expect(!result.output.contains("Kx3"))
    }

    @Test(arguments: ["%2F", "&#47;", #"\u002f"#])
    func `a text that is cut inside an escape shows nothing of the secret before it`(_ slash: String) async throws {
        let echo = (0..<40).map {
            String(repeating: ".", count: 97 + $0 % 24) + "Zq7#Vb9!Kx3".replacing("#", with: "%23") + slash
        }
        let result = try await run(
            """
            steps:
              - get: /x
                expect:
                  that:
            """
                + echo.indices.map { "\n        - 'response.json[\($0)] == \"x\"'" }.joined(),
            "[" + echo.map { "\"\($0)\"" }.joined(separator: ",") + "]")
        #expect(result.exitCode == 1, "\(result.everything)")
        for part in ["Zq7", "Vb9", "Kx3"] { #expect(!result.everything.contains(part), "\(result.output)") }
    }
}

import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Secrets that no output is searched for: short ones, numbers, and what is true or false.
@Suite struct ShortSecretTests {
    private func recording() throws -> Recording {
        try Recording { request in
            let body = #"{"pin": 482913, "sent": 42, "ok": true, "short": "abc", "other": "abcd 1482913"}"#
            return "HTTP/1.1 200 OK\r\nSet-Cookie: lang=de; Path=/\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
    }

    @Test func `a short secret is masked where it is used, with a warning that says what to do`() async throws {
        let recording = try recording()
        let result = try await recording.run(
            """
            inputs: { pin: { secret: true } }
            steps:
              - log: abc
              - log: the pin is $(secrets.PIN), and x$(secrets.PIN)y is $(secrets.PIN == "abc")
              - log: ab12 is not $(pin)
              - post: /p/$(secrets.PIN)
                headers: { X-Pin: "v$(secrets.PIN)" }
                json: { a: $(secrets.PIN) }
                auth: { basic: { username: ada, password: xyz } }
                expect: { $.short: { ne: $(secrets.PIN) }, $.other: $(secrets.PIN) }
            """, environment: ["PIN": "abc"], "--secret", "PIN", "--input", "pin=12")
        #expect(
            result.errorOutput == """
                warning: the secret `PIN` has fewer than 4 characters: it is masked only in the steps that use it [run.short-secret]
                   = help: give it a longer value; elsewhere, as in a later response of the server, this one is shown

                warning: the secret `pin` has fewer than 4 characters: it is masked only in the steps that use it [run.short-secret]
                   = help: give it a longer value; elsewhere, as in a later response of the server, this one is shown

                """)
        #expect(result.output.contains("| abc\n"))
        #expect(result.output.contains("| the pin is ***, and x***y is ***\n"), "\(result.output)")
        #expect(result.output.contains("| ab12 is not ***\n"))
        let failure = result.output.drop { $0 != "─" }
        #expect(failure.contains("/p/***") && failure.contains("ada:***"), "\(failure)")
        #expect(!failure.contains("\"abc\"") && !failure.contains("vabc") && !failure.contains("xyz"), "\(failure)")
        #expect(failure.contains("abcd 1482913"))
    }

    @Test(arguments: ["GET", "POST"])
    func `a token that is spelt like the key of its step leaves the key as it is`(_ word: String) async throws {
        let recording = try recording()
        let result = try await recording.step("\(word): /x\nauth: { bearer: \(word) }\nexpect: { status: 201 }")
        #expect(!result.output.contains("- ***:"), "\(result.output)")
        let first = try await recording.step(
            "\(word): http://127.0.0.1:1/\nauth: { bearer: \(word) }\nexpect: { status: 201 }")
        #expect(first.output.contains("  - \(word): http://127.0.0.1:1/"), "\(first.output)")
        #expect(!first.output.contains("Bearer \(word)"), "\(first.output)")
    }

    @Test func `a captured number is masked in the step that captured it, whole numbers only`() async throws {
        let recording = try recording()
        let result = try await recording.run(
            """
            steps:
              - get: /x
                capture: { pin: { path: $.pin, secret: true } }
                expect: { $.pin: 1, $.other: "" }
            """)
        #expect(
            result.exitCode == 1 && result.output.contains("\"pin\": ***") || result.output.contains("\"pin\":***"),
            "\(result.output)")
        #expect(result.output.contains("got ***") && result.output.contains("abcd 1482913"), "\(result.output)")
        #expect(!result.output.contains(" 482913"))
    }

    @Test func `what was sent is secret where secrets are in it, and what is made of it`() async throws {
        let recording = try recording()
        let result = try await recording.run(
            """
            steps:
              - post: /x?pin=$(int(secrets.NUMBER))
                json: { pin: $(int(secrets.NUMBER)), name: lovelace, list: [ 1, $(secrets.WORD) ], flag: "$(secrets.WORD == 'x')" }
                capture:
                  pin: $(request.json.pin)
                  flag: $(request.json.flag)
                  second: $(sha256(request.json.list[1]))
                  body: $(sha256(request.body))
                  url: $(size(request.url))
              - log: <$(pin)> <$(flag)> <$(second)> <$(body)> <$(url)>
              - post: /x
                json: { name: lovelace }
                capture: { body: $(request.body) }
              - log: <$(body)>
            """, environment: ["NUMBER": "482917", "WORD": "correct horse"], "--secret", "NUMBER", "--secret", "WORD")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("| <***> <***> <***> <***> <***>\n"), "\(result.output)")
        #expect(result.output.contains("| <{\"name\":\"lovelace\"}>\n"), "\(result.output)")
    }

    @Test func `numbers, booleans and null that secrets made are masked where they stand`() async throws {
        let recording = try recording()
        let result = try await recording.run(
            """
            steps:
              - set: { is: $(secrets.WORD == "s3cret-word"), length: $(size(secrets.WORD)) }
              - log: $(is) $(length) true 11 $(vars.is || false)
              - post: /y
                json: { n: $(length), flag: $(is), not: $(!is), list: [ "$(length)", 110 ], x: true }
                query: { n: $(length) }
                expect: { $.sent: $(length), $.ok: { ne: $(is) } }
              - log: later
            outputs: { is: $(is), length: $(length), plain: true }
            teardown:
              - that: "{'n': length, 'm': 1} == {'n': 12, 'm': 1} || is == false"
            """, environment: ["WORD": "s3cret-word"], "--secret", "WORD")
        #expect(result.output.contains("| *** *** true *** ***\n"), "\(result.output)")
        #expect(result.output.contains("expected ***") && !result.output.contains("expected 11"), "\(result.output)")
        #expect(result.output.contains("/y?n=***") && !result.output.contains("n=11"), "\(result.output)")
        #expect(
            !result.output.contains(#""flag":true"#) && !result.output.contains(#""not":false"#), "\(result.output)")
        #expect(result.output.contains("110"))
        let sent = try recording.last(result)
        #expect(sent.text == #"{"n":11,"flag":true,"not":false,"list":[11,110],"x":true}"#)
    }

    @Test func `short cookies are hidden in their headers, and nowhere else`() async throws {
        let recording = try recording()
        let result = try await recording.run(
            """
            steps:
              - get: /x
              - get: /y
                cookies: { mine: de }
                expect: { status: 204, body: de }
            """)
        #expect(result.output.contains("lang=***") && !result.output.contains("lang=de"), "\(result.output)")
        #expect(!result.output.contains("mine=de"))
    }
}

import BatonHTTP
import BatonJSON
import CommandCalls
import ProjectFolders
import Testing

/// `baton explain`, as users meet it.
@Suite struct ExplainTests {
    private func explain(_ arguments: String...) async throws -> Baton.Result {
        try await Baton(workingFolder: "/", environment: ["COLUMNS": "80"]).run(["explain"] + arguments)
    }

    @Test func `a key is shown with meaning, places, value, keys, example and where more stands`() async throws {
        let result = try await explain("snapshot")
        #expect(result.exitCode == 0, "\(result.everything)")
        for part in [
            "snapshot  key of `expect`\n\n  ", "\n  stands in  workflow file › steps › expect › snapshot\n",
            "\n  keys       name, ", "\n  reference  docs/language.md, \"", "\n  example\n    ", "snapshot:",
        ] {
            #expect(result.output.contains(part), "\(part)\n\(result.output)")
        }
    }

    @Test(arguments: [
        ("gte", ["gte  operator\n", "works on   string, integer, number", "elsewhere  >=, at_least, ge,"]),
        ("regex_all()", ["regex_all  function\n", "types      regex_all(string, string) → list"]),
        ("response.status", ["response.status  member of `response`\n", "value      int"]),
        ("[check.failed]", ["check.failed  kind of failure\n", "what to do  Compare expected and actual value"]),
        ("workflow.unknown-key", ["workflow.unknown-key  code of a message\n", "what to do  ", "docs/messages.md"]),
        ("3", ["3  exit code\n", "`network.connect`"]),
        (
            "asserts:",
            ["`asserts:` is a word of other tools; here it is `expect` or `that`\n", "expect  key of a step"]
        ),
        ("--shard", ["--shard  option of `baton run`, `baton list`\n", "value      ", "reference  baton help run, "]),
        ("desc", ["`desc` is a value of `sorted`\n", "sorted  operator\n"]),
        ("date", ["`date` is a value of `is` and `as`\n"]),
        ("request.invalid-url", ["request.invalid-url  code of a message\n", "what to do  Write `http://"]),
        ("flaky", ["flaky  word of results\n", "only after a failed attempt", "docs/language.md, \"How a run goes\""]),
        ("quarantined", ["quarantined  word of results\n"]), ("left out", ["left out  word of results\n"]),
        (
            "http",
            [
                "kinds of failure and codes of messages that begin with `http`\n", " http.bad_request ",
                "`baton explain http.bad_request` tells what one of them means.\n",
            ]
        ),
        (
            "run",
            [
                "run  name\n", "run  command\n", "call       baton run [PATH…] [options]\n",
                "reference  baton help run\n",
            ]
        ),
        ("history", ["history  key of baton.yaml\n", "history  command\n", " baton help history\n"]),
        ("baton history list", ["history list  command\n", " baton help history list\n"]),
        ("broken", ["history broken  command\n", " baton help history broken\n"]),
        ("slow", ["history slow  command\n"]),
        ("check", ["`check` is a word of other tools; here it is `expect`", "check  command\n"]),
        ("[Asserts]", ["`[Asserts]` is a word of other tools; here it is `expect` or `that`\n"]),
        ("[Captures]", ["`[Captures]` is a word of other tools; here it is `capture`\n"]),
        ("[QueryStringParams]", ["`[QueryStringParams]` is a word of other tools; here it is `query`\n"]),
        ("{{token}}", ["{{token}}  name\n", "A word of other tools; here it is `$(token)`.\n"]),
        ("{{$guid}}", ["A word of other tools; here it is `$(uuid())`.\n"]),
        ("${HOME}", ["A word of other tools; here it is `$(process.env.HOME)`.\n"]),
        ("${{ steps.a.outputs.b }}", ["A word of other tools; here it is `$(steps.a.b)`.\n"]),
        ("pm.response", ["`pm.response` is a word of other tools; here it is `response`\n"]),
        ("${id}", ["A word of other tools; here it is `$(id)`.\n"]),
        ("${{ id }}", ["A word of other tools; here it is `$(id)`.\n"]),
        ("{{", ["A word of other tools; here it is `$(…)`.\n"]), ("${", ["here it is `$(…)`.\n"]),
        ("$(", ["$(  sign\n"]), ("$(name)", ["$(  sign\n"]), ("$()", ["$(  sign\n"]), ("$$(", ["$$(  sign\n"]),
        ("&&", ["&&  sign\n", "see also   ||, !, ==, !="]), ("||", ["||  sign\n"]), ("!", ["!  sign\n"]),
        ("==", ["==  sign\n", "In a check: `eq` and `ne`."]), ("!=", ["!=  sign\n"]),
        ("?:", ["?:  sign\n", "`a ? b : c` is `b` where"]), ("in", ["in  operator\n", "\nin  sign\n"]),
        ("$events", ["$events  sign\n", "\n  example\n    $events[0]"]),
        ("<uuid>", ["<uuid>  sign\n", "A text of this form"]), ("<absent>", ["<absent>  sign\n"]),
        ("env.HOME", ["A word of other tools; here it is `process.env.HOME`.\n"]),
        ("poll", ["here it is `until`\n", "until  key of a step\n"]),
        ("upload", ["here it is `file` or `multipart`\n"]), ("matrix", ["here it is `rows` or `for_each`\n"]),
        ("fixtures", ["here it is `setup` or `rows`\n"]), ("mask", ["here it is `secret`\n"]),
        ("404", ["`404` is a value of `status`", "status  key of `expect`\n"]),
        ("-v", ["--verbose  option of `baton run`\n", "call       -v, --verbose\n"]),
        ("-q", ["--quiet  option of `baton run`\n"]),
        ("not-tag", ["--not-tag  option of `baton run`"]),
        ("color", ["--color  option of `baton run`", " more\n"]),
        ("json", ["json  key of a step\n", "json  key of `expect`\n", "json  function\n"]),
    ])
    func `a word is explained, however it was copied`(_ word: String, _ parts: [String]) async throws {
        let result = try await explain(word)
        #expect(result.exitCode == 0, "\(result.everything)")
        for part in parts { #expect(result.output.contains(part), "\(part)\n\(result.output)") }
        #expect(result.output.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") })
    }

    @Test(arguments: [
        "passed", "failed", "error", "skipped", "flaky", "quarantined", "blocked", "interrupted", "outage", "infra",
    ])
    func `each word by which console, reports and history say a result is known`(_ word: String) async throws {
        let result = try await explain(word)
        #expect(result.exitCode == 0 && result.output.hasPrefix("\(word)  word of results\n"), "\(result.everything)")
    }

    @Test func `an unknown word is exit 2 with the words near it`() async throws {
        let result = try await explain("retyr")
        #expect(result.exitCode == 2)
        #expect(result.output == "")
        #expect(
            result.errorOutput == """
                error: the reference has no word `retyr` [usage.unknown-word]
                   = help: near it are `retry`; `baton explain` lists all words

                """)
        #expect(
            try await explain("zzzzzzzz").errorOutput.hasSuffix("   = help: `baton explain` lists all words\n"))
    }

    @Test(arguments: ["PROPFIND", "propfind"])
    func `a method that is no key says how it is written`(_ word: String) async throws {
        let result = try await explain(word)
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput == """
                error: the reference has no word `PROPFIND`, which is a method of requests [usage.unknown-word]
                   = help: a step takes any method that is written in capitals: `PROPFIND: /path`; see `baton explain get`

                """)
    }

    @Test func `alone it lists all words by kind`() async throws {
        let result = try await explain()
        #expect(result.exitCode == 0)
        for heading in [
            "keys\n  a workflow file\n", "\noperators of checks\n", "\nfunctions\n", "\nnames in expressions\n",
            "\nsigns\n    <any> <string> ", "$( $$( $ $events",
            "\nkinds of failure\n", "\ncodes of messages\n  YAML\n", "\nexit codes\n",
            "\nwords of results\n", "\noptions of the command line\n", "\ncommands\n",
        ] {
            #expect(result.output.contains(heading), "\(heading)\n\(result.output)")
        }
        #expect(result.output.hasSuffix("\n`baton explain WORD` tells what one of them means.\n"))
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}

import CommandCalls
import ProjectFolders
import Testing

/// `baton explain`, as users meet it.
@Suite struct ExplainTests {
    private func explain(_ arguments: String...) async throws -> Baton.Result {
        try await Baton(workingFolder: "/", environment: ["COLUMNS": "80"]).run(["explain"] + arguments)
    }

    @Test(arguments: [
        (
            "retry",
            [
                "docs/reference/retry.md#again-and-again\nin a step, `defaults`:\n  Sends the request again",
                "\n  Value: whole number or map.\n  Example: retry: 3\n",
            ]
        ),
        ("retry.attempts", ["in `retry`:\n  How many attempts", "\n  Example: attempts: 3\n"]),
        ("gte", ["docs/reference/operators.md#operators\nin a check:\n", "\n  Example: gte: 1\n"]),
        ("bearer", ["  Exactly one of `bearer`, `basic`,"]), ("regex_all()", ["`regex_all("]),
        ("response.status", ["`status` | "]),
        ("[check.failed]", ["`check.failed` | "]),
        ("workflow.unknown-key", ["docs/messages.md#keys-and-values\n  `workflow.unknown-key` | The map has no key"]),
        ("3", ["docs/semantics.md#exit-codes\n  3 | "]), ("&&", ["`&&` `||` `!` | "]),
        ("<uuid>", ["docs/reference/expect.md#whole-documents\n"]),
        ("how-a-run-goes", ["How a run goes  docs/semantics.md#how-a-run-goes\n\n"]), ("flaky", ["| "]),
        ("--shard", ["--shard  option of `baton run`, `baton list`\n"]),
        ("-v", ["-v, --verbose  option of `baton run`\n"]),
        ("history list", ["baton history list"]),
        ("asserts:", ["a word of other tools\n  in a step: write `expect: { status: 200 }`"]),
    ])
    func `a word is explained, however it was copied`(_ word: String, _ parts: [String]) async throws {
        let result = try await explain(word)
        #expect(result.exitCode == 0, "\(result.everything)")
        for part in parts { #expect(result.output.contains(part), "\(part)\n\(result.output)") }
    }

    @Test func `of several meanings the first is printed below a list of all, and each by its name`() async throws {
        let first = try await explain("until")
        #expect(
            first.output.hasPrefix(
                """
                `until` has 4 meanings; `baton explain until/NAME` prints another one:
                → until/step        in a step
                  until/stream      in `stream`
                  until/quarantine  in `quarantine`
                  until/elsewhere   a word of other tools

                docs/reference/retry.md#again-and-again
                in a step:

                """), "\(first.output)")
        #expect(!first.output.contains("in `stream`:"))
        let stream = try await explain("until/stream")
        #expect(stream.output.contains("→ until/stream      in `stream`\n"))
        #expect(stream.output.contains("\n\ndocs/reference/stream.md#streams\nin `stream`:\n"))
        for word in ["until/x", "x/step", "until/"] { #expect(try await explain(word).exitCode == 2, "\(word)") }
    }

    @Test(arguments: ["json", "headers", "timeout", "body", "name", "list"])
    func `no two meanings of a word have one name`(_ word: String) async throws {
        let result = try await explain(word)
        let names = result.output.split(separator: "\n").filter { $0.dropFirst(2).hasPrefix("\(word)/") }
            .map { String($0.dropFirst(2).prefix { $0 != " " }) }
        #expect(names.count > 1 && Set(names).count == names.count, "\(result.output)")
        for name in names { #expect(try await explain(name).output.contains("→ \(name) "), "\(name)") }
    }

    @Test func `an unknown word is exit 2 with the word near it`() async throws {
        let result = try await explain("retyr")
        #expect(result.exitCode == 2 && result.output == "")
        #expect(
            result.errorOutput == """
                error: the reference has no word `retyr` [usage.unknown-word]
                   = help: did you mean `retry`?

                """)
        #expect(try await explain("zzzzzzzz").errorOutput.hasSuffix("   = help: `baton explain` lists the sections\n"))
    }

    @Test(arguments: ["chck.failed", "status.chck", ".", "a.b.c", String(repeating: "a", count: 100_000)])
    func `what only ends like a word of the reference is unknown`(_ word: String) async throws {
        let result = try await explain(word)
        #expect(result.exitCode == 2 && result.output == "", "\(result.output)")
    }

    @Test func `without a word the sections are listed`() async throws {
        let result = try await explain()
        #expect(result.exitCode == 0 && result.output.hasPrefix("sections of the reference\n"))
        for anchor in ["how-a-run-goes", "operators", "the-command-line"] {
            #expect(result.output.contains("  \(anchor)\n"))
        }
    }
}

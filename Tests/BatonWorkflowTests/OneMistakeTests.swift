import BatonDiagnostics
import Testing

@testable import BatonWorkflow

/// One mistake gives one message, however many places read what is wrong.
@Suite struct OneMistakeTests {
    private static let api = """
        types:
          User: { id: { path: $.id, as: intger } }
        endpoints:
          me: { get: /me, result: User }
        """

    static let files: [(name: String, text: String, message: String, help: String?)] = [
        (
            "a capture of a text",
            "vars: { x: 1 }\nsteps:\n  - get: /a\n    capture: { home: /rooms/$(x) }\n  - get: $(home)\n"
                + "  - that: home != \"\" && vars.home == \"b\"",
            "a capture takes a part of the response, and this is a text",
            "a text of your own belongs into a step: `- set: { home: /rooms/$(x) }`"
        ),
        (
            "a reserved word as a variable",
            "vars: { index: 1, b: $(index) }\nsteps:\n  - get: /a?i=$(index)\n  - get: /b?i=$(index + 1)\n"
                + "  - that: index == 1 && vars.index == 2",
            "`index` has a meaning of its own in expressions", "choose another name, such as `my_index`"
        ),
        (
            "a reserved word as an input",
            "inputs: { env: { type: string } }\nsteps:\n  - get: /x?e=$(env)\n  - that: inputs.env == \"a\"",
            "`env` has a meaning of its own in expressions", nil
        ),
        (
            "a reserved word as a capture",
            "steps:\n  - get: /x\n    id: x\n    capture: { steps: $.b }\n  - that: steps == 2 && steps.x.steps == 1",
            "`steps` has a meaning of its own in expressions", nil
        ),
        (
            "a word of CEL as a name that is set",
            "steps:\n  - set: { for: 2 }\n  - that: for == 1\n  - get: /$(for)",
            "`for` has a meaning of its own in expressions", nil
        ),
        (
            "a path that is none",
            "steps:\n  - get: /x\n    id: x\n    capture: { t: \"$.items.[0]\" }\n  - that: t == 1 && steps.x.t == 1\n"
                + "  - get: /$(t)",
            "the path `$.items.[0]` is not valid: expected a member name or `*` after the dot, found `[`",
            "did you mean `$.items[0]`?"
        ),
        (
            "a path without its dot", "steps:\n  - get: /x\n    expect: { \"$items[0].id\": 1 }",
            "the path `$items[0].id` is not valid: found `i` after the path", "did you mean `$.items[0].id`?"
        ),
        (
            "a path of XPath's habits", "steps:\n  - get: /x\n    expect: { \"$.items[last()].id\": 1 }",
            "the path `$.items[last()].id` is not valid: expected a name in quotes, an index, a slice, `*` or a filter, found `l`",
            "did you mean `$.items[-1].id`?"
        ),
        (
            "a misspelt key of a capture",
            "steps:\n  - get: /x\n    id: x\n    capture: { t: { pth: $.t } }\n  - that: t == 1 && steps.x.t == 1\n"
                + "  - get: /$(t)",
            "unknown key `pth` in a capture", "did you mean `path`?"
        ),
        (
            "an unknown type",
            "steps:\n  - get: /x\n    capture: { t: { path: $.t, as: intger } }\n  - that: t == 1\n  - get: /$(t)",
            "`intger` is no type", "did you mean `integer`?"
        ),
        (
            "an unknown API",
            "steps:\n  - call: nix.me\n    id: m\n    capture: { t: $(result.t) }\n  - that: t == 1 && steps.m.result.x == 1\n"
                + "  - get: /$(t)",
            "no API is called `nix` here", nil
        ),
        (
            "a key of another tool in place of the steps",
            "stages:\n  - name: a\n    request: { url: http://x }", "unknown key `stages` in a workflow file",
            "here it is called `steps`"
        ),
        (
            "a misspelt key around what is captured",
            "steps:\n  - get: /x\n    id: x\n    cpture:\n      made: $.id\n  - that: made == 1 && vars.made == 1",
            "unknown key `cpture` in a step", "did you mean `capture`?"
        ),
        (
            "a misspelt key that another one belongs to",
            "steps:\n  - get: /x\n    util: 1 < 2\n    every: 1s\n    within: 5s", "unknown key `util` in a step",
            "did you mean `until`?"
        ),
        (
            "a missing colon behind a method", "steps:\n  - post /x\n    capture: { made: $.id }\n  - that: made == 1",
            "this line is no `key: value`", nil
        ),
        (
            "a missing colon behind a name", "vars:\n  other: 1\n  note x\nsteps:\n  - get: /$(note)",
            "this line is no `key: value`", nil
        ),
        (
            "a brace that is missing", "steps:\n  - get: /x\n    expect: { status: 204\n  - get: /y",
            "this `{` is not closed", nil
        ),
        (
            "a line at the top that is indented", " name: x\nsteps:\n  - get: /x",
            "the document has ended above this line", nil
        ),
        (
            "a status without a value", "steps:\n  - get: /x\n    expect:\n      status:", "`status` has no value",
            "write what it must be: `status: 200`"
        ),
        (
            "rows that name a file", "rows: rows.csv\nsteps: [ get: /x ]",
            "`rows` is known before anything runs: it is a list or a file", "write `rows: { csv: rows.csv }`"
        ),
        (
            "a path of the body", "steps:\n  - get: /x\n    expect: { body.total: 1 }",
            "unknown key `body.total` in `expect`", "a value in the JSON body is checked by its path: `$.total: …`"
        ),
        (
            "another spelling of status", "steps:\n  - get: /x\n    expect: { statuscode: 200 }",
            "unknown key `statuscode` in `expect`", "here it is called `status`"
        ),
        (
            "the word of another tool for paths", "steps:\n  - get: /x\n    expect: { jsonpath: 3 }",
            "unknown key `jsonpath` in `expect`", "a value in the JSON is checked by its path: `$.total: 200`"
        ),
        (
            "names without values", "steps:\n  - get: /x\n    auth: { basic: { user, password } }",
            "`user` has no value",
            "write `user: …`, or quote the whole text if the comma before is part of it"
        ),
        (
            "a misspelt variable in a URL", "steps:\n  - get: /a\n    capture: { id: $.id }\n  - get: /x/$(idd)",
            "nothing here is named `idd`", "did you mean `id`?"
        ),
        (
            "a misspelt variable that a later step gives",
            "steps:\n  - get: /x/$(tokn)\n  - get: /a\n    capture: { token: $.id }", "nothing here is named `tokn`",
            "did you mean `token`?"
        ),
        (
            "a variable in a URL that is like no other", "vars: { list: [1], n: 1 }\nsteps:\n  - get: /x/$(user)",
            "nothing here is named `user`", "the variables here are `list`, `n`"
        ),
        (
            "a variable in a URL where there are none", "steps:\n  - get: /x/$(user)", "nothing here is named `user`",
            "give it a value before this place, with `vars`, `set` or `capture`"
        ),
        (
            "a word within a condition that is most likely a text", "vars: { n: 1 }\nsteps:\n  - that: n == ada",
            "nothing here is named `ada`", "for a text write \"ada\", in quotes"
        ),
        (
            "a file as curl names it", "steps:\n  - post: /x\n    json: @login.json",
            "a text that begins with `@` must be quoted",
            "to send a file write `file: login.json` in place of `json`; a text is quoted: `\"@login.json\"`"
        ),
        (
            "an `@` in a field", "steps:\n  - post: /x\n    json: { to: @ada }",
            "a text that begins with `@` must be quoted", nil
        ),
    ]

    @Test(arguments: files)
    func `a mistake is told once, and what reads it is none`(
        _ name: String, _ text: String, _ message: String, _ help: String?
    ) {
        let found = Loading.load(text).diagnostics
        #expect(found.map(\.message) == [message], "\(name)")
        if let help { #expect(found.first?.help == help) }
    }

    @Test func `what uses an API file with a mistake repeats nothing of it`() {
        let found = Loading.load(
            """
            use: { a: api.yaml }
            steps:
              - call: a.me
                id: me
                capture: { n: $(result.id) }
              - get: /x
                capture: { u: { path: $.u, as: a.User } }
              - that: steps.me.result.id == 1 && n == 1 && u.id == 1
            """, files: ["api.yaml": Self.api]
        ).diagnostics
        #expect(found.map(\.message) == ["`api.yaml` has errors", "`intger` is no type"])
    }
}

import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonSources
@testable import BatonWorkflow

/// One mistake gives one message, however many places read what is wrong.
@Suite struct OneMistakeTests {
    private static let api = """
        types:
          User: { id: { path: $.id, as: intger } }
        endpoints:
          me: { get: /me, result: User }
        """

    private static let pathHelp =
        "a path is like `$.items[0].id`; what is expected of it stands behind the colon: `$.items: { length: 3 }`"

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
            Self.pathHelp
        ),
        (
            "a path without its dot", "steps:\n  - get: /x\n    expect: { \"$items[0].id\": 1 }",
            "the path `$items[0].id` is not valid: found `i` after the path", Self.pathHelp
        ),
        (
            "a path of XPath's habits", "steps:\n  - get: /x\n    expect: { \"$.items[last()].id\": 1 }",
            "the path `$.items[last()].id` is not valid: expected a name in quotes, an index, a slice, `*` or a filter, found `l`",
            Self.pathHelp
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
            "write `steps: [{ get: /items }]`"
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
            "write `status: 200`"
        ),
        (
            "rows that name a file", "rows: rows.csv\nsteps: [ get: /x ]",
            "`rows` is known before anything runs: it is a list or a file", "write `rows: { csv: rows.csv }`"
        ),
        (
            "a path of the body", "steps:\n  - get: /x\n    expect: { body.total: 1 }",
            "unknown key `body.total` in `expect`",
            "`expect` may hold `status` `headers` `cookies` `body` `json` `json_includes` `schema` `xml_schema` `xpath` `size` `sha256` `starts_with_hex` `duration` `first_event` `gap` `url` `redirects` `http_version` `certificate` `snapshot` `outcome` `that`; a value in the JSON is checked by its path: `$.name: Ada`"
        ),
        (
            "another spelling of status", "steps:\n  - get: /x\n    expect: { statuscode: 200 }",
            "unknown key `statuscode` in `expect`", "write `status: 200`"
        ),
        (
            "the word of another tool for paths", "steps:\n  - get: /x\n    expect: { jsonpath: 3 }",
            "unknown key `jsonpath` in `expect`", "a value in the JSON is checked by its path: `$.name: Ada`"
        ),
        (
            "names without values", "steps:\n  - get: /x\n    auth: { basic: { user, password } }",
            "unknown key `user` in `basic`",
            "`basic` may hold `username` `password`"
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
            "a value of a step without `steps`",
            "steps:\n  - id: login\n    get: /\n    capture: { token: $.t }\n  - get: /$(login.token)",
            "nothing here is named `login`",
            "the values of a step are read below `steps`: `steps.login.token`"
        ),
        (
            "a row as GitHub Actions has it",
            "steps:\n  - get: /$(matrix.x)",
            "nothing here is named `matrix`",
            "write `row.NAME`"
        ),
        (
            "a variable of the CI service",
            "steps:\n  - get: /$(github.sha)",
            "nothing here is named `github`",
            "write `process.env.GITHUB_SHA`"
        ),
        (
            "the object of a Postman script",
            "steps:\n  - that: pm.response.code == 200",
            "nothing here is named `pm`",
            "the response is `response`: `response.status`, `response.json.id`"
        ),
        (
            "a member of an unknown name",
            "vars: { n: 1 }\nsteps:\n  - get: /$(a.b)x",
            "nothing here is named `a`",
            "the variables here are `n`"
        ),
        (
            "a function without brackets",
            "steps:\n  - get: /$(uuid)",
            "nothing here is named `uuid`",
            "`uuid` is a function: write `uuid()`"
        ),
        (
            "a function with arguments without brackets",
            "steps:\n  - get: /$(sha256)",
            "nothing here is named `sha256`",
            "`sha256` is a function: write `sha256(…)`"
        ),
        (
            "authentication with a type",
            "steps:\n  - get: /\n    auth: { type: bearer }",
            "unknown key `type` in `auth`",
            "the method is the key: `auth: { bearer: … }`"
        ),
        (
            "a token as another tool has it",
            "steps:\n  - get: /\n    auth: { token: $(run.id) }",
            "unknown key `token` in `auth`",
            "write `bearer: $(token)`"
        ),
        (
            "redirects in a short word",
            "steps:\n  - get: /\n    follow: true",
            "unknown key `follow` in a step",
            "a step may hold `get` `post` `put` `patch` `delete` `head` `options` `trace` `name` `id` `if` `skip` `delay` `continue_on_failure` `namespaces` `for_each` `as` `concurrency` `allow_empty` `repeat` `while` `max` `retry` `until` …"
        ),
        (
            "a program as a text",
            "steps:\n  - exec: ls -l /tmp",
            "`exec` wants a list, this is a text",
            "write `exec: [git, status]`"
        ),
        (
            "a command line of a shell",
            "steps:\n  - exec: echo $HOME | cat",
            "`exec` wants a list, this is a text",
            "write `exec: [git, status]`"
        ),
        (
            "a length in a path",
            "steps:\n  - get: /\n    expect: { $.items.length(): 3 }",
            "the path `$.items.length()` is not valid: found `(` after the path; functions stand only in filters, as in [?length(@.name) > 1]",
            Self.pathHelp
        ),
        (
            "a comparison in a path",
            "steps:\n  - get: /\n    expect: { $.n == 3: true }",
            "the path `$.n == 3` is not valid: found a space after the path",
            Self.pathHelp
        ),
        (
            "an order in a path",
            "steps:\n  - get: /\n    expect: { $.n >= 3: true }",
            "the path `$.n >= 3` is not valid: found a space after the path",
            Self.pathHelp
        ),
        (
            "steps with a dash and no space",
            "steps:\n  -get: /",
            "`steps` wants a list, this is a map",
            "write `steps: [{ get: /items }]`"
        ),
        (
            "a section of Hurl",
            "steps:\n  - get: /\n    [Asserts]",
            "this line is no `key: value`",
            "a section of Hurl is a key here: `expect:`"
        ),
        (
            "the options of Hurl",
            "steps:\n  - get: /\n    [Options]",
            "this line is no `key: value`",
            "the options stand on the step itself"
        ),
        (
            "basic authentication with a type",
            "steps:\n  - get: /\n    auth: { type: basic, username: u, password: $(run.id) }",
            "unknown key `type` in `auth`",
            "the method is the key: `auth: { basic: { username: …, password: … } }`"
        ),
        (
            "a user name beside nothing",
            "steps:\n  - get: /\n    auth: { username: u }",
            "unknown key `username` in `auth`",
            "write `basic: { username: ada, password: $(password) }`"
        ),
        (
            "a method in the URL",
            "steps:\n  - get: GET /shop.json",
            "`GET /shop.json` does not start with http:// or https://",
            "a URL is a path after the base URL, `/items`, or whole, `https://api.example.com/items`"
        ),
        (
            "a file name as a URL",
            "steps:\n  - get: shop.json",
            "`shop.json` does not start with http:// or https://",
            "a URL is a path after the base URL, `/items`, or whole, `https://api.example.com/items`"
        ),
        (
            "a path of a folder as a URL",
            "steps:\n  - get: ./shop",
            "`./shop` does not start with http:// or https://",
            "a URL is a path after the base URL, `/items`, or whole, `https://api.example.com/items`"
        ),
        (
            "a condition beside a request",
            "steps:\n  - get: /\n    that: response.status == 200",
            "a step does one thing: it has `get` and `that`",
            "conditions about the response stand in `expect: { that: … }`; others are a step of their own"
        ),
        (
            "a section of Hurl with a colon",
            "steps:\n  - get: /\n    [Captures]:\n      a: $.b",
            "a key must be text, not a list",
            "a section of Hurl is a key here: `capture:`"
        ),
        (
            "a query of Hurl as a capture",
            "steps:\n  - get: /\n    capture: { a: 'jsonpath \"$.a[0]\"' }",
            "`jsonpath \"$.a[0]\"` is no path of keys",
            "write a JSONPath such as `$.token`, or keys with dots such as `user.name`"
        ),
        (
            "a header as Hurl captures it",
            "steps:\n  - get: /\n    capture: { a: 'header \"etag\"' }",
            "`header \"etag\"` is no path of keys",
            "write a JSONPath such as `$.token`, or keys with dots such as `user.name`"
        ),
        (
            "a function of GitHub Actions",
            "steps:\n  - get: /\n    if: always()",
            "there is no function `always`",
            nil
        ),
        (
            "JSON in quotes",
            "steps:\n  - post: /\n    json: '{\"a\": 1}'",
            "this sends the JSON as a text in quotes, not as an object or a list",
            "leave out the quotes or the `|` around it, or write `text` in place of `json`"
        ),
        (
            "a body by the word of curl",
            "steps:\n  - post: /\n    data: a=1",
            "unknown key `data` in a step",
            "the body is called by its kind: `json`, `form`, `text`, `multipart`, `xml` or `file`"
        ),
        (
            "JSON in quotes with a value",
            "vars: { id: 7 }\nsteps:\n  - post: /\n    json: '{\"a\": $(id)}'",
            "this sends the JSON as a text in quotes, not as an object or a list",
            "leave out the quotes or the `|` around it, or write `text` in place of `json`"
        ),
        (
            "no authentication with a type",
            "steps:\n  - get: /\n    auth: { type: noauth }",
            "unknown key `type` in `auth`",
            "write `auth: none`"
        ),
        (
            "a port in the notation of another tool",
            "vars: { port: 7 }\nsteps:\n  - get: \"http://127.0.0.1:{port}/x\"",
            "`http://127.0.0.1:***/x` has a port that is not a number",
            "a URL is a path after the base URL, `/items`, or whole, `https://api.example.com/items`"
        ),
        (
            "curly quotes",
            "steps:\n  - get: “/ok”",
            "`“/ok”` does not start with http:// or https://",
            "a URL is a path after the base URL, `/items`, or whole, `https://api.example.com/items`"
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
        #expect(found.map(\.message.text) == [message], "\(name)")
        if let help { #expect(found.first?.help?.text == help) }
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

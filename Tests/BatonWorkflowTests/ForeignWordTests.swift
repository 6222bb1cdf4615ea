import Testing

@testable import BatonWorkflow

/// Words that people bring along from other tools: each leads to what it is called here.
@Suite struct ForeignWordTests {
    private static let method = "the method is the key: `get: /path`, `post: /path`"

    private static let shared =
        "`workflow: other.yaml` in a step runs another file; `vars` in baton.yaml are shared, `use` takes API files"
    private static let notRun =
        "`skip: REASON` leaves a step out; a file is left out by one of its `tags`: `--not-tag`"
    private static let opposite = "write the opposite: `if: \"!(…)\"`"

    static let file = [
        ("variables", "here it is called `vars`"),
        ("env", "variables are called `vars`; `environments: [local]` says where a workflow runs"),
        ("retry", "`defaults: { retry: 3 }` holds for every request, `retries: 3` runs the whole workflow again"),
        ("jobs", "here it is called `steps`"), ("tests", "here it is called `steps`"),
        ("stages", "here it is called `steps`"), ("test_name", "here it is called `name`"),
        ("desc", "here it is called `description`"), ("depends_on", "here it is called `needs`"),
        ("on", "a workflow says what to do, not when; `baton run` starts it"),
        ("runs-on", "leave it out: nothing of the kind is needed here"),
        ("strategy", "`rows` runs a workflow once for each row: `rows: [{ id: 1 }, { id: 2 }]`"),
        ("timeout-minutes", "here it is called `timeout`, with a unit: `timeout: 5m`"),
        (
            "runners",
            "the base URL stands in baton.yaml (`base_url` of an environment), or comes from `--base-url`"
        ),
        ("labels", "here it is called `tags`"), ("finally", "here it is called `teardown`"),
        ("version", "leave it out: nothing of the kind is needed here"), ("includes", shared), ("include", shared),
        ("import", shared), ("imports", shared), ("extends", shared), ("disabled", notRun), ("skip", notRun),
        ("xfail", "`quarantine: { until: …, reason: … }` keeps failures from breaking the build"),
        ("parametrize", "`rows` runs a workflow once for each row: `rows: [{ id: 1 }, { id: 2 }]`"),
        ("parameters", "`inputs` takes values from outside; `rows` runs the workflow once for each row"),
        ("skip_if", "`if` belongs to a step"), ("when", "`if` belongs to a step"),
        ("apis", "here it is called `use`"),
        ("meta", "`name` and `tags` stand at the top"), ("item", "here it is called `steps`"),
        ("params", "here it is called `inputs`"), ("config", "here it is called `defaults`"),
    ]

    static let step = [
        ("assert", "here it is called `expect`"), ("asserts", "here it is called `expect`"),
        ("check", "here it is called `expect`"), ("test", "here it is called `expect`"),
        ("validate", "here it is called `expect`"), ("extract", "here it is called `capture`"),
        ("captures", "here it is called `capture`"), ("register", "here it is called `capture`"),
        ("params", "here it is called `query`"), ("QueryStringParams", "here it is called `query`"),
        ("FormParams", "here it is called `form`"), ("MultipartFormData", "here it is called `multipart`"),
        ("BasicAuth", "write `auth: { basic: { username: …, password: … } }`"),
        ("sleep", "here it is called `wait`"), ("foreach", "here it is called `for_each`"),
        (
            "depends_on",
            "steps run in order; at the top of the file `needs: [other.yaml]` names workflows that run before"
        ), ("when", "here it is called `if`"),
        ("condition", "here it is called `if`"), ("only_if", "here it is called `if`"),
        ("onlyif", "here it is called `if`"), ("run_if", "here it is called `if`"),
        ("runIf", "here it is called `if`"), ("skip_unless", "here it is called `if`"),
        ("skipUnless", "here it is called `if`"), ("skip_if", opposite), ("skipif", opposite), ("skipIf", opposite),
        ("skip-if", opposite), ("unless", opposite), ("assertions", "here it is called `expect`"),
        ("xfail", "`quarantine` at the top of the file keeps failures from breaking the build"),
        ("parametrize", "`for_each: [1, 2]` does a step once for each element"),
        ("parameters", "here it is called `query`"),
        ("uses", "here it is called `workflow`, or `call` for an API"),
        ("run", "here it is called `exec`, a list of program and arguments; `workflow: other.yaml` runs another file"),
        ("api", "here it is called `call`"), ("each", "here it is called `for_each`"),
        ("inputs", "here it is called `with`, beside `workflow` or `call`"),
        ("shell", "here it is called `exec`"), ("working-directory", "here it is called `cwd`"),
        ("working_directory", "here it is called `cwd`"),
        ("continue-on-error", "here it is called `continue_on_failure`"),
        ("timeout-minutes", "here it is called `timeout`, with a unit: `timeout: 5m`"),
        ("http", method), ("req", method), ("url", method), ("method", method), ("request", method),
        ("body", "the body is called by its kind: `json`, `form`, `text`, `multipart`, `xml` or `file`"),
        ("bind", "here it is called `set`, or `capture` beside a request"), ("dump", "here it is called `log`"),
        ("include", "here it is called `workflow`"), ("retries", "here it is called `retry`"),
        ("max_retries", "here it is called `retry`"), ("retry-interval", "write `retry: { attempts: …, every: … }`"),
        ("delay_before", "here it is called `delay`"), ("delay_after", "a step of its own waits: `- wait: 1s`"),
        ("status_code", "write `expect: { status: … }`"), ("location", "here it is called `follow_redirects`"),
        ("max-redirs", "write `follow_redirects: { max: … }`"), ("insecure", "write `tls: { verify: false }`"),
        ("verify", "write `tls: { verify: false }`"), ("max-time", "here it is called `timeout`"),
        ("urlencoded", "here it is called `form`"), ("formdata", "here it is called `multipart`"),
        ("raw", "here it is called `text`, or `json`"),
        ("script", "there are no scripts; `set`, `that` and `$(…)` compute what is needed"),
        ("prerequest", "there are no scripts; `set`, `that` and `$(…)` compute what is needed"),
        ("loop", "here it is called `for_each`, or `repeat` for a number"), ("outputs", "here it is called `capture`"),
        ("ipv4", "write `ip: 4`"), ("retrys", "did you mean `retry`?"), ("for_eahc", "did you mean `for_each`?"),
    ]

    static let expect = [
        ("status_code", "here it is called `status`"), ("statusCode", "here it is called `status`"),
        ("statusText", "the status is a number: `status: 200`"), ("header", "here it is called `headers`"),
        ("asserts", "here it is called `that`"),
        ("jsonpath", "a value in the JSON is checked by its path: `$.name: Ada`"),
        ("save", "here it is called `capture`, beside `expect`"), ("performance", "here it is called `duration`"),
        ("ssl", "here it is called `certificate`"), ("selectors", "here it is called `xpath`"),
        ("strict", "`json` wants the whole document, `json_includes` a part of it"),
        ("res.status", "here it is called `status`"), ("response_time", "here it is called `duration`"),
        ("content-type", "write `headers: { content-type: { starts_with: … } }`"),
    ]

    static let operators = [
        ("equals", "here it is called `eq`"), ("==", "here it is called `eq`"), ("neq", "here it is called `ne`"),
        ("startsWith", "here it is called `starts_with`"), ("nin", "here it is called `not_in`"),
        ("notIn", "here it is called `not_in`"), ("includes", "here it is called `contains`"),
        ("match", "here it is called `matches`"), ("regex", "here it is called `matches`"),
        ("count", "here it is called `length`"), ("isEmpty", "here it is called `empty`: `true` or `false`"),
        ("isNull", "write `{ eq: null }`, or `ne` for the opposite"), ("isDefined", "write `{ exists: true }`"),
        ("isUndefined", "write `{ exists: false }`"),
        ("isInteger", "types are checked with `type`: `{ type: integer }`"),
        ("isFloat", "types are checked with `type`: `{ type: number }`"),
        ("isString", "types are checked with `type`: `{ type: string }`"),
        ("isCollection", "types are checked with `type`: `{ type: [array, object] }`"),
        ("isUuid", "write `{ is: uuid }`"), ("isIsoDate", "write `{ is: date }`"),
        ("between", "write both ends: `{ gte: …, lte: … }`"), ("min_length", "write `{ length: { gte: … } }`"),
        ("not_starts_with", "write `{ not: { starts_with: … } }`"), ("notEq", "here it is called `ne`"),
        ("is_not", "here it is called `ne`"), ("isnt", "here it is called `ne`"),
        ("doesNotContain", "here it is called `not_contains`"), ("excludes", "here it is called `not_contains`"),
        ("not_any", "here it is called `none`"), ("not_type", "write `{ not: { type: … } }`"),
        ("notnull", "write `{ ne: null }`, or `eq` for the opposite"), ("not_gt", "here it is called `lte`"),
        ("is_not_unique", "write `{ unique: false }`"), ("missing", "write `{ exists: false }`"),
        ("absent", "write `{ exists: false }`"), ("undefined", "write `{ exists: false }`"),
        ("defined", "write `{ exists: true }`"),
        ("notContains", "here it is called `not_contains`"), ("isTruthy", "write `{ eq: true }`"),
        ("lessThanOrEqual", "here it is called `lte`"),
        ("less_than_or_equal", "here it is called `lte`"),
        ("lessOrEqual", "here it is called `lte`"),
        ("atMost", "here it is called `lte`"),
        ("at_most", "here it is called `lte`"),
        ("toBeLessThanOrEqual", "here it is called `lte`"),
        ("lessThan", "here it is called `lt`"),
        ("below", "here it is called `lt`"),
        ("toBeLessThan", "here it is called `lt`"),
        ("before", "here it is called `lt`"),
        ("greaterOrEqual", "here it is called `gte`"),
        ("greaterThanOrEqual", "here it is called `gte`"),
        ("greater_than_or_equal", "here it is called `gte`"),
        ("atLeast", "here it is called `gte`"),
        ("at_least", "here it is called `gte`"),
        ("isAtLeast", "here it is called `gte`"),
        ("isGreaterThan", "here it is called `gt`"),
        ("is_greater_than", "here it is called `gt`"),
        ("toBeGreaterThan", "here it is called `gt`"),
        ("moreThan", "here it is called `gt`"),
        ("after", "here it is called `gt`"),
        ("has_length", "here it is called `length`"),
        ("hasLength", "here it is called `length`"),
        ("toHaveLength", "here it is called `length`"),
        ("toBe", "here it is called `eq`"),
        ("toEqual", "here it is called `eq`"),
        ("isEqualTo", "here it is called `eq`"),
        ("equal_to", "here it is called `eq`"),
        ("shouldEqual", "here it is called `eq`"),
        ("isIn", "here it is called `in`"),
        ("is_in", "here it is called `in`"),
        ("oneOf", "here it is called `in`"),
        ("one_of", "here it is called `in`"),
        ("isOneOf", "here it is called `in`"),
        ("toBeOneOf", "here it is called `in`"),
        ("instanceOf", "here it is called `type`"),
        ("instance_of", "here it is called `type`"),
        ("toBeInstanceOf", "here it is called `type`"),
        ("isA", "here it is called `type`"),
        ("is_a", "here it is called `type`"),
        ("toContain", "here it is called `contains`"),
        ("has_key", "here it is called `contains`"),
        ("hasProperty", "here it is called `contains`"),
        ("toHaveProperty", "here it is called `contains`"),
        ("toMatch", "here it is called `matches`"),
        ("matchesRegex", "here it is called `matches`"),
        ("begins_with", "here it is called `starts_with`"),
        ("beginsWith", "here it is called `starts_with`"),
        ("toBeNull", "write `{ eq: null }`, or `ne` for the opposite"),
        ("toBeTruthy", "write `{ eq: true }`"),
        ("truthy", "write `{ eq: true }`"),
        ("toBeDefined", "write `{ exists: true }`"),
        ("nullable", "write the types: `{ type: [string, null] }`"),
        ("like", "write `{ contains: … }`, or `{ matches: … }` for a pattern"),
        ("toBeEmpty", "here it is called `empty`"),
        ("GT", "did you mean `gt`?"),
        ("icontains", anyCase), ("contains_ignore_case", anyCase), ("equalsIgnoreCase", anyCaseWhole),
        ("iequals", anyCaseWhole), ("ieq", anyCaseWhole), ("has_keys", keys), ("keys", keys), ("containsKeys", keys),
    ]

    private static let anyCase = "write a pattern that takes no notice of case: `{ matches: \"(?i)…\" }`"
    private static let anyCaseWhole = "write a pattern that takes no notice of case: `{ matches: \"(?i)^…$\" }`"
    private static let keys =
        "for keys that must be there write `{ contains: [a, b] }`, for one also its path: `$.a: { exists: true }`"

    static let flags = [
        ("absent: true", "exists: false"), ("absent: false", "exists: true"), ("notExists: false", "exists: true"),
        ("missing: false", "exists: true"), ("isUndefined: false", "exists: true"),
        ("does_not_exist: true", "exists: false"), ("defined: false", "exists: false"),
        ("notEmpty: false", "empty: true"), ("isNotEmpty: true", "empty: false"), ("isEmpty: false", "empty: false"),
        ("notNull: false", "eq: null"), ("is_not_null: true", "ne: null"), ("isNull: false", "ne: null"),
        ("truthy: false", "eq: false"), ("isFalsy: true", "eq: false"), ("is_not_unique: false", "unique: true"),
        ("isInteger: true", "type: integer"), ("is_string: false", "not: { type: string }"),
        ("between: [1, 3]", "gte: 1, lte: 3"), ("range: [-1.5, 2]", "gte: -1.5, lte: 2"),
    ]

    @Test(arguments: flags)
    func `a word that takes true or false is explained with its value`(_ written: String, _ operators: String) {
        let found = Loading.load("steps:\n  - get: /x\n    expect: { $.a: { \(written) } }\n").diagnostics
        let help = written.contains("[") ? "write both ends: `{ \(operators) }`" : "write `{ \(operators) }`"
        #expect(found.map(\.help) == [help])
        let right = Loading.load("steps:\n  - get: /x\n    expect: { $.a: { \(operators) } }\n").diagnostics
        #expect(right.map(\.message) == [])
    }

    @Test(arguments: [
        ("isNotEmpty", "write `{ empty: false }`"), ("isInteger", "write `{ type: integer }`"),
        ("absent", "write `{ exists: false }`"),
    ])
    func `a word without a value is explained too`(_ word: String, _ help: String) {
        let found = Loading.load("steps:\n  - get: /x\n    expect: { $.a: { \(word): } }\n").diagnostics
        #expect(found.map(\.message) == ["`\(word)` has no value"])
        #expect(found.map(\.help) == [help])
    }

    static let expressions = [
        ("env.HOME", "write `process.env.HOME`"), ("steps.x.outputs.y", "write `steps.x.NAME`"),
        ("statusCode", "write `response.status`"), ("res.status", "write `response`"),
        ("response.code", "write `response.status`"), ("len(vars)", "write `size(…)`"),
    ]

    static let connection = [
        ("certificate", "here it is called `cert`"), ("client_cert", "here it is called `cert`"),
        ("private_key", "here it is called `key`"), ("password", "here it is called `key_password`"),
        ("cacert", "here it is called `ca`"), ("insecure", "here it is called `verify`"),
    ]

    static let retry = [
        ("count", "here it is called `attempts`"), ("interval", "here it is called `every`"),
        ("until", "it stands on the step itself, beside `every` and `within`, in place of `retry`"),
        ("max_attempts", "here it is called `attempts`, which does not count the first: 3 in all are `attempts: 2`"),
        ("maxAttempts", "here it is called `attempts`, which does not count the first: 3 in all are `attempts: 2`"),
        ("tries", "here it is called `attempts`, which does not count the first: 3 in all are `attempts: 2`"),
        ("max_retries", "here it is called `attempts`"), ("times", "here it is called `attempts`"),
    ]

    @Test(arguments: file) func `at the top of a file`(_ word: String, _ help: String) {
        verify("\(word): x\nsteps: [ get: /x ]\n", word, help)
    }

    @Test(arguments: step) func `a word of another tool in a step is explained`(_ word: String, _ help: String) {
        verify("steps:\n  - get: /x\n    \(word): x\n", word, help)
    }

    @Test(arguments: expect) func `a word of another tool in expect is explained`(_ word: String, _ help: String) {
        verify("steps:\n  - get: /x\n    expect:\n      \(word): x\n", word, help)
    }

    @Test(arguments: connection) func `a word of another tool in tls is explained`(_ word: String, _ help: String) {
        verify("steps:\n  - get: /x\n    tls: { \(word): x }\n", word, help)
    }

    @Test(arguments: retry) func `a word of another tool in retry is explained`(_ word: String, _ help: String) {
        verify("steps:\n  - get: /x\n    retry: { attempts: 2, \(word): x }\n", word, help)
    }

    @Test(arguments: operators) func `a word of another tool in a check is explained`(_ word: String, _ help: String) {
        verify("steps:\n  - get: /x\n    expect:\n      body: { \"\(word)\": x }\n", word, help)
    }

    @Test(arguments: expressions) func `a word of another tool in an expression is explained`(
        _ text: String, _ help: String
    ) {
        let yaml = "steps:\n  - get: /x\n    id: x\n  - get: /y\n    expect:\n      that: \(text) == 1\n"
        let found = Loading.load(yaml).diagnostics
        #expect(found.contains { $0.help == help }, "\(found.map { "\($0.message) | \($0.help ?? "")" })")
    }

    @Test(arguments: ["!foo 1", "!!str 5", "!"])
    func `any other tag is told as before`(_ value: String) {
        let found = Loading.load("steps:\n  - get: /x\n    expect:\n      $.a: \(value)\n").diagnostics
        #expect(!found.isEmpty && !found.contains { $0.message.contains("another tool") })
    }

    private func verify(_ yaml: String, _ word: String, _ help: String) {
        let found = Loading.load(yaml).diagnostics
        #expect(found.map(\.help) == [help], "\(found.map(\.message))")
        #expect(found.first?.message.contains("`\(word)`") == true)
    }

    @Test func `no word is explained twice`() {
        for map in Language.maps {
            for word in map.foreign.keys where ForeignKeys.help(word, in: map) != nil {
                Issue.record("\(word) in \(map.title): a sentence for it hides the word that it stands for")
            }
        }
    }

    /// A word that means something here must not be explained away.
    @Test func `no word of the language counts as foreign`() {
        for map in [
            Language.WorkflowFile.map, Language.Step.map, Language.Expect.map, Language.operators, Language.Capture.map,
        ] {
            for word in map.keys.map(\.name) {
                #expect(map.foreign[word] == nil, "\(word) in \(map.title)")
            }
        }
    }
}

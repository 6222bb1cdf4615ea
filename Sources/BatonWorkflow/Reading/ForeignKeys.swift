/// Words of Hurl, runn, Step CI, Tavern, Bruno, Postman and GitHub Actions that need a sentence of explanation: the
/// `advice` of the maps in which they are written.
///
/// A word that has one equivalent is listed at its key (`foreign`).
enum ForeignKeys {
    /// The advice for a word of another tool; nil for an unknown word. Case is ignored, and `-` and spaces are read as
    /// `_`.
    static func help(_ name: String, in map: Language.Map) -> String? {
        map.advice[String(name.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 })]
    }

    private static let method = "the method is the key: `get: /path`, `post: /path`"
    private static let body = "the body is called by its kind: `json`, `form`, `text`, `multipart`, `xml` or `file`"
    private static let unneeded = "leave it out: nothing of the kind is needed here"
    private static let ofWorkflow =
        "the called workflow checks its own responses; this checks its outputs: `that: result.x == 1`, or `$.x: 1`"
    private static let path = "a value in the JSON is checked by its path: `$.name: Ada`"
    private static let script = "there are no scripts; `set`, `that` and `$(…)` compute what is needed"
    private static let rows = "`rows` runs a workflow once for each row: `rows: [{ id: 1 }, { id: 2 }]`"
    private static let each = "`for_each: [1, 2]` does a step once for each element"
    private static let opposite = "write the opposite: `if: \"!(…)\"`"
    private static let condition = "`if` belongs to a step"
    private static let shared =
        "`workflow: other.yaml` in a step runs another file; `vars` in baton.yaml are shared, `use` takes API files"
    private static let quarantine =
        "`quarantine: { until: …, reason: … }` keeps failures from breaking the build"
    private static let notRun = "`skip: REASON` leaves a step out; a file is left out by one of its `tags`: `--not-tag`"
    private static let server = "`server` of an environment in baton.yaml starts one"
    private static let types = "types are checked with `type`: "

    static let file: [String: String] = [
        // GitHub Actions
        "on": "a workflow says what to do, not when; `baton run` starts it",
        "env": "variables are called `vars`; `environments: [local]` says where a workflow runs",
        "retry": "`defaults: { retry: 3 }` holds for every request, `retries: 3` runs the whole workflow again",
        "runs_on": unneeded, "permissions": unneeded, "run_name": "here it is called `name`",
        "concurrency": "`lock: name` keeps workflows apart; `baton run --jobs` says how many run at once",
        "strategy": rows, "matrix": rows,
        "timeout_minutes": "here it is called `timeout`, with a unit: `timeout: 5m`",
        // runn
        "runners": "the base URL stands in baton.yaml (`base_url` of an environment), or comes from `--base-url`",
        "labels": "here it is called `tags`", "marks": "here it is called `tags`", "loop": "`rows` repeats a workflow",
        "skiptest": "`quarantine` keeps a workflow from breaking the build", "if": condition, "when": condition,
        "condition": condition,
        "skip_if": condition, "skipif": condition, "unless": condition, "only_if": condition, "run_if": condition,
        "disabled": notRun, "enabled": notRun, "skip": notRun, "ignore": notRun, "xfail": quarantine,
        "expected_failure": quarantine, "allow_failure": quarantine,
        "parametrize": rows, "parameterize": rows,
        "parameters": "`inputs` takes values from outside; `rows` runs the workflow once for each row",
        "import": shared, "imports": shared, "extends": shared, "includes": shared, "include": shared,
        "hostrules": "`resolve` and `connect_to` of a request do this",
        // Step CI
        "version": unneeded, "components": "`use` takes descriptions of an API from a file; anchors share parts of one",
        "testdata": "here it is called `rows`", "data": "here it is called `rows`",
        // Tavern
        "test_name": "here it is called `name`", "apis": "here it is called `use`", "api": "here it is called `use`",
        "finally": "here it is called `teardown`", "strict": unneeded,
        // Bruno, Postman
        "meta": "`name` and `tags` stand at the top", "info": "`name` and `description` stand at the top",
        "item": "here it is called `steps`", "items": "here it is called `steps`", "event": script,
        "docs": "here it is called `description`", "auth": "`defaults: { auth: … }` holds for every request",
        "headers": "`defaults: { headers: … }` holds for every request", "seq": unneeded,
        "server": server, "base_url": "it belongs to an environment in baton.yaml, or is given with `--base-url`",
        "baseurl": "`base_url` belongs to an environment in baton.yaml, or is given with `--base-url`",
        "host": "`base_url` belongs to an environment in baton.yaml, or is given with `--base-url`",
        "beforeall": "here it is called `setup`", "before_all": "here it is called `setup`",
        "afterall": "here it is called `teardown`", "after_all": "here it is called `teardown`",
        "teardowns": "here it is called `teardown`",
        "fixtures": "`setup` prepares what the steps need, `rows` takes data from a file",
        "fixture": "`setup` prepares what the steps need, `rows` takes data from a file",
        "secrets": "an environment in baton.yaml lists them: `secrets: [NAME]`",
    ]

    static let step: [String: String] = [
        "skip_if": opposite, "skipif": opposite, "skip_when": opposite, "unless": opposite, "not_if": opposite,
        "xfail": "`quarantine` at the top of the file keeps failures from breaking the build",
        "allow_failure": "here it is called `continue_on_failure`",
        "depends_on":
            "steps run in order; at the top of the file `needs: [other.yaml]` names workflows that run before",
        "http": method, "req": method, "method": method, "url": method, "uri": method, "request": method,
        "endpoint": method, "path": method,
        // Hurl
        "querystringparams": "here it is called `query`",
        "formparams": "here it is called `form`", "multipartformdata": "here it is called `multipart`",
        "basicauth": "write `auth: { basic: { username: …, password: … } }`",
        "basic_auth": "write `auth: { basic: { username: …, password: … } }`",
        "bearer": "write `auth: { bearer: … }`", "token": "write `auth: { bearer: … }`",
        "location": "here it is called `follow_redirects`",
        "location_trusted": "write `follow_redirects: { keep_auth: true }`",
        "max_redirs": "write `follow_redirects: { max: … }`", "max_redirects": "write `follow_redirects: { max: … }`",
        "retry_interval": "write `retry: { attempts: …, every: … }`", "max_time": "here it is called `timeout`",
        "insecure": "write `tls: { verify: false }`", "verify": "write `tls: { verify: false }`",
        "cacert": "write `tls: { ca: … }`", "cert": "write `tls: { cert: …, key: … }`",
        "ipv4": "write `ip: 4`", "ipv6": "write `ip: 6`", "http3": "write `http_version`: `1.0`, `1.1` or `2`",
        "aws_sigv4": "write `auth: { aws: … }`", "variable": "here it is called `set`",
        "verbose": "`baton run --verbose` shows every step", "dump": "here it is called `log`",
        // runn
        "bind": "here it is called `set`, or `capture` beside a request", "desc": "here it is called `name`",
        "include": "here it is called `workflow`", "db": "there are no databases; a request can ask an API",
        "iffailed": "`teardown` runs whatever failed before", "defer": "`teardown` runs whatever failed before",
        // Step CI, Tavern
        "retries": "here it is called `retry`", "max_retries": "here it is called `retry`",
        "delay_before": "here it is called `delay`", "delay_after": "a step of its own waits: `- wait: 1s`",
        "status_code": "write `expect: { status: … }`", "statuscode": "write `expect: { status: … }`",
        "stages": "here it is called `steps`", "only": "`--name` and `--tag` select what runs",
        "query_string": "here it is called `query`",
        // Bruno, Postman
        "urlencoded": "here it is called `form`", "form_urlencoded": "here it is called `form`",
        "formdata": "here it is called `multipart`", "multipart_form": "here it is called `multipart`",
        "raw": "here it is called `text`, or `json`", "mode": unneeded, "script": script, "prerequest": script,
        "pre_request": script, "post_response": script, "seq": unneeded, "disabled": "`if: false` skips a step",
        "enabled": "`if: false` skips a step",
        "body": body, "data": body, "payload": body,
        // GitHub Actions
        "run": "here it is called `exec`, a list of program and arguments; `workflow: other.yaml` runs another file",
        "continue_on_error": "here it is called `continue_on_failure`",
        "ignore_errors": "here it is called `continue_on_failure`",
        "timeout_minutes": "here it is called `timeout`, with a unit: `timeout: 5m`",
        "outputs": "here it is called `capture`", "matrix": each, "strategy": each, "parametrize": each,
        "parameterize": each,
        "uses": "here it is called `workflow`, or `call` for an API", "api": "here it is called `call`",
        "inputs": "here it is called `with`, beside `workflow` or `call`",
        "loop": "here it is called `for_each`, or `repeat` for a number", "wait_until": "here it is called `until`",
        "range": "write `for_each: { range: [1, 10] }`", "poll": "here it is called `until`",
        "upload": "`file` sends a file as the body, `multipart` as a part of a form",
    ]

    /// `type` and `mode` with the method as their value.
    static let auth: [String: String] = {
        let help = "the method is the key: `auth: { bearer: … }`"
        let basic = "write `auth: { basic: { username: …, password: … } }`"
        return [
            "type": help, "mode": help, "method": help, "scheme": help, "kind": help, "username": basic,
            "password": basic, "user": basic, "login": basic,
        ]
    }()

    static let expect: [String: String] = [
        "jsonpath": path,
        "statustext": "the status is a number: `status: 200`", "http_status": "here it is called `status`",
        "response": "what is expected stands directly in `expect`",
        "save": "here it is called `capture`, beside `expect`",
        "strict": "`json` wants the whole document, `json_includes` a part of it",
        "performance": "here it is called `duration`", "elapsed": "here it is called `duration`",
        "responsetime": "here it is called `duration`", "latency": "here it is called `duration`",
        "ssl": "here it is called `certificate`", "bytes": "here it is called `sha256` or `starts_with_hex`",
        "jsonschema": "here it is called `schema`", "json_schema": "here it is called `schema`",
        "redirect_query_params": "here it is called `redirects`", "headers_include": "here it is called `headers`",
        "content_type": "write `headers: { content-type: { starts_with: … } }`",
        "captures": "here it is called `capture`, beside `expect`",
        "extract": "here it is called `capture`, beside `expect`",
        "selectors": "here it is called `xpath`", "version": "here it is called `http_version`",
        "res.status": "here it is called `status`", "res.body": "a value in the body is checked by its path: `$.a: …`",
        "certificate_subject": "here it is called `certificate`", "test": "here it is called `that`",
        "tests": "here it is called `that`", "conditions": "here it is called `that`",
    ]

    static let check: [String: String] = {
        let empty = "here it is called `empty`: `true` or `false`"
        let null = "write `{ eq: null }`, or `ne` for the opposite"
        let anyCase = "write a pattern that takes no notice of case: `{ matches: \"(?i)…\" }`"
        let anyCaseWhole = "write a pattern that takes no notice of case: `{ matches: \"(?i)^…$\" }`"
        let keys =
            "for keys that must be there write `{ contains: [a, b] }`, for one also its path: `$.a: { exists: true }`"
        var words = [
            "nin": "here it is called `not_in`", "notin": "here it is called `not_in`",
            "none_of": "here it is called `not_in`", "notcontains": "here it is called `not_contains`",
            "not_includes": "here it is called `not_contains`", "notmatches": "here it is called `not_matches`",
            "between": "write both ends: `{ gte: …, lte: … }`",
            "range": "write both ends: `{ gte: …, lte: … }`", "not_equal": "here it is called `ne`",
            "notequals": "here it is called `ne`", "isempty": empty,
            "is_empty": empty, "isnotempty": "write `{ empty: false }`, or `true` for the opposite",
            "not_empty": "write `{ empty: false }`", "notempty": "write `{ empty: false }`",
            "not_null": "write `{ ne: null }`, or `eq` for the opposite", "isnull": null, "is_null": null,
            "isdefined": "write `{ exists: true }`", "is_defined": "write `{ exists: true }`",
            "isundefined": "write `{ exists: false }`", "undefined": "write `{ exists: false }`",
            "missing": "write `{ exists: false }`", "absent": "write `{ exists: false }`",
            "defined": "write `{ exists: true }`", "not_exists": "write `{ exists: false }`",
            "istruthy": "write `{ eq: true }`", "isfalsy": "write `{ eq: false }`",
            "truthy": "write `{ eq: true }`", "falsy": "write `{ eq: false }`",
            "nullable": "write the types: `{ type: [string, null] }`",
            "like": "write `{ contains: … }`, or `{ matches: … }` for a pattern",
            "ilike": anyCase, "icontains": anyCase, "contains_ignore_case": anyCase, "containsignorecase": anyCase,
            "equalsignorecase": anyCaseWhole, "equals_ignore_case": anyCaseWhole, "iequals": anyCaseWhole,
            "ieq": anyCaseWhole, "iexact": anyCaseWhole, "eq_ignore_case": anyCaseWhole,
            "has_keys": keys, "haskeys": keys, "have_keys": keys, "keys": keys, "contains_keys": keys,
            "containskeys": keys,
            "before": "here it is called `lt`", "after": "here it is called `gt`",
            "all_of": "several operators must all hold", "allof": "several operators must all hold",
            "isuuid": "write `{ is: uuid }`", "isdate": "write `{ is: date }`", "isisodate": "write `{ is: date }`",
            "isipv4": "write `{ is: ipv4 }`", "isipv6": "write `{ is: ipv6 }`", "isjson": "write `{ is: json }`",
            "iscollection": "\(types)`{ type: [array, object] }`", "islist": "\(types)`{ type: array }`",
            "minlength": "write `{ length: { gte: … } }`", "min_length": "write `{ length: { gte: … } }`",
            "maxlength": "write `{ length: { lte: … } }`", "max_length": "write `{ length: { lte: … } }`",
            "regexp": "here it is called `matches`", "re": "here it is called `matches`",
            "expect": "the operators stand directly below: `{ eq: … }`", "and": "several operators must all hold",
            "or": "write `{ in: [a, b] }`, or a condition with `||` in `that`",
        ]
        for (word, type) in typeWords {
            let help = "\(types)`{ type: \(type) }`"
            words["is\(word)"] = help
            words["is_\(word)"] = help
        }
        return words
    }()

    /// What other tools call a type, behind `is`, and its name here.
    static let typeWords = [
        "integer": "integer", "float": "number", "number": "number", "string": "string", "boolean": "boolean",
        "array": "array", "object": "object", "bool": "boolean", "int": "integer", "list": "array",
    ]

    static let capture: [String: String] = [
        "body": "write a path into it, `$.a`, or `$(response.body)`", "status": "write `$(response.status)`",
        "duration": "write `$(response.duration)`", "bytes": "write `$(response.bytes)`",
        "url": "write `$(response.url)`", "selector": "here it is called `xpath`", "variable": "write `$(name)`",
        "js": "write an expression: `$(…)`", "jmespath": "write a JSONPath: `$.a`", "query": "write a JSONPath: `$.a`",
        "regexp": "here it is called `regex`", "link": link, "links": link,
    ]

    private static let link =
        "take it from the header: `{ regex: '<([^<>]*)>; *rel=\"next\"', in: { header: link } }`; `paginate` follows such links"

    static let execExpect = ["jsonpath": path]

    /// Checks of responses, which belong into the called workflow.
    static let workflowExpect: [String: String] = {
        let keys = Language.Expect.map.keys + Language.ExecExpect.map.keys
        var words: [String: String] = [:]
        for word in keys.map(\.name) + expect.keys { words[word] = ofWorkflow }
        words["jsonpath"] = path
        return words
    }()
}

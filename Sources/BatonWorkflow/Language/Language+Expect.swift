extension Language {
    /// `expect`; any key that starts with `$` is a JSONPath (RFC 9535).
    package enum Expect {
        package static let status = Key(
            "status", .any, "The status: `200`, a list for any of them, a class such as `2xx`, or operators.",
            holds: .one(operators), foreign: ["status_code", "statusCode", "statuscode", "code"])
        package static let headers = Key(
            "headers", .map, "Header names to checks; names in any case.", holds: .each(operators), foreign: ["header"])
        package static let cookies = Key(
            "cookies", .map, "Names of cookies that the answer sets to checks.", holds: .each(operators))
        package static let body = Key("body", .any, "The body as text.", holds: .one(operators), foreign: ["text"])
        package static let json = Key(
            "json", .any, "The whole JSON document; `<uuid>` and other wildcards stand for any value of a kind.")
        package static let jsonIncludes = Key(
            "json_includes", .any,
            "What the JSON document holds at least: objects by their members, lists of the same length and order.",
            foreign: ["includes"])
        package static let schema = Key(
            "schema", .any, "A JSON Schema (draft 2020-12) that the JSON document fits: a file, or the schema itself.")
        package static let xpath = Key(
            "xpath", .map, "XPaths (1.0) into the XML or HTML body to checks; prefixes are those of `namespaces`.",
            holds: .each(operators))
        package static let size = Key("size", .any, "The body's length in bytes.", holds: .one(operators))
        package static let sha256 = Key(
            "sha256", .any, "The body's SHA-256 in hexadecimal digits.", holds: .one(operators))
        package static let startsWithHex = Key(
            "starts_with_hex", .text, "The bytes that the body begins with: `89504e47`.", holds: .one(operators))
        package static let duration = Key(
            "duration", .any, "How long the request took: `{ lt: 500ms }`.", holds: .one(operators), kinds: [.map],
            foreign: ["time", "response_time"])
        package static let url = Key("url", .any, "The URL that answered, after redirects.", holds: .one(operators))
        package static let redirects = Key(
            "redirects", .any, "The redirects that were followed, a list of `status` and `url`, or how many.",
            holds: .one(operators))
        package static let httpVersion = Key("http_version", .any, "\"1.1\" or \"2\".", holds: .one(operators))
        package static let outcome = Key(
            "outcome", .any, "`success`, or the kind of failure that is expected: `network.connect`.",
            holds: .one(operators), foreign: ["error"])
        package static let that = Key(
            "that", .conditions, "Conditions that must hold; `response` is the answer.", foreign: ["asserts", "assert"])
        package static let map = Map(
            "`expect`",
            [
                status, headers, cookies, body, json, jsonIncludes, schema, xpath, size, sha256, startsWithHex,
                duration, url, redirects, httpVersion, outcome, that,
            ], rules: [.notEmpty], openKeys: paths, planned: ["certificate", "snapshot"], advice: ForeignKeys.expect)
        /// JSONPaths.
        static let paths = [Map.OpenKey(pattern: "^\\$", content: .map(.one(operators)))]
    }
}

extension Language {
    /// `expect` of a program; any key that starts with `$` is a JSONPath into what it wrote.
    package enum ExecExpect {
        package static let exitCode = Key(
            "exit_code", .any, "The code that the program ends with; 0 unless written.", holds: .one(operators),
            foreign: ["status", "code", "exit", "exit_status", "return_code", "rc"])
        package static let stdout = Key(
            "stdout", .any, "What the program wrote, as text.", holds: .one(operators),
            foreign: ["body", "text", "output"])
        package static let stderr = Key(
            "stderr", .any, "What the program wrote to standard error, as text.", holds: .one(operators),
            foreign: ["error", "errors"])
        package static let json = Expect.json.restated(.any, "The whole JSON document that it wrote.")
        package static let jsonIncludes = Expect.jsonIncludes.restated(
            .any, "What the JSON document that it wrote holds at least.", foreign: ["includes"])
        package static let schema = Expect.schema.restated(
            .any, "A JSON Schema that the JSON document fits which it wrote.")
        package static let duration = Expect.duration.restated(
            .any, "How long the program took: `{ lt: 5s }`.", holds: .one(operators), kinds: [.map], foreign: ["time"])
        package static let that = Expect.that.restated(
            .conditions, "Conditions that must hold; `response` is what the program gave.",
            foreign: ["assert", "asserts"])
        package static let map = Map(
            "`expect` of `exec`", [exitCode, stdout, stderr, json, jsonIncludes, schema, duration, that],
            rules: [.notEmpty], openKeys: Expect.paths, advice: ForeignKeys.execExpect)
    }
}

extension Language {
    /// `expect` of a workflow that is called; any key that starts with `$` is a JSONPath into its outputs.
    package enum WorkflowExpect {
        package static let json = Expect.json.restated(
            .any, "All outputs, as a JSON document.", foreign: ["outputs", "result"])
        package static let jsonIncludes = Expect.jsonIncludes.restated(
            .any, "What the outputs hold at least.", foreign: ["includes"])
        package static let schema = Expect.schema.restated(.any, "A JSON Schema that the outputs fit.")
        package static let that = Expect.that.restated(
            .conditions, "Conditions that must hold; `result` holds the outputs.", foreign: ["assert", "asserts"])
        package static let map = Map(
            "`expect` of `workflow`", [json, jsonIncludes, schema, that], rules: [.notEmpty], openKeys: Expect.paths,
            advice: ForeignKeys.workflowExpect)
    }
}

extension Language {
    /// The keys of `defaults: { expect: … }`.
    package enum DefaultExpect {
        package static let headers = Expect.headers.restated(.map, "Header names to checks.", holds: .each(operators))
        package static let duration = Expect.duration.restated(
            .any, "How long a request may take: `{ lt: 2s }`.", holds: .one(operators), kinds: [.map])
        package static let map = Map("`defaults.expect`", [headers, duration])
    }
}

extension Language {
    /// What a captured value is taken from when it is written as a map.
    package enum Capture {
        package static let path = Key(
            "path", .text, "A JSONPath (`$.a`) or a dotted key path (`a.0.b`) into the JSON body.",
            foreign: ["jsonpath", "json", "from"])
        package static let header = Key("header", .text, "A header of the answer.", foreign: ["headers"])
        package static let cookie = Key(
            "cookie", .text, "A cookie that the answer sets; `sid@path` is an attribute of it.", foreign: ["cookies"])
        package static let regex = Key(
            "regex", .text, "A regular expression (PCRE2): its first group, or the whole match if it has none.",
            foreign: ["pattern", "match"])
        package static let xpath = Key("xpath", .text, "An XPath (1.0) into the XML or HTML body.")
        package static let value = Key("value", .text, "An expression `$(…)`.", foreign: ["expression"])
        package static let group = Key(
            "group", .any, "The number or name of the group that `regex` gives; 0 is the whole match.")
        package static let `in` = Key(
            "in", .any,
            "What `regex` searches: `body` (unless written), `url`, `{ header }`, `{ cookie }`, `{ path }`, `{ xpath }` or `$(…)`.",
            holds: .one(CaptureSubject.map))
        package static let `as` = Key(
            "as", .any, "The type that the value becomes; `[integer]` for each element of a list.",
            foreign: ["type", "convert"])
        package static let format = Key(
            "format", .plainText, "How a date is written: `yyyy-MM-dd HH:mm:ss`, `unix`, `unix_ms`.",
            foreign: ["date_format"])
        package static let optional = Key(
            "optional", .boolean, "Gives null where nothing is found.", foreign: ["required"])
        package static let `default` = Key("default", .any, "The value where nothing is found.", foreign: ["fallback"])
        package static let secret = Key("secret", .boolean, "Masks the value in every output.", foreign: ["redact"])
        package static let map = Map(
            "a capture",
            [path, header, cookie, regex, xpath, value, group, `in`, `as`, format, optional, `default`, secret],
            advice: ForeignKeys.capture)
    }
}

extension Language {
    /// What `in` of a capture may hold when it is written as a map.
    package enum CaptureSubject {
        package static let path = Capture.path.restated(
            .text, "A JSONPath or a dotted key path into the JSON body.", foreign: ["jsonpath"])
        package static let header = Capture.header.restated(.text, "A header of the answer.", foreign: ["headers"])
        package static let cookie = Capture.cookie.restated(
            .text, "A cookie that the answer sets.", foreign: ["cookies"])
        package static let xpath = Capture.xpath.restated(.text, "An XPath (1.0) into the XML or HTML body.")
        package static let map = Map("`in`", [path, header, cookie, xpath])
    }
}

extension Language {
    /// `expect`; any key that starts with `$` is a JSONPath (RFC 9535).
    package static let expect = Context(
        "`expect`",
        [
            Key("status", .any, "The status: `200`, a list for any of them, a class such as `2xx`, or operators."),
            Key("headers", .map, "Header names to checks; names in any case."),
            Key("cookies", .map, "Names of cookies that the answer sets to checks."),
            Key("body", .any, "The body as text."),
            Key("json", .any, "The whole JSON document; `<uuid>` and other wildcards stand for any value of a kind."),
            Key(
                "json_includes", .any,
                "What the JSON document holds at least: objects by their members, lists of the same length and order."),
            Key(
                "schema", .any,
                "A JSON Schema (draft 2020-12) that the JSON document fits: a file, or the schema itself."),
            Key("xpath", .map, "XPaths (1.0) into the XML or HTML body to checks; prefixes are those of `namespaces`."),
            Key("size", .any, "The body's length in bytes."),
            Key("sha256", .any, "The body's SHA-256 in hexadecimal digits."),
            Key("starts_with_hex", .text, "The bytes that the body begins with: `89504e47`."),
            Key("duration", .any, "How long the request took: `{ lt: 500ms }`."),
            Key("url", .any, "The URL that answered, after redirects."),
            Key("redirects", .any, "The redirects that were followed, a list of `status` and `url`, or how many."),
            Key("http_version", .any, "\"1.1\" or \"2\"."),
            Key("outcome", .any, "`success`, or the kind of failure that is expected: `network.connect`."),
            Key("that", .conditions, "Conditions that must hold; `response` is the answer."),
        ],
        planned: ["certificate", "snapshot"],
        foreign: [
            "status_code": "status", "statusCode": "status", "statuscode": "status",
            "code": "status", "header": "headers", "text": "body",
            "time": "duration", "response_time": "duration",
            "includes": "json_includes", "error": "outcome", "asserts": "that",
            "assert": "that",
        ])

    /// `expect` of a program; any key that starts with `$` is a JSONPath into what it wrote.
    package static let execExpect = Context(
        "`expect` of `exec`",
        [
            Key("exit_code", .any, "The code that the program ends with; 0 unless written."),
            Key("stdout", .any, "What the program wrote, as text."),
            Key("stderr", .any, "What the program wrote to standard error, as text."),
            Key("json", .any, "The whole JSON document that it wrote."),
            Key("json_includes", .any, "What the JSON document that it wrote holds at least."),
            Key("schema", .any, "A JSON Schema that the JSON document fits which it wrote."),
            Key("duration", .any, "How long the program took: `{ lt: 5s }`."),
            Key("that", .conditions, "Conditions that must hold; `response` is what the program gave."),
        ],
        foreign: [
            "status": "exit_code", "code": "exit_code", "exit": "exit_code", "exit_status": "exit_code",
            "return_code": "exit_code", "rc": "exit_code", "body": "stdout", "text": "stdout", "output": "stdout",
            "error": "stderr", "errors": "stderr", "time": "duration", "includes": "json_includes",
            "assert": "that", "asserts": "that",
        ])

    /// `expect` of a workflow that is called; any key that starts with `$` is a JSONPath into its outputs.
    package static let workflowExpect = Context(
        "`expect` of `workflow`",
        [
            Key("json", .any, "All outputs, as a JSON document."),
            Key("json_includes", .any, "What the outputs hold at least."),
            Key("schema", .any, "A JSON Schema that the outputs fit."),
            Key("that", .conditions, "Conditions that must hold; `result` holds the outputs."),
        ],
        foreign: [
            "includes": "json_includes", "outputs": "json", "result": "json", "assert": "that",
            "asserts": "that",
        ])

    /// The keys of `defaults: { expect: … }`.
    package static let defaultExpect = Context(
        "`defaults.expect`",
        [
            Key("headers", .map, "Header names to checks."),
            Key("duration", .any, "How long a request may take: `{ lt: 2s }`."),
        ])

    /// What a captured value is taken from when it is written as a map.
    package static let capture = Context(
        "a capture",
        [
            Key("path", .text, "A JSONPath (`$.a`) or a dotted key path (`a.0.b`) into the JSON body."),
            Key("header", .text, "A header of the answer."),
            Key("cookie", .text, "A cookie that the answer sets; `sid@path` is an attribute of it."),
            Key("regex", .text, "A regular expression (PCRE2): its first group, or the whole match if it has none."),
            Key("xpath", .text, "An XPath (1.0) into the XML or HTML body."),
            Key("value", .text, "An expression `$(…)`."),
            Key("group", .any, "The number or name of the group that `regex` gives; 0 is the whole match."),
            Key(
                "in", .any,
                "What `regex` searches: `body` (unless written), `url`, `{ header }`, `{ cookie }`, `{ path }`, `{ xpath }` or `$(…)`."
            ),
            Key("as", .any, "The type that the value becomes; `[integer]` for each element of a list."),
            Key("format", .plainText, "How a date is written: `yyyy-MM-dd HH:mm:ss`, `unix`, `unix_ms`."),
            Key("optional", .boolean, "Gives null where nothing is found."),
            Key("default", .any, "The value where nothing is found."),
            Key("secret", .boolean, "Masks the value in every output."),
        ],
        foreign: [
            "jsonpath": "path", "json": "path", "expression": "value", "from": "path", "headers": "header",
            "cookies": "cookie", "type": "as", "convert": "as", "pattern": "regex", "match": "regex",
            "required": "optional", "redact": "secret", "fallback": "default", "date_format": "format",
        ])

    /// What `in` of a capture may hold when it is written as a map.
    package static let captureSubject = Context(
        "`in`",
        [
            Key("path", .text, "A JSONPath or a dotted key path into the JSON body."),
            Key("header", .text, "A header of the answer."),
            Key("cookie", .text, "A cookie that the answer sets."),
            Key("xpath", .text, "An XPath (1.0) into the XML or HTML body."),
        ],
        foreign: ["jsonpath": "path", "headers": "header", "cookies": "cookie"])

    /// What other tools call the types of `as`.
    package static let foreignTypes = [
        "int": "integer", "long": "integer", "float": "number", "double": "number", "decimal": "number",
        "bool": "boolean", "str": "string", "text": "string", "datetime": "date", "timestamp": "date",
        "time": "date", "uri": "url", "object": "json", "array": "json", "any": "json", "list": "json",
    ]
}

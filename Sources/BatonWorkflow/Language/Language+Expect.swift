extension Language {
    /// `expect`; any key that starts with `$` is a JSONPath (RFC 9535).
    package static let expect = Context(
        "`expect`",
        [
            Key("status", .any, "The status: `200`, a list for any of them, a class such as `2xx`, or operators."),
            Key("headers", .map, "Header names to checks; names in any case."),
            Key("cookies", .map, "Names of cookies that the answer sets to checks."),
            Key("body", .any, "The body as text."),
            Key("size", .any, "The body's length in bytes."),
            Key("duration", .any, "How long the request took: `{ lt: 500ms }`."),
            Key("url", .any, "The URL that answered, after redirects."),
            Key("http_version", .any, "\"1.1\" or \"2\"."),
            Key("that", .conditions, "Conditions that must hold; `response` is the answer."),
        ],
        planned: [
            "json", "json_includes", "xpath", "sha256", "starts_with_hex", "redirects", "certificate", "outcome",
            "schema", "snapshot",
        ],
        foreign: [
            "status_code": "status", "statusCode": "status", "code": "status", "header": "headers", "text": "body",
            "time": "duration", "response_time": "duration", "jsonpath": "$", "asserts": "that", "assert": "that",
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
            Key("cookie", .text, "A cookie that the answer sets."),
            Key("value", .text, "An expression `$(…)`."),
            Key("optional", .boolean, "Gives null where nothing is found."),
            Key("default", .any, "The value where nothing is found."),
            Key("secret", .boolean, "Masks the value in every output."),
        ],
        planned: ["xpath", "regex", "group", "in", "as", "format"],
        foreign: ["jsonpath": "path", "json": "path", "expression": "value", "from": "path", "headers": "header"])
}

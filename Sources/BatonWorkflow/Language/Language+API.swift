extension Language {
    /// The top of an API file.
    package static let api = Context(
        "an API file",
        [
            Key("description", .plainText, "A text for readers."),
            Key(
                "base", .text,
                "What URLs that start with `/` are put after; one that starts with `/` itself follows the base URL."),
            Key("use", .map, "Other API files whose types this one takes: `{ shop: shop.yaml }`."),
            Key("headers", .mapOrExpression, "Headers of every request to the API."),
            Key("query", .mapOrExpression, "Query parameters of every request to the API."),
            Key("cookies", .mapOrExpression, "Cookies of every request to the API."),
            Key(
                "parameters", .map,
                "Fields of every body that is written as `json`, `form` or `multipart` with fields of its own."),
            Key("auth", .any, "How every request proves who is asking; only sent to the origin of `base`."),
            Key("date_format", .plainText, "How dates are written where a field does not say: `yyyy-MM-dd`, `unix`."),
            Key("types", .map, "What answers hold: names to fields."),
            Key("endpoints", .map, "What can be called: names to requests."),
        ] + transferKeys,
        foreign: [
            "base_url": "base", "baseUrl": "base", "url": "base", "host": "base", "paths": "endpoints",
            "requests": "endpoints", "operations": "endpoints", "schemas": "types", "models": "types",
            "components": "types", "definitions": "types", "format": "date_format", "name": "description",
            "title": "description", "json": "parameters", "form": "parameters", "body": "parameters",
            "params": "parameters",
        ])

    /// One entry of `types` that says more than its fields.
    package static let recordType = Context(
        "a type",
        [
            Key("fields", .map, "Names to paths."),
            Key("date_format", .plainText, "How the dates of this type are written."),
        ])

    /// A field of a type, written as a map.
    package static let field = Context(
        "a field",
        [
            Key(
                "path", .text, "A JSONPath (`$.a`) or a dotted key path (`a.0.b`); the field's own name unless written."
            ),
            Key("as", .any, "The type that the value becomes: `integer`, `User`, `[User]`."),
            Key("format", .plainText, "How a date is written: `yyyy-MM-dd HH:mm:ss`, `unix`, `unix_ms`."),
            Key("optional", .boolean, "Gives null where nothing is found."),
            Key("default", .any, "The value where nothing is found."),
            Key("enum", .any, "The values that may come: a list, or names to what the API sends for them."),
        ],
        foreign: [
            "type": "as", "required": "optional", "nullable": "optional", "values": "enum", "in": "enum",
            "jsonpath": "path", "key": "path", "from": "path", "date_format": "format", "fallback": "default",
        ])

    /// One entry of `endpoints`.
    package static let endpoint = Context(
        "an endpoint",
        methodKeys + [
            Key("description", .plainText, "A text for readers."),
            Key("inputs", .map, "Values that a call gives with `with`."),
            Key("query", .mapOrExpression, "Parameters added to the URL's query; a list repeats the key."),
            Key("headers", .mapOrExpression, "Headers of the request; null leaves one out."),
            Key("cookies", .mapOrExpression, "Cookies sent beside those of the session."),
        ] + bodyKeys + [
            Key("auth", .any, "How the request proves who is asking; null or `none` for not at all."),
            Key("result", .any, "What a successful call gives: a type, `[User]`, or a map of captures."),
            Key("outcomes", .map, "Names to conditions: the first that holds is the call's outcome."),
            Key("sample", .map, "The answer in a run with `--stub`."),
        ] + transferKeys,
        foreign: [
            "body": "json", "data": "json", "params": "inputs", "parameters": "inputs", "with": "inputs",
            "returns": "result", "response": "result", "output": "result", "capture": "result", "example": "sample",
            "mock": "sample", "stub": "sample", "errors": "outcomes", "header": "headers", "url": "get",
            "method": "get",
        ])

    /// `sample` of an endpoint.
    package static let sample = Context(
        "`sample`",
        [
            Key("status", .wholeNumber, "The status; 200 unless written."),
            Key("headers", .mapOrExpression, "Headers of the answer."),
            Key("json", .any, "A JSON body."),
            Key("text", .text, "A text body."),
            Key("xml", .text, "An XML body."),
            Key("binary", .map, "A body of bytes, written as `base64` or `hex`."),
            Key("file", .any, "A file as the body, relative to the API file."),
        ],
        foreign: ["body": "json", "code": "status", "data": "json", "header": "headers"])
}

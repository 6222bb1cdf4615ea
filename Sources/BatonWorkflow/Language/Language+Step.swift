extension Language {
    /// The methods that are written in small letters; any word in capitals is a method too.
    package static let methods = ["get", "post", "put", "patch", "delete", "head", "options", "trace"]

    private static let methodKeys = methods.map {
        Key(
            $0, .text,
            "Sends a \($0.uppercased()) request to this URL; one that starts with `/` is put after the base URL.")
    }

    /// The keys of every step, whatever it does.
    package static let commonStepKeys = [
        Key("name", .plainText, "What the step is called; else the method and URL as written."),
        Key("id", .plainText, "The name under which later expressions find the step: `steps.ID`."),
        Key("if", .expression, "Runs the step only where this is true; otherwise it is skipped."),
    ]

    /// How a request travels; steps and `defaults` share these.
    package static let transferKeys = [
        Key("timeout", .duration, "How long one attempt may take from start to end; 30 s unless written."),
        Key("connect_timeout", .duration, "How long the connection may take to stand."),
        Key(
            "follow_redirects", .any,
            "`true`, `false` or `{ max, keep_auth }`; redirects are not followed unless written."),
        Key("http_version", .text, "`1.0`, `1.1` or `2`."),
        Key("tls", .map, "Certificates and trust: `verify`, `ca`, `cert`, `key`."),
        Key("compressed", .boolean, "Whether compressed answers are asked for and unpacked; true unless written."),
        Key("max_response", .text, "The largest answer that is accepted, such as `64MB`."),
    ]

    /// A step.
    package static let step = Context(
        "a step",
        methodKeys + commonStepKeys + [
            Key("query", .mapOrExpression, "Parameters added to the URL's query; a list repeats the key."),
            Key("headers", .mapOrExpression, "Headers of the request; null leaves one out."),
            Key("cookies", .mapOrExpression, "Cookies sent beside those of the session."),
            Key("json", .any, "A JSON body."),
            Key("form", .mapOrExpression, "A body as HTML forms send it, URL-encoded."),
            Key("text", .text, "A text body."),
            Key(
                "multipart", .mapOrExpression,
                "A multipart/form-data body; a part is text or `{ file, filename, type }`."),
            Key("file", .text, "A file as the body."),
            Key("auth", .any, "How the request proves who is asking."),
            Key("expect", .map, "What the answer must be."),
            Key("capture", .map, "Values taken from the answer, as variables."),
            Key("set", .map, "Sets variables."),
            Key("that", .conditions, "Conditions that must hold, without a request."),
            Key("wait", .duration, "Waits this long."),
            Key("log", .text, "Writes a line to the output."),
        ] + transferKeys,
        planned: [
            "xml", "graphql", "binary", "proxy", "no_proxy", "resolve", "connect_to", "unix_socket", "limit_rate",
            "ip", "path_as_is", "netrc", "save", "skip", "for_each", "as", "concurrency", "repeat", "while", "max",
            "delay", "retry", "until", "every", "within", "paginate", "allow_empty", "continue_on_failure", "steps",
            "parallel", "workflow", "with", "call", "exec", "session", "env", "outcomes", "cache", "namespaces",
            "any_host",
        ],
        foreign: [
            "assert": "expect", "asserts": "expect", "check": "expect", "checks": "expect", "test": "expect",
            "tests": "expect", "validate": "expect", "response": "expect", "should": "expect",
            "extract": "capture", "captures": "capture", "save_as": "capture", "store": "capture",
            "register": "capture", "body": "json", "data": "json", "payload": "json", "params": "query",
            "parameters": "query", "query_params": "query", "header": "headers", "sleep": "wait", "pause": "wait",
            "foreach": "for_each", "loop": "for_each", "with_items": "for_each", "when": "if", "condition": "if",
            "uses": "workflow", "run": "exec", "print": "log", "echo": "log", "message": "log", "depends_on": "needs",
            "url": "get", "request": "get", "method": "get", "vars": "set", "variables": "set",
            "basic_auth": "auth", "cookie": "cookies", "files": "multipart", "form_data": "form",
        ])

    /// `follow_redirects` written as a map.
    package static let followRedirects = Context(
        "`follow_redirects`",
        [
            Key("max", .wholeNumber, "How many hops at most; 10 unless written."),
            Key("keep_auth", .boolean, "Sends credentials to other origins too; false unless written."),
        ])

    /// `tls`.
    package static let tls = Context(
        "`tls`",
        [
            Key("verify", .boolean, "Whether the server's certificate must be trusted; true unless written."),
            Key("ca", .text, "A file of certificates to trust instead of the system's."),
            Key("cert", .text, "A client certificate (PEM)."),
            Key("key", .text, "The client certificate's private key (PEM)."),
        ],
        planned: ["key_password", "pin", "min_version", "max_version"])

    /// `auth`.
    package static let auth = Context(
        "`auth`",
        [
            Key("bearer", .text, "A token, sent as `Authorization: Bearer …` (RFC 6750)."),
            Key("basic", .map, "`username` and `password` (RFC 7617)."),
        ],
        planned: ["digest", "ntlm", "negotiate", "api_key", "aws", "oauth2"],
        foreign: ["token": "bearer", "type": "bearer", "username": "basic", "password": "basic"])

    /// `auth: { basic: … }`.
    package static let basicAuth = Context(
        "`basic`",
        [
            Key("username", .text, "The user's name."),
            Key("password", .text, "The password; always masked."),
        ],
        foreign: ["user": "username", "pass": "password"])

    /// A part of `multipart` written as a map.
    package static let multipartPart = Context(
        "a part",
        [
            Key("file", .text, "The file to send, relative to the workflow file."),
            Key("filename", .text, "The name to give the server; else the file's own."),
            Key("type", .text, "The part's Content-Type."),
            Key("text", .text, "Text to send in place of a file."),
        ],
        foreign: ["content_type": "type", "path": "file", "value": "text"])
}

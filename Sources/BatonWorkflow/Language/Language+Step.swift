extension Language {
    /// The methods that are written in small letters; any word in capitals is a method too.
    package static let methods = ["get", "post", "put", "patch", "delete", "head", "options", "trace"]

    static let methodKeys = methods.map {
        Key(
            $0, .text,
            "Sends a \($0.uppercased()) request to this URL; one that starts with `/` is put after the base URL.")
    }

    static let methodWords = Words(of: methodKeys)

    /// The keys of every step, whatever it does.
    package static let commonStepKeys = [
        Key("name", .plainText, "What the step is called; else the method and URL as written."),
        Key("id", .plainText, "The name under which later expressions find the step: `steps.ID`."),
        Key("if", .expression, "Runs the step only where this is true; otherwise it is skipped."),
    ]

    /// What a request may send; one of them.
    static let bodyKeys = [
        Key("json", .any, "A JSON body; `{ file: path }` under a field makes it multipart."),
        Key(
            "form", .mapOrExpression,
            "A body as HTML forms send it, URL-encoded; `{ file: path }` under a field makes it multipart."),
        Key("text", .text, "A text body."),
        Key("xml", .text, "An XML body."),
        Key("graphql", .map, "A GraphQL request: `query`, `variables`, `operation`."),
        Key("binary", .map, "A body of bytes, written as `base64` or `hex`."),
        Key(
            "multipart", .mapOrExpression,
            "A multipart/form-data body; a part is text or `{ file, filename, type }`."),
        Key("file", .any, "A file as the body: its path, or `{ path, offset, length }`."),
    ]

    /// A step.
    package static let step = Context(
        "a step",
        methodKeys + commonStepKeys + flowKeys + loopKeys + requestFlowKeys + pageKeys + [
            Key("query", .mapOrExpression, "Parameters added to the URL's query; a list repeats the key."),
            Key("headers", .mapOrExpression, "Headers of the request; null leaves one out."),
            Key("cookies", .mapOrExpression, "Cookies sent beside those of the session."),
        ] + bodyKeys + [
            Key("save", .text, "Streams the body of the answer into this file."),
            Key("auth", .any, "How the request proves who is asking; null or `none` for not at all."),
            Key(
                "session", .plainText,
                "The session of that name, `none`, or `needs.NAME` for a copy; `shared` hands it to a `workflow`."),
            Key("expect", .map, "What the answer must be."),
            Key("capture", .map, "Values taken from the answer, as variables."),
            Key("call", .text, "Calls an endpoint of an API file: `accounts.login`."),
            Key("workflow", .text, "Does what another workflow file says: its path."),
            Key("with", .map, "Values for the inputs of the endpoint or the workflow that is called."),
            Key("set", .map, "Sets variables."),
            Key("that", .conditions, "Conditions that must hold, without a request."),
            Key("wait", .duration, "Waits this long."),
            Key("log", .text, "Writes a line to the output."),
            Key("steps", .list, "Steps that belong together: a group, with one condition, one loop, one name."),
            Key("exec", .list, "Starts a program: its name and its arguments; only with `--allow-exec`."),
            Key("cwd", .text, "The folder that the program of `exec` runs in; the file's own unless written."),
            Key(
                "env", .any,
                "The environment of baton.yaml that a request or `call` goes to; a map of variables for a program."),
            Key("parallel", .list, "Steps, or groups of them, that run at the same time."),
        ] + transferKeys,
        foreign: [
            "assert": "expect", "asserts": "expect", "check": "expect", "checks": "expect", "test": "expect",
            "tests": "expect", "validate": "expect", "response": "expect", "should": "expect",
            "extract": "capture", "captures": "capture", "save_as": "capture", "store": "capture",
            "register": "capture", "data": "json", "payload": "json", "params": "query",
            "parameters": "query", "query_params": "query", "query-params": "query", "header": "headers",
            "sleep": "wait", "pause": "wait",
            "foreach": "for_each", "with_items": "for_each", "when": "if", "condition": "if",
            "print": "log", "echo": "log", "message": "log", "depends_on": "needs",
            "vars": "set", "variables": "set",
            "output": "save", "download": "save",
            "noproxy": "no_proxy", "bytes": "binary", "user": "auth", "cookie": "cookies",
            "files": "multipart", "form_data": "form",
            "shell": "exec", "command": "exec", "cmd": "exec", "program": "exec",
            "working_dir": "cwd", "working_directory": "cwd", "working-directory": "cwd", "chdir": "cwd", "dir": "cwd",
            "environment": "env",
        ])
}

import BatonHTTP
package import BatonLanguage

extension Language {
    /// `expect`; any key that starts with `$` is a JSONPath (RFC 9535).
    package enum Expect {
        private static let statuses = Values(
            ["1xx", "2xx", "3xx", "4xx", "5xx"], pattern: "^([1-5][xX][xX]|[1-9][0-9][0-9])$", numbers: 100...999,
            takesList: true, takesMap: true, takesExpression: true)
        package static let status = Key(
            "status", .any, "The status: a number, a class such as `2xx`, a list for any of them, or operators.",
            takes: "status, class, list or operators", unlessWritten: "2xx",
            holds: .one(operators), values: statuses, example: "status: 200")
        package static let headers = Key(
            "headers", .map, "Names of headers, in any case, to checks; several of one name are one value.",
            holds: .each(operators),
            example: "headers: { content-type: application/json }")
        package static let cookies = Key(
            "cookies", .map, "Names of cookies that the response sets to checks.", holds: .each(operators),
            example: "cookies: { sid: { exists: true } }")
        package static let body = Key(
            "body", .any, "The body as text.", holds: .one(operators), example: "body: { contains: welcome }")
        package static let json = Key(
            "json", .any, "The whole JSON document; `<uuid>` and other wildcards stand for any value of a kind.",
            takes: "any value",
            example: "json: { id: 5 }")
        package static let jsonIncludes = Key(
            "json_includes", .any,
            "What the JSON document holds at least: objects by their members, lists of the same length and order.",
            takes: "any value",
            example: "json_includes: { id: 5 }")
        package static let schema = Key(
            "schema", .any, "A JSON Schema (draft 2020-12) that the JSON document fits.", takes: "path or schema",
            example: "schema: item.schema.json")
        package static let xmlSchema = Key(
            "xml_schema", .text, "An XML Schema (XSD 1.0) that the XML body fits.", takes: "path",
            example: "xml_schema: order.xsd")
        package static let xpath = Key(
            "xpath", .map, "XPaths (1.0) into the XML or HTML body to checks; prefixes are those of `namespaces`.",
            holds: .each(operators), example: #"xpath: { //order/id: "5" }"#)
        package static let size = Key(
            "size", .any, "The length of the decoded body in bytes.", holds: .one(operators), example: "size: { gt: 0 }"
        )
        package static let sha256 = Key(
            "sha256", .any, "The SHA-256 of the decoded body in 64 hexadecimal digits; case does not matter.",
            holds: .one(operators),
            example: "sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        package static let startsWithHex = Key(
            "starts_with_hex", .text,
            "The bytes that the body begins with, two hexadecimal digits each; spaces may stand between.",
            takes: "text", holds: .one(operators),
            example: "starts_with_hex: 89504e47")
        package static let duration = Key(
            "duration", .any, "How long the request took; only `lt`, `lte`, `gt` and `gte`.", holds: .one(operators),
            kinds: [.map],
            example: "duration: { lt: 500ms }")
        package static let firstEvent = Key(
            "first_event", .any, "The time from the request to the first event of a stream.",
            holds: .one(operators), kinds: [.map], example: "first_event: { lt: 500ms }")
        package static let gap = Key(
            "gap", .any, "The longest time between two events of a stream.", holds: .one(operators),
            kinds: [.map], example: "gap: { lt: 2s }")
        package static let url = Key(
            "url", .any, "The URL that responded, after redirects.", holds: .one(operators),
            example: "url: { ends_with: /login }")
        package static let redirects = Key(
            "redirects", .any,
            "The redirects that were followed, a list of `{ status, url }`; a bare number is how many.",
            holds: .one(operators), example: "redirects: 1")
        package static let httpVersion = Key(
            "http_version", .any, "The version of HTTP: `1.0`, `1.1`, `2` or `3`.", holds: .one(operators),
            example: #"http_version: "2""#)
        package static let certificate = Key(
            "certificate", .map, "The certificate of the server.",
            holds: .one(CertificateExpect.map), example: "certificate: { expires_in: { gt: 30d } }")
        package static let snapshot = Key(
            "snapshot", .any,
            "The body is what it was when it was recorded, in a file of that name beside the workflow.",
            takes: "name or map",
            holds: .one(Snapshot.map), kinds: [.map, .text, .number, .boolean], example: "snapshot: items")
        package static let outcome = Key(
            "outcome", .any, "`success` (2xx), or the kind of failure that is expected.", takes: "outcome or operators",
            unlessWritten: "`success`",
            holds: .one(operators),
            values: Values(Failure.Kind.namesOfRequests, isOpen: true, takesMap: true), example: "outcome: success")
        package static let that = Key(
            "that", .conditions, "Conditions that must hold; `response` is the response.",
            example: "that: response.status == 200")
        package static let map = Map(
            "`expect`",
            [
                status, headers, cookies, body, json, jsonIncludes, schema, xmlSchema, xpath, size, sha256,
                startsWithHex,
                duration, firstEvent, gap, url, redirects, httpVersion, certificate, snapshot, outcome, that,
            ], rules: [.notEmpty], openKeys: paths, note: pathNote)
        static let pathNote = "a value in the JSON is checked by its path: `$.name: Ada`"
        /// JSONPaths.
        static let paths = [Map.OpenKey(pattern: "^\\$", content: .map(.one(operators)))]
    }
}

extension Language {
    /// The keys of `expect: { certificate: … }`.
    package enum CertificateExpect {
        package static let subject = Key(
            "subject", .any, "Whose it is: `CN = api.example.com`, several parts separated by a comma and a space.",
            holds: .one(operators),
            example: "subject: { contains: api.example.com }")
        package static let issuer = Key(
            "issuer", .any, "Who signed it, written as `subject` is.", holds: .one(operators),
            example: "issuer: { contains: Example }")
        package static let serial = Key(
            "serial", .any,
            "Its number in hexadecimal digits, in lower case; what it is compared with may have upper case and colons.",
            holds: .one(operators), example: "serial: 0a1b2c")
        package static let names = Key(
            "names", .any, "The hosts and addresses that it is for, a list; IPv6 addresses as RFC 5952 writes them.",
            holds: .one(operators),
            example: "names: { contains: api.example.com }")
        package static let expiresIn = Key(
            "expires_in", .any,
            "How long it is still valid; less than zero once it has expired. Only `lt`, `lte`, `gt` and `gte`.",
            holds: .one(operators), kinds: [.map],
            example: "expires_in: { gt: 30d }")
        package static let map = Map("`certificate`", [subject, issuer, serial, names, expiresIn], rules: [.notEmpty])
    }
}

extension Language {
    /// `expect` of a program; any key that starts with `$` is a JSONPath into its output.
    package enum ExecExpect {
        package static let exitCode = Key(
            "exit_code", .any, "The code that the program ends with.", unlessWritten: "`0`", holds: .one(operators),
            example: "exit_code: 0")
        package static let stdout = Key(
            "stdout", .any, "What the program wrote, as text, without the line ends behind it.", holds: .one(operators),
            example: "stdout: { contains: done }")
        package static let stderr = Key(
            "stderr", .any, "What the program wrote to standard error, as text, without the line ends behind it.",
            holds: .one(operators),
            example: "stderr: { empty: true }")
        package static let json = Expect.json.restated(
            .any, "The whole JSON document that it wrote.", takes: "any value")
        package static let jsonIncludes = Expect.jsonIncludes.restated(
            .any, "What the JSON document that it wrote holds at least.", takes: "any value")
        package static let schema = Expect.schema.restated(
            .any, "A JSON Schema that the JSON document fits that it wrote.", takes: "path or schema")
        package static let duration = Expect.duration.restated(
            .any, "How long the program took.", holds: .one(operators), kinds: [.map],
            example: "duration: { lt: 5s }")
        package static let that = Expect.that.restated(
            .conditions, "Conditions that must hold; `response` is what the program gave.",
            example: "that: response.json.total > 0")
        package static let map = Map(
            "`expect` of `exec`", [exitCode, stdout, stderr, json, jsonIncludes, schema, duration, that],
            rules: [.notEmpty], openKeys: Expect.paths, note: Expect.pathNote)
    }
}

extension Language {
    /// `expect` of a called workflow; any key that starts with `$` is a JSONPath into its outputs.
    package enum WorkflowExpect {
        package static let json = Expect.json.restated(
            .any, "All outputs, as a JSON document.", takes: "any value")
        package static let jsonIncludes = Expect.jsonIncludes.restated(
            .any, "What the outputs hold at least.", takes: "any value")
        package static let schema = Expect.schema.restated(
            .any, "A JSON Schema that the outputs fit.", takes: "path or schema")
        package static let that = Expect.that.restated(
            .conditions, "Conditions that must hold; `result` holds the outputs.", example: "that: result.total > 0")
        package static let map = Map(
            "`expect` of `workflow`", [json, jsonIncludes, schema, that], rules: [.notEmpty], openKeys: Expect.paths,
            note: "the called workflow checks its own responses, and this its outputs: `$.total: 3`")
    }
}

extension Language {
    /// The keys of `defaults: { expect: … }`.
    package enum DefaultExpect {
        package static let status = Expect.status.restated(
            .any, "The status of every response whose request says neither `status` nor `outcome` itself.",
            takes: "status, class, list or operators", unlessWritten: "2xx",
            holds: .one(operators))
        package static let headers = Expect.headers.restated(
            .map, "Names of headers to checks.", holds: .each(operators))
        package static let duration = Expect.duration.restated(
            .any, "How long a request may take.", holds: .one(operators), kinds: [.map])
        package static let map = Map("`defaults.expect`", [status, headers, duration], rules: [.notEmpty])
    }
}

import BatonHTTP
import BatonJudging
package import BatonLanguage

extension Language {
    /// The kinds of body; a request has at most one of them.
    package enum Body {
        package static let json = Key(
            "json", .any, "Sent as `application/json`, compact: numbers keep their digits, members their order.",
            takes: "any value",
            example: "json: { name: Ada }")
        package static let form = Key(
            "form", .mapOrExpression,
            "Sent as `application/x-www-form-urlencoded`, as HTML forms send it; a list repeats the key.",
            example: "form: { name: Ada }")
        package static let text = Key(
            "text", .text, "Sent as `text/plain; charset=utf-8`.", example: "text: Good morning")
        package static let xml = Key(
            "xml", .text, "Sent as `application/xml`; values of `$(…)` in it are escaped.",
            example: "xml: <order><id>5</id></order>")
        package static let graphql = Key(
            "graphql", .map, "Sent as `application/json`, as GraphQL servers want it.", holds: .one(GraphQL.map),
            example: #"graphql: { query: "{ items { id } }" }"#)
        package static let binary = Key(
            "binary", .map, "Sent as `application/octet-stream`: the bytes of `base64` or `hex`.",
            holds: .one(Binary.map),
            example: "binary: { hex: 89504e47 }")
        package static let multipart = Key(
            "multipart", .mapOrExpression,
            "Sent as `multipart/form-data`; a part is a value or a map, a list of them sends it several times, null leaves it out.",
            holds: .each(MultipartPart.map), example: "multipart: { photo: { file: photo.png } }")
        package static let file = Key(
            "file", .any, "The bytes of a file, with a Content-Type by its ending, else `application/octet-stream`.",
            takes: "path or map", holds: .one(FileBody.map),
            example: "file: photo.png")
        package static let keys = [json, form, text, xml, graphql, binary, multipart, file]
    }
}

extension Language {
    /// A part of `multipart` written as a map.
    package enum MultipartPart {
        package static let file = Key(
            "file", .text, "The file to send, relative to the workflow file.", takes: "path", example: "file: photo.png"
        )
        package static let filename = Key(
            "filename", .text, "The name for the server.", unlessWritten: "the file's own", example: "filename: me.png")
        package static let type = Key(
            "type", .text, "The part's Content-Type.",
            unlessWritten: "of a file by its ending, else `application/octet-stream`", example: "type: image/png")
        package static let text = Key("text", .text, "Text in place of a file.", example: "text: Ada")
        package static let map = Map("a part", [file, filename, type, text], rules: [.exactlyOne([file, text])])
    }
}

extension Language {
    /// `graphql`.
    package enum GraphQL {
        package static let query = Key(
            "query", .text, "The document: a query or a mutation.", example: #"query: "{ items { id } }""#)
        package static let variables = Key(
            "variables", .mapOrExpression, "Values for the variables of the document.", example: "variables: { id: 5 }")
        package static let operation = Key(
            "operation", .text, "Which operation of the document runs, where it has several; sent as `operationName`.",
            example: "operation: Items")
        package static let map = Map("`graphql`", [query, variables, operation], rules: [.all([query])])
    }
}

extension Language {
    /// `binary`.
    package enum Binary {
        package static let base64 = Key(
            "base64", .text, "The bytes in base64 (RFC 4648), with or without padding.", example: "base64: aGVsbG8=")
        package static let hex = Key(
            "hex", .text, "The bytes in pairs of hexadecimal digits; spaces are ignored.", example: "hex: 89504e47")
        package static let map = Map("`binary`", [base64, hex], rules: [.exactlyOne([base64, hex])])
    }
}

extension Language {
    /// `file` written as a map.
    package enum FileBody {
        package static let path = Key(
            "path", .text, "The file to send, relative to the workflow file.", takes: "path", example: "path: photo.png"
        )
        package static let offset = Key(
            "offset", .wholeNumber, "The first byte that is sent.", unlessWritten: "`0`", example: "offset: 0")
        package static let length = Key(
            "length", .wholeNumber, "How many bytes are sent.", unlessWritten: "all to the end of the file",
            example: "length: 100"
        )
        package static let map = Map("`file`", [path, offset, length], rules: [.all([path])])
    }
}

extension Language {
    /// `cache` of baton.yaml.
    package enum ProjectCache {
        package static let memory = Key(
            "memory", .text, "The most bytes of all responses in memory.", takes: "size", unlessWritten: "`1MB`",
            example: "memory: 2MB")
        package static let disk = Key(
            "disk", .text, "The most bytes of all responses in `.baton/cache`.", takes: "size",
            unlessWritten: "`100MB`",
            example: "disk: 100MB")
        package static let map = Map("`cache` of baton.yaml", [memory, disk])
    }
}

extension Language {
    /// `defaults` of a workflow file.
    package enum Defaults {
        package static let headers = Language.Step.headers.restated(
            .mapOrExpression, "Headers of every request; a step's own win.")
        package static let query = Language.Step.query.restated(
            .mapOrExpression, "Query parameters of every request; a step's own win.")
        package static let cookies = Language.Step.cookies.restated(
            .mapOrExpression, "Cookies of every request; a step's own win.")
        package static let auth = Language.Step.auth.restated(
            .any, "How every request authenticates; only sent to the environment's origins.", takes: "map or `none`",
            holds: .one(Auth.map), kinds: [.map, .text, .null])
        package static let expect = Key(
            "expect", .map, "Checks of every response: `status`, `headers` and `duration`.",
            holds: .one(DefaultExpect.map), example: "expect: { status: 200 }")
        package static let map = Map(
            "`defaults`", [headers, query, cookies, auth, expect, RequestFlow.retry, Flow.namespaces] + Transfer.keys)
    }
}

extension Language {
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

    /// `graphql`.
    package static let graphQL = Context(
        "`graphql`",
        [
            Key("query", .text, "The document: a query or a mutation."),
            Key("variables", .mapOrExpression, "Values for the document's variables."),
            Key("operation", .text, "Which operation of the document runs, where it has several."),
        ],
        foreign: ["mutation": "query", "operationName": "operation", "operation_name": "operation"])

    /// `binary`.
    package static let binary = Context(
        "`binary`",
        [
            Key("base64", .text, "The bytes in base64 (RFC 4648)."),
            Key("hex", .text, "The bytes as hexadecimal digits; blanks are ignored."),
        ])

    /// `file` written as a map.
    package static let fileBody = Context(
        "`file`",
        [
            Key("path", .text, "The file to send, relative to the workflow file."),
            Key("offset", .wholeNumber, "The first byte that is sent; 0 unless written."),
            Key("length", .wholeNumber, "How many bytes are sent; to the file's end unless written."),
        ],
        foreign: ["file": "path", "start": "offset", "size": "length"])
}

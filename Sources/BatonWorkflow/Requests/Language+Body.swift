import BatonJudging
package import BatonLanguage

extension Language {
    /// The kinds of body; a request has at most one of them.
    package enum Body {
        package static let json = Key(
            "json", .any, "A JSON body; `{ file: path }` under a field makes it multipart.",
            example: "json: { name: Ada }")
        package static let form = Key(
            "form", .mapOrExpression,
            "A body as HTML forms send it, URL-encoded; `{ file: path }` under a field makes it multipart.",
            example: "form: { name: Ada }")
        package static let text = Key("text", .text, "A text body.", example: "text: Good morning")
        package static let xml = Key("xml", .text, "An XML body.", example: "xml: <order><id>5</id></order>")
        package static let graphql = Key(
            "graphql", .map, "A GraphQL request: `query`, `variables`, `operation`.", holds: .one(GraphQL.map),
            example: #"graphql: { query: "{ items { id } }" }"#)
        package static let binary = Key(
            "binary", .map, "A body of bytes, written as `base64` or `hex`.", holds: .one(Binary.map),
            example: "binary: { hex: 89504e47 }")
        package static let multipart = Key(
            "multipart", .mapOrExpression, "A multipart/form-data body; a part is text or `{ file, filename, type }`.",
            holds: .each(MultipartPart.map), example: "multipart: { photo: { file: photo.png } }")
        package static let file = Key(
            "file", .any, "A file as the body: its path, or `{ path, offset, length }`.", holds: .one(FileBody.map),
            example: "file: photo.png")
        package static let keys = [json, form, text, xml, graphql, binary, multipart, file]
    }
}

extension Language {
    /// A part of `multipart` written as a map.
    package enum MultipartPart {
        package static let file = Key(
            "file", .text, "The file to send, relative to the workflow file.", example: "file: photo.png")
        package static let filename = Key(
            "filename", .text, "The name to give the server; else the file's own.", example: "filename: me.png")
        package static let type = Key("type", .text, "The part's Content-Type.", example: "type: image/png")
        package static let text = Key("text", .text, "Text to send in place of a file.", example: "text: Ada")
        package static let map = Map("a part", [file, filename, type, text], rules: [.exactlyOne([file, text])])
    }
}

extension Language {
    /// `graphql`.
    package enum GraphQL {
        package static let query = Key(
            "query", .text, "The document: a query or a mutation.", example: #"query: "{ items { id } }""#)
        package static let variables = Key(
            "variables", .mapOrExpression, "Values for the document's variables.", example: "variables: { id: 5 }")
        package static let operation = Key(
            "operation", .text, "Which operation of the document runs, where it has several.",
            example: "operation: Items")
        package static let map = Map("`graphql`", [query, variables, operation], rules: [.all([query])])
    }
}

extension Language {
    /// `binary`.
    package enum Binary {
        package static let base64 = Key("base64", .text, "The bytes in base64 (RFC 4648).", example: "base64: aGVsbG8=")
        package static let hex = Key(
            "hex", .text, "The bytes as hexadecimal digits; spaces are ignored.", example: "hex: 89504e47")
        package static let map = Map("`binary`", [base64, hex], rules: [.exactlyOne([base64, hex])])
    }
}

extension Language {
    /// `file` written as a map.
    package enum FileBody {
        package static let path = Key(
            "path", .text, "The file to send, relative to the workflow file.", example: "path: photo.png")
        package static let offset = Key(
            "offset", .wholeNumber, "The first byte that is sent; 0 unless written.", example: "offset: 0")
        package static let length = Key(
            "length", .wholeNumber, "How many bytes are sent; to the file's end unless written.", example: "length: 100"
        )
        package static let map = Map("`file`", [path, offset, length], rules: [.all([path])])
    }
}

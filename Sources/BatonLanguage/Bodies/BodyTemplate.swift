import BatonCEL
package import BatonDiagnostics
import BatonValues

/// The body of a request as written.
package enum BodyTemplate: Sendable {
    case json(Template)
    indirect case form(MapTemplate)
    indirect case text(TextTemplate)
    indirect case xml(XMLTemplate)
    indirect case graphQL(GraphQLTemplate)
    indirect case multipart(MultipartTemplate)
    indirect case binary(BinaryTemplate)
    indirect case file(FileTemplate)

    /// Whether the body is a text, which is sent in the encoding that its label names.
    package var isText: Bool {
        switch self {
        case .json, .text, .xml, .graphQL: true
        case .form, .multipart, .binary, .file: false
        }
    }

    package var isJSON: Bool {
        switch self {
        case .json, .graphQL: true
        default: false
        }
    }
}

/// A request to a GraphQL server, sent as JSON.
package struct GraphQLTemplate: Sendable {
    package let query: TextTemplate
    package let variables: Template?
    package let operation: TextTemplate?

    package init(query: TextTemplate, variables: Template?, operation: TextTemplate?) {
        self.query = query
        self.variables = variables
        self.operation = operation
    }
}

/// Bytes written as text.
package struct BinaryTemplate: Sendable {
    package enum Encoding: String, Sendable {
        case base64
        case hex
    }

    package let text: TextTemplate
    package let encoding: Encoding

    package init(text: TextTemplate, encoding: Encoding) {
        self.text = text
        self.encoding = encoding
    }
}

/// A file inside the file root, or a part of one.
package struct FileTemplate: Sendable {
    package let path: TextTemplate
    /// The first byte to send, from the beginning of the file.
    package let offset: Int64
    /// The number of bytes; nil for all up to the end of the file.
    package let length: Int64?

    package init(path: TextTemplate, offset: Int64, length: Int64?) {
        self.path = path
        self.offset = offset
        self.length = length
    }
}

package enum MultipartTemplate: Sendable {
    case parts([Part])
    case expression(Expression)

    package struct Part: Sendable {
        package let name: TextTemplate
        package let content: Content
        package let filename: TextTemplate?
        package let type: TextTemplate?
        package let range: SourceRange

        package init(
            name: TextTemplate, content: Content, filename: TextTemplate?, type: TextTemplate?, range: SourceRange
        ) {
            self.name = name
            self.content = content
            self.filename = filename
            self.type = type
            self.range = range
        }
    }

    package enum Content: Sendable {
        case value(Template)
        case file(TextTemplate)
    }
}

extension BinaryTemplate.Encoding {
    package var words: String {
        switch self {
        case .base64: "base64"
        case .hex: "row of pairs of hexadecimal digits"
        }
    }

    /// The bytes that the text encodes; nil for invalid text. Spaces and line breaks are skipped. Base64 may use either
    /// alphabet of RFC 4648 and may lack its padding.
    package func bytes(of text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        let plain = String(decoding: digits, as: UTF8.self)
        return switch self {
        case .hex: Hexadecimal.decode(plain)
        case .base64: Base64.decode(plain, .any)
        }
    }
}

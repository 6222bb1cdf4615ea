/// A query in XPath 1.0 (https://www.w3.org/TR/xpath-10/), parsed and type-checked; may be used from any thread.
///
/// Variables and the axis `namespace` are not supported.
package struct XPath: Sendable {
    /// The query as written.
    package let text: String
    let expression: Expression
    /// The namespaces by prefix with which the query was parsed; empty where those of the document count.
    package internal(set) var namespaces: [String: String] = [:]

    /// The type of the result, independent of the document.
    package var kind: Kind { expression.kind }

    /// Maximum work of a query: in steps of some nanoseconds each; reading a byte of text counts as half a step.
    package static let workLimit = 40_000_000

    /// The result of a query.
    package enum Result: Sendable, Equatable {
        /// The string-values of nodes, in document order: for an element all text inside it, for an attribute its
        /// value.
        case texts([String])
        case text(String)
        case number(Double)
        case boolean(Bool)
    }

    /// Throws for a text that is not a query, or that must fail for every document, with the place in the query.
    ///
    /// - Parameter namespaces: namespaces by prefix; a missing prefix is then an error, except for `_` and `xml`. If
    ///   empty, the document's own declarations are used.
    package static func parse(_ text: String, namespaces: [String: String] = [:]) throws(XPathError) -> XPath {
        var parser = XPathParser(text, namespaces: namespaces)
        return XPath(text: text, expression: try parser.query(), namespaces: namespaces)
    }

    /// Evaluates the query on a document. Throws for an undeclared prefix, and where the query takes too much work.
    package func evaluate(
        in document: XMLDocument, workLimit: Int = workLimit
    ) throws(XPathEvaluationError) -> Result {
        var evaluator = XPathEvaluator(tree: document.tree, workLimit: workLimit)
        return try evaluator.result(of: expression)
    }
}

/// Why a text is not a valid XPath query, and where.
package struct XPathError: Error, Sendable, Equatable {
    package let message: String
    /// The erroneous range in UTF-8 offsets; empty at the end of the query when something is missing.
    package let range: Range<Int>

    package init(message: String, range: Range<Int>) {
        self.message = message
        self.range = range
    }
}

/// Why a query cannot be evaluated on a document.
package struct XPathEvaluationError: Error, Sendable, Equatable {
    package let message: String

    package init(message: String) {
        self.message = message
    }
}

/// A document for queries.
package struct XMLDocument: Sendable {
    let tree: XMLTree

    package var isHTML: Bool { tree.isHTML }
    /// The most attributes of one element of an XML document, declarations of namespaces included.
    package var mostAttributes: Int { tree.mostAttributes }

    /// The format of a document.
    package enum Format: Sendable {
        case xml
        case html

        /// The format for a media type such as `text/html; charset=utf-8`, case-insensitive (RFC 7303, section 4.2, and
        /// WHATWG MIME Sniffing, section 4.6); nil for other types.
        package init?(mediaType: String) {
            let type = mediaType.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
                .filter { !XMLBytes.isBlank($0) }.map(XMLBytes.lowered)
            switch String(decoding: type, as: UTF8.self) {
            case "text/html": self = .html
            case "text/xml", "application/xml": self = .xml
            case let type where type.hasSuffix("+xml"): self = .xml
            default: return nil
            }
        }
    }

    /// Parses HTML when the text begins with `<!DOCTYPE html>` or `<html`, and XML otherwise.
    ///
    /// Nothing that the document refers to is fetched. Throws for XML that is not well-formed or needs another file, and
    /// for documents with more than 64 MB, more than 2,000,000 nodes or more than 512 levels.
    package init(_ text: String) throws(XMLError) {
        try self.init(text, limits: XMLTree.Limits())
    }

    /// Parses bytes in the encoding that they declare, by default UTF-8. Throws also for an unsupported encoding.
    ///
    /// - Parameters:
    ///   - format: the format; nil where it is guessed from the beginning of the bytes.
    ///   - charset: the encoding named by the Content-Type; it overrides a declaration in the document, but not a byte
    ///     order mark.
    package init(_ bytes: [UInt8], format: Format? = nil, charset: String? = nil) throws(XMLError) {
        tree = try XMLTree.read(bytes, format: format, charset: charset, limits: XMLTree.Limits())
    }

    init(_ text: String, limits: XMLTree.Limits) throws(XMLError) {
        tree = try XMLTree.read(text, limits: limits)
    }
}

/// A query of XPath 1.0 (https://www.w3.org/TR/xpath-10/), parsed, checked for types, and ready to be used from any
/// thread.
///
/// Left out are variables and the axis `namespace`.
package struct XPath: Sendable {
    /// The query as it was written.
    package let text: String
    let expression: Expression

    /// What it gives, whatever the document is.
    package var kind: Kind { expression.kind }

    /// What a query may cost: steps of some nanoseconds each, a byte of text that is looked at counted as one half.
    package static let workLimit = 40_000_000

    /// What a query finds.
    package enum Result: Sendable, Equatable {
        /// The texts of nodes, in the document's order: of an element all text inside it, of an attribute its value.
        case texts([String])
        case text(String)
        case number(Double)
        case boolean(Bool)
    }

    /// Throws for text that is no query, or that must fail whatever the document is, with the place in the query.
    ///
    /// - Parameter namespaces: what prefixes mean; one that is not there is a mistake then, but `_` and `xml`. Empty:
    ///   what each document means by them.
    package static func parse(_ text: String, namespaces: [String: String] = [:]) throws(XPathError) -> XPath {
        var parser = XPathParser(text, namespaces: namespaces)
        return XPath(text: text, expression: try parser.query())
    }

    /// What the query finds in a text. Throws for a prefix that nobody declares, and when the document
    /// makes the query too much work.
    package func evaluate(
        in document: XMLDocument, workLimit: Int = workLimit
    ) throws(XPathEvaluationError) -> Result {
        var evaluator = XPathEvaluator(tree: document.tree, workLimit: workLimit)
        return try evaluator.result(of: expression)
    }
}

/// Why a text is no XPath, and where in it.
package struct XPathError: Error, Sendable, Equatable {
    package let message: String
    /// The UTF-8 offsets in the query that are to blame; empty at its end when something is missing.
    package let range: Range<Int>

    package init(message: String, range: Range<Int>) {
        self.message = message
        self.range = range
    }
}

/// Why a query cannot be answered for a document.
package struct XPathEvaluationError: Error, Sendable, Equatable {
    package let message: String

    package init(message: String) {
        self.message = message
    }
}

/// A document that queries can be asked of.
package struct XMLDocument: Sendable {
    let tree: XMLTree

    /// How a document is written.
    package enum Format: Sendable {
        case xml
        case html

        /// What a media type such as `text/html; charset=utf-8` says, in any case of letters (RFC 7303, section 4.2, and
        /// WHATWG MIME Sniffing, section 4.6); nil for types that say neither.
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

    /// Reads HTML when the text begins with `<!DOCTYPE html>` or `<html`, and XML otherwise.
    ///
    /// Nothing that it refers to is fetched. Throws for XML that is not well-formed or declares entities, and for what
    /// is larger than 64 MB, has more than 2,000,000 nodes or nests deeper than 512.
    package init(_ text: String) throws(XMLError) {
        try self.init(text, limits: XMLTree.Limits())
    }

    /// The same with bytes in the encoding that they declare, UTF-8 without. Throws also for an encoding that is not
    /// read.
    ///
    /// - Parameters:
    ///   - format: how they are written; nil where only their beginning says so.
    ///   - charset: the encoding that the Content-Type names; it counts more than what they declare, and less than a byte
    ///     order mark.
    package init(_ bytes: [UInt8], format: Format? = nil, charset: String? = nil) throws(XMLError) {
        tree = try XMLTree.read(bytes, format: format, charset: charset, limits: XMLTree.Limits())
    }

    init(_ text: String, limits: XMLTree.Limits) throws(XMLError) {
        tree = try XMLTree.read(text, limits: limits)
    }
}

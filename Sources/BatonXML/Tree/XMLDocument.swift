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

extension XMLDocument.Format {
    /// Guesses the format of a text without a media type.
    package init(beginningOf bytes: [UInt8]) {
        self = Self.beginsAsHTML(bytes) ? .html : .xml
    }

    /// Whether a text begins with `<!DOCTYPE html>` or `<html`, ignoring white space and comments.
    private static func beginsAsHTML(_ bytes: [UInt8]) -> Bool {
        var start = bytes.prefix(4096)
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        while true {
            start = start.drop(while: XMLBytes.isBlank)
            guard start.starts(with: "<!--".utf8) else { break }
            guard let end = HTMLComment(in: start, after: start.startIndex + 4).map(\.end) else { return false }
            start = start[end...]
        }
        return [Array("<!doctype html".utf8), Array("<html".utf8)].contains { begin in
            guard start.prefix(begin.count).lazy.map(XMLBytes.lowered).elementsEqual(begin) else { return false }
            // `<htmlReport>` is not HTML.
            guard let next = start.dropFirst(begin.count).first else { return true }
            return XMLBytes.isBlank(next) || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
        }
    }
}

/// Why bytes could not be parsed as XML, in the words of the library.
package struct XMLError: Error, Sendable, Equatable, CustomStringConvertible {
    package var message: String
    /// Counted from 1; 0 where it is not known.
    package var line: Int

    /// The file of a schema in which the mistake is; nil where it is not known.
    package var file: String?

    package init(message: String, line: Int, file: String? = nil) {
        self.message = message
        self.line = line
        self.file = file
    }

    package var description: String { line > 0 ? "line \(line): \(message)" : message }
}

/// An element of a document without its text.
package struct XMLElement: Sendable {
    /// Without a prefix.
    package let name: String
    /// The position of the element around it among the elements of the document; nil for the outermost one.
    package let parent: Int?
    private let attributes: [String: String]

    package subscript(attribute: String) -> String? { attributes[attribute] }

    fileprivate init(name: String, parent: Int?, attributes: [String: String]) {
        self.name = name
        self.parent = parent
        self.attributes = attributes
    }
}

extension XMLDocument {
    /// All elements, in the order of the document.
    package var elements: [XMLElement] {
        var elements: [XMLElement] = []
        var positions: [Int32: Int] = [:]
        for (index, node) in tree.nodes.enumerated() where node.kind == .element {
            var attributes: [String: String] = [:]
            for inner in tree.nodes[(index + 1)...].prefix(while: { $0.kind == .attribute }) where inner.name >= 0 {
                let value = tree.values[Int(inner.textStart)..<Int(inner.textEnd)]
                attributes[tree.names[Int(inner.name)].local] = String(decoding: value, as: UTF8.self)
            }
            positions[Int32(index)] = elements.count
            elements.append(
                XMLElement(
                    name: tree.names[Int(node.name)].local, parent: positions[node.parent], attributes: attributes))
        }
        return elements
    }
}

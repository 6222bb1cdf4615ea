import BatonValues

/// Parses XML 1.0 with namespaces: documents that are not well-formed are rejected, and nothing is fetched. Entities that
/// the document declares for itself stand for their texts, within a limit.
///
/// Each byte is read a bounded number of times, whatever the document contains.
struct XMLReader: ByteCursor {
    /// The document, or the text of the entity that is being read.
    var bytes: [UInt8]
    var position = 0
    var builder: XMLTreeBuilder
    /// The namespaces of each prefix at this position, innermost declaration last.
    var scopes: [TextKey: [String]] = ["xml": ["http://www.w3.org/XML/1998/namespace"]]
    private var elements: [OpenElement] = []
    var entities: XMLEntities
    var innermostEntity = InnermostEntity()
    /// Reusable buffer for values with references or line breaks.
    var scratch: [UInt8] = []

    private struct OpenElement {
        let name: Range<Int>
        let declared: [String]
    }

    /// - Parameter bytes: must be UTF-8.
    init(_ bytes: [UInt8], _ limits: XMLTree.Limits) {
        self.bytes = bytes
        builder = XMLTreeBuilder(isHTML: false, limits)
        entities = XMLEntities(limit: limits.entityBytes)
    }

    /// Number of elements that are open.
    var elementCount: Int { elements.count }

    /// The name of the innermost open element.
    var lastName: Range<Int> { elements.last?.name ?? 0..<0 }

    mutating func document() throws(XMLError) -> XMLTree {
        do throws(XMLError) {
            return try parts()
        } catch {
            // The builder does not know the line.
            throw error.line == 0 ? XMLError(message: error.message, line: line(of: position)) : error
        }
    }

    private mutating func parts() throws(XMLError) -> XMLTree {
        if follows("\u{FEFF}") { position += 3 }
        guard bytes.contains(where: { !XMLBytes.isBlank($0) }) else { throw failure("it is empty") }
        if follows("<?xml"), position + 5 < bytes.count, XMLBytes.isBlank(bytes[position + 5]) {
            try skip(to: "?>", of: "the XML declaration")
        }
        var hasRoot = false
        while position < bytes.count {
            if !elements.isEmpty {
                try node()
            } else if follows("<!--") {
                try comment()
            } else if follows("<?") {
                try instruction()
            } else if follows("<!DOCTYPE"), !hasRoot {
                try documentType()
            } else if follows("</") {
                try endTag()
            } else if bytes[position] == UInt8(ascii: "<") {
                guard !hasRoot else { throw failure("there is a second element at the top") }
                hasRoot = true
                try startTag()
            } else if XMLBytes.isBlank(bytes[position]) {
                position += 1
            } else {
                throw failure(hasRoot ? "there is text behind the end" : "it does not begin with `<`")
            }
        }
        if let last = elements.last {
            throw failure("`<\(written(last.name))>` of line \(line(of: last.name.lowerBound)) is not closed")
        }
        guard hasRoot else { throw failure("it has no element") }
        return builder.finish()
    }

    /// Reads what begins here inside of an element: text, a tag, or what is between `<` and `>` otherwise.
    mutating func node() throws(XMLError) {
        if bytes[position] != UInt8(ascii: "<") {
            try content()
        } else if follows("<!--") {
            try comment()
        } else if follows("<?") {
            try instruction()
        } else if follows("<![CDATA[") {
            let start = position + 9
            try skip(to: "]]>", of: "the CDATA section")
            try text(start..<position - 3)
        } else if follows("</") {
            try endTag()
        } else {
            try startTag()
        }
    }

    private mutating func startTag() throws(XMLError) {
        let tag = position
        position += 1
        let name = try qualifiedName("a tag's name")
        var attributes: [Attribute] = []
        var isEmpty = false
        while true {
            let before = position
            skipBlanks()
            guard position < bytes.count else { throw failure("`<\(written(name))` has no `>`", at: tag) }
            if bytes[position] == UInt8(ascii: ">") { break }
            if follows("/>") {
                isEmpty = true
                position += 1
                break
            }
            guard position > before else { throw failure("expected a space, `/` or `>`, found \(found)") }
            guard attributes.count < XMLTree.attributeLimit else { throw XMLTree.tooManyAttributes }
            attributes.append(try attribute())
        }
        position += 1
        builder.noteAttributes(attributes.count)
        let declared = try declareNamespaces(of: attributes)
        try builder.start(try number(of: name, isAttribute: false))
        try add(attributes)
        if isEmpty {
            builder.end()
            undeclare(declared)
        } else {
            elements.append(OpenElement(name: name, declared: declared))
        }
    }

    private mutating func endTag() throws(XMLError) {
        let tag = position
        position += 2
        let name = try qualifiedName("a tag's name")
        skipBlanks()
        guard take(">") else { throw failure("expected `>`, found \(found)") }
        guard elements.count > innermostEntity.elements, let last = elements.popLast() else {
            throw failure("`</\(written(name))>` closes nothing", at: tag)
        }
        guard bytes[last.name].elementsEqual(bytes[name]) else {
            let open = written(last.name)
            let hint =
                HTMLElements.void.contains(open.lowercased())
                ? "; what is served as `text/html`, or begins with `<!DOCTYPE html>` or `<html`, is read as HTML" : ""
            let place = line(of: last.name.lowerBound)
            throw failure("`</\(written(name))>` closes `<\(open)>` of line \(place)\(hint)", at: tag)
        }
        builder.end()
        undeclare(last.declared)
    }

    private mutating func undeclare(_ prefixes: [String]) {
        for prefix in prefixes { scopes[TextKey(prefix)]?.removeLast() }
    }
}

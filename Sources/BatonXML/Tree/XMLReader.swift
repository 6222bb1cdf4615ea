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

extension XMLReader {
    /// Moves past the next `end`; throws an error with the place `start` where there is none.
    mutating func skip(
        to end: StaticString, of what: String, from start: Int? = nil, behind offset: Int = 0
    ) throws(XMLError) {
        let start = start ?? position
        position += offset
        while position < bytes.count {
            if take(end) { return }
            try checkCharacter()
            position += 1
        }
        throw failure("\(what) is not closed: there is no `\(end)`", at: start)
    }

    /// A name with at most one colon, not at its beginning or end.
    mutating func qualifiedName(_ what: String) throws(XMLError) -> Range<Int> {
        let start = position
        let first = XMLBytes.nameLength(in: bytes, at: start)
        guard first > 0 else { throw failure("expected \(what), found \(found)") }
        position += first
        if follows(":") {
            let second = XMLBytes.nameLength(in: bytes, at: position + 1)
            guard second > 0 else {
                throw failure("a name stands behind the colon of `\(written(start..<position)):`", at: start)
            }
            position += 1 + second
        }
        guard position - start <= XMLTree.nameLimit else {
            throw failure("a name is longer than \(XMLTree.nameLimit) bytes", at: start)
        }
        return start..<position
    }

    /// Throws for a control character, which XML does not allow.
    func checkCharacter() throws(XMLError) {
        let byte = bytes[position]
        guard byte < 0x20 || byte == 0xEF else { return }
        if byte == 0xEF {
            // U+FFFE and U+FFFF.
            guard position + 2 < bytes.count, bytes[position + 1] == 0xBF, bytes[position + 2] >= 0xBE else { return }
        } else if XMLBytes.isBlank(byte) {
            return
        }
        throw failure("found \(found), which XML does not have")
    }

    func written(_ range: Range<Int>) -> String { String(decoding: bytes[range].prefix(80), as: UTF8.self) }

    var found: String {
        guard position < bytes.count else { return "the end" }
        switch bytes[position] {
        case 0x20: return "a space"
        case 0x0A, 0x0D: return "the end of the line"
        case ..<0x20: return "a control character"
        default:
            let scalar = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
                .unicodeScalars
            return scalar.first.map { "`\($0)`" } ?? "the end"
        }
    }

    /// The line of a place; in the text of an entity, that of the reference in the document.
    func line(of place: Int) -> Int {
        let (bytes, place) = innermostEntity.place ?? (bytes, place)
        return 1 + bytes[..<min(place, bytes.count)].count { $0 == 0x0A }
    }

    func failure(_ message: String, at place: Int? = nil) -> XMLError {
        XMLError(message: message, line: line(of: place ?? position))
    }
}

/// Parsing of the content between tags, and before the first tag.
extension XMLReader {
    /// Parses content up to the next `<`.
    mutating func content() throws(XMLError) {
        scratch.removeAll(keepingCapacity: true)
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
            switch bytes[position] {
            case UInt8(ascii: "&"):
                guard let entity = try reference() else { break }
                try builder.text(scratch)
                try content(of: entity)
                scratch.removeAll(keepingCapacity: true)
            case UInt8(ascii: "]") where follows("]]>"): throw failure("`]]>` in text must be written `]]&gt;`")
            default:
                try checkCharacter()
                appendNormalized()
            }
        }
        try builder.text(scratch)
    }

    /// Adds text without references.
    mutating func text(_ range: Range<Int>) throws(XMLError) {
        let end = position
        scratch.removeAll(keepingCapacity: true)
        position = range.lowerBound
        while position < range.upperBound {
            try checkCharacter()
            appendNormalized()
        }
        position = end
        try builder.text(scratch)
    }

    /// Appends a line feed for any kind of line break. Those of an entity were normalised when it was declared.
    mutating func appendNormalized() {
        let byte = bytes[position]
        position += 1
        if byte == 0x0D, !isInEntity {
            if position < bytes.count, bytes[position] == 0x0A { position += 1 }
            scratch.append(0x0A)
        } else {
            scratch.append(byte)
        }
    }

    /// The offset behind the `;` of the reference that begins here.
    func referenceEnd() throws(XMLError) -> Int {
        let start = position + 1
        let length =
            follows("&#")
            ? bytes[start...].prefix(32).prefix { $0 != UInt8(ascii: ";") }.count
            : XMLBytes.nameLength(in: bytes, at: start)
        let end = start + length
        guard length > 0, length <= XMLTree.nameLimit, end < bytes.count, bytes[end] == UInt8(ascii: ";") else {
            throw failure("`&` in a text must be written `&amp;`")
        }
        return end + 1
    }

    /// Appends the character of `&amp;`, `&#10;` or `&#xA;` to `scratch`.
    ///
    /// - Returns: the name of another entity, to which nothing was appended; nil for a character.
    mutating func reference() throws(XMLError) -> String? {
        let start = position
        position = try referenceEnd()
        let text = String(decoding: bytes[start + 1..<position - 1], as: UTF8.self)
        switch text {
        case "amp": scratch.append(UInt8(ascii: "&"))
        case "lt": scratch.append(UInt8(ascii: "<"))
        case "gt": scratch.append(UInt8(ascii: ">"))
        case "quot": scratch.append(UInt8(ascii: "\""))
        case "apos": scratch.append(UInt8(ascii: "'"))
        default:
            guard text.first == "#" else { return text }
            let isHexadecimal = text.dropFirst().first == "x"
            let digits = text.dropFirst(isHexadecimal ? 2 : 1)
            guard digits.first != "+", let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
                XMLBytes.isCharacter(value), let scalar = Unicode.Scalar(value)
            else { throw failure("`&\(text);` is no character of XML", at: start) }
            scratch.append(contentsOf: String(Character(scalar)).utf8)
        }
        return nil
    }

    mutating func comment() throws(XMLError) {
        let start = position + 4
        position = start
        try skip(to: "--", of: "the comment", from: start - 4)
        guard take(">") else { throw failure("`--` may not stand in a comment", at: position - 2) }
        try builder.comment(bytes[start..<position - 3])
    }

    mutating func instruction() throws(XMLError) {
        let start = position
        position += 2
        let name = try qualifiedName("the name of a processing instruction")
        guard written(name).lowercased() != "xml" else {
            throw failure("the XML declaration stands only at the very beginning", at: start)
        }
        skipBlanks()
        let content = position
        try skip(to: "?>", of: "the processing instruction", from: start)
        let number = builder.number(prefix: "", local: written(name), namespace: "")
        try builder.instruction(number, bytes[content..<max(content, position - 2)])
    }

    /// Reads the entities of a document type, and skips its other declarations, which serve validation. Throws for
    /// `%name;`, which would bring declarations from elsewhere.
    mutating func documentType() throws(XMLError) {
        let start = position
        position += 9
        var isInside = false
        while position < bytes.count {
            if follows("<!--") {
                try skip(to: "-->", of: "the comment")
            } else if follows("<?") {
                try skip(to: "?>", of: "the processing instruction")
            } else if follows("<!ENTITY") {
                try entityDeclaration()
            } else if isInside, bytes[position] == UInt8(ascii: "%"),
                XMLBytes.nameLength(in: bytes, at: position + 1) > 0
            {
                throw failure("the document type takes declarations from an entity (`%…;`), which are not read")
            } else {
                switch bytes[position] {
                case UInt8(ascii: "\""): try skip(to: "\"", of: "the text", from: position, behind: 1)
                case UInt8(ascii: "'"): try skip(to: "'", of: "the text", from: position, behind: 1)
                case UInt8(ascii: "["):
                    isInside = true
                    position += 1
                case UInt8(ascii: "]"):
                    isInside = false
                    position += 1
                case UInt8(ascii: ">"):
                    position += 1
                    if !isInside { return }
                default: position += 1
                }
            }
        }
        throw failure("`<!DOCTYPE` has no `>`", at: start)
    }
}

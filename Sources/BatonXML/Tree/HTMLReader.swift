import BatonText

/// Parses HTML as far as queries need it: with the browsers' rules for omitted tags, but without scripts.
///
/// HTML has no syntax errors. Each byte is read a bounded number of times, whatever the page contains.
struct HTMLReader {
    let bytes: [UInt8]
    var position = 0
    private var builder: XMLTreeBuilder
    private var open: [OpenElement] = []
    /// The builder's numbers of element names.
    private var numbers: [TextKey: Int32] = [:]
    private var hasHead = false
    private var hasBody = false

    private struct OpenElement {
        /// The builder's number of the name.
        let name: Int32
        let group: HTMLElements.Group
    }

    /// - Parameter bytes: must be UTF-8.
    init(_ bytes: [UInt8], _ limits: XMLTree.Limits) {
        self.bytes = Self.withLineFeeds(bytes)
        builder = XMLTreeBuilder(isHTML: true, limits)
    }

    /// Replaces every line break by one line feed (WHATWG HTML, section 13.2.3.5).
    private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.firstIndex(of: 0x0D) else { return bytes }
        var normalized = Array(bytes[..<first])
        normalized.reserveCapacity(bytes.count)
        var index = first
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x0D {
                normalized.append(0x0A)
                if index < bytes.count, bytes[index] == 0x0A { index += 1 }
            } else {
                normalized.append(byte)
            }
        }
        return normalized
    }

    mutating func document() throws(XMLError) -> XMLTree {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<"), position + 1 < bytes.count else {
                try text()
                continue
            }
            let next = bytes[position + 1]
            if XMLBytes.isLetter(next) {
                try startTag()
            } else if next == UInt8(ascii: "/"), position + 2 < bytes.count, XMLBytes.isLetter(bytes[position + 2]) {
                try endTag()
            } else if beginsMarkup {
                try comment()
            } else {
                try text()
            }
        }
        return builder.finish()
    }

    /// Whether the `<` at the position begins a tag or a comment.
    private var beginsMarkup: Bool {
        guard position + 1 < bytes.count else { return false }
        let next = bytes[position + 1]
        return XMLBytes.isLetter(next) || next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
            || next == UInt8(ascii: "/")
    }

    /// Parses text up to the next `<` that begins a tag or a comment.
    private mutating func text() throws(XMLError) {
        let start = position
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") || !beginsMarkup { position += 1 }
        let range = start..<position
        if bytes[range].allSatisfy(XMLBytes.isBlank) {
            // Spaces between `<html>`, `<head>` and `<body>` are insignificant.
            if hasBody || open.count > 1 { try builder.text(bytes[range]) }
        } else {
            if !hasBody, open.count < 2 || isInHead { try openBody() }
            try builder.text(HTMLEntities.decoded(bytes[range], isAttribute: false))
        }
    }

    private mutating func startTag() throws(XMLError) {
        position += 1
        let name = word { $0 == UInt8(ascii: "/") }
        guard let attributes = try attributes() else { return }
        switch name {
        case "html" where !open.isEmpty, "body" where hasBody, "head" where hasHead || hasBody: return
        case "html": return try start(name, attributes)
        case "head":
            try openRoot()
            hasHead = true
            return try start(name, attributes)
        case "body", "frameset":
            try leaveHead()
            hasBody = true
            return try start(name, attributes)
        default: break
        }
        if HTMLElements.head.contains(name), !hasBody {
            if open.count < 2 {
                try openRoot()
                hasHead = true
                try start("head", [])
            }
        } else if !hasBody, open.count < 2 || isInHead {
            try openBody()
        }
        for rule in HTMLElements.ends(HTMLElements.group(of: name)) {
            end(within: rule.boundaries) { !$0.group.isDisjoint(with: rule.ended) }
        }
        try start(name, attributes)
        if HTMLElements.void.contains(name) {
            close(downTo: open.count - 1)
        } else if HTMLElements.raw.contains(name) || HTMLElements.rawWithEntities.contains(name) {
            try rawText(of: name)
        }
    }

    private mutating func endTag() throws(XMLError) {
        position += 2
        let name = word { $0 == UInt8(ascii: "/") }
        _ = try attributes()
        switch name {
        // The following content still belongs to the body.
        case "html", "body": return
        case "head":
            if isInHead { close(downTo: open.count - 1) }
        default:
            guard let number = numbers[TextKey(name)] else { return }
            let boundaries = HTMLElements.boundaries(forEndOf: HTMLElements.group(of: name))
            end(within: boundaries) { $0.name == number }
        }
    }

    /// Whether the innermost open element is `<head>`.
    private var isInHead: Bool { open.count == 2 && hasHead && !hasBody && open[1].name == numbers["head"] }

    /// Ends the innermost open element that matches, and all elements inside it.
    private mutating func end(within boundaries: HTMLElements.Group, _ isMeant: (OpenElement) -> Bool) {
        for index in open.indices.reversed() {
            if isMeant(open[index]) { return close(downTo: index) }
            if !open[index].group.isDisjoint(with: boundaries) { return }
        }
    }

    private mutating func close(downTo count: Int) {
        while open.count > count {
            open.removeLast()
            builder.end()
        }
    }

    private mutating func openRoot() throws(XMLError) {
        if open.isEmpty { try start("html", []) }
    }

    private mutating func leaveHead() throws(XMLError) {
        try openRoot()
        close(downTo: 1)
    }

    private mutating func openBody() throws(XMLError) {
        try leaveHead()
        hasBody = true
        try start("body", [])
    }

    private mutating func start(_ name: String, _ attributes: [(name: String, value: [UInt8])]) throws(XMLError) {
        let number = number(of: name)
        try builder.start(number)
        open.append(OpenElement(name: number, group: HTMLElements.group(of: name)))
        for attribute in attributes { try builder.attribute(self.number(of: attribute.name), attribute.value) }
    }

    private mutating func number(of name: String) -> Int32 {
        if let known = numbers[TextKey(name)] { return known }
        // A name beyond the limit belongs to no element, so a shortened one finds none either.
        let name = String(decoding: name.utf8.prefix(XMLTree.nameLimit), as: UTF8.self)
        let number = builder.number(prefix: "", local: name, namespace: "")
        numbers[TextKey(name)] = number
        return number
    }

    /// Parses the text after the start tag of an element with raw text.
    private mutating func rawText(of name: String) throws(XMLError) {
        let start = position
        let end = Array("</\(name)".utf8)
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<"), position + end.count <= bytes.count,
                bytes[position..<position + end.count].lazy.map(XMLBytes.lowered).elementsEqual(end)
            {
                break
            }
            position += 1
        }
        let content = bytes[start..<position]
        if HTMLElements.raw.contains(name) {
            try builder.text(content)
        } else {
            try builder.text(HTMLEntities.decoded(content, isAttribute: false))
        }
    }

    /// Parses a comment, or markup that browsers treat as one: `<!DOCTYPE …>`, `<?…>`.
    private mutating func comment() throws(XMLError) {
        let isComment = bytes[position...].starts(with: "<!--".utf8)
        let start = position + (isComment ? 4 : 2)
        position = start
        if isComment {
            let comment = HTMLComment(in: bytes[...], after: start)
            position = comment?.end ?? bytes.count
            if open.count > 0 { try builder.comment(bytes[start..<(comment?.contentEnd ?? bytes.count)]) }
        } else {
            while position < bytes.count, bytes[position] != UInt8(ascii: ">") { position += 1 }
            position = min(position + 1, bytes.count)
        }
    }
}

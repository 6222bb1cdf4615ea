import BatonValues

/// Parses HTML as far as queries need it: as browsers do, but without scripts, and with the rules of the body for what
/// stands in a `select`, a `template`, a frame set or foreign content.
///
/// HTML has no syntax errors. Each byte is read a bounded number of times, whatever the page contains.
struct HTMLReader {
    let bytes: [UInt8]
    var position = 0
    private var builder: XMLTreeBuilder
    private var tree: HTMLTree
    var open: [OpenElement] = []
    /// The open formatting elements, and those to be opened again: `<b>` in `<p><b>x</p>y`.
    var formatting = HTMLFormatting()
    /// The builder's numbers of element names.
    private var numbers: [TextKey: Int32] = [:]
    private var hasHead = false
    private var hasBody = false

    struct OpenElement {
        let node: HTMLTree.Node
        /// The builder's number of the name.
        let name: Int32
        let group: HTMLElements.Group
    }

    /// - Parameter bytes: must be UTF-8.
    init(_ bytes: [UInt8], _ limits: XMLTree.Limits) {
        self.bytes = Self.withLineFeeds(bytes)
        builder = XMLTreeBuilder(isHTML: true, limits)
        tree = HTMLTree(limit: limits.nodes)
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
        try tree.write(to: &builder)
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
            guard hasBody || open.count > 1 else { return }
            if hasBody, !isInTable { try reopenFormatting() }
            try tree.text(bytes[range], at: HTMLTree.Place(parent: open.last?.node ?? HTMLTree.root))
        } else {
            if !hasBody, open.count < 2 || isInHead { try openBody() }
            try reopenFormatting()
            try tree.text(HTMLEntities.decoded(bytes[range], isAttribute: false), at: place)
        }
    }

    // MARK: - Tags

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
        let group = HTMLElements.group(of: name)
        for rule in HTMLElements.ends(group) {
            end(within: rule.boundaries) { !$0.group.isDisjoint(with: rule.ended) }
        }
        try completeTable(for: group)
        try startInline(name, group)
        try start(name, attributes)
        if HTMLElements.void.contains(name) {
            close(downTo: open.count - 1)
        } else if HTMLElements.raw.contains(name) || HTMLElements.rawWithEntities.contains(name) {
            try rawText(of: name)
        } else if group.contains(.formatting), let element = open.last {
            formatting.add(element, in: tree)
        } else if !group.isDisjoint(with: .marked) {
            formatting.addMarker()
        }
        // The first line break belongs to the tag.
        if name == "pre" || name == "listing", position < bytes.count, bytes[position] == 0x0A { position += 1 }
    }

    /// What happens to inline elements before another one begins.
    private mutating func startInline(_ name: String, _ group: HTMLElements.Group) throws(XMLError) {
        if group.contains(.heading), let last = open.last, last.group.contains(.heading) {
            close(downTo: open.count - 1)
        }
        if name == "button", let number = numbers["button"], isOpen(number) { endElement(number, group) }
        if name == "a", let number = numbers["a"], let entry = formatting.last(named: number) {
            try endFormatting(number)
            formatting.remove(entry.node)
            if let index = open.lastIndex(where: { $0.node == entry.node }) { open.remove(at: index) }
        }
        if hasBody, !HTMLElements.isBlock(name, group) { try reopenFormatting() }
        if name == "nobr", let number = numbers["nobr"], isOpen(number) {
            try endFormatting(number)
            try reopenFormatting()
        }
    }

    /// The elements of a table that are implied before a part of it.
    private mutating func completeTable(for group: HTMLElements.Group) throws(XMLError) {
        let context: HTMLElements.Group
        if group.contains(.cell) {
            context = [.row, .rows, .table]
        } else if group.contains(.row) {
            context = [.rows, .table]
        } else if !group.isDisjoint(with: [.rows, .caption, .columns, .column]) {
            context = group.contains(.column) ? [.columns, .table] : .table
        } else {
            return
        }
        guard let index = open.lastIndex(where: { !$0.group.isDisjoint(with: context.union(.template)) }),
            !open[index].group.contains(.template)
        else { return }
        close(downTo: index + 1)
        guard let last = open.last, last.group.contains(.table) || group.contains(.cell) else { return }
        if group.contains(.column), last.group.contains(.table) { return try start("colgroup", []) }
        guard !group.isDisjoint(with: [.cell, .row]) else { return }
        if last.group.contains(.table) { try start("tbody", []) }
        if group.contains(.cell), open.last?.group.contains(.rows) == true { try start("tr", []) }
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
        case "br":
            if !hasBody { try openBody() }
            try reopenFormatting()
            try start(name, [])
            close(downTo: open.count - 1)
        case "p":
            if !hasBody, open.count < 2 || isInHead { try openBody() }
            let boundaries = HTMLElements.boundaries(forEndOf: .p)
            if !end(within: boundaries, { $0.group.contains(.p) }) {
                try start(name, [])
                close(downTo: open.count - 1)
            }
        default:
            guard let number = numbers[TextKey(name)] else { return }
            let group = HTMLElements.group(of: name)
            if group.contains(.formatting) { return try endFormatting(number) }
            endElement(number, group)
        }
    }

    /// Ends the innermost open element of a name, within the elements that its end tag does not reach beyond.
    private mutating func endElement(_ number: Int32, _ group: HTMLElements.Group) {
        end(within: HTMLElements.boundaries(forEndOf: group)) {
            // The end tag of one heading ends any.
            $0.name == number || group.contains(.heading) && $0.group.contains(.heading)
        }
    }

    /// Whether the innermost open element is `<head>`.
    private var isInHead: Bool { open.count == 2 && hasHead && !hasBody && open[1].name == numbers["head"] }

    /// Ends the innermost open element that matches, and all elements inside it; false where none was in reach.
    @discardableResult
    private mutating func end(within boundaries: HTMLElements.Group, _ isMeant: (OpenElement) -> Bool) -> Bool {
        for index in open.indices.reversed() {
            if isMeant(open[index]) {
                close(downTo: index)
                return true
            }
            if !open[index].group.isDisjoint(with: boundaries) { return false }
        }
        return false
    }

    private mutating func close(downTo count: Int) {
        while open.count > count, let last = open.popLast() {
            if !last.group.isDisjoint(with: .marked) { formatting.removeToMarker() }
        }
    }

    // MARK: - Formatting

    /// Whether an element of a name is in the scope of what is open.
    private func isOpen(_ name: Int32) -> Bool {
        for element in open.reversed() {
            if element.name == name { return true }
            if !element.group.isDisjoint(with: .boundaries) { return false }
        }
        return false
    }

    /// Opens the formatting elements again that another end tag has closed (WHATWG HTML, 13.2.4.3).
    private mutating func reopenFormatting() throws(XMLError) {
        for index in formatting.closed(in: open) {
            guard let element = formatting[index] else { continue }
            let copy = OpenElement(node: try tree.copy(of: element.node), name: element.name, group: element.group)
            try checkDepth()
            tree.insert(copy.node, at: place)
            open.append(copy)
            formatting[index] = copy
        }
    }

    /// The end tag of a formatting element: the adoption agency algorithm (WHATWG HTML, 13.2.6.4.7). A block inside of
    /// the element leaves it, and gets a copy of it inside.
    private mutating func endFormatting(_ name: Int32) throws(XMLError) {
        if let last = open.last, last.name == name, formatting.index(of: last.node) == nil {
            return close(downTo: open.count - 1)
        }
        for _ in 0..<8 {
            guard let element = formatting.last(named: name) else { return endElement(name, .formatting) }
            guard let start = open.lastIndex(where: { $0.node == element.node }) else {
                return formatting.remove(element.node)
            }
            if open[(start + 1)...].contains(where: { !$0.group.isDisjoint(with: .boundaries) }) { return }
            guard let block = open[(start + 1)...].firstIndex(where: { $0.group.contains(.special) }) else {
                close(downTo: start)
                return formatting.remove(element.node)
            }
            try adopt(element, at: start, block: block)
        }
    }

    /// One round of the algorithm.
    ///
    /// - Parameters:
    ///   - start: the position of the formatting element among the open ones.
    ///   - block: that of the outermost block in it.
    private mutating func adopt(_ element: OpenElement, at start: Int, block: Int) throws(XMLError) {
        let furthest = open[block]
        var bookmark = formatting.index(of: element.node) ?? 0
        var last = furthest.node
        var count = 0
        for index in (start + 1..<block).reversed() {
            count += 1
            let inner = open[index]
            var place = formatting.index(of: inner.node)
            if count > 3, let known = place {
                formatting.remove(at: known)
                if known < bookmark { bookmark -= 1 }
                place = nil
            }
            guard let place else {
                open.remove(at: index)
                continue
            }
            let copy = OpenElement(node: try tree.copy(of: inner.node), name: inner.name, group: inner.group)
            formatting[place] = copy
            open[index] = copy
            if last == furthest.node { bookmark = place + 1 }
            tree.insert(last, at: HTMLTree.Place(parent: copy.node))
            last = copy.node
        }
        tree.insert(last, at: place(in: start - 1))
        let copy = OpenElement(node: try tree.copy(of: element.node), name: element.name, group: element.group)
        tree.moveChildren(of: furthest.node, to: copy.node)
        tree.insert(copy.node, at: HTMLTree.Place(parent: furthest.node))
        if let old = formatting.index(of: element.node) {
            formatting.remove(at: old)
            if old < bookmark { bookmark -= 1 }
        }
        formatting.insert(copy, at: bookmark)
        open.remove(at: start)
        if let position = open.lastIndex(where: { $0.node == furthest.node }) {
            open.insert(copy, at: position + 1)
        }
    }

    // MARK: - The tree

    /// Whether the innermost open element is a part of a table that holds no content of its own.
    private var isInTable: Bool { open.last.map { !$0.group.isDisjoint(with: [.table, .rows, .row]) } ?? false }

    /// Where content goes now.
    private var place: HTMLTree.Place { place(in: open.count - 1) }

    /// Where content of an open element goes; before the table where it may not stand in it (WHATWG HTML, 13.2.6.1).
    private func place(in index: Int) -> HTMLTree.Place {
        guard open.indices.contains(index) else { return HTMLTree.Place(parent: HTMLTree.root) }
        let target = open[index]
        guard !target.group.isDisjoint(with: [.table, .rows, .row]),
            let table = open[...index].lastIndex(where: { $0.group.contains(.table) }),
            let place = tree.place(before: open[table].node)
        else { return HTMLTree.Place(parent: target.node) }
        return place
    }

    private func checkDepth() throws(XMLError) {
        guard open.count < XMLTree.depthLimit else {
            throw XMLError(message: "elements stand inside each other deeper than \(XMLTree.depthLimit)", line: 0)
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
        try checkDepth()
        let number = number(of: name)
        var numbered: [(name: Int32, value: [UInt8])] = []
        for attribute in attributes { numbered.append((self.number(of: attribute.name), attribute.value)) }
        let element = OpenElement(
            node: try tree.element(number, numbered), name: number, group: HTMLElements.group(of: name))
        let isPart = !element.group.isDisjoint(with: .tablePart) || HTMLElements.inTable.contains(name)
        let target = open.last?.node ?? HTMLTree.root
        tree.insert(element.node, at: isPart ? HTMLTree.Place(parent: target) : place)
        open.append(element)
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
        // The first line break of a `textarea` belongs to its tag.
        if name == "textarea", position < bytes.count, bytes[position] == 0x0A { position += 1 }
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
        guard let element = open.last?.node, !content.isEmpty else { return }
        let place = HTMLTree.Place(parent: element)
        if HTMLElements.raw.contains(name) {
            try tree.text(content, at: place)
        } else {
            try tree.text(HTMLEntities.decoded(content, isAttribute: false), at: place)
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
            if let parent = open.last?.node {
                try tree.comment(
                    bytes[start..<(comment?.contentEnd ?? bytes.count)], at: HTMLTree.Place(parent: parent))
            }
        } else {
            while position < bytes.count, bytes[position] != UInt8(ascii: ">") { position += 1 }
            position = min(position + 1, bytes.count)
        }
    }
}

/// Lays a document out as YAML: two spaces a level, small maps and lists in flow style, texts with line breaks as blocks.
package struct DocumentWriter {
    /// The columns that a line in flow style may have.
    static let width = 120

    /// An entry of a map or an item of a list, by the indices that lead to it, with its bytes in the text.
    struct Place {
        var path: [Int]
        var range: Range<Int>
    }

    private(set) var text = ""
    private var path: [Int] = []
    /// Nil where nobody asks.
    private var places: [Place]?

    package static func write(_ document: Document) -> String { written(document, DocumentWriter()).text }

    /// Where the parts of a document stand in its text; inner ones come before outer ones.
    static func places(in document: Document) -> [Place] {
        var writer = DocumentWriter()
        writer.places = []
        return written(document, writer).places ?? []
    }

    private static func written(_ document: Document, _ start: DocumentWriter) -> DocumentWriter {
        var writer = start
        writer.comments(document.header, indent: 0)
        writer.block(document.root, indent: 0, isCompact: false)
        if !writer.text.hasSuffix("\n") { writer.text += "\n" }
        return writer
    }

    /// Writes the part of an index.
    private mutating func part(_ index: Int, _ write: (inout DocumentWriter) -> Void) {
        let start = text.utf8.count
        path.append(index)
        write(&self)
        places?.append(Place(path: path, range: start..<text.utf8.count))
        path.removeLast()
    }

    // MARK: - Blocks

    /// - Parameter isCompact: whether the first line has begun already, behind the dash of a list.
    private mutating func block(_ map: Document.Map, indent: Int, isCompact: Bool) {
        var isFirst = isCompact
        for (index, entry) in map.entries.enumerated() {
            comments(entry.comments, indent: indent)
            if !isFirst { text += Self.spaces(indent) }
            isFirst = false
            part(index) { $0.entry(entry, indent: indent) }
        }
        comments(map.closing, indent: indent)
    }

    private mutating func entry(_ entry: Document.Entry, indent: Int) {
        let key = YAMLText.scalar(entry.key, isInFlow: false, isKey: true)
        let isLong = key.unicodeScalars.count > YAMLText.longestKey
        text += isLong ? "? \(key)\n\(Self.spaces(indent)):" : "\(key):"
        let column = indent + (isLong ? 1 : key.unicodeScalars.count + 1)
        value(entry.value, indent: indent, column: column, isItem: false)
    }

    private mutating func block(_ items: [Document.Item], indent: Int) {
        let isSpaced = Self.isSpaced(items)
        for (index, item) in items.enumerated() {
            if isSpaced, index > 0 { text += "\n" }
            comments(item.comments, indent: indent)
            text += Self.spaces(indent) + "-"
            // A comment cannot stand between a dash and the first key.
            if case .map(var map) = item.value, !map.isEmpty, !map.entries[0].comments.isEmpty {
                let first = map.entries[0].comments
                map.entries[0].comments = []
                text.removeLast(indent + 1)
                comments(first, indent: indent)
                text += Self.spaces(indent) + "-"
                part(index) { $0.value(.map(map), indent: indent, column: indent + 1, isItem: true) }
            } else {
                part(index) { $0.value(item.value, indent: indent, column: indent + 1, isItem: true) }
            }
        }
    }

    /// Whether an empty line stands between the items: where one of them takes several lines, as steps do.
    private static func isSpaced(_ items: [Document.Item]) -> Bool {
        items.contains { item in
            if case .map(let map) = item.value { map.isBlock && map.entries.count > 1 } else { false }
        }
    }

    /// Writes a value behind its key or dash, with the end of its line.
    private mutating func value(_ value: Document.Value, indent: Int, column: Int, isItem: Bool) {
        if let flow = Self.flowText(value, width: Self.width - column - 1) {
            text += " "
            let start = text.utf8.count
            for inner in flow.places {
                let range = inner.range.lowerBound + start..<inner.range.upperBound + start
                places?.append(Place(path: path + inner.path, range: range))
            }
            text += "\(flow.text)\n"
            return
        }
        switch value {
        case .word, .parameter: text += " \(Self.scalar(value, isInFlow: false))\n"
        case .text(let string):
            if let block = YAMLText.block(string, indent: indent + 2) {
                text += " \(block)"
            } else {
                text += " \(YAMLText.scalar(string, isInFlow: false, isKey: false))\n"
            }
        case .list(let items):
            if items.isEmpty {
                text += " []\n"
            } else {
                text += "\n"
                block(items, indent: indent + 2)
            }
        case .map(let map):
            if map.isEmpty {
                text += " {}\n"
                comments(map.closing, indent: indent + 2)
            } else {
                text += isItem ? " " : "\n"
                block(map, indent: indent + 2, isCompact: isItem)
            }
        }
    }

    private mutating func comments(_ lines: [String], indent: Int) {
        for line in lines {
            for part in YAMLText.comment(line, width: Self.width - indent - 2) {
                text += Self.spaces(indent) + (part.isEmpty ? "#" : "# \(part)") + "\n"
            }
        }
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    // MARK: - Flow style

    /// The value on one line, where it is a scalar without line breaks, or a collection that fits; nil for a block.
    static func flow(_ value: Document.Value, width: Int) -> String? { flowText(value, width: width)?.text }

    private static func flowText(_ value: Document.Value, width: Int) -> FlowText? {
        var flow = FlowText(left: width)
        switch value {
        case .word, .parameter: flow.text = scalar(value, isInFlow: false)
        case .text(let text):
            if YAMLText.isBlock(text) { return nil }
            flow.text = scalar(value, isInFlow: false)
        case .list, .map: if !flow.add(value, depth: 0) { return nil }
        }
        return flow
    }

    fileprivate static func scalar(_ value: Document.Value, isInFlow: Bool) -> String {
        switch value {
        case .word(let word): word
        case .text(let text): YAMLText.scalar(text, isInFlow: isInFlow, isKey: false)
        case .parameter(let text):
            YAMLText.isTyped(text) && text != "null"
                ? text : YAMLText.scalar(text, isInFlow: isInFlow, isKey: false)
        case .list, .map: ""
        }
    }
}

/// A collection in flow style, which is given up as soon as it is too long.
private struct FlowText {
    var text = ""
    private(set) var places: [DocumentWriter.Place] = []
    private var path: [Int] = []
    /// The columns that are left.
    private var left: Int
    private static let deepest = 4

    init(left: Int) { self.left = left }

    private mutating func add(_ part: String) -> Bool {
        left -= part.unicodeScalars.count
        text += part
        return left >= 0
    }

    mutating func add(_ value: Document.Value, depth: Int) -> Bool {
        switch value {
        case .word, .parameter: return add(DocumentWriter.scalar(value, isInFlow: true))
        case .text(let string):
            // The writing of a text is never shorter than the text.
            guard string.utf8.count / 4 <= left, !YAMLText.isBlock(string) else { return false }
            return add(DocumentWriter.scalar(value, isInFlow: true))
        case .list(let items): return add(items, depth: depth)
        case .map(let map): return add(map, depth: depth)
        }
    }

    private mutating func part(_ index: Int, _ write: (inout FlowText) -> Bool) -> Bool {
        let start = text.utf8.count
        path.append(index)
        guard write(&self) else { return false }
        places.append(DocumentWriter.Place(path: path, range: start..<text.utf8.count))
        path.removeLast()
        return true
    }

    private mutating func add(_ items: [Document.Item], depth: Int) -> Bool {
        guard depth < Self.deepest, items.count <= left else { return false }
        guard add("[") else { return false }
        for (index, item) in items.enumerated() {
            guard item.comments.isEmpty, index == 0 || add(", "),
                part(index, { $0.add(item.value, depth: depth + 1) })
            else { return false }
        }
        return add("]")
    }

    private mutating func add(_ map: Document.Map, depth: Int) -> Bool {
        guard depth < Self.deepest, !map.isBlock, map.closing.isEmpty, map.entries.count <= left else { return false }
        if map.isEmpty { return add("{}") }
        guard add("{ ") else { return false }
        for (index, entry) in map.entries.enumerated() {
            let key = YAMLText.scalar(entry.key, isInFlow: true, isKey: true)
            guard entry.comments.isEmpty, index == 0 || add(", "),
                part(index, { $0.add("\(key): ") && $0.add(entry.value, depth: depth + 1) })
            else { return false }
        }
        return add(" }")
    }
}

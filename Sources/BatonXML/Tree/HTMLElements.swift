/// HTML's rules for elements: those without an end tag, and those that end implicitly.
enum HTMLElements {
    /// Elements without content and end tag.
    static let void: Set<String> = [
        "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr",
    ]

    /// Elements whose content is raw text up to their end tag.
    static let raw: Set<String> = ["script", "style", "xmp", "iframe", "noembed", "noframes"]

    /// Elements whose content is text with entities up to their end tag.
    static let rawWithEntities: Set<String> = ["textarea", "title"]

    /// Elements that belong into `<head>` when neither `<head>` nor `<body>` is written.
    static let head: Set<String> = [
        "base", "basefont", "link", "meta", "noscript", "script", "style", "template", "title",
    ]

    /// Elements that stand in a table without being a part of it.
    static let inTable: Set<String> = ["form", "script", "style", "template"]

    /// Elements of WHATWG's "special" category that are inline all the same: formatting elements go on in them.
    private static let inlineSpecial: Set<String> = [
        "applet", "area", "br", "button", "embed", "img", "input", "keygen", "marquee", "object", "select", "wbr",
        "xmp",
    ]

    /// Whether formatting elements that were closed are not opened again before this one.
    static func isBlock(_ name: String, _ group: Group) -> Bool {
        group.contains(.special) && !inlineSpecial.contains(name)
    }

    /// Groups of elements to which the rules below refer.
    struct Group: OptionSet {
        let rawValue: UInt32

        static let p = Group(rawValue: 1)
        static let li = Group(rawValue: 1 << 1)
        static let list = Group(rawValue: 1 << 2)
        static let term = Group(rawValue: 1 << 3)
        static let dl = Group(rawValue: 1 << 4)
        static let option = Group(rawValue: 1 << 5)
        static let optgroup = Group(rawValue: 1 << 6)
        static let select = Group(rawValue: 1 << 7)
        static let cell = Group(rawValue: 1 << 8)
        static let row = Group(rawValue: 1 << 9)
        static let rows = Group(rawValue: 1 << 10)
        static let columns = Group(rawValue: 1 << 11)
        static let caption = Group(rawValue: 1 << 12)
        static let table = Group(rawValue: 1 << 13)
        static let template = Group(rawValue: 1 << 14)
        static let body = Group(rawValue: 1 << 15)
        /// Further elements at which the search for an open element stops.
        static let box = Group(rawValue: 1 << 16)
        /// Elements whose start tag ends a paragraph.
        static let block = Group(rawValue: 1 << 17)

        static let heading = Group(rawValue: 1 << 18)
        static let column = Group(rawValue: 1 << 19)
        /// Elements of the text, such as `b`, which another end tag may close too early.
        static let formatting = Group(rawValue: 1 << 20)
        /// Elements that no end tag of an inline element reaches beyond.
        static let special = Group(rawValue: 1 << 21)
        /// Elements in which no formatting of outside goes on, beside parts of tables.
        static let closedWorld = Group(rawValue: 1 << 22)

        static let marked: Group = [.cell, .caption, .template, .closedWorld]
        static let tablePart: Group = [.cell, .row, .rows, .columns, .column, .caption]
        /// Elements at which the search for an open element stops, except for parts of tables.
        static let boundaries: Group = [.cell, .caption, .table, .template, .body, .box]
    }

    private static let groups: [String: Group] = {
        var groups: [String: Group] = [
            "p": .p, "li": .li, "ol": .list, "ul": .list, "menu": .list, "dd": .term, "dt": .term, "dl": .dl,
            "option": .option, "optgroup": .optgroup, "select": .select, "td": .cell, "th": .cell, "tr": .row,
            "tbody": .rows, "tfoot": .rows, "thead": .rows, "colgroup": .columns, "caption": .caption,
            "table": .table, "template": .template, "body": .body, "button": .box, "html": .box, "marquee": .box,
            "object": .box, "applet": .box, "col": .column,
        ]
        for name in [
            "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir", "div", "dl", "dt",
            "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
            "hgroup", "hr", "li", "listing", "main", "menu", "nav", "ol", "p", "plaintext", "pre", "search", "section",
            "summary", "table", "ul", "xmp",
        ] {
            groups[name, default: []].insert(.block)
        }
        for name in ["h1", "h2", "h3", "h4", "h5", "h6"] { groups[name, default: []].insert(.heading) }
        for name in ["applet", "marquee", "object"] { groups[name, default: []].insert(.closedWorld) }
        for name in [
            "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
        ] {
            groups[name, default: []].insert(.formatting)
        }
        let others = [
            "applet", "area", "base", "basefont", "bgsound", "body", "br", "button", "caption", "col", "colgroup",
            "embed",
            "frame", "frameset", "head", "html", "iframe", "img", "input", "keygen", "link", "marquee", "meta",
            "noembed",
            "noframes", "noscript", "object", "param", "script", "select", "source", "style", "tbody", "td", "template",
            "textarea", "tfoot", "th", "thead", "title", "tr", "track", "wbr",
        ]
        for name in others + groups.filter({ $0.value.contains(.block) && $0.key != "dialog" }).map(\.key) {
            groups[name, default: []].insert(.special)
        }
        return groups
    }()

    static func group(of name: String) -> Group { groups[name] ?? [] }

    /// The open elements that a start tag ends, in order, and the elements at which the search for each stops.
    static func ends(_ group: Group) -> [(ended: Group, boundaries: Group)] {
        var rules: [(ended: Group, boundaries: Group)] = []
        if group.contains(.block) { rules.append((.p, .boundaries)) }
        if group.contains(.li) { rules.append((.li, Group.boundaries.union(.list))) }
        if group.contains(.term) { rules.append((.term, Group.boundaries.union(.dl))) }
        if group.contains(.option) { rules.append((.option, Group.boundaries.union([.optgroup, .select]))) }
        if group.contains(.optgroup) { rules.append(([.option, .optgroup], Group.boundaries.union(.select))) }
        if group.contains(.row) { rules.append(([.row, .caption, .columns], [.rows, .table, .template])) }
        if group.contains(.cell) { rules.append((.cell, [.row, .table, .template])) }
        if group.contains(.rows) { rules.append(([.rows, .caption, .columns, .row], [.table, .template])) }
        return rules
    }

    /// The elements at which the search for the element of an end tag stops: end tags of tables also close the elements
    /// in them.
    static func boundaries(forEndOf group: Group) -> Group {
        if group.contains(.table) { return [.template, .body] }
        if !group.isDisjoint(with: [.rows, .row, .cell, .caption]) { return [.table, .template, .body] }
        if group.isDisjoint(with: [.block, .box, .select, .option, .optgroup, .template]) { return .special }
        return group.contains(.li) ? Group.boundaries.union(.list) : .boundaries
    }
}

/// The list of active formatting elements (WHATWG HTML, 13.2.4.3): `<b>`, `<a>` and the like that are open, or that
/// another end tag has closed too early.
struct HTMLFormatting {
    typealias Element = HTMLReader.OpenElement

    /// Nil is a marker: what stands before it counts only behind the element that it stands for, such as a table's cell.
    private var entries: [Element?] = []

    /// Adds an element; of four that are alike the first is dropped.
    mutating func add(_ element: Element, in tree: HTMLTree) {
        var alike: [Int] = []
        for index in entries.indices.reversed() {
            guard let entry = entries[index] else { break }
            if tree.areAlike(entry.node, element.node) { alike.append(index) }
        }
        if alike.count >= 3, let first = alike.last { entries.remove(at: first) }
        entries.append(element)
    }

    mutating func addMarker() { entries.append(nil) }

    mutating func removeToMarker() {
        while let last = entries.popLast(), last != nil {}
    }

    /// The last element of a name behind the last marker.
    func last(named name: Int32) -> Element? {
        for entry in entries.reversed() {
            guard let entry else { return nil }
            if entry.name == name { return entry }
        }
        return nil
    }

    /// The positions of the elements behind the last marker that are closed, up to the last one that is open.
    func closed(in open: [Element]) -> Range<Int> {
        var start = entries.endIndex
        while start > 0, let entry = entries[start - 1], open.lastIndex(where: { $0.node == entry.node }) == nil {
            start -= 1
        }
        return start..<entries.endIndex
    }

    subscript(index: Int) -> Element? {
        get { entries[index] }
        set { entries[index] = newValue }
    }

    func index(of node: HTMLTree.Node) -> Int? { entries.lastIndex { $0?.node == node } }

    mutating func insert(_ element: Element, at index: Int) { entries.insert(element, at: min(index, entries.count)) }

    mutating func remove(at index: Int) { entries.remove(at: index) }

    mutating func remove(_ node: HTMLTree.Node) {
        if let index = index(of: node) { entries.remove(at: index) }
    }
}

/// What HTML says about its elements: which are never closed, and which end by themselves.
enum HTMLElements {
    /// Without content and end tag.
    static let void: Set<String> = [
        "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr",
    ]

    /// Their content is text up to their end tag.
    static let raw: Set<String> = ["script", "style", "xmp", "iframe", "noembed", "noframes"]

    /// The same, with entities.
    static let rawWithEntities: Set<String> = ["textarea", "title"]

    /// What belongs into `<head>` when neither it nor `<body>` is there.
    static let head: Set<String> = [
        "base", "basefont", "link", "meta", "noscript", "script", "style", "template", "title",
    ]

    /// Elements that the rules below name.
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
        /// What else a search for an open element does not look beyond.
        static let box = Group(rawValue: 1 << 16)
        /// What ends a paragraph.
        static let block = Group(rawValue: 1 << 17)

        /// What a search for an open element does not look beyond, tables aside.
        static let boundaries: Group = [.cell, .caption, .table, .template, .body, .box]
    }

    private static let groups: [String: Group] = {
        var groups: [String: Group] = [
            "p": .p, "li": .li, "ol": .list, "ul": .list, "menu": .list, "dd": .term, "dt": .term, "dl": .dl,
            "option": .option, "optgroup": .optgroup, "select": .select, "td": .cell, "th": .cell, "tr": .row,
            "tbody": .rows, "tfoot": .rows, "thead": .rows, "colgroup": .columns, "caption": .caption,
            "table": .table, "template": .template, "body": .body, "button": .box, "html": .box, "marquee": .box,
            "object": .box,
        ]
        for name in [
            "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir", "div", "dl", "dt",
            "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
            "hgroup", "hr", "li", "main", "menu", "nav", "ol", "p", "pre", "search", "section", "summary", "table",
            "ul",
        ] {
            groups[name, default: []].insert(.block)
        }
        return groups
    }()

    static func group(of name: String) -> Group { groups[name] ?? [] }

    /// Which open elements a start tag ends, one after the other, and where the search for each stops.
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

    /// Where the search for the element that an end tag closes stops: those of tables close what stands in them.
    static func boundaries(forEndOf group: Group) -> Group {
        if group.contains(.table) { return [.template, .body] }
        if !group.isDisjoint(with: [.rows, .row, .cell, .caption]) { return [.table, .template, .body] }
        return .boundaries
    }
}

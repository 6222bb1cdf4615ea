/// The anchors of a file, and what it costs to use each of them.
struct AnchorTable {
    struct Entry {
        /// Nil while the anchored node is still being read: an alias in it would never end.
        var node: YAMLRecord?
        /// Nodes in it, itself included, aliases resolved.
        var weight = 0
        /// Collections below it, itself included.
        var height = 0
    }

    private var entries: [String: Entry] = [:]

    var names: [String] { entries.keys.sorted() }

    subscript(name: String) -> Entry? { entries[name] }

    mutating func open(_ name: String) {
        entries[name] = Entry()
    }

    mutating func close(_ name: String, _ node: YAMLRecord, weight: Int, height: Int) {
        entries[name] = Entry(node: node, weight: weight, height: height)
    }
}

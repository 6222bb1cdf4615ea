import BatonDiagnostics
import BatonValues

/// Mappings composed of entries from a file. Each is a tree of its own, because trees are immutable.
extension YAMLNode {
    /// The mapping with entries of others put before its own, except those whose key it already has; a node that is not
    /// a mapping is returned unchanged. The others must be of the same file.
    package func extended(by others: YAMLEntries) -> YAMLNode {
        guard let own = entries else { return self }
        let names = Set(own.map { TextKey($0.keyText) })
        return Self.mapping(
            others.filter { !names.contains(TextKey($0.keyText)) } + own, range: record.range, style: style,
            alias: tree.aliasRange(of: record), in: tree.file)
    }

    /// A mapping of entries that are less indented in their file than their key requires; nil for no entries.
    package static func mapping(of entries: [YAMLEntry]) -> YAMLNode? {
        guard let first = entries.first else { return nil }
        let range = entries.reduce(first.keyUseRange) { $0.through($1.value.useRange) }
        return mapping(entries, range: range.lower..<range.upper, style: .block, alias: nil, in: range.file)
    }

    private static func mapping(
        _ entries: [YAMLEntry], range: Range<Int>, style: Style, alias: Range<Int>?, in file: SourceFile
    ) -> YAMLNode {
        var assembly = TreeAssembly(file)
        for entry in entries { assembly.add(entry.key, entry.value) }
        var root = YAMLRecord(.mapping, style, range, children: assembly.close(from: 0))
        if let alias { root = assembly.alias(root, at: alias) }
        return assembly.tree(root: root)
    }
}

extension YAMLEntry {
    /// The same key with another value of the same file.
    package func with(_ value: YAMLNode) -> YAMLEntry {
        var assembly = TreeAssembly(tree.file)
        assembly.add(key, value)
        let pair = assembly.close(from: 0)
        let root = assembly.tree(root: YAMLRecord(.mapping, .block, tree.records[index].range, children: pair))
        return YAMLEntry(tree: root.tree, index: pair.lowerBound)
    }
}

extension TreeAssembly {
    fileprivate mutating func add(_ key: YAMLNode, _ value: YAMLNode) {
        let key = copy(key)
        add(key)
        let value = copy(value)
        add(value)
    }
}

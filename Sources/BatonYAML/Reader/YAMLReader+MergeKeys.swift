import BatonDiagnostics

/// Merge keys (the type `!!merge` of YAML 1.1): `<<: *defaults`, `<<: [*first, *second]`.
extension YAMLReader {
    /// Quoted, it is a key like others.
    func isMergeKey(_ key: YAMLRecord) -> Bool {
        key.style == .plain && key.count == 2 && values.contents(of: key) == Array("<<".utf8)
    }

    /// Puts the entries of merged maps in the place of `<<`. A key of the map itself wins, then one of an earlier map.
    ///
    /// Maps that are merged have ended, so that their own merge keys are merged already.
    mutating func mergeKeys(from mark: Int) {
        let children = values.children(from: mark)
        guard stride(from: mark, to: children.endIndex, by: 2).contains(where: { isMergeKey(children[$0]) }) else {
            return
        }
        let entries = Self.entries(values.drop(from: mark)[...])
        var taken = Set(entries.filter { !isMergeKey($0.key) }.map { values.contents(of: $0.key) })
        for (key, value) in entries {
            guard isMergeKey(key) else {
                values.put(key)
                values.put(value)
                continue
            }
            for (key, value) in merged(value) where taken.insert(values.contents(of: key)).inserted {
                values.put(key)
                values.put(value)
            }
        }
    }

    /// The entries of the maps that stand behind `<<`; none, with a report, for anything else.
    private mutating func merged(_ value: YAMLRecord) -> [(key: YAMLRecord, value: YAMLRecord)] {
        if value.isMapping { return Self.entries(values.children(of: value)) }
        let items = value.isScalar ? [] : Array(values.children(of: value))
        guard !items.isEmpty, items.allSatisfy(\.isMapping) else {
            findings.append(.yamlNothingToMerge(at: range(values.useRange(of: value))))
            return []
        }
        return items.flatMap { Self.entries(values.children(of: $0)) }
    }

    private static func entries(_ children: ArraySlice<YAMLRecord>) -> [(key: YAMLRecord, value: YAMLRecord)] {
        stride(from: children.startIndex, to: children.endIndex - 1, by: 2).map { (children[$0], children[$0 + 1]) }
    }
}

import BatonDiagnostics

/// Adds keys and values, and reports mistakes in entries that are valid YAML syntax.
extension YAMLReader {
    /// Adds a key whose value follows. False, with a report, for a key that is not allowed; the caller drops its value.
    mutating func add(key: YAMLRecord, indent: Int, isInFlow: Bool) throws(Stop) -> Bool {
        guard key.isScalar else {
            findings.append(.yamlKeyNotScalar(isMapping: key.isMapping, at: range(values.useRange(of: key))))
            return false
        }
        if key.isMissing {
            if key.range.isEmpty {
                try complain(.yamlMissingKey(at: range(key.range.lowerBound..<key.range.upperBound + 1)))
            }
            return false
        }
        if !limits.mergesKeys, isMergeKey(key) {
            findings.append(.yamlMergeKey(at: range(values.useRange(of: key))))
            return false
        }
        try add(isInFlow ? key : key.indented(indent))
        return true
    }

    /// Adds the value of the key that was added last.
    mutating func add(value: YAMLRecord, of key: YAMLRecord, isInFlow: Bool) throws(Stop) {
        if value.isMissing, value.range.isEmpty {
            findings.append(
                .yamlMissingValue(
                    of: String(decoding: values.contents(of: key), as: UTF8.self), isPlain: key.style == .plain,
                    writtenAt: range(key.range), at: range(values.useRange(of: key)), isInFlow: isInFlow))
        }
        try add(value)
    }

    /// The record of a key that is missing before a colon.
    func missingKey() -> YAMLRecord { .missing(at: at..<at) }

    mutating func reportMissingItem(_ item: YAMLRecord) {
        guard item.range.isEmpty else { return }
        let lower = max(0, item.range.lowerBound - 1)
        findings.append(.yamlMissingItem(at: range(lower..<item.range.lowerBound)))
    }

    mutating func reportDuplicates(from mark: Int) {
        let keys = values.children(from: mark).enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        for (index, first) in DuplicateKeys.all(in: keys.map(values.contents)) {
            findings.append(
                .yamlDuplicateKey(
                    String(decoding: values.contents(of: keys[index]), as: UTF8.self),
                    at: range(values.useRange(of: keys[index])), first: range(values.useRange(of: keys[first]))))
        }
    }
}

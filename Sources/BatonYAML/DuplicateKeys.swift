import BatonDiagnostics

/// Finds the keys that a mapping has twice: with the same code points, as values are compared everywhere.
enum DuplicateKeys {
    static func findings(in entries: [YAMLEntry]) -> [Diagnostic] {
        entries.count <= 16 ? byComparing(entries) : byHashing(entries)
    }

    private static func byComparing(_ entries: [YAMLEntry]) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        for index in entries.indices.dropFirst() {
            let text = entries[index].keyText
            for other in 0..<index where entries[other].keyText.utf8.elementsEqual(text.utf8) {
                findings.append(.yamlDuplicateKey(entries[index], first: entries[other]))
                break
            }
        }
        return findings
    }

    private static func byHashing(_ entries: [YAMLEntry]) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        var places: [[UInt8]: Int] = [:]
        places.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() {
            let bytes = Array(entry.keyText.utf8)
            if let first = places[bytes] {
                findings.append(.yamlDuplicateKey(entry, first: entries[first]))
            } else {
                places[bytes] = index
            }
        }
        return findings
    }
}

import BatonDiagnostics

/// Finds the keys that a mapping has twice.
enum DuplicateKeys {
    static func findings(in entries: [YAMLEntry]) -> [Diagnostic] {
        entries.count <= 16 ? byComparing(entries) : byHashing(entries)
    }

    private static func byComparing(_ entries: [YAMLEntry]) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        for index in entries.indices.dropFirst() {
            let text = entries[index].keyText
            for other in 0..<index where entries[other].keyText == text {
                findings.append(.yamlDuplicateKey(entries[index], first: entries[other]))
                break
            }
        }
        return findings
    }

    private static func byHashing(_ entries: [YAMLEntry]) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        var places: [String: Int] = [:]
        places.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() {
            if let first = places[entry.keyText] {
                findings.append(.yamlDuplicateKey(entry, first: entries[first]))
            } else {
                places[entry.keyText] = index
            }
        }
        return findings
    }
}

import BatonSecrets

/// A name with its values, as query, headers and cookies have them.
package struct NamedValues: Sendable {
    package var name: String
    package var values: [String]
    /// The strongest place that says something about the name.
    package var layer: Layer
    /// Whether a secret is in it.
    package var isSecret: Bool

    /// Where a part of a request is written, from the weakest place to the strongest.
    package enum Layer: Int, Sendable, Comparable {
        case environment
        case api
        case defaults
        case request

        package static func < (one: Layer, other: Layer) -> Bool { one.rawValue < other.rawValue }
    }

    package init(name: String, values: [String], layer: Layer, isSecret: Bool = false) {
        self.name = name
        self.values = values
        self.layer = layer
        self.isSecret = isSecret
    }

    /// Whether it proves who the sender is: by its name, or because a secret is in it.
    package var isCredential: Bool {
        isSecret || SecretNames.isSecretHeader(name) || SecretNames.isSecretVariable(name)
    }
}

/// Joins named values from the weakest place to the strongest: a later one replaces the same name, and one without
/// values takes it away.
package struct NamedValueMerger: Sendable {
    private let ignoringCase: Bool
    /// What was taken away stands here without values.
    private var entries: [NamedValues] = []

    package init(ignoringCase: Bool) {
        self.ignoringCase = ignoringCase
    }

    /// Those that have values.
    package var present: [NamedValues] { entries.filter { !$0.values.isEmpty } }

    package subscript(_ name: String) -> NamedValues? {
        entries.first { isSame($0.name, name) }
    }

    package mutating func put(_ entry: NamedValues) {
        if let index = entries.firstIndex(where: { isSame($0.name, entry.name) }) {
            entries[index] = entry
        } else {
            entries.append(entry)
        }
    }

    package mutating func remove(_ name: String) {
        let ignoringCase = ignoringCase
        entries.removeAll { Self.isSame($0.name, name, ignoringCase) }
    }

    package mutating func removeAll(where isUnwanted: (NamedValues) -> Bool) {
        entries.removeAll(where: isUnwanted)
    }

    private func isSame(_ one: String, _ other: String) -> Bool { Self.isSame(one, other, ignoringCase) }

    private static func isSame(_ one: String, _ other: String, _ ignoringCase: Bool) -> Bool {
        guard ignoringCase else { return one == other }
        guard one.utf8.count == other.utf8.count else { return false }
        // ASCII letters only: header names have no others.
        return zip(one.utf8, other.utf8).allSatisfy { left, right in
            left == right || (left | 0x20 == right | 0x20 && (97...122).contains(left | 0x20))
        }
    }
}

import BatonHTTP
package import BatonSecrets
import BatonValues

/// A name with its values, for query, form, headers and cookies.
package struct NamedValues: Sendable {
    package var name: String
    package var values: [String]
    /// The strongest place that writes the name.
    package var layer: RequestLayer
    /// Whether a value contains a secret.
    package var isSecret: Bool

    package init(name: String, values: [String], layer: RequestLayer, isSecret: Bool = false) {
        self.name = name
        self.values = values
        self.layer = layer
        self.isSecret = isSecret
    }

    /// Whether it is a credential: by its name, or because a value contains a secret.
    package var isCredential: Bool { isSecret || Self.isCredential(named: name) }

    /// Whether the name is one of a secret field, whatever a project masks.
    package static func isCredential(named name: String) -> Bool { SecretNames.documented.contains(name) }
}

/// Merges named values from the weakest place to the strongest: a later entry replaces one of the same name, and an
/// entry without values removes it.
package struct NamedValueMerger: Sendable {
    private let ignoringCase: Bool
    /// Removed names stay here without values.
    package private(set) var entries: [NamedValues] = []

    package init(ignoringCase: Bool) {
        self.ignoringCase = ignoringCase
    }

    /// Whether there are no entries.
    package var isEmpty: Bool { entries.isEmpty }

    /// Each value with its name.
    package var pairs: [(String, String)] {
        entries.flatMap { entry in entry.values.map { (entry.name, $0) } }
    }

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

    /// Adds an API key, unless a stronger place writes a value under its name.
    package mutating func put(key entry: NamedValues) {
        if self[entry.name].map({ $0.layer <= entry.layer }) ?? true { put(entry) }
    }

    package mutating func remove(_ name: String) {
        let ignoringCase = ignoringCase
        entries.removeAll { Self.isSame($0.name, name, ignoringCase) }
    }

    /// Marks the entries whose names a project adds to the secret fields.
    package mutating func mark(_ names: SecretNames) {
        for index in entries.indices where names.contains(entries[index].name) { entries[index].isSecret = true }
    }

    /// Removes the credentials that may not be sent to the origin of the request.
    ///
    /// - Parameter areCredentials: whether all entries are credentials, as cookies are.
    package mutating func keepAllowed(by trust: OriginTrust, areCredentials: Bool = false) {
        guard !trust.isTrusted else { return }
        entries.removeAll { (areCredentials || $0.isCredential) && !trust.allowsCredentials(of: $0.layer) }
    }

    private func isSame(_ one: String, _ other: String) -> Bool { Self.isSame(one, other, ignoringCase) }

    private static func isSame(_ one: String, _ other: String, _ ignoringCase: Bool) -> Bool {
        ignoringCase ? one.isEqualIgnoringCase(to: other) : one.hasSameBytes(as: other)
    }
}

extension String {
    /// Ignores the case of ASCII letters only, because header names have no others.
    package func isEqualIgnoringCase(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var (one, other) = (self, other)
        return one.withUTF8 { one in
            other.withUTF8 { other in
                one.indices.allSatisfy { one[$0].asciiLowercased == other[$0].asciiLowercased }
            }
        }
    }
}

/// A header line, or a decoded pair of a query, form or cookie; the original order is kept.
package struct HeaderField: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HeaderField] {
    /// The first value with this name, compared case-insensitively, as RFC 9110 defines for field names.
    package func first(_ name: String) -> String? {
        first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

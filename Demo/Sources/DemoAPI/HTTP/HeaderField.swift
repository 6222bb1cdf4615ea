/// A header line, or a decoded pair of a query, form or cookie: name, value, in the order in which they came.
package struct HeaderField: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HeaderField] {
    /// The first value under this name; upper and lower case are the same, as RFC 9110 says of field names.
    package func first(_ name: String) -> String? {
        first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// The request headers that a stored response depends on (RFC 9111 section 4.1).
package struct VariedHeaders: Sendable, Hashable {
    /// Names in lower case, sorted, with their values joined; nil for a header that the request did not have.
    package var values: [Value]
    /// `Vary: *`: the response matches no other request.
    package var isAlways: Bool

    package struct Value: Sendable, Hashable {
        package var name: String
        package var value: String?

        package init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }

    package init(values: [Value], isAlways: Bool) {
        self.values = values
        self.isAlways = isAlways
    }

    /// Reads the `Vary` headers of a response and the values that its request had for them.
    package init(_ response: Headers, request: Headers) {
        var names: Set<String> = []
        for field in response.values("vary") {
            for name in field.lowercased().split(separator: ",") {
                let name = String(name.filter { $0 != " " && $0 != "\t" })
                if !name.isEmpty { names.insert(name) }
            }
        }
        isAlways = names.remove("*") != nil
        values = names.sorted().map { Value(name: $0, value: Self.value($0, request)) }
    }

    /// Whether another request has the same values; `*` matches no request.
    package func match(_ request: Headers, ignoring ignored: Set<String> = [], minding always: Bool = true) -> Bool {
        if always, isAlways { return false }
        return values.allSatisfy { ignored.contains($0.name) || Self.value($0.name, request) == $0.value }
    }

    /// Spaces around commas make no difference (section 4.1).
    private static func value(_ name: String, _ request: Headers) -> String? {
        let fields = request.values(name)
        guard !fields.isEmpty else { return nil }
        return fields.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { part in
                let start = part.drop { $0 == " " || $0 == "\t" }
                let end = start.lastIndex { $0 != " " && $0 != "\t" }.map { start.index(after: $0) } ?? start.startIndex
                return String(start[..<end])
            }
            .joined(separator: ",")
    }
}

/// A method, a path pattern and the handler for requests that match both.
///
/// In a pattern, `{name}` matches one non-empty segment, and a `**` at the end matches the rest. The method `*` matches
/// all methods.
struct Route: Sendable {
    typealias Handler = @Sendable (DemoRequest) async throws -> DemoResponse

    let method: String
    /// The pattern as it is written.
    let path: String
    private let pattern: [Substring]
    let handler: Handler

    init(_ method: String, _ pattern: String, _ handler: @escaping Handler) {
        self.method = method
        path = pattern
        self.pattern = pattern.split(separator: "/")
        self.handler = handler
    }

    /// The values of the `{name}` segments; nil when the path does not match.
    func match(_ segments: [String]) -> [String: String]? {
        if pattern.isEmpty { return segments == [""] ? [:] : nil }
        let isOpen = pattern.last == "**"
        let fixed = isOpen ? pattern.dropLast() : pattern[...]
        guard isOpen ? segments.count >= fixed.count : segments.count == fixed.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, wanted) in zip(segments, fixed) {
            if wanted.hasPrefix("{") {
                guard !segment.isEmpty else { return nil }
                parameters[String(wanted.dropFirst().dropLast())] = segment
            } else if segment != wanted {
                return nil
            }
        }
        return parameters
    }
}

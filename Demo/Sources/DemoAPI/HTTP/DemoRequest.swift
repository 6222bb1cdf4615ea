/// A request as the endpoints receive it: path and query decoded, the body complete.
package struct DemoRequest: Sendable {
    package var method: String
    /// Percent-encoded, as it was sent.
    package var path: String
    package var query: [HeaderField]
    package var headers: [HeaderField]
    package var body: [UInt8]
    /// The values of the route's `{name}` segments; set by the router.
    package var parameters: [String: String] = [:]

    package init(
        method: String, path: String, query: String = "", headers: [HeaderField] = [], body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = URLEncoded.pairs(query)
        self.headers = headers
        self.body = body
    }

    /// The path's segments, split before they are decoded, so that `%2F` is not a separator.
    package var segments: [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            URLEncoded.decode($0)
        }
    }

    /// The media type without its parameters, in lower case.
    package var mediaType: String? {
        headers.first("Content-Type")?.split(separator: ";").first
            .map { $0.lowercased().trimmingBlanks() }
    }

    package var text: String? { String(validating: body, as: UTF8.self) }

    /// A `{name}` segment as a whole number.
    ///
    /// Throws a 404 for other text: there is no resource `/items/abc`.
    func number(_ name: String) throws -> Int {
        guard let number = parameters[name].flatMap({ Int($0) }) else { throw Refusal.notFound(self) }
        return number
    }

    /// A query value as a whole number within bounds; the default if the query does not have it.
    ///
    /// Throws a 400 that names the parameter for any other value.
    func queryNumber(_ name: String, in range: ClosedRange<Int>, default standard: Int) throws -> Int {
        guard let text = query.first(name) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw Refusal.badRequest([
                "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            ])
        }
        return number
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at either end.
    func trimmingBlanks() -> String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}

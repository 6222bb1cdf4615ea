/// Response headers that are kept, and sent back only to the origin that sent them.
package struct KeptHeaders: Sendable {
    /// The names that are kept, in any case of letters.
    package var names: [String]
    /// The only origins whose headers are kept.
    private let trusted: Set<Origin>
    private var fields: [Origin: Headers] = [:]

    init(_ names: [String] = [], from trusted: Set<Origin> = []) {
        self.names = names
        self.trusted = trusted
    }

    package var isEmpty: Bool { fields.isEmpty }

    package subscript(origin: Origin) -> Headers { fields[origin] ?? Headers() }

    /// One line per kept header, with its origin.
    var lines: [String] {
        fields.sorted { $0.key.description < $1.key.description }.flatMap { origin, headers in
            headers.map { "\(origin)\t\($0.name): \($0.value)" }
        }
    }

    /// Every kept header, with the origin that it is sent to.
    var entries: [(Origin, Headers.Field)] {
        fields.sorted { $0.key.description < $1.key.description }.flatMap { origin, headers in
            headers.map { (origin, $0) }
        }
    }

    /// The origins whose headers are kept, in order.
    var origins: [Origin] { trusted.sorted { $0.description < $1.description } }

    /// Keeps a header of an earlier launch as if it came from that origin; one that would not be kept is left out.
    mutating func restore(_ name: String, _ value: String, for origin: Origin, note: ((String) -> Void)? = nil) {
        guard trusted.contains(origin), names.contains(where: { $0.lowercased() == name.lowercased() }) else { return }
        note?(value)
        fields[origin, default: Headers()].set(name, value, isCredential: true)
    }

    package var values: [String] { fields.values.flatMap { $0.map(\.value) } }

    /// Keeps the wanted headers of a response from that URL, for its origin.
    ///
    /// - Parameter note: called with every value that is kept, before any request can send it.
    mutating func receive(_ headers: Headers, from url: URLText, note: ((String) -> Void)? = nil) {
        guard !names.isEmpty else { return }
        let origin = url.origin
        guard trusted.contains(origin) else { return }
        for name in names {
            guard let value = headers.first(name) else { continue }
            note?(value)
            fields[origin, default: Headers()].set(name, value, isCredential: true)
        }
    }

    /// Adds the headers kept for the origin of that URL, except those that the request already has.
    func add(to headers: inout Headers, for url: URLText) {
        guard !fields.isEmpty, let kept = fields[url.origin] else { return }
        for field in kept where !headers.contains(field.name) {
            headers.append(field.name, field.value, isCredential: true)
        }
    }
}

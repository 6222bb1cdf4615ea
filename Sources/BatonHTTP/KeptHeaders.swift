/// Headers that responses carried, kept for the origin that sent them and for no other.
package struct KeptHeaders: Sendable {
    /// The names that are kept, in any case of letters.
    package var names: [String]
    /// The only origins that headers are kept of; each gets back what it handed out.
    private let trusted: Set<Origin>
    private var fields: [Origin: Headers] = [:]

    init(_ names: [String] = [], from trusted: Set<Origin> = []) {
        self.names = names
        self.trusted = trusted
    }

    package var isEmpty: Bool { fields.isEmpty }

    package subscript(origin: Origin) -> Headers { fields[origin] ?? Headers() }

    /// All of them, each with its origin.
    var lines: [String] {
        fields.sorted { $0.key.description < $1.key.description }.flatMap { origin, headers in
            headers.map { "\(origin)\t\($0.name): \($0.value)" }
        }
    }

    package var values: [String] { fields.values.flatMap { $0.map(\.value) } }

    /// Takes over what a response from that URL hands out, for its origin.
    ///
    /// - Parameter note: is told every value that is kept, before anyone can send it.
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

    /// Adds what goes back to the origin of that URL to headers that do not name it already.
    func add(to headers: inout Headers, for url: URLText) {
        guard !fields.isEmpty, let kept = fields[url.origin] else { return }
        for field in kept where !headers.contains(field.name) {
            headers.append(field.name, field.value, isCredential: true)
        }
    }
}

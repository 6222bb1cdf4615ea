import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonYAML

/// Reads a map of headers; literal names and values are checked.
struct HeaderReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    func headers(_ node: YAMLNode) -> MapTemplate {
        let map = templates.parameters(node)
        guard case .entries(let entries) = map else { return map }
        var first: [String: MapTemplate.Entry] = [:]
        for entry in entries {
            guard let name = entry.key.literal else { continue }
            if !Token.isValid(name) { sink.report(.invalidHeaderName(name, at: entry.key.range)) }
            if case .literal(.string(let value)) = entry.value, value.utf8.contains(where: { $0 == 10 || $0 == 13 }) {
                sink.report(.lineBreakInHeader(name, at: entry.range))
            }
            if case .literal(.null) = entry.value, ["host", "content-length"].contains(name.lowercased()) {
                sink.report(.headerIsNeeded(name, at: entry.range))
            }
            guard entries.count > 1 else { break }
            if let other = first.updateValue(entry, forKey: name.lowercased()) {
                sink.report(.headerTwice(name, at: entry.key.range, first: other.key.range))
            }
        }
        return map
    }
}

extension MapTemplate {
    /// The place of a header with this literal name, in any case of letters.
    func range(ofHeader name: String) -> SourceRange? {
        guard case .entries(let entries) = self else { return nil }
        return entries.first { $0.key.literal?.lowercased() == name }?.key.range
    }

    /// The literal value of a header with this name, in any case of letters; nil for a computed value.
    func value(ofHeader name: String) -> (text: String, range: SourceRange)? {
        guard case .entries(let entries) = self,
            let entry = entries.first(where: { $0.key.literal?.lowercased() == name }),
            case .literal(.string(let text)) = entry.value
        else { return nil }
        return (text, entry.range)
    }
}

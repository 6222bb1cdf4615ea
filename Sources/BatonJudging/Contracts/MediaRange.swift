import BatonHTTP

/// A media type of an OpenAPI document, or a range of them, with its parameters: `application/json; version=1`, `text/*`.
package struct MediaRange: Sendable {
    /// As messages show it: type and subtype in lower case, parameters as written.
    package let text: String
    private let essence: String
    private let parameters: [(name: String, value: String)]

    package init(_ written: String) {
        essence = MediaType.essence(of: written)
        parameters = MediaType.parameters(of: written)
        text = ([essence] + parameters.map { "\($0.name)=\($0.value)" }).joined(separator: "; ")
    }

    /// How closely the range describes a Content-Type; nil where it does not (RFC 9110, 12.5.1): a type counts more than
    /// a range, and of the same type each parameter more.
    func closeness(to contentType: String) -> Int? {
        guard let closeness = closeness(toEssence: MediaType.essence(of: contentType)) else { return nil }
        let sent = MediaType.parameters(of: contentType)
        let fits = parameters.allSatisfy { wanted in
            guard let value = sent.first(where: { $0.name == wanted.name })?.value else {
                // A message without a charset leaves it open.
                return wanted.name == "charset"
            }
            return wanted.name == "charset" ? value.lowercased() == wanted.value.lowercased() : value == wanted.value
        }
        return fits ? closeness * 1000 + min(parameters.count, 999) : nil
    }

    private func closeness(toEssence type: String) -> Int? {
        if essence == type { return 4 }
        let main = type.prefix { $0 != "/" }
        // `application/*+json` of some documents.
        let suffix = type.split(separator: "+", omittingEmptySubsequences: false).dropFirst().last
        if let suffix, essence == "\(main)/*+\(suffix)" { return 3 }
        return essence == "\(main)/*" ? 2 : essence == "*/*" ? 1 : nil
    }
}

extension Sequence {
    /// The element whose range describes a Content-Type most closely, the first of several; nil where none does.
    func closest(to contentType: String, _ range: (Element) -> MediaRange) -> Element? {
        var best: (element: Element, closeness: Int)?
        for element in self {
            guard let closeness = range(element).closeness(to: contentType) else { continue }
            if closeness > best?.closeness ?? -1 { best = (element, closeness) }
        }
        return best?.element
    }
}

/// How a body of a media type is read for its schema.
package enum ContentKind: Sendable {
    case json, form, multipart, text
    /// Bytes, markup, a stream: nothing that a schema can be held against.
    case other

    package init(_ contentType: String) {
        let type = contentType.prefix { $0 != ";" }.trimmingBlanks.lowercased()
        if type == "application/json" || type == "text/json" || type.hasSuffix("+json") {
            self = .json
        } else if type == "application/x-www-form-urlencoded" {
            self = .form
        } else if type == "multipart/form-data" {
            self = .multipart
        } else if type == "text/plain" {
            self = .text
        } else {
            self = .other
        }
    }
}

extension Substring {
    /// Without spaces and tabs at its ends.
    var trimmingBlanks: String {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let start = utf8.drop(while: isBlank)
        guard let end = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(Substring(start[...end]))
    }
}

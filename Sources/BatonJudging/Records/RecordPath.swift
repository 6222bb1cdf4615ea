import BatonAPI
package import BatonJSON

/// A part of a response that a field may have as its value, such as a header. The caller of the mapper finds it.
package protocol ResponsePart: AnyObject, Sendable {
    /// The part in words: "the header `ETag`".
    var written: String { get }
}

/// Path from a record's value to a field's value.
package enum RecordPath: Sendable {
    case path(JSONPath)
    case keyPath(JSONKeyPath)
    /// A part of the response other than its JSON document.
    case part(any ResponsePart)

    /// Whether the path can match several places: its value is a list then, possibly an empty one.
    package var findsList: Bool {
        if case .path(let path) = self { !path.isSingular } else { false }
    }

    /// Whether the value is in another part of the response than its JSON document.
    package var isOfResponse: Bool { if case .part = self { true } else { false } }

    /// Whether the path is `$`: the record's value itself.
    package var isRoot: Bool {
        if case .path(let path) = self { path.text == "$" } else { false }
    }

    /// Whether the path can match inside a list: `0.name`, `$[0]`.
    var mayStartInList: Bool {
        switch self {
        case .keyPath(let path): path.parts[0].utf8.allSatisfy { (48...57).contains($0) }
        case .path(let path): !path.text.hasPrefix("$.") || path.text.hasPrefix("$..") || path.text.hasPrefix("$.*")
        case .part: false
        }
    }

    var reachable: (JSONValue) -> JSONReach? {
        switch self {
        case .path(let path): { path.reach(in: $0) }
        case .keyPath(let path): { path.reach(in: $0) }
        case .part: { _ in nil }
        }
    }

    /// The steps of the path, for the place that a failure names.
    var position: [ConversionFailure.Step] {
        switch self {
        case .path(let path): path.text == "$" ? [] : [.path(String(path.text.dropFirst()))]
        case .part(let part): [.part(part.written)]
        case .keyPath(let path):
            path.parts.map { part in
                part.utf8.allSatisfy { (48...57).contains($0) }
                    ? Int(part).map { .index($0) } ?? .name(part) : .name(part)
            }
        }
    }
}

import BatonJSON
import BatonLanguage
import BatonValues

/// The content of a document at the place where a path ends without a match.
struct Neighbourhood {
    /// A part of a sentence: "; `$.user` has name, age".
    let words: String
    let suggestion: Hint?

    /// - Parameter owner: the name of the root in messages.
    init(of path: PathTemplate, in root: JSONValue, owner rootName: String = "the body") {
        let isBody = rootName == "the body"
        func shown(_ path: String) -> String { isBody ? path : EventsPath.written(path) }
        let reach: JSONReach? =
            switch path {
            case .path(let path): path.reach(in: root)
            case .keyPath(let path): path.reach(in: root)
            case .template: nil
            }
        let value = reach?.value ?? root
        let owner = reach.map { $0.isRoot ? rootName : "`\(shown("\($0.path)"))`" } ?? rootName
        words = "; \(owner) \(ValueExcerpt.contents(of: value))"
        if let reach, reach.isInFilter, case .name(let name) = reach.missing {
            let near = (value.objectValue?.members.map(\.name)).flatMap { Spelling.nearest(to: name, in: $0) }
            suggestion =
                near.map { "did you mean `@.\($0)`?" }
                ?? .accepting(
                    "write `{ exists: false }`", because: "the filter compares `@.\(name)`, which no element has")
        } else if let reach, case .name(let name) = reach.missing, case .object(let object) = value,
            let near = Spelling.nearest(to: name, in: object.members.map(\.name))
        {
            suggestion = "did you mean `\(shown("\(reach.appending(near))"))`?"
        } else if let reach, case .name(let name) = reach.missing, ["length", "size", "count"].contains(name),
            value.hasLength
        {
            suggestion = "for its length write `\(shown("\(reach.path)")): { length: … }`; in an expression, `size(…)`"
        } else {
            suggestion = nil
        }
    }
}

extension JSONValue {
    /// Whether the value is a list or a text, which the operator `length` measures.
    fileprivate var hasLength: Bool {
        switch self {
        case .array, .string: true
        case .null, .bool, .number, .object: false
        }
    }
}

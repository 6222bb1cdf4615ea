package import BatonDiagnostics
import BatonHTTP
import BatonJSON

/// Why a capture gave no value.
package struct CaptureProblem: Error, Sendable {
    package let kind: String
    package let message: String
    package var expected: String?
    package var actual: String?
    package var hint: String?
    package let range: SourceRange

    init(
        _ kind: Failure.Kind, _ message: String, expected: String? = nil, actual: String? = nil, hint: String? = nil,
        at range: SourceRange
    ) {
        self.kind = kind.rawValue
        self.message = message
        self.expected = expected
        self.actual = actual
        self.hint = hint
        self.range = range
    }
}

extension CaptureProblem {
    /// A value was there, and it cannot become what `as` wants.
    init(_ failure: ConversionFailure, of capture: Capture) {
        let place = capture.source.place(of: failure.position)
        self.init(
            failure.kind, "\(capture.name): expected \(failure.wanted) \(place), got \(failure.brief)",
            expected: failure.wanted, actual: failure.got, hint: failure.hint, at: capture.range)
    }
}

extension Capture.Source {
    /// Where the value came from, for messages: "at `$.age`", "in the header `Location`".
    func place(of position: [Int] = []) -> String {
        switch self {
        case .path(_, let written):
            let steps = position.map { written.hasPrefix("$") ? "[\($0)]" : ".\($0)" }.joined()
            return "at `\(written)\(steps)`"
        case .header(let name): return "in the header `\(name.written)`"
        case .cookie(let name): return "in the cookie `\(name.written)`"
        case .search(let search): return "in what `\(search.pattern.written)` finds"
        case .expression(let expression):
            return "from `\(expression.text)\(position.map { "[\($0)]" }.joined())`"
        }
    }
}

extension PatternTemplate {
    var written: String {
        switch self {
        case .pattern(_, let written): written
        case .template(let text): text.written
        }
    }
}

/// What there is in a document where a path finds nothing.
struct Neighbourhood {
    /// A part of a sentence: "; `$.user` has name, age".
    let words: String
    let suggestion: String?

    init(of path: PathTemplate, in root: JSONValue) {
        let reach: JSONReach? =
            switch path {
            case .path(let path): path.reach(in: root)
            case .keyPath(let path): path.reach(in: root)
            case .template: nil
            }
        let value = reach?.value ?? root
        let owner = reach.map { $0.isRoot ? "the body" : "`\($0.path)`" } ?? "the body"
        words = "; \(owner) \(Self.contents(of: value))"
        if let reach, case .name(let name) = reach.missing, case .object(let object) = value,
            let near = Spelling.nearest(to: name, in: object.members.map(\.name))
        {
            suggestion = "did you mean `\(reach.appending(near))`?"
        } else {
            suggestion = nil
        }
    }

    private static func contents(of value: JSONValue) -> String {
        switch value {
        case .object(let object) where !object.isEmpty:
            let names = object.members.prefix(12).map { Shown.cut($0.name, limit: 40) }.joined(separator: ", ")
            return "has \(names)\(object.count > 12 ? ", …" : "")"
        case .object: return "is an empty object"
        case .array(let elements): return elements.isEmpty ? "is an empty list" : "is a list of \(elements.count)"
        case .null: return "is null"
        default: return "is \(value.typeName == "integer" ? "an" : "a") \(value.typeName)"
        }
    }
}

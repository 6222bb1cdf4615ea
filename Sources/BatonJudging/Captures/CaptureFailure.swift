import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonLanguage
import BatonValues

extension StepFailure {
    /// A found value that cannot be converted by `as`, as a whole or in parts.
    init(_ failures: MappingFailures, of capture: Capture) {
        self.init(failures, of: capture.name, capture.range) { capture.source.place(of: $0) }
    }

    /// A found value that cannot be converted.
    init(_ failure: ConversionFailure, of capture: Capture) {
        self.init(MappingFailures(failure), of: capture)
    }

    /// Parts of a whole document that do not fit their types.
    init(_ failures: MappingFailures, of name: String, _ range: SourceRange) {
        self.init(failures, of: name, range) { failure in
            if case .part(let words)? = failure.position.last { return "in \(words)" }
            return "at `\(failure.place(behind: "$"))`"
        }
    }

    /// - Parameter range: the place of a failure that belongs to no field of a type.
    private init(
        _ failures: MappingFailures, of name: String, _ range: SourceRange,
        placed: (ConversionFailure) -> String
    ) {
        var all = failures.items.map { item in
            var failure = StepFailure(item.failure, of: name, placed: placed(item.failure), item.field ?? range)
            if item.field != nil { failure.related = ("the capture", range) }
            return failure
        }
        if failures.omitted > 0 {
            let words = failures.omitted == 1 ? "1 more value does" : "\(failures.omitted) more values do"
            all.append(StepFailure(.mappingType, "\(name): \(words) not fit", at: range))
        }
        self = all.first ?? StepFailure(.mappingType, "\(name): it does not fit", at: range)
        others = Array(all.dropFirst())
    }

    private init(_ failure: ConversionFailure, of name: String, placed place: String, _ range: SourceRange) {
        if failure.kind == .notXML {
            self.init(failure.kind, "\(name): \(failure.got)", expected: failure.wanted, actual: "none", at: range)
            return
        }
        guard let context = failure.context else {
            self.init(
                failure.kind, "\(name): expected \(failure.wanted) \(place), got \(failure.brief)",
                expected: failure.wanted, actual: failure.got, hint: failure.hint, at: range)
            return
        }
        self.init(
            failure.kind, "\(name): there is nothing \(place); what should hold it \(context)",
            expected: failure.wanted, actual: failure.got, hint: failure.hint, at: range)
    }
}

extension Capture.Source {
    /// The origin of the value, for messages: "at `$.age`", "in the header `Location`".
    func place(of failure: ConversionFailure) -> String {
        switch self {
        case .path(_, let written), .events(_, let written): "at `\(failure.place(behind: written))`"
        case .header(let name): "in the header `\(name.written)`"
        case .cookie(let name): "in the cookie `\(name.written)`"
        case .xpath(let query): "at `\(query.path.text)\(failure.place(behind: "$").dropFirst())`"
        case .search(let search): "in what `\(search.pattern.written)` finds"
        case .expression(let expression): "from `\(expression.text)\(failure.place(behind: "$").dropFirst())`"
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

/// The content of a document at the place where a path ends without a match.
struct Neighbourhood {
    /// A part of a sentence: "; `$.user` has name, age".
    let words: String
    let suggestion: String?

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
                ?? "the filter compares `@.\(name)`, which no element has; where that is right, write `{ exists: false }`"
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

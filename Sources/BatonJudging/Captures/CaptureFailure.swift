import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonLanguage

extension StepFailure {
    /// A found value that cannot be converted by `as`, as a whole or in parts.
    init(_ failures: MappingFailures, of capture: Capture) {
        self.init(failures, of: capture.name, capture.range) { capture.source.place(of: $0) }
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
                expected: failure.wanted, actual: failure.got, hint: failure.advice, at: range)
            return
        }
        self.init(
            failure.kind, "\(name): there is nothing \(place); what should hold it \(context)",
            expected: failure.wanted, actual: failure.got, hint: failure.advice, at: range)
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

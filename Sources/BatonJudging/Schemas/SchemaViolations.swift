import BatonDiagnostics
import BatonJSON
import BatonJSONSchema
import BatonLanguage
import BatonSecrets
import BatonValues

/// Describes why a value does not fit a schema.
struct SchemaViolations {
    let schema: CompiledSchema
    let wording: Wording
    /// The beginning of paths.
    let root: String
    /// The text that stands for content that was not looked into.
    var unseen: String?
    /// What no message shows.
    var hidden = HiddenParts()

    func words(of value: JSONValue) -> ComparisonFailure.Words {
        let (found, more) = schema.schema.violations(
            of: value, unseen: unseen, limit: StepFailure.Difference.limit)
        let differences = found.map(difference)
        var words = ComparisonFailure.Words(
            expected: schema.described, actual: wording.json(hidden.hiding(value, at: [])), differences: differences,
            moreDifferences: more)
        guard let first = differences.first else { return words }
        var message = ""
        var told = first
        var position = 0
        // What keeps the nearest of several alternatives from fitting follows them, alternatives in it too.
        while case .none(let count, let nearest) = found[position].finding, position + 1 < found.count {
            message += "\(told.path) fits none of \(count) alternatives; the nearest is"
            message += " \(found[position].keyword)/\(nearest): "
            position += 1
            told = differences[position]
        }
        message += told.headline
        let others = more + differences.count - position - 1
        words.message = message + (others > 0 ? " (and \(others) more)" : "")
        return words
    }

    /// The place in the contract of the first keyword that does not let the value pass.
    func range(of value: JSONValue) -> SourceRange? {
        let found = schema.schema.violations(of: value, unseen: unseen, limit: StepFailure.Difference.limit).found
        // Of alternatives that all fail, the nearest says more than the list of them.
        let told = found.first { violation in
            if case .none = violation.finding { false } else { true }
        }
        return (told ?? found.first).flatMap { schema.places[$0.place.document]?.range(of: $0.place) }
    }

    private func difference(_ violation: JSONSchema.Violation) -> StepFailure.Difference {
        let hiddenDepth = hidden.depth(violation.way) ?? .max
        let steps = violation.way.enumerated().map { position, step -> DocumentWay.Step in
            switch step {
            case .name(let name): .name(position < hiddenDepth ? name : Redactor.mask)
            case .index(let index): .index(index)
            }
        }
        let expected = expected(violation)
        var rule = ValueText.cut(wording.mask(schema.rule(at: violation.place)))
        if violation.repeats > 0 { rule += ", also in \(Plural.count(violation.repeats, "other element"))" }
        return StepFailure.Difference(
            path: DocumentWay(root: root, steps: steps).text(wording),
            expected: violation.isName ? "the name to be \(expected)" : expected, actual: actual(violation), rule: rule)
    }

    // MARK: - What is wanted

    private func expected(_ violation: JSONSchema.Violation) -> String {
        switch violation.finding {
        case .type(let names): names.map(Wording.article).joined(separator: " or ")
        case .const(let value): wording.json(value)
        case .values(let values): list(values)
        case .bound(let limit): "\(Self.relation(violation.keyword))\(wording.json(.number(limit)))"
        case .multiple(let divisor): "a multiple of \(wording.json(.number(divisor)))"
        case .count(let limit, _): amount(violation.keyword, limit)
        case .pattern(let pattern): "a text that matches \(ValueText.cut(wording.mask(pattern)))"
        case .format(let name): SchemaFormats.described(name)
        case .duplicate: "elements that differ from each other"
        case .missing(nil): "a value"
        case .missing(let cause?): "a value, because there is \(wording.text(cause))"
        case .unexpected where violation.keyword == "readOnly": "nothing, because it is read-only"
        case .unexpected where violation.keyword == "writeOnly": "nothing, because it is write-only"
        case .unexpected: "nothing"
        case .contains(_, let least, let most): contains(violation.keyword, least, most)
        case .none(let count, _): "one of \(count) alternatives"
        case .several(_, let count): "exactly one of \(count) alternatives"
        case .negated: "anything but what `not` describes"
        }
    }

    /// Some of the values that `enum` lists.
    private func list(_ values: [JSONValue]) -> String {
        if values.count == 1 { return wording.json(values[0]) }
        let shown = values.prefix(10).map { ValueText.headline(wording.json($0)) }.joined(separator: ", ")
        return "one of \(shown)" + (values.count > 10 ? ", … (\(values.count) values)" : "")
    }

    private static func relation(_ keyword: String) -> String {
        switch keyword {
        case "minimum": "at least "
        case "maximum": "at most "
        case "exclusiveMinimum": "more than "
        default: "less than "
        }
    }

    private func amount(_ keyword: String, _ limit: Int) -> String {
        "\(keyword.hasPrefix("min") ? "at least" : "at most") \(Plural.count(limit, Self.noun(keyword)))"
    }

    private static func noun(_ keyword: String) -> String {
        keyword.hasSuffix("Length") ? "character" : keyword.hasSuffix("Items") ? "element" : "member"
    }

    private func contains(_ keyword: String, _ least: Int, _ most: Int?) -> String {
        if keyword == "maxContains", let most { return "at most \(Plural.count(most, "element")) that fit `contains`" }
        return least == 1
            ? "an element that fits `contains`" : "at least \(Plural.count(least, "element")) that fit `contains`"
    }

    // MARK: - What is there

    private func actual(_ violation: JSONSchema.Violation) -> String {
        let shown = hidden.hiding(violation.value, at: violation.way)
        let value = wording.json(shown)
        switch violation.finding {
        case .missing: return "nothing"
        case _ where hidden.depth(violation.way) != nil: return value
        case .count(_, let count): return "\(value) (\(Plural.count(count, Self.noun(violation.keyword))))"
        case .duplicate(let first, let second):
            let element = shown[first].map { wording.json($0) } ?? "a value"
            return "\(element) as element \(first) and element \(second)"
        case .contains(0, _, _): return "none in \(value)"
        case .contains(let found, _, _): return "\(found) in \(value)"
        case .none(_, let nearest): return "\(value), which is nearest to \(violation.keyword)/\(nearest)"
        case .several(let fitting, _):
            let names = fitting.prefix(10).map { "\(violation.keyword)/\($0)" }
            return "\(value), which fits \(names.joined(separator: " and "))"
        default: return value
        }
    }
}

extension CompiledSchema {
    /// The place of a keyword: `item.json#/properties/id`, in a contract with its line before it.
    fileprivate func rule(at place: JSONSchema.Place) -> String {
        if let file = places[place.document] {
            return "\(file.range(of: place)) #\(file.writtenPointer(place.pointer))"
        }
        return "\(names[place.document] ?? place.document)#\(place.pointer)"
    }
}

extension StepFailure.Difference {
    /// One line, in which long values are cut.
    fileprivate var headline: String {
        "\(path): expected \(ValueText.headline(expected)), got \(ValueText.headline(actual))"
    }
}

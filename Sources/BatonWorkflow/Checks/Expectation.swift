import BatonJSON

/// What a test wants, in the words of a message.
struct Expectation {
    let scope: any TemplateScope
    let wording: Wording

    func text(_ test: Check.Test) -> String {
        switch test {
        case .equals(let template): value(template)
        case .anyStatus(let patterns): text(patterns)
        case .document(let pattern, _): pattern.shown(wording)
        case .leadingBytes(let text): text.written
        case .operators(let comparisons): comparisons.map(text).joined(separator: " and ")
        }
    }

    func text(_ patterns: [Check.StatusPattern]) -> String {
        patterns.map { pattern in
            switch pattern {
            case .code(let code): "\(code)"
            case .category(let hundreds): "\(hundreds)xx"
            case .computed(let expression): value(.expression(expression))
            }
        }.joined(separator: " or ")
    }

    private func text(_ comparison: Check.Comparison) -> String {
        let word = comparison.comparison
        return switch comparison.operand {
        case .value(let template): "\(Self.relation(word))\(value(template))"
        case .text(let text): "\(Self.relation(word))\(wording.text((try? text.text(from: scope)) ?? text.written))"
        case .statuses(let patterns): "\(word == .eq || word == .in ? "" : "anything but ")\(text(patterns))"
        case .flag(let wanted):
            switch word {
            case .exists: wanted ? "a value" : "nothing"
            case .empty: wanted ? "nothing in it" : "something in it"
            default: wanted ? "elements that differ from each other" : "an element that is there twice"
            }
        case .types(let names): names.map(Wording.article).joined(separator: " or ")
        case .formats(let formats): formats.map(\.described).joined(separator: " or ")
        case .duration(let template):
            "\(Self.relation(word))\((try? template.microseconds(from: scope)).map(Shown.duration) ?? "a duration")"
        case .pattern(let pattern): "\(Self.relation(word))\(wording.mask(pattern.written))"
        case .closeTo(let center, let tolerance): "\(value(center)), give or take \(value(tolerance))"
        case .schema(let schema): schema.described
        case .ascending(let ascending): "elements in \(ascending ? "ascending" : "descending") order"
        case .test(let test): text(word, of: test)
        }
    }

    func text(_ word: Operator, of test: Check.Test) -> String {
        switch word {
        case .length: "a length of \(text(test))"
        case .each: "each element to be \(text(test))"
        case .any: "any element to be \(text(test))"
        case .none: "no element to be \(text(test))"
        default: "not \(text(test))"
        }
    }

    private func value(_ template: Template) -> String {
        (try? template.json(from: scope)).map { wording.json($0) } ?? "a value"
    }

    private static func relation(_ word: Operator) -> String {
        switch word {
        case .ne: "anything but "
        case .gt: "greater than "
        case .gte: "at least "
        case .lt: "less than "
        case .lte: "at most "
        case .in: "one of "
        case .notIn: "none of "
        case .contains: "something that contains "
        case .notContains: "something that does not contain "
        case .startsWith: "a text that starts with "
        case .endsWith: "a text that ends with "
        case .matches: "a text that matches "
        case .notMatches: "a text that does not match "
        default: ""
        }
    }
}

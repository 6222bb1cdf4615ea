import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonRegex

/// Holds an answer against what its step expects; every check is evaluated, whatever the others gave.
package struct CheckEvaluator {
    private let answer: Answer
    private let scope: any TemplateScope

    package init(_ answer: Answer, scope: any TemplateScope) {
        self.answer = answer
        self.scope = scope
    }

    /// Nil when the check is met.
    package func evaluate(_ check: Check) throws(TemplateFailure) -> CheckFailure? {
        switch try subject(of: check) {
        case .failure(let failure): return failure
        case .actual(let actual): return try evaluate(check, actual)
        }
    }

    private enum Found {
        case actual(Actual)
        /// The subject itself is not to be had, whatever the test says.
        case failure(CheckFailure)
    }

    private func evaluate(_ check: Check, _ actual: Actual) throws(TemplateFailure) -> CheckFailure? {
        guard let mismatch = try mismatch(check.test, actual) else { return nil }
        return CheckFailure(
            kind: Failure.Kind.check.rawValue, message: "\(check.label): \(mismatch.message)", label: check.label,
            comparison: mismatch.comparison.rawValue, expected: mismatch.expected, actual: mismatch.actual,
            differences: mismatch.differences, hint: mismatch.hint, range: check.range)
    }

    // MARK: - What is looked at

    private func subject(of check: Check) throws(TemplateFailure) -> Found {
        switch check.subject {
        case .status: return .actual(.json(.integer(answer.response.status)))
        case .body: return .actual(.text(answer.text))
        case .size: return .actual(.json(.integer(answer.response.size)))
        case .url: return .actual(.text(answer.response.url.text))
        case .duration: return .actual(.duration(answer.response.timings.total))
        case .httpVersion: return .actual(.text(answer.response.httpVersion.description))
        case .header(let name):
            guard let value = answer.response.headers[name] else {
                return .actual(.missing(why: "the answer has no header `\(name)`"))
            }
            return .actual(.text(value))
        case .cookie(let name, let attribute): return .actual(cookie(name, attribute))
        case .path(let path): return try self.path(path, check)
        }
    }

    private func cookie(_ name: String, _ attribute: String?) -> Actual {
        guard let cookie = answer.cookies.last(where: { $0.name == name }) else {
            return .missing(why: "the answer sets no cookie `\(name)`")
        }
        guard let attribute else { return .text(cookie.value) }
        return cookie.attribute(attribute) ?? .missing(why: "the cookie `\(name)` has no `\(attribute)`")
    }

    private func path(_ path: PathTemplate, _ check: Check) throws(TemplateFailure) -> Found {
        let root: JSONValue
        switch answer.json {
        case .value(let value): root = value
        case .empty: return .failure(notJSON(check, "the body is empty"))
        case .failed(let error): return .failure(notJSON(check, "the body is not JSON: \(error.description)"))
        }
        do throws(PathFailure) {
            return .actual(try path.actual(in: root, from: scope))
        } catch {
            switch error {
            case .template(let failure): throw failure
            case .evaluation(let message):
                return .failure(
                    CheckFailure(
                        kind: Failure.Kind.check.rawValue, message: "\(check.label): \(message)", label: check.label,
                        range: check.range))
            }
        }
    }

    private func notJSON(_ check: Check, _ message: String) -> CheckFailure {
        CheckFailure(
            kind: Failure.Kind.notJSON.rawValue, message: "\(check.label): \(message)", label: check.label,
            expected: "a JSON body", actual: Shown.text(answer.text), range: check.range)
    }

    // MARK: - What it is held against

    private func mismatch(_ test: Check.Test, _ actual: Actual) throws(TemplateFailure) -> Mismatch? {
        switch test {
        case .equals(let template):
            if case .missing(let why) = actual { return missing(why, .eq, try shown(template)) }
            return Operator.equality(.eq, actual, try template.json(from: scope))
        case .anyStatus(let patterns):
            return status(patterns, actual)
        case .operators(let comparisons):
            for comparison in comparisons {
                if let mismatch = try mismatch(comparison, actual) { return mismatch }
            }
            return nil
        }
    }

    private func shown(_ template: Template) throws(TemplateFailure) -> String {
        Shown.json(try template.json(from: scope))
    }

    private func missing(_ why: String, _ comparison: Operator, _ expected: String) -> Mismatch {
        Mismatch(comparison, expected: expected, actual: "nothing", message: "expected \(expected), but \(why)")
    }

    private func status(_ patterns: [Check.StatusPattern], _ actual: Actual) -> Mismatch? {
        let status = answer.response.status
        if patterns.contains(where: { $0.matches(status) }) { return nil }
        let words = patterns.map(\.description).joined(separator: " or ")
        return Mismatch(.eq, expected: words, actual: actual.shown)
    }

    private func mismatch(_ comparison: Check.Comparison, _ actual: Actual) throws(TemplateFailure) -> Mismatch? {
        let word = comparison.comparison
        if case .flag(let wanted) = comparison.operand, word == .exists {
            guard let mismatch = Operator.existence(actual, wanted) else { return nil }
            if case .missing(let why) = actual { return missing(why, .exists, "a value") }
            return mismatch
        }
        if case .missing(let why) = actual {
            return missing(why, word, try expectation(comparison))
        }
        switch comparison.operand {
        case .flag(let wanted): return Operator.emptiness(actual, wanted)
        case .types(let names): return Operator.type(actual, names)
        case .duration(let template):
            guard case .duration(let microseconds) = actual else { return nil }
            return Operator.order(word, duration: microseconds, try template.microseconds(from: scope))
        case .pattern(let pattern): return try match(word, actual, pattern)
        case .nested(let test): return try length(actual, test)
        case .value(let template): return try compare(word, actual, try template.json(from: scope))
        }
    }

    private func compare(_ word: Operator, _ actual: Actual, _ expected: JSONValue) throws(TemplateFailure) -> Mismatch?
    {
        switch word {
        case .eq, .ne: Operator.equality(word, actual, expected)
        case .gt, .gte, .lt, .lte: Operator.order(word, actual, expected)
        case .in, .notIn: Operator.membership(word, actual, expected)
        case .contains, .notContains: Operator.containment(word, actual, expected)
        case .startsWith, .endsWith: Operator.affix(word, actual, expected)
        case .length: try length(actual, .equals(.literal(expected)))
        case .matches, .notMatches, .empty, .exists, .type: nil
        }
    }

    private func length(_ actual: Actual, _ test: Check.Test) throws(TemplateFailure) -> Mismatch? {
        guard let length = Operator.length(of: actual) else {
            return Mismatch(.length, expected: "something with a length", actual: "\(actual.shown), which has none")
        }
        guard var mismatch = try mismatch(test, .json(.integer(length))) else { return nil }
        mismatch.comparison = .length
        mismatch.message = "expected a length of \(mismatch.expected), got \(length): \(actual.shown)"
        mismatch.expected = "length \(mismatch.expected)"
        mismatch.actual = "length \(length)"
        return mismatch
    }

    private func match(_ word: Operator, _ actual: Actual, _ pattern: PatternTemplate) throws(TemplateFailure)
        -> Mismatch?
    {
        switch pattern {
        case .pattern(let pattern, let written): return Operator.match(word, actual, pattern, written: written)
        case .template(let text):
            let written = try text.text(from: scope)
            do {
                return Operator.match(word, actual, try Pattern(written), written: written)
            } catch {
                throw TemplateFailure("`\(written)` is no regular expression: \(error.message)", at: text.range)
            }
        }
    }

    /// What a comparison wants, in words, for a subject that is not there.
    private func expectation(_ comparison: Check.Comparison) throws(TemplateFailure) -> String {
        let word = comparison.comparison.rawValue
        switch comparison.operand {
        case .value(let template): return "\(word) \(try shown(template))"
        case .types(let names): return names.joined(separator: " or ")
        case .flag: return word
        case .duration(let template): return "\(word) \(Shown.duration(try template.microseconds(from: scope)))"
        case .pattern(.pattern(_, let written)): return "\(word) \(written)"
        case .pattern(.template(let text)): return "\(word) \(text.written)"
        case .nested: return word
        }
    }
}

extension Cookie {
    /// What stands behind `@` in a check: `sid@path`.
    func attribute(_ name: String) -> Actual? {
        switch name {
        case "value": .text(value)
        case "path": .text(path)
        case "domain": .text(domain)
        case "secure": .json(.bool(isSecure))
        case "http_only": .json(.bool(isHTTPOnly))
        case "same_site": sameSite.map { .text($0) }
        case "expires": expires.map { .json(.integer(Int($0))) }
        default: nil
        }
    }
}

extension Check.StatusPattern {
    func matches(_ status: Int) -> Bool {
        switch self {
        case .code(let code): code == status
        case .category(let hundreds): status / 100 == hundreds
        }
    }

    var description: String {
        switch self {
        case .code(let code): "\(code)"
        case .category(let hundreds): "\(hundreds)xx"
        }
    }
}

import BatonJSON

/// Holds one value against a test. A test that holds costs no text; words are made by whoever shows a mismatch.
struct TestEvaluator {
    let scope: any TemplateScope
    /// Where the value stands, for the paths of differences: `$.items`.
    var place = "$"

    /// Nil when the test holds. Of several operators the first that fails is told; one that does not fit the type
    /// makes the whole a failure also under `not`.
    func mismatch(_ test: Check.Test, _ actual: Actual) throws(TemplateFailure) -> Mismatch? {
        switch test {
        case .operators(let comparisons):
            var first: Mismatch?
            for comparison in comparisons {
                guard let mismatch = try mismatch(comparison, actual) else { continue }
                if first == nil {
                    first = mismatch
                } else if mismatch.reason != .unmet, first?.reason == .unmet {
                    first?.reason = mismatch.reason
                }
            }
            return first
        case .equals(let template):
            if case .missing(let absence) = actual { return missing(absence, test, .eq) }
            return Operator.equality(.eq, actual, try template.json(from: scope), at: place)
        case .anyStatus(let patterns): return try status(.in, patterns, actual)
        case .document(let pattern, let extent):
            guard let value = actual.value else {
                return .unfit(.eq, actual, "which is no JSON") { _ in "a document" }
            }
            let filled = try pattern.filled(from: scope)
            if extent == .subset, filled.isEmptyObject {
                return .checksNothing("json_includes", .eq, actual, operand: "{}")
            }
            if filled.accepts(value, extent) { return nil }
            let place = place
            return Mismatch(.eq) { wording in DocumentComparison.words(filled, value, extent, wording, at: place) }
        case .leadingBytes: return .unfit(.startsWith, actual, "which is no body") { _ in "bytes of a body" }
        }
    }

    func mismatch(_ comparison: Check.Comparison, _ actual: Actual) throws(TemplateFailure) -> Mismatch? {
        let word = comparison.comparison
        if word == .exists, case .flag(let wanted) = comparison.operand { return Operator.existence(actual, wanted) }
        if word == .not, case .test(let test) = comparison.operand { return try negation(test, actual) }
        if case .missing(let absence) = actual { return missing(absence, .operators([comparison]), word) }
        switch comparison.operand {
        case .value(let template): return compare(word, actual, try template.json(from: scope))
        case .text(let text): return Operator.affix(word, actual, try text.text(from: scope))
        case .statuses(let patterns): return try status(word, patterns, actual)
        case .flag(let wanted):
            return word == .empty ? Operator.emptiness(actual, wanted) : Operator.uniqueness(actual, wanted)
        case .types(let names): return Operator.type(actual, names)
        case .formats(let formats): return Operator.format(actual, formats)
        case .duration(let template):
            guard case .duration(let microseconds) = actual else {
                return .unfit(word, actual, "which is no duration") { _ in "a duration" }
            }
            return Operator.order(word, duration: microseconds, try template.microseconds(from: scope))
        case .pattern(let template):
            let filled = try template.filled(from: scope)
            return Operator.match(word, actual, filled.pattern, written: filled.written)
        case .closeTo(let value, let tolerance):
            return Operator.closeness(actual, try value.json(from: scope), try tolerance.json(from: scope))
        case .ascending(let ascending): return Operator.sorting(actual, ascending: ascending)
        case .schema(let template): return Operator.schema(actual, try template.compiled(from: scope), at: place)
        case .test(let test):
            return word == .length ? try length(actual, test) : try elements(word, actual, test)
        }
    }

    private func compare(_ word: Operator, _ actual: Actual, _ expected: JSONValue) -> Mismatch? {
        switch word {
        case .eq, .ne: Operator.equality(word, actual, expected, at: place)
        case .gt, .gte, .lt, .lte: Operator.order(word, actual, expected)
        case .in, .notIn: Operator.membership(word, actual, expected)
        case .contains, .notContains: Operator.containment(word, actual, expected)
        default: .unfit(word, actual, "which it cannot be held against") { $0.json(expected) }
        }
    }

    private func missing(
        _ absence: @escaping () -> Actual.Absence, _ test: Check.Test, _ word: Operator
    ) -> Mismatch {
        .missing(word, .missing, absence) { wording in Expectation(scope: scope, wording: wording).text(test) }
    }

    private func status(
        _ word: Operator, _ patterns: [Check.StatusPattern], _ actual: Actual
    ) throws(TemplateFailure) -> Mismatch? {
        var isAny = false
        for pattern in patterns where try pattern.matches(actual, from: scope) { isAny = true }
        let wantsAny = word == .eq || word == .in
        if isAny == wantsAny { return nil }
        return Mismatch(word) { wording in
            let words = Expectation(scope: scope, wording: wording).text(patterns)
            return .init(expected: wantsAny ? words : "anything but \(words)", actual: wording.actual(actual))
        }
    }

    private func length(_ actual: Actual, _ test: Check.Test) throws(TemplateFailure) -> Mismatch? {
        guard let length = Operator.length(of: actual) else {
            return .unfit(.length, actual, "which has none") { _ in "something with a length" }
        }
        guard var mismatch = try mismatch(test, .json(.integer(length))) else { return nil }
        mismatch.comparison = .length
        return mismatch.changing { words, wording in
            words.expected = "length \(words.expected)"
            words.actual = "length \(length)"
            words.message = words.sentence + ": \(Shown.headline(wording.actual(actual)))"
            words.hint = nil
        }
    }

    /// `not` passes when none of its operators holds. What does not fit the value's type, or is not there, fails.
    private func negation(_ test: Check.Test, _ actual: Actual) throws(TemplateFailure) -> Mismatch? {
        var held: Check.Test?
        var unfit: Mismatch?
        func consider(_ part: Check.Test, _ mismatch: Mismatch?) {
            if let mismatch {
                if mismatch.reason != .unmet, unfit == nil { unfit = mismatch }
            } else if held == nil {
                held = part
            }
        }
        if case .operators(let comparisons) = test {
            for comparison in comparisons { consider(.operators([comparison]), try mismatch(comparison, actual)) }
        } else {
            consider(test, try mismatch(test, actual))
        }
        if var unfit {
            unfit.comparison = .not
            return unfit
        }
        guard let held else { return nil }
        return Mismatch(.not) { wording in
            .init(
                expected: "not \(Expectation(scope: scope, wording: wording).text(held))",
                actual: wording.actual(actual))
        }
    }
}

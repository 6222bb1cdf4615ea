import BatonJSON

extension TestEvaluator {
    /// `each`, `any` and `none`: an element whose type does not fit the inner operators makes the whole unfit, unless
    /// `any` finds another that passes.
    func elements(_ word: Operator, _ actual: Actual, _ test: Check.Test) throws(TemplateFailure) -> Mismatch? {
        guard let elements = actual.parts else {
            return .unfit(word, actual, "which is no list") { wording in text(word, test, wording) }
        }
        if elements.isEmpty {
            if word == .none { return nil }
            // No element passes, so that `not: { any }` holds; of `each` nothing is known.
            return Mismatch(word, word == .each ? .unfit : .unmet) { wording in
                .init(expected: text(word, test, wording), actual: "an empty list")
            }
        }
        var tally = Tally()
        for (index, element) in elements.enumerated() {
            let mismatch = try mismatch(test, element)
            tally.add(mismatch, at: index)
            if word == .any, mismatch == nil { return nil }
        }
        switch word {
        case .each: return each(tally, actual, elements, test)
        case .any:
            return Mismatch(word, tally.reason) { wording in
                .init(expected: text(word, test, wording), actual: wording.actual(actual))
            }
        default: return none(tally, actual, elements, test)
        }
    }

    /// What was found among the elements.
    private struct Tally {
        var failed = 0
        var firstFailed: (index: Int, mismatch: Mismatch)?
        var firstUnfit: (index: Int, mismatch: Mismatch)?
        var firstPassed: Int?
        var passed = 0

        var reason: Mismatch.Reason { firstUnfit == nil ? .unmet : .unfit }

        mutating func add(_ mismatch: Mismatch?, at index: Int) {
            guard let mismatch else {
                passed += 1
                if firstPassed == nil { firstPassed = index }
                return
            }
            failed += 1
            if firstFailed == nil { firstFailed = (index, mismatch) }
            if mismatch.reason != .unmet, firstUnfit == nil { firstUnfit = (index, mismatch) }
        }
    }

    private func each(_ tally: Tally, _ actual: Actual, _ elements: [Actual], _ test: Check.Test) -> Mismatch? {
        guard let first = tally.firstFailed else { return nil }
        return Mismatch(.each, tally.reason) { wording in
            if first.mismatch.comparison == .schema, let words = schemaWords(tally, elements, test, wording) {
                return words
            }
            var words = first.mismatch.words(wording)
            let more = tally.failed > 1 ? " (and \(tally.failed - 1) more of \(elements.count))" : ""
            words.message = "element \(first.index): \(words.sentence)\(more)"
            words.expected = text(.each, test, wording)
            words.actual = wording.actual(actual)
            words.differences = []
            return words
        }
    }

    /// What keeps the first element from fitting a schema, with its paths from the root of the document.
    private func schemaWords(
        _ tally: Tally, _ elements: [Actual], _ test: Check.Test, _ wording: Wording
    ) -> Mismatch.Words? {
        guard let index = tally.firstFailed?.index else { return nil }
        let evaluator = TestEvaluator(scope: scope, place: "\(place)[\(index)]")
        guard let mismatch = try? evaluator.mismatch(test, elements[index]) else { return nil }
        var words = mismatch.words(wording)
        let more = tally.failed - 1
        if more > 0 { words.message = "\(words.sentence); \(more) more of \(elements.count) elements do not fit" }
        return words
    }

    private func none(
        _ tally: Tally, _ actual: Actual, _ elements: [Actual], _ test: Check.Test
    ) -> Mismatch? {
        if let unfit = tally.firstUnfit {
            return Mismatch(.none, .unfit) { wording in
                var words = unfit.mismatch.words(wording)
                words.message = "element \(unfit.index): \(words.sentence)"
                return words
            }
        }
        guard let index = tally.firstPassed else { return nil }
        return Mismatch(.none) { wording in
            let expected = text(.none, test, wording)
            let more = tally.passed > 1 ? " (and \(tally.passed - 1) more)" : ""
            return .init(
                expected: expected, actual: wording.actual(actual),
                message:
                    "expected \(expected), but element \(index) is \(Shown.headline(wording.actual(elements[index])))\(more)"
            )
        }
    }

    private func text(_ word: Operator, _ test: Check.Test, _ wording: Wording) -> String {
        Expectation(scope: scope, wording: wording).text(word, of: test)
    }
}

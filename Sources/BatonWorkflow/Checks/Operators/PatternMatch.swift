import BatonDiagnostics
import BatonJSON
import BatonRegex

/// `matches` and `not_matches`.
struct PatternMatch: CheckOperator {
    enum Relation: String {
        case matches
        case notMatches = "not_matches"
    }

    let relation: Relation
    let pattern: PatternTemplate

    static let words = [
        OperatorWord(
            "matches", .text, "A regular expression (PCRE2) is found in the text.", fits: .string
        ) { operand in
            operand.isEmptyText ? operand.reportEmptyText() : read(.matches, operand)
        },
        OperatorWord("not_matches", .text, "A regular expression is not found in the text.", fits: .string) { operand in
            operand.isEmptyText ? operand.reportEmptyTextIsEverywhere() : read(.notMatches, operand)
        },
    ]

    private static func read(_ relation: Relation, _ operand: WrittenOperand) -> PatternMatch? {
        let text = operand.templates.text(operand.node, for: .pattern)
        guard let literal = text.literal else { return PatternMatch(relation: relation, pattern: .template(text)) }
        do {
            let pattern = try Pattern(literal)
            if Self.isFoundEverywhere(pattern, literal) { return report(relation, operand) }
            if let help = Self.helpForForeign(literal) {
                return operand.report(.foreignPattern(relation.rawValue, at: operand.node.range, help: help))
            }
            return PatternMatch(relation: relation, pattern: .pattern(pattern, written: literal))
        } catch {
            return operand.report(.invalidPattern(error, in: operand.node))
        }
    }

    /// Whether the pattern is found in every text: it matches the empty text, and nothing in it depends on the text
    /// around, such as `^` or `(?=…)`.
    private static func isFoundEverywhere(_ pattern: Pattern, _ written: String) -> Bool {
        let assertions = ["^", "$", "(?", "(*", #"\b"#, #"\B"#, #"\A"#, #"\z"#, #"\Z"#, #"\G"#, #"\K"#]
        guard !assertions.contains(where: { written.containsUTF8($0) }) else { return false }
        return (try? pattern.matches("")) == true
    }

    private static func report(_ relation: Relation, _ operand: WrittenOperand) -> PatternMatch? {
        let help = "it is found in every text, because it also stands for no character; `+` wants one at least"
        guard relation == .matches else {
            return operand.report(
                .cannotHold("`not_matches` with this expression can never hold", at: operand.node.range, help: help))
        }
        return operand.report(
            .checksNothing("`matches` with this expression", at: operand.node.range, help: help))
    }

    /// The advice for a pattern as other languages write it, which would be searched for with its slashes
    /// (`/^a/i`) or with a backslash as a character (`'\\\\d+'`); nil for any other.
    private static func helpForForeign(_ written: String) -> String? {
        if written.hasPrefix("/"), let end = written.lastIndex(of: "/"), end != written.startIndex {
            let inner = written[written.index(after: written.startIndex)..<end]
            let flags = written[written.index(after: end)...]
            let isAnchored = inner.hasPrefix("^") || inner.hasSuffix("$")
            // `/en/us` is a path.
            let isPattern = inner.contains { #"^$\[](){}+*?|."#.contains($0) }
            guard isPattern, flags.allSatisfy({ "gimsuy".contains($0) }), !flags.isEmpty || isAnchored else {
                return nil
            }
            let options = String(flags.filter { "ims".contains($0) })
            return
                "slashes and letters behind them are searched for as they are: write `\(options.isEmpty ? "" : "(?\(options))")\(inner)`"
        }
        let bytes = Array(written.utf8)
        let backslash = UInt8(ascii: "\\")
        guard bytes.count > 2 else { return nil }
        for index in 0..<bytes.count - 2 where bytes[index] == backslash && bytes[index + 1] == backslash {
            if index > 0, bytes[index - 1] == backslash { continue }
            let next = index + 3 < bytes.count ? bytes[index + 3] : UInt8(ascii: "$")
            if "dwsDWSb".utf8.contains(bytes[index + 2]), "+*?{$".utf8.contains(next) {
                return
                    "`\\\\` is searched for as a backslash: without quotes and in single quotes write one, `\\\(Character(Unicode.Scalar(bytes[index + 2])))`"
            }
        }
        return nil
    }

    var word: String { relation.rawValue }

    func mismatch(_ actual: Actual, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        let (pattern, written) = try pattern.filled(from: evaluator.scope)
        func wanted(_ wording: Wording) -> String {
            (relation == .matches ? "to match " : "not to match ") + wording.mask(written)
        }
        guard let text = actual.value?.stringValue else {
            return .unfit(word, actual, "which is no text", expected: wanted)
        }
        if written.isEmpty { return .checksNothing(word, actual, operand: "\"\"") }
        let isFound: Bool
        do {
            isFound = try pattern.matches(text)
        } catch {
            return Mismatch(word, .unfit) { wording in
                .init(
                    expected: wanted(wording), actual: "\(wording.actual(actual)): \(error.message)",
                    hint: "the expression needs too much work for this text; make it simpler")
            }
        }
        if isFound == (relation == .matches) { return nil }
        return Mismatch(word) { wording in .init(expected: wanted(wording), actual: wording.actual(actual)) }
    }

    func wanted(_ expectation: Expectation) -> String {
        (relation == .matches ? "a text that matches " : "a text that does not match ")
            + expectation.wording.mask(pattern.written)
    }
}

extension Diagnostic {
    /// Reports a pattern in the form of another language, which finds nothing here.
    fileprivate static func foreignPattern(_ word: String, at range: SourceRange, help: String) -> Diagnostic {
        Diagnostic(
            "workflow.invalid-pattern", "`\(word)` would find nothing with this: it is written as in another language",
            at: range, help: help)
    }
}

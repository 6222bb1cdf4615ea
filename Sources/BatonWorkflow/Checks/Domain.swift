import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonText

/// The values that a subject can have, as far as they are known before there is a response.
///
/// Operators that together accept all of them check nothing, and operators that accept none can never hold: both are
/// errors of the file. A missing value counts where `exists` is among the operators; without it a missing value fails.
struct Domain {
    enum Values {
        /// Whatever JSON can be.
        case any
        case list
        case flag
        case number
        /// Whole numbers from here to there.
        case whole(least: Int?, most: Int?)
        /// Microseconds from here on.
        case duration(least: Int64)
        /// Text from outside JSON, which also equals the number or boolean that it spells.
        case text
        /// Text of a form.
        case form(@Sendable (String) -> Bool, example: String)
        /// One of these texts.
        case texts([String])
    }

    let values: Values
    /// In words: `a whole number from 0`.
    let described: String
    /// What to write where no value of the domain meets a test.
    var help: String?
    var mayBeMissing = true

    static let any = Domain(values: .any, described: "any JSON value")
    static let text = Domain(values: .text, described: "a text")
    static let alwaysText = Domain(values: .text, described: "a text", mayBeMissing: false)
    static let flag = Domain(values: .flag, described: "true or false")
    static let wholeNumber = Domain(values: .whole(least: nil, most: nil), described: "a whole number")
    static let number = Domain(values: .number, described: "a number", mayBeMissing: false)
    static let matches = Domain(
        values: .list, described: "a list, because it may find several values",
        help: "write a list, or look at its elements: `{ each: … }`, `{ any: … }`, `{ none: … }`, `{ contains: … }`")
    static let list = Domain(
        values: .list, described: "a list",
        help: "write a list, or look at its elements: `{ each: … }`, `{ contains: … }`, `{ length: … }`")
    static let redirects = Domain(
        values: .list, described: list.described, help: list.help, mayBeMissing: false)
    static let size = Domain(
        values: .whole(least: 0, most: nil), described: "a whole number from 0", mayBeMissing: false)
    static let length = size
    static let exitCode = Domain(
        values: .whole(least: 0, most: 255), described: "a whole number from 0 to 255", mayBeMissing: false)
    static let status = Domain(
        values: .whole(least: 100, most: 599), described: "a whole number from 100 to 599", mayBeMissing: false)

    static func path(_ path: PathTemplate) -> Domain {
        if case .path(let path) = path, !path.isSingular { .matches } else { .any }
    }

    static func texts(_ texts: [String]) -> Domain {
        Domain(
            values: .texts(texts), described: "one of " + texts.map { "`\($0)`" }.joined(separator: ", "),
            mayBeMissing: false)
    }

    // MARK: - What a test accepts

    /// Reports a test that accepts all values, or none, and an operand that no value equals.
    ///
    /// - Parameter label: what is checked, as the file names it.
    /// - Returns: whether the test tells values apart.
    func approves(_ test: Check.Test, of label: String, at range: SourceRange, _ sink: DiagnosticSink) -> Bool {
        let operations = test.operations
        if let stranger = operations.lazy.flatMap(\.equals).first(where: { !contains($0) }) {
            sink.report(neverEqual(stranger, label, at: range))
            return false
        }
        switch extent(of: test, operations) {
        case .some: return true
        case .all:
            sink.report(
                .checksNothing(
                    "a test that every value of `\(label)` meets", at: range, help: "`\(label)` is \(described)"))
        case .none:
            sink.report(
                .cannotHold(
                    "no value of `\(label)` meets this: it is \(described)", at: range, help: help))
        }
        return false
    }

    private func neverEqual(_ stranger: JSONValue, _ label: String, at range: SourceRange) -> Diagnostic {
        if case .texts(let all) = values, let text = stranger.stringValue {
            let near = Spelling.nearest(to: text, in: all)
            return .cannotHold(
                "`\(text)` is no value of `\(label)`", at: range,
                help: near.map { "did you mean `\($0)`?" } ?? "it is \(described)")
        }
        return .cannotHold(
            "`\(label)` is \(described), and never `\(Shown.headline(JSONWriter.compact(stranger)))`", at: range,
            help: help)
    }

    private enum Extent { case all, some, none }

    private func extent(of test: Check.Test, _ operations: [any CheckOperator]) -> Extent {
        if operations.isEmpty { return .some }
        let bounds = operations.flatMap { $0.bounds ?? [] }
        var accepts = false
        var rejects = false
        /// Whether it is known already that the test tells values apart.
        func decides(_ values: [Actual]) -> Bool {
            for value in values {
                switch meets(value, operations) {
                case true?: accepts = true
                case false?: rejects = true
                case nil: return true
                }
                if accepts, rejects { return true }
            }
            return false
        }
        let missing: [Actual] =
            mayBeMissing && operations.contains(where: \.comparesMissing)
            ? [.missing { .init(why: "it is missing") }] : []
        // Most tests are told apart by their own operands and any other value.
        if decides(bounds.lazy.filter(contains).map(actual) + missing) || decides(others(than: bounds)) { return .some }
        return accepts ? .all : .none
    }

    /// Whether a value meets all operators; nil where only the response tells.
    private func meets(_ value: Actual, _ operations: [any CheckOperator]) -> Bool? {
        var isKnown = true
        for operation in operations {
            switch meets(value, operation) {
            case true?: continue
            case false?: return false
            case nil: isKnown = false
            }
        }
        return isKnown ? true : nil
    }

    private func meets(_ value: Actual, _ operation: any CheckOperator) -> Bool? {
        if case .missing = value, !operation.comparesMissing { return false }
        // Of an enumeration all values are tried, so that an operator may look into them.
        let isEnumeration = if case .texts = values { true } else { false }
        if operation.bounds == nil, !isEnumeration {
            return operation.fits.map(value.isOne) == false ? false : nil
        }
        do {
            return try operation.mismatch(value, TestEvaluator(scope: NoScope())) == nil
        } catch {
            return nil
        }
    }

    // MARK: - Its values

    /// Whether a value can equal an operand.
    private func contains(_ operand: JSONValue) -> Bool {
        switch (values, operand) {
        case (.any, _), (.list, .array), (.flag, .bool), (.number, .number), (.duration, .number): true
        case (.text, .string), (.text, .number), (.text, .bool): true
        case (.whole(let least, let most), .number(let number)):
            number.isInteger && least.map { number >= JSONNumber($0) } != false
                && most.map { number <= JSONNumber($0) } != false
        case (.form(let accepts, _), .string(let text)): accepts(text)
        case (.texts(let all), .string), (.texts(let all), .number): all.contains { Actual.text($0).equals(operand) }
        default: false
        }
    }

    /// A value of this domain that equals an operand.
    private func actual(_ operand: JSONValue) -> Actual {
        switch (values, operand) {
        case (.text, .string(let text)), (.form, .string(let text)), (.texts, .string(let text)): .text(text)
        case (.text, _), (.texts, _): .text(JSONWriter.compact(operand))
        case (.duration, .number(let number)): .duration(number.int ?? 0)
        case (.list, .array(let elements)): .matches(elements)
        default: .json(operand)
        }
    }

    /// A value on each side of every bound, and one of each type.
    private func others(than bounds: [JSONValue]) -> [Actual] {
        switch values {
        case .any:
            Self.kinds.map { .json($0) } + Self.numbers(around: bounds).map { .json(.number($0)) }
                + Self.texts(around: bounds).map { .json(.string($0)) }
        case .list: [.matches([]), .matches([.string("")])]
        case .flag: [.json(.bool(true)), .json(.bool(false))]
        case .number: Self.numbers(around: bounds).map { .json(.number($0)) }
        case .whole(let least, let most):
            ([least, most].compactMap { $0.map { JSONNumber($0) } } + Self.numbers(around: bounds))
                .map { .json(.number($0)) }.filter { $0.value.map(contains) == true }
        case .duration(let least):
            ([least] + Self.numbers(around: bounds).compactMap(\.int)).filter { $0 >= least }.map { .duration($0) }
        case .text:
            Self.texts(around: bounds).map { .text($0) }
                + Self.numbers(around: bounds).map { .text($0.text) } + [.text("true"), .text("false")]
        case .form(_, let example): [.text(example)]
        case .texts(let all): all.map { .text($0) }
        }
    }

    private static let kinds: [JSONValue] = [
        .null, .bool(true), .bool(false), .array([]), .array([.null]), .object(JSONObject()),
        .object(["member": .null]),
    ]

    /// Numbers beyond all bounds and between each two of them.
    private static func numbers(around bounds: [JSONValue]) -> [JSONNumber] {
        let known = bounds.compactMap(\.numberValue).sorted { $0 < $1 }
        let between = zip(known, known.dropFirst()).compactMap { number(between: $0, and: $1) }
        let near = known.compactMap(\.int).flatMap {
            [$0.subtractingReportingOverflow(1), $0.addingReportingOverflow(1)]
        }
        return farthest + between + near.filter { !$0.overflow }.map { JSONNumber($0.partialValue) }
    }

    private static let farthest = ["0", "1", "0.5", "-1e9999", "1e9999"].compactMap { JSONNumber(text: $0) }

    /// Nil where the two are so close that a double tells them not apart.
    private static func number(between low: JSONNumber, and high: JSONNumber) -> JSONNumber? {
        guard let one = Double(low.text), let other = Double(high.text) else { return nil }
        return JSONNumber(exactly: one / 2 + other / 2).flatMap { $0 > low && $0 < high ? $0 : nil }
    }

    private static func texts(around bounds: [JSONValue]) -> [String] {
        ["", "\u{10FFFF}"] + bounds.compactMap(\.stringValue).map { $0 + "\u{1}" }
    }
}

/// The scope of operands that are written out.
private final class NoScope: TemplateScope {
    func value(at slot: Int) throws(CELError) -> CELValue? { nil }
    func noteSecret(_ text: String) {}
}

extension Actual {
    /// Whether an operator for these types can be applied to the value.
    fileprivate func isOne(of types: ValueTypes) -> Bool {
        switch self {
        case .text: !types.isDisjoint(with: [.string, .number])
        case .json(let value): types.contains(ValueTypes(of: value))
        case .matches, .texts: types.contains(.array)
        case .duration, .missing: false
        }
    }
}

import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonValues

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
    var help: Message?
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
    func approves(
        _ test: Check.Test, of label: String, at range: @autoclosure () -> SourceRange, _ sink: DiagnosticSink
    ) -> Bool {
        let comparisons: [Check.Comparison]
        switch test {
        case .equals(let template):
            // Every domain has another value.
            guard let value = template.literalValue, !contains(value) else { return true }
            sink.report(neverEqual(value, label, at: range()))
            return false
        case .operators(let operators): comparisons = operators
        case .document, .leadingBytes, .xmlSchema: return true
        }
        var comparesEquality = false
        for comparison in comparisons {
            for value in comparison.operation.equals {
                comparesEquality = true
                if contains(value) { continue }
                sink.report(neverEqual(value, label, at: range()))
                return false
            }
        }
        // Beside the values that one operator names there are others, except in an enumeration.
        if comparesEquality, comparisons.count == 1, !isEnumeration { return true }
        switch extent(of: comparisons) {
        case .some: return true
        case .all:
            sink.report(
                .checksNothing(
                    "a test that every value of `\(label)` meets", at: range(), help: "`\(label)` is \(described)"))
        case .none:
            sink.report(
                .cannotHold(
                    "no value of `\(label)` meets this: it is \(described)", at: range(), help: help))
        }
        return false
    }

    private var isEnumeration: Bool {
        switch values {
        case .texts, .flag: true
        default: false
        }
    }

    private func neverEqual(_ stranger: JSONValue, _ label: String, at range: SourceRange) -> Diagnostic {
        if case .texts(let all) = values, let text = stranger.stringValue {
            let near = Spelling.nearest(to: text, in: all)
            return .cannotHold(
                "`\(text)` is no value of `\(label)`", at: range,
                help: near.map { "did you mean `\($0)`?" } ?? "it is \(described)")
        }
        return .cannotHold(
            "`\(label)` is \(described), and never `\(ValueText.headline(JSONWriter.compact(stranger)))`", at: range,
            help: help)
    }

    /// With more operands, only the response tells.
    private static let mostBounds = 64

    private enum Extent { case all, some, none }

    private func extent(of comparisons: [Check.Comparison]) -> Extent {
        var accepts = false
        var rejects = false
        /// Whether it is known already that the test tells values apart.
        func decides(_ value: ActualValue) -> Bool {
            switch meets(value, comparisons) {
            case true?: accepts = true
            case false?: rejects = true
            case nil: return true
            }
            return accepts && rejects
        }
        // Most tests are told apart by one of their bounds and one value of each type.
        let bounds = comparisons.flatMap { $0.operation.bounds ?? [] }
        if bounds.count <= Self.mostBounds {
            for bound in bounds where contains(bound) && decides(actual(bound)) { return .some }
        }
        if samples.contains(where: decides) { return .some }
        if mayBeMissing, comparisons.contains(where: { $0.operation.comparesMissing }),
            decides(.missing { .init(why: "it is missing") })
        {
            return .some
        }
        if bounds.count > Self.mostBounds { return .some }
        guard let others = others(than: bounds), !others.contains(where: decides) else { return .some }
        return accepts ? .all : .none
    }

    /// Whether a value meets all operators; nil where only the response tells.
    private func meets(_ value: ActualValue, _ comparisons: [Check.Comparison]) -> Bool? {
        var isKnown = true
        for comparison in comparisons {
            switch meets(value, comparison.operation) {
            case true?: continue
            case false?: return false
            case nil: isKnown = false
            }
        }
        return isKnown ? true : nil
    }

    private func meets(_ value: ActualValue, _ operation: any CheckOperator) -> Bool? {
        if case .missing = value, !operation.comparesMissing { return false }
        if operation.fits.map(value.isOne) == false { return false }
        // Of an enumeration all values are tried, so that an operator may look into them.
        if operation.bounds == nil, !isEnumeration { return nil }
        do {
            return try operation.failure(value, TestEvaluator(scope: NoScope.shared)) == nil
        } catch {
            return nil
        }
    }

    // MARK: - Its values

    /// Whether a value can equal an operand.
    private func contains(_ operand: JSONValue) -> Bool {
        switch (values, operand) {
        case (.any, _), (.list, .array), (.flag, .bool), (.number, .number): true
        case (.text, .string), (.text, .number), (.text, .bool): true
        case (.whole(let least, let most), .number(let number)):
            number.isInteger && least.map { number >= JSONNumber($0) } != false
                && most.map { number <= JSONNumber($0) } != false
        case (.form(let accepts, _), .string(let text)): accepts(text)
        case (.texts(let all), .string), (.texts(let all), .number):
            all.contains { ActualValue.text($0).equals(operand) }
        default: false
        }
    }

    /// A value of this domain that equals an operand.
    private func actual(_ operand: JSONValue) -> ActualValue {
        switch (values, operand) {
        case (.text, .string(let text)), (.form, .string(let text)), (.texts, .string(let text)): .text(text)
        case (.text, _), (.texts, _): .text(JSONWriter.compact(operand))
        case (.list, .array(let elements)): .matches(elements)
        default: .json(operand)
        }
    }

    /// A value on each side of every bound, and one of each type.
    ///
    /// - Returns: nil where two numbers are so close that no value between them is known.
    private func others(than bounds: [JSONValue]) -> [ActualValue]? {
        guard let numbers = Self.numbers(around: bounds) else { return nil }
        return switch values {
        case .any:
            numbers.map { .json(.number($0)) }
                + Self.texts(around: bounds).map { .json(.string($0)) }
        case .list, .flag, .form: []
        case .number: numbers.map { .json(.number($0)) }
        case .whole(let least, let most):
            ([least, most].compactMap { $0.map { JSONNumber($0) } } + numbers)
                .map { .json(.number($0)) }.filter { $0.value.map(contains) == true }
        case .duration(let least):
            ([least] + (bounds.compactMap(\.numberValue) + numbers).compactMap(\.int)).filter { $0 >= least }.map {
                .duration($0)
            }
        case .text:
            Self.texts(around: bounds).map { .text($0) } + numbers.map { .text($0.text) }
        case .texts(let all): all.map { .text($0) }
        }
    }

    /// A value of each type, whatever the bounds.
    private var samples: [ActualValue] {
        switch values {
        case .any: Self.kinds
        case .list: Self.lists
        case .flag: Self.flags
        case .text: Self.spelled
        case .form(_, let example): [.text(example)]
        case .number, .whole, .duration, .texts: []
        }
    }

    private static let kinds: [ActualValue] = [
        .json(.null), .json(.string("")), .json(1), .json(0.5), .json(.bool(true)), .json(.bool(false)), .json([]),
        .json([.null]), .json(.object(JSONObject())), .json(["member": .null]),
    ]
    private static let lists: [ActualValue] = [.matches([]), .matches([.string("")])]
    private static let flags: [ActualValue] = [.json(.bool(true)), .json(.bool(false))]
    private static let spelled: [ActualValue] = [.text(""), .text("0"), .text("true"), .text("false")]

    /// Numbers beyond all bounds and between each two of them.
    private static func numbers(around bounds: [JSONValue]) -> [JSONNumber]? {
        let known = bounds.compactMap(\.numberValue).sorted { $0 < $1 }
        var between: [JSONNumber] = []
        for (low, high) in zip(known, known.dropFirst()) where low < high {
            guard let number = number(between: low, and: high) else { return nil }
            between.append(number)
        }
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
private final class NoScope: TemplateScope, Sendable {
    static let shared = NoScope()

    func value(at slot: Int) throws(CELError) -> CELValue? { nil }
    func noteSecret(_ text: String) {}
}

extension ActualValue {
    /// Whether an operator for these types can be applied to the value.
    fileprivate func isOne(of types: ValueTypes) -> Bool {
        switch self {
        case .text: types.contains(.string) || types.contains(.number)
        case .json(let value): types.contains(ValueTypes(of: value))
        case .matches, .texts: types.contains(.array)
        case .duration, .missing: false
        }
    }
}

extension CertificatePart {
    var domain: Domain {
        switch self {
        case .subject, .issuer, .serial: .text
        case .names: .list
        case .expiresIn: .any
        }
    }
}

extension Domain {
    static func xpath(_ query: XPathQuery) -> Domain {
        if query.wantsList { return .matches }
        return switch query.path.kind {
        case .nodes, .text: .text
        case .number: .number
        case .boolean: Domain(values: .flag, described: Domain.flag.described, mayBeMissing: false)
        }
    }
}

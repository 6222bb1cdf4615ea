import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// docs/semantics.md as laws: every operator with every operand on every value, against a model of a few lines.
@Suite struct OperatorLawTests {
    static let values: [JSONValue] = [
        .null, .bool(true), .bool(false), 0, 5, 5.5, 6, "", "5", "a", "ab", "b", "true", "null", [], [5], ["5"],
        ["a", "b"],
        [5, "a", .null], [[5]], [["a": 1, "b": 2], ["a": 1]], [:], ["a": 1], ["a": .null, "b": "a"],
    ]

    static let operands: [JSONValue] = [
        .null, .bool(true), 5, 5.5, "", "5", "a", "true", [], [5], ["5"], ["a", "b"], [5, .null], ["a": 1], [:],
    ]

    static let words = [
        "eq", "ne", "in", "not_in", "gt", "gte", "lt", "lte", "contains", "not_contains", "starts_with", "ends_with",
    ]

    /// What the page says; nil where the operator does not apply to the type of the value.
    static func model(_ word: String, _ operand: JSONValue, _ value: JSONValue) -> Bool? {
        let items: [JSONValue] = if case .array(let items) = operand { items } else { [operand] }
        switch word {
        case "eq": return value == operand
        case "ne": return value != operand
        case "in": return items.contains(value)
        case "not_in": return !items.contains(value)
        case "contains": return part(of: value).map { holds in items.allSatisfy(holds) }
        case "not_contains": return part(of: value).map { holds in !items.contains(where: holds) }
        case "starts_with", "ends_with":
            guard case .string(let text) = value, case .string(let part) = operand else { return nil }
            return word == "starts_with" ? text.hasPrefix(part) : text.hasSuffix(part)
        default:
            let order: Int
            switch (value, operand) {
            case (.number(let left), .number(let right)): order = JSONNumber.compare(left, right)
            case (.string(let left), .string(let right)): order = left == right ? 0 : left < right ? -1 : 1
            default: return nil
            }
            return word.hasPrefix("g")
                ? order > 0 || word == "gte" && order == 0 : order < 0 || word == "lte" && order == 0
        }
    }

    private static func part(of value: JSONValue) -> ((JSONValue) -> Bool)? {
        switch value {
        case .string(let text): { $0.stringValue.map { $0.isEmpty || text.contains($0) } ?? false }
        case .array(let elements): { elements.contains($0) }
        case .object(let object): { $0.stringValue.map { object[$0] != nil } ?? false }
        case .null, .bool, .number: nil
        }
    }

    /// Whether the operand is one that the operator takes.
    static func takes(_ word: String, _ operand: JSONValue) -> Bool {
        switch (word, operand) {
        case ("in", .array(let items)), ("not_in", .array(let items)): !items.isEmpty
        case ("in", _), ("not_in", _): false
        case ("gt", .number), ("gte", .number), ("lt", .number), ("lte", .number): true
        // No text is less than the empty one.
        case ("gt", .string(let text)), ("gte", .string(let text)), ("lt", .string(let text)),
            ("lte", .string(let text)):
            !text.isEmpty
        case ("gt", _), ("gte", _), ("lt", _), ("lte", _): false
        case ("starts_with", .string), ("ends_with", .string): true
        case ("starts_with", _), ("ends_with", _): false
        default: true
        }
    }

    static let cases = words.flatMap { word in operands.filter { takes(word, $0) }.map { (word, $0) } }

    @Test(arguments: cases) func `an operator holds as the page says`(_ word: String, _ operand: JSONValue) throws {
        let written = "{ \(word): \(JSONWriter.compact(operand)) }"
        let verdicts = try Verdicts("$.v: \(written)")
        let negated = try Verdicts("$.v: { not: \(written) }")
        for value in Self.values {
            let model = Self.model(word, operand, value)
            #expect(try verdicts.holds(value) == (model == true), "\(written) on \(JSONWriter.compact(value))")
            #expect(try negated.holds(value) == (model == false), "not \(written) on \(JSONWriter.compact(value))")
        }
    }

    @Test(arguments: cases) func `each, any and none ask the operator about the elements`(
        _ word: String, _ operand: JSONValue
    ) throws {
        let written = "{ \(word): \(JSONWriter.compact(operand)) }"
        let each = try Verdicts("$.v: { each: \(written) }")
        let any = try Verdicts("$.v: { any: \(written) }")
        let none = try Verdicts("$.v: { none: \(written) }")
        for value in Self.values {
            let elements: [JSONValue]? = if case .array(let elements) = value { elements } else { nil }
            let models = elements?.map { Self.model(word, operand, $0) }
            let text = "\(written) on \(JSONWriter.compact(value))"
            #expect(
                try each.holds(value) == (models.map { !$0.isEmpty && $0.allSatisfy { $0 == true } } == true),
                "each \(text)")
            #expect(try any.holds(value) == (models?.contains(true) == true), "any \(text)")
            #expect(try none.holds(value) == (models?.allSatisfy { $0 == false } == true), "none \(text)")
        }
    }

    /// The same thing as a condition.
    private static let conditions: [(word: String, condition: @Sendable (String) -> String)] = [
        ("eq", { "response.json.v == \($0)" }), ("ne", { "response.json.v != \($0)" }),
        ("in", { "response.json.v in \($0)" }), ("not_in", { "!(response.json.v in \($0))" }),
        ("gt", { "response.json.v > \($0)" }), ("gte", { "response.json.v >= \($0)" }),
        ("lt", { "response.json.v < \($0)" }), ("lte", { "response.json.v <= \($0)" }),
        ("starts_with", { "response.json.v.startsWith(\($0))" }), ("ends_with", { "response.json.v.endsWith(\($0))" }),
    ]

    @Test(arguments: conditions.map(\.word)) func `a condition has the verdict of the check`(_ word: String) throws {
        let condition = try #require(Self.conditions.first { $0.word == word }).condition
        for operand in Self.operands where Self.takes(word, operand) {
            let written = JSONWriter.compact(operand)
            let check = try Verdicts("$.v: { \(word): \(written) }")
            let same = try Verdicts("that:\n        - '\(condition(written))'")
            for value in Self.values {
                // An expression that fails is no verdict for it.
                let verdict = (try? same.holds(value)) ?? false
                #expect(try check.holds(value) == verdict, "\(word) \(written) on \(JSONWriter.compact(value))")
            }
        }
    }

    @Test(arguments: cases) func `a check that passed is hollow by the three reasons of the page`(
        _ word: String, _ operand: JSONValue
    ) throws {
        let written = "{ \(word): \(JSONWriter.compact(operand)) }"
        let verdicts = try Verdicts("$.v: \(written)")
        for value in Self.values where Self.model(word, operand, value) == true {
            #expect(
                try verdicts.isHollow(value) == Self.isHollow(word, operand, value),
                "\(written) on \(JSONWriter.compact(value))")
        }
    }

    private static func isHollow(_ word: String, _ operand: JSONValue, _ value: JSONValue) -> Bool {
        func differ(_ one: JSONValue, _ other: JSONValue) -> Bool { other != .null && one.typeName != other.typeName }
        let items: [JSONValue] = if case .array(let items) = operand { items } else { [operand] }
        switch word {
        case "ne": return differ(value, operand)
        case "not_in": return items.allSatisfy { differ(value, $0) }
        case "starts_with", "ends_with": return operand == ""
        case "contains":
            if case .string = value { return items.allSatisfy { $0 == "" } }
            if case .object = value { return items.allSatisfy { $0 == "" } }
            return items.isEmpty
        case "not_contains":
            if case .array(let elements) = value {
                return elements.isEmpty || items.allSatisfy { item in elements.allSatisfy { differ($0, item) } }
            }
            return items.allSatisfy { $0 == "" } || items.allSatisfy { $0.stringValue == nil }
        default: return false
        }
    }
}

/// The verdicts of one check, loaded once.
struct Verdicts {
    private let template: RequestTemplate

    init(_ expect: String) throws {
        let loaded = Loading.load("steps:\n  - get: /x\n    expect:\n      \(expect)\n")
        guard case .request(let template)? = loaded.workflow?.steps.first?.action else {
            throw Checking.NotLoaded(messages: loaded.diagnostics.map(\.message.text))
        }
        self.template = template
    }

    /// Whether the check holds for `{"v": …}`.
    func holds(_ value: JSONValue) throws -> Bool { try verdict(value) != .failed }

    func isHollow(_ value: JSONValue) throws -> Bool { try verdict(value) == .hollow }

    enum Verdict { case met, hollow, failed }

    func verdict(_ value: JSONValue) throws -> Verdict { try verdict(body: .object(["v": value])) }

    func verdict(body: JSONValue) throws -> Verdict {
        let response = StepResponse(try Checking.response(JSONWriter.compact(body)))
        let scope = Checking.Scope(response)
        var isHollow = false
        for check in template.checks {
            switch try CheckEvaluator(response, scope: scope).evaluate(check, mask: { $0 }) {
            case .met: break
            case .hollow: isHollow = true
            case .failed: return .failed
            }
        }
        for condition in template.conditions where try !condition.evaluateCondition(in: scope) { return .failed }
        return isHollow ? .hollow : .met
    }
}

/// A negation does not hide that a check looked at nothing.
@Suite struct DoubleNegationTests {
    private static let cases: [(check: String, value: JSONValue)] = [
        (#"{ not: { not: { ne: "5" } } }"#, 5), (#"{ none: { not: { ne: "1" } } }"#, [1, 2, 3]),
        (#"{ not: { any: { not: { ne: "1" } } } }"#, [1, 2, 3]), (#"{ each: { not: { eq: "1" } } }"#, [1, 2]),
    ]

    @Test(arguments: cases.indices)
    func `a check under two negations is hollow as without them`(_ index: Int) throws {
        let (check, value) = Self.cases[index]
        #expect(try Verdicts("$.v: \(check)").verdict(value) == .hollow)
    }
}

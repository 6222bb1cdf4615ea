/// What an expression of a script stands for, as far as its text says it.
indirect enum ScriptValue {
    case undefined
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    /// A value that a run computes.
    case term(ScriptTerm)
    /// An object or array that the script makes: an index into ``ScriptState/heap``.
    case object(Int)
    case function(ScriptFunction)
    /// A part of what scripts find there, by its path: `pm.environment`, `JSON.parse`, `_.get`.
    case host(String)
    case regex(pattern: String, flags: String)
    /// `typeof` of a value, which only comparisons can say.
    case typeName(ScriptValue)
    /// A `Date` or a `moment`: an expression whose value is a timestamp, and the zone that it is written in.
    case moment(ScriptTerm, zone: String?)
    /// A digest of CryptoJS: bytes as hexadecimal digits.
    case digest(ScriptTerm)
    case expectation(ScriptExpectation)
    case lost(ScriptLoss)
}

/// What is known of the type of a value.
enum ScriptType {
    case unknown, boolean, integer, number, string, list, map, null

    var isNumber: Bool { self == .integer || self == .number }
}

/// An expression in CEL.
struct ScriptTerm {
    /// Where a check reads it.
    enum Subject: Equatable {
        case path(String)
        case length(path: String)
        case header(String)
        case cookie(String)
        case status
        case reason
        case body
        case duration
    }

    /// An error where the value is missing.
    var cel: CELText
    /// The optional value, where the value may be missing: `undefined` of the script.
    var optional: CELText?
    /// The same where `cel` has null for what is undefined.
    var whole: CELText?
    var type = ScriptType.unknown
    var subject: Subject?
    /// The variables of the workflow that it reads; `response` stands for the response.
    var reads: Set<String> = []
    /// Another value at each evaluation: `now()`.
    var isVolatile = false
    /// A text with the values between its literals.
    var text: ImportText?
    /// The value that `JSON.stringify` made a text of.
    var parsed: CELText?
    /// An element of the XML of the body.
    var xml: ScriptXML?
    /// A match of a regular expression.
    var groups: ScriptGroups?
    /// The map whose keys it lists.
    var keysOf: ScriptMap?
    /// The name in the source of the variable whose text was parsed.
    var parsedVariable: String?
    /// The name in the source, of a variable.
    var variable: String?
    /// A position in a list, which only picks its element.
    var isPosition = false
    /// Only checks say it, no expression.
    var isCheckOnly = false
    /// What says the same as checks, all of which must hold; of conditions.
    var checks: [ImportedSubject] = []
    /// What says the opposite as checks.
    var oppositeChecks: [ImportedSubject] = []
    /// The opposite, where it is shorter than `!(…)`; of conditions.
    var opposite: CELText?
    /// Whether JavaScript takes the value for true, where that is shorter than by the value.
    var truth: CELText?
    /// The moment that it is the time of, in milliseconds or seconds since 1970.
    var instant: ScriptInstant?
    /// `length` of what is perhaps an object: undefined there.
    var sized: ScriptMap?
    /// How many characters a text has, of its length: both say whether it is empty.
    var characters: CELText?
    /// The value that it is a member of, which is perhaps no object: the member is undefined there.
    var owner: CELText?
    /// A character of a text, or an element of a list.
    var pick: (owner: CELText, position: String)?
    /// Where it holds the value is null in the script.
    var nothing: CELText?
    /// A `Set`.
    var isSet = false
    /// The optional values of a list, some of which may be undefined: null in `cel`.
    var exactElements: CELText?
    /// The values that are there where it holds, and where it does not; of conditions.
    var implies: Set<String> = []
    var denies: Set<String> = []
    /// The number that JavaScript makes of a value of JSON.
    var isConverted = false
    /// The test of a choice and its two values.
    var choice: [ScriptTerm] = []
    /// A number that may be none.
    var mayBeNaN = false
    /// A random number in the making.
    var chance: ScriptChance?

    init(_ cel: CELText, _ type: ScriptType = .unknown, reads: Set<String> = []) {
        self.cel = cel
        self.type = type
        self.reads = reads
    }

    /// The same where it is compared with a number that tells a text that is empty from others.
    func compared(_ sign: String, with value: ScriptValue) -> ScriptTerm {
        guard let characters, case .number(let limit) = value, limit == 0 || limit == 1 && [">=", "<"].contains(sign)
        else { return self }
        var term = self
        term.cel = characters
        return term
    }

    /// The value, null where it is missing.
    var value: CELText { optional.map { $0.method("orValue", "null") } ?? cel }

    var plainCondition: (cel: CELText, checks: [ImportedSubject]) { (cel, checks) }

    /// The same without what only checks know of it.
    var plain: ScriptTerm {
        var term = self
        term.subject = nil
        return term
    }
}

/// A text in CEL with the binding strength of its outermost operator.
struct CELText: Equatable {
    enum Strength: Int, Comparable {
        case conditional, or, and, relation, sum, product, unary, primary
        static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
    }

    var text: String
    var strength: Strength

    init(_ text: String, _ strength: Strength = .primary) {
        self.text = text
        self.strength = strength
    }

    /// In parentheses where an operator of `strength` beside it would take it apart.
    func within(_ strength: Strength) -> String { self.strength >= strength ? text : "(\(text))" }

    func method(_ name: String, _ arguments: String...) -> CELText {
        CELText("\(within(.primary)).\(name)(\(arguments.joined(separator: ", ")))")
    }

    static func call(_ name: String, _ arguments: CELText...) -> CELText {
        CELText("\(name)(\(arguments.map(\.text).joined(separator: ", ")))")
    }

    func member(_ name: String) -> CELText {
        CELText(within(.primary) + (Self.isPlain(name) ? ".\(name)" : "[\(Self.quoted(name))]"))
    }

    func optionalMember(_ name: String) -> CELText {
        CELText(within(.primary) + (Self.isPlain(name) ? ".?\(name)" : "[?\(Self.quoted(name))]"))
    }

    func element(_ index: String) -> CELText { CELText("\(within(.primary))[\(index)]") }
    func optionalElement(_ index: String) -> CELText { CELText("\(within(.primary))[?\(index)]") }

    static func binary(_ sign: String, _ left: CELText, _ right: CELText) -> CELText {
        let strength = strengths[sign] ?? .relation
        let tight = Strength(rawValue: strength.rawValue + 1) ?? .primary
        let isAssociative = strength == .and || strength == .or || sign == "+"
        return CELText(
            "\(left.within(strength == .relation ? tight : strength)) \(sign) \(right.within(isAssociative ? strength : tight))",
            strength)
    }

    static func all(_ texts: [CELText]) -> CELText? {
        texts.first.map { texts.dropFirst().reduce($0) { .binary("&&", $0, $1) } }
    }

    static func not(_ text: CELText) -> CELText { CELText("!" + text.within(.unary), .unary) }

    static func conditional(_ test: CELText, _ then: CELText, _ otherwise: CELText) -> CELText {
        CELText("\(test.within(.or)) ? \(then.within(.or)) : \(otherwise.within(.conditional))", .conditional)
    }

    static func list(_ elements: [CELText]) -> CELText {
        CELText("[\(elements.map(\.text).joined(separator: ", "))]")
    }

    private static let strengths: [String: Strength] = [
        "||": .or, "&&": .and, "+": .sum, "-": .sum, "*": .product, "/": .product, "%": .product,
    ]

    static func quoted(_ text: String) -> String { ExpressionText.literal(text) }

    /// The digits of a number: whole ones without a point.
    static func number(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 9_007_199_254_740_992 { return String(Int64(value)) }
        return "\(value)"
    }

    /// Whether a name may stand behind a point in CEL and in JSONPath.
    static func isPlain(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, !words.contains(name) else { return false }
        return (isLetter(first) || first == "_")
            && name.unicodeScalars.allSatisfy { isLetter($0) || $0 == "_" || ("0"..."9").contains($0) }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static let words: Set<String> = [
        "in", "true", "false", "null", "as", "break", "const", "continue", "else", "for", "function", "if", "import",
        "let", "loop", "package", "namespace", "return", "var", "void", "while",
    ]
}

/// The text that statements stand in: the script, or code in a variable.
struct ScriptSource {
    var source: JavaScriptSource
    /// The variable that holds the code; nil for the script itself.
    var variable: String?

    func text(_ range: Range<Int>) -> String { source.text(range.clamped(to: 0..<source.bytes.count)) }
    var count: Int { source.bytes.count }
}

/// A function of the script with the names that it sees.
struct ScriptFunction {
    var declaration: JavaScriptFunction
    var scope: ScriptScope
    /// Where it stands.
    var source: ScriptSource
    /// As the script has it, for code that stores it.
    var text = ""
}

/// Names of one block, and the block around it.
final class ScriptScope {
    var cells: [String: Int] = [:]
    let parent: ScriptScope?
    /// Whether `var` and functions belong here.
    let isFunction: Bool

    init(parent: ScriptScope?, isFunction: Bool) {
        self.parent = parent
        self.isFunction = isFunction
    }

    func cell(of name: String) -> Int? {
        var scope: ScriptScope? = self
        while let current = scope {
            if let cell = current.cells[name] { return cell }
            scope = current.parent
        }
        return nil
    }
}

/// `pm.expect(value)` with the words behind it.
struct ScriptExpectation {
    var value: ScriptValue
    var flags: Set<String> = []
    /// Of `pm.response.to`: assertions about the response.
    var isResponse = false
    /// A method of chai that was named and not called.
    var uncalled: String?
    /// Of `pm.request.to`.
    var isRequest = false
}

/// A map of a run, whose keys a list has.
struct ScriptMap {
    var cel: CELText
    var subject: ScriptTerm.Subject?
}

/// Why a part of a script cannot be said.
struct ScriptLoss: Error {
    var reason: String
    var advice: String
    /// It follows from another loss, which a note names already.
    var isNamed = false

    var named: ScriptLoss {
        var loss = self
        loss.isNamed = true
        return loss
    }

    init(_ reason: String, _ advice: String = "Write it as a step or a condition by hand.") {
        self.reason = reason
        self.advice = advice
    }
}

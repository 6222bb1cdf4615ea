/// What is known of a checked value before anything is sent: what cannot hold is an error in the file.
struct SubjectType {
    /// What it is called in messages: `` `size` ``, `a header`.
    let title: String
    /// The words of `type` that it may be; nil where only the answer tells.
    let types: Set<String>?
    /// Text from outside JSON: where a number is wanted, text that is one counts as that.
    var isText = false
    var isAlwaysThere = false
    /// The smallest number it can be.
    var minimum: Int?
    /// What to write for a list where an operator wants one value.
    var hasElements = false

    private static let texts: Set<String> = ["string"]
    private static let numbers: Set<String> = ["integer", "number"]

    static let any = SubjectType(title: "the value", types: nil)
    static let redirects = SubjectType(title: "`redirects`", types: ["array"], isAlwaysThere: true)

    static func text(_ title: String, isAlwaysThere: Bool = false) -> SubjectType {
        SubjectType(title: title, types: texts, isText: true, isAlwaysThere: isAlwaysThere)
    }

    static func wholeNumber(_ title: String) -> SubjectType {
        SubjectType(title: title, types: numbers, isAlwaysThere: true, minimum: 0)
    }

    static func integer(_ title: String) -> SubjectType {
        SubjectType(title: title, types: numbers)
    }

    /// True or false where the cookie is there: `exists` says nothing about it.
    static func flag(_ title: String) -> SubjectType { SubjectType(title: title, types: ["boolean"]) }

    static func path(_ path: PathTemplate) -> SubjectType {
        guard case .path(let path) = path, !path.isSingular else { return .any }
        return SubjectType(
            title: "a path with several places", types: ["array"], hasElements: true)
    }

    /// What it is, in words: `a text`.
    var described: String {
        guard let types else { return "a value" }
        if types.contains("number") { return minimum == nil ? "a number" : "a whole number" }
        switch types.first {
        case "string": return "a text"
        case "array": return "a list"
        case "boolean": return "true or false"
        default: return "a value"
        }
    }

    /// Whether it may be of one of these types; text counts as a number where one is wanted.
    func mayBe(_ wanted: Set<String>) -> Bool {
        guard let types else { return true }
        return !types.isDisjoint(with: wanted) || (isText && wanted.contains("number"))
    }
}

extension Operator {
    private static let texts: Set<String> = ["string"]
    private static let lists: Set<String> = ["array"]
    private static let counted: Set<String> = ["string", "array", "object"]
    private static let numbers: Set<String> = ["integer", "number"]
    private static let ordered: Set<String> = ["integer", "number", "string"]

    /// The types that it can be applied to, in the words of `type`; nil for all of them.
    var fittingTypes: Set<String>? {
        switch self {
        case .startsWith, .endsWith, .matches, .notMatches, .is: Self.texts
        case .contains, .notContains, .length, .empty: Self.counted
        case .each, .any, .none, .unique, .sorted: Self.lists
        case .closeTo: Self.numbers
        case .gt, .gte, .lt, .lte: Self.ordered
        case .eq, .ne, .in, .notIn, .exists, .type, .schema, .not: nil
        }
    }
}

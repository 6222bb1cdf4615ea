/// The facts about a checked value that are known when the file is loaded; a check that can never hold is an error in
/// the file.
struct SubjectType {
    /// The name of the value in messages: `` `size` ``, `a header`.
    let title: String
    /// The possible types; nil where only the response tells.
    let types: ValueTypes?
    /// Whether the value is text from outside JSON, where a text that spells a number counts as a number if one is
    /// wanted.
    var isText = false
    var isAlwaysThere = false
    /// The smallest number that the value can be.
    var minimum: Int?
    /// Whether the value is a list of texts.
    var hasTexts = false
    /// Whether the value is a list of matches, whose elements the operators `each` and `any` test.
    var hasElements = false

    static let any = SubjectType(title: "the value", types: nil)
    static let redirects = SubjectType(title: "`redirects`", types: .array, isAlwaysThere: true)

    static func text(_ title: String, isAlwaysThere: Bool = false) -> SubjectType {
        SubjectType(title: title, types: .string, isText: true, isAlwaysThere: isAlwaysThere)
    }

    static func wholeNumber(_ title: String) -> SubjectType {
        SubjectType(title: title, types: .numbers, isAlwaysThere: true, minimum: 0)
    }

    static func integer(_ title: String) -> SubjectType {
        SubjectType(title: title, types: .numbers)
    }

    /// An attribute that is true or false in every cookie, so that `exists` only tells whether there is a cookie.
    static func flag(_ title: String) -> SubjectType { SubjectType(title: title, types: .boolean) }

    static func path(_ path: PathTemplate) -> SubjectType {
        guard case .path(let path) = path, !path.isSingular else { return .any }
        return SubjectType(
            title: "a path with several places", types: .array, hasElements: true)
    }

    /// The type in words: `a text`.
    var described: String {
        guard let types else { return "a value" }
        if types.contains(.number) { return minimum == nil ? "a number" : "a whole number" }
        if types.contains(.string) { return "a text" }
        if types.contains(.array) { return "a list" }
        return types.contains(.boolean) ? "true or false" : "a value"
    }

    /// Whether the value may be of one of these types; text counts as a number where one is wanted.
    func mayBe(_ wanted: ValueTypes) -> Bool {
        guard let types else { return true }
        return !types.isDisjoint(with: wanted) || (isText && wanted.contains(.number))
    }
}

/// What is known of a checked value before anything is sent: what cannot hold is an error in the file.
struct SubjectType {
    /// What it is called in messages: `` `size` ``, `a header`.
    let title: String
    /// What it may be; nil where only the response tells.
    let types: ValueTypes?
    /// Text from outside JSON: where a number is wanted, text that is one counts as that.
    var isText = false
    var isAlwaysThere = false
    /// The smallest number it can be.
    var minimum: Int?
    /// What to write for a list where an operator wants one value.
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

    /// True or false where the cookie is there: `exists` says nothing about it.
    static func flag(_ title: String) -> SubjectType { SubjectType(title: title, types: .boolean) }

    static func path(_ path: PathTemplate) -> SubjectType {
        guard case .path(let path) = path, !path.isSingular else { return .any }
        return SubjectType(
            title: "a path with several places", types: .array, hasElements: true)
    }

    /// What it is, in words: `a text`.
    var described: String {
        guard let types else { return "a value" }
        if types.contains(.number) { return minimum == nil ? "a number" : "a whole number" }
        if types.contains(.string) { return "a text" }
        if types.contains(.array) { return "a list" }
        return types.contains(.boolean) ? "true or false" : "a value"
    }

    /// Whether it may be of one of these types; text counts as a number where one is wanted.
    func mayBe(_ wanted: ValueTypes) -> Bool {
        guard let types else { return true }
        return !types.isDisjoint(with: wanted) || (isText && wanted.contains(.number))
    }
}

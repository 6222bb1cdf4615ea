extension Language {
    /// What may stand after a key, as far as it can be told without knowing the key's meaning.
    package enum Shape: Sendable, Equatable {
        /// Text on one line or more; numbers and booleans count as their characters.
        case text
        /// Text that is used as it stands: no `$(…)`.
        case plainText
        case boolean
        case wholeNumber
        /// A number with a unit, or `$(…)`.
        case duration
        /// A CEL expression, bare or as one whole `$(…)`.
        case expression
        /// One expression, a list of them, or a block with one a line.
        case conditions
        case list
        /// A list, or one `$(…)` that gives a list.
        case listOrExpression
        case textList
        case map
        /// A map, or one `$(…)` that gives a map.
        case mapOrExpression
        case any

        /// How a diagnostic describes it: "`tags` wants a list of texts".
        package var description: String {
            switch self {
            case .text, .plainText: "a text"
            case .boolean: "`true` or `false`"
            case .wholeNumber: "a whole number"
            case .duration: "a duration with its unit, such as `500ms` or `30s`"
            case .expression: "an expression"
            case .conditions: "an expression or a list of expressions"
            case .list: "a list"
            case .listOrExpression: "a list or `$(…)`"
            case .textList: "a list of texts"
            case .map: "a map"
            case .mapOrExpression: "a map or `$(…)`"
            case .any: "a value"
            }
        }
    }

    /// A kind of YAML value, for editors.
    enum Kind: String {
        case map = "object"
        case list = "array"
        case text = "string"
        case number, integer, boolean, null
    }
}

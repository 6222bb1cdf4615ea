extension Language {
    /// The shape of a key's value, as far as it can be checked without the key's meaning.
    package enum Shape: Sendable, Equatable {
        /// Text of one or more lines; a number or boolean is read as the characters written.
        case text
        /// Literal text, without `$(…)`.
        case plainText
        case boolean
        case wholeNumber
        /// A number with a unit, or `$(…)`.
        case duration
        /// A CEL expression, bare or as one whole `$(…)`.
        case expression
        /// One expression, a list of expressions, or a block with one expression per line.
        case conditions
        case list
        /// A list, or one `$(…)` that gives a list.
        case listOrExpression
        case textList
        case map
        /// A map, or one `$(…)` that gives a map.
        case mapOrExpression
        case any

        /// The shape in the words of a diagnostic: "`tags` wants a list of texts".
        package var description: String {
            switch self {
            case .plainText: "a text"
            case .boolean: word
            case .duration: "a duration with its unit, such as `500ms` or `30s`"
            case .expression: "an expression"
            case .conditions: "an expression or a list of expressions"
            case .any: "a value"
            case .text, .wholeNumber, .list, .listOrExpression, .textList, .map, .mapOrExpression: "a \(word)"
            }
        }

        /// The shape in the words of the reference.
        package var word: String {
            switch self {
            case .text: "text"
            case .plainText: "plain text"
            case .boolean: "`true` or `false`"
            case .wholeNumber: "whole number"
            case .duration: "duration"
            case .expression: "condition"
            case .conditions: "conditions"
            case .list: "list"
            case .listOrExpression: "list or `$(…)`"
            case .textList: "list of texts"
            case .map: "map"
            case .mapOrExpression: "map or `$(…)`"
            case .any: "any value"
            }
        }

        /// A value of the shape, for keys that have no example of their own.
        var example: String {
            switch self {
            case .boolean: "true"
            case .wholeNumber: "3"
            case .duration: "5s"
            case .text, .plainText, .any: "text"
            case .expression, .conditions: "1 < 2"
            case .list, .listOrExpression, .textList: "[a, b]"
            case .map, .mapOrExpression: "{ name: text }"
            }
        }
    }

    /// A kind of YAML value, for editors.
    package enum Kind: String {
        case map = "object"
        case list = "array"
        case text = "string"
        case number, integer, boolean, null
    }
}

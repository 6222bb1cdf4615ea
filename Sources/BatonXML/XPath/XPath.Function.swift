extension XPath {
    /// The core function library (section 4).
    enum Function: String, Sendable, CaseIterable {
        case last, position, count, id
        case localName = "local-name"
        case namespaceURI = "namespace-uri"
        case name, string, concat
        case startsWith = "starts-with"
        case contains
        case substringBefore = "substring-before"
        case substringAfter = "substring-after"
        case substring
        case stringLength = "string-length"
        case normalizeSpace = "normalize-space"
        case translate, boolean, not
        case `true`, `false`
        case lang, number, sum, floor, ceiling, round

        var result: Kind {
            switch self {
            case .id: .nodes
            case .last, .position, .count, .stringLength, .number, .sum, .floor, .ceiling, .round: .number
            case .startsWith, .contains, .boolean, .not, .true, .false, .lang: .boolean
            case .localName, .namespaceURI, .name, .string, .concat, .substringBefore, .substringAfter, .substring,
                .normalizeSpace, .translate:
                .text
            }
        }

        /// The allowed numbers of arguments.
        var counts: ClosedRange<Int> {
            switch self {
            case .last, .position, .true, .false: 0...0
            case .count, .id, .boolean, .not, .lang, .sum, .floor, .ceiling, .round: 1...1
            case .localName, .namespaceURI, .name, .string, .stringLength, .normalizeSpace, .number: 0...1
            case .startsWith, .contains, .substringBefore, .substringAfter: 2...2
            case .substring: 2...3
            case .translate: 3...3
            case .concat: 2...1000
            }
        }

        /// Whether the arguments must be node-sets.
        var wantsNodes: Bool {
            switch self {
            case .count, .sum, .localName, .namespaceURI, .name: true
            default: false
            }
        }
    }
}

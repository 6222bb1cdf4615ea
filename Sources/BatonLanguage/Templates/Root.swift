/// The names that every expression knows without a declaration; the raw value is the slot.
package enum Root: Int, Sendable, CaseIterable {
    case response, env, secrets, steps, run, process, vars, inputs, request, outcome, result, item, index, cached, row
    case needs, `case`

    package var name: String {
        switch self {
        case .response: "response"
        case .env: "env"
        case .secrets: "secrets"
        case .steps: "steps"
        case .run: "run"
        case .process: "process"
        case .vars: "vars"
        case .inputs: "inputs"
        case .request: "request"
        case .outcome: "outcome"
        case .result: "result"
        case .item: "item"
        case .index: "index"
        case .cached: "cached"
        case .row: "row"
        case .needs: "needs"
        case .case: "case"
        }
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// The root of a name; nil for any other name.
    package init?(named name: String) {
        guard let root = Self.byName[name] else { return nil }
        self = root
    }

    /// Names that belong to the language, also in a later version; no variable may have one of them.
    package static let reserved = Set(allCases.map(\.name))

    /// Reserved words of CEL's grammar (CEL specification, "Syntax").
    package static let reservedByCEL: Set = [
        "false", "in", "null", "true", "as", "break", "const", "continue", "else", "for", "function", "if", "import",
        "let", "loop", "package", "namespace", "return", "var", "void", "while",
    ]
}

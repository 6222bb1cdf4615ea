package import BatonValues

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

    /// Names that belong to the language, also in a later version; no variable may have one of them.
    package static let reserved = NameIndex(allCases.map(\.name))

    /// The root of a name; nil for any other name.
    package init?(named name: String) {
        guard let position = Self.reserved[name] else { return nil }
        self.init(rawValue: position)
    }
}

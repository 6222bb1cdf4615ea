import BatonJSON

/// What a step does, in a schema: one thing, and only what has a request has keys of requests.
enum StepRules {
    /// As `StepReader.customMethod` reads them.
    static let customMethod = "^[A-Z_-]{2,32}$"

    /// Actions that take nothing but the keys of every step.
    private static let simple = ["set", "that", "wait", "log", "steps"]

    static var conditions: [JSONValue] {
        let keys = Language.step.keys
        let known = keys.filter { StepReader.actions.contains($0.word) }.sorted { $0.name < $1.name }
        let actions = Language.methods + known.map(\.name)
        let others = known.filter { $0.word != .call }.map { action -> JSONValue in
            let taken = keys.filter { StepReader.takes($0.word, beside: action.word) }
            return [
                "if": required(action.name),
                "then": ["propertyNames": ["enum": .array(taken.map { .string($0.name) })]],
            ]
        }
        return [
            ["oneOf": .array(actions.map(required) + [hasCustomMethod])],
            ["if": required("with"), "then": ["not": methodOrSimple]],
        ] + others
    }

    /// An endpoint sends one request.
    static var oneMethod: JSONValue {
        ["oneOf": .array(Language.methods.map(required) + [hasCustomMethod])]
    }

    private static var methodOrSimple: JSONValue {
        ["anyOf": .array((Language.methods + simple).map(required) + [hasCustomMethod])]
    }

    /// Not all keys are other words.
    private static var hasCustomMethod: JSONValue {
        ["not": ["propertyNames": ["not": ["pattern": .string(customMethod)]]]]
    }

    private static func required(_ name: String) -> JSONValue { ["required": .array([.string(name)])] }
}

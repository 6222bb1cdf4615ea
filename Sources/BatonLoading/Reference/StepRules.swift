import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// The rules of a schema for a step: it has one action, and keys of requests only beside a request.
enum StepRules {
    /// Actions that take only the keys of every step.
    private static let simple = [
        Language.Step.set, Language.Step.that, Language.Step.wait, Language.Step.awaiting, Language.Step.log,
        Language.Step.steps,
    ]

    static var conditions: [JSONValue] {
        let keys = Language.Step.map.keys
        let known = keys.filter { StepReader.actions.contains($0) }.sorted { $0.name < $1.name }
        let actions = Language.Methods.keys + known
        let others = known.filter { $0 != Language.Step.call }.map { action -> JSONValue in
            let taken = keys.filter { StepReader.takes($0.identity, beside: action.identity) }
            return [
                "if": required(action),
                "then": ["propertyNames": ["enum": .array(taken.map { .string($0.name) })]],
            ]
        }
        return [
            ["oneOf": .array(actions.map(required) + [hasCustomMethod])],
            ["if": required(Language.Step.with), "then": ["not": methodOrSimple]],
        ] + others
    }

    /// The rule that an endpoint has exactly one method.
    static var oneMethod: JSONValue {
        ["oneOf": .array(Language.Methods.keys.map(required) + [hasCustomMethod])]
    }

    private static var methodOrSimple: JSONValue {
        ["anyOf": .array((Language.Methods.keys + simple).map(required) + [hasCustomMethod])]
    }

    /// The condition that at least one key is a custom method.
    private static let hasCustomMethod: JSONValue = [
        "not": ["propertyNames": ["not": ["pattern": .string(Language.Methods.others[0].pattern)]]]
    ]

    private static func required(_ key: Language.Key) -> JSONValue { ["required": .array([.string(key.name)])] }
}

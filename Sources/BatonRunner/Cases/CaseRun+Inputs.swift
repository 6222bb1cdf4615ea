import BatonCEL
import BatonHTTP
package import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonWorkflow

extension CaseRun {
    /// Fills the inputs; records the failures where a value is missing or has the wrong type.
    func fillInputs() {
        var failures: [StepFailure] = []
        var filled: [String: CELValue] = [:]
        for input in workflow.inputs {
            let value: JSONValue
            if let argument = context.given.arguments.first(where: { $0.name == input.name }) {
                do throws(StepFailure) {
                    var given = try self.given(argument, to: input)
                    given.isTainted = given.isTainted || input.isSecret
                    noteSecret(given)
                    try values.store(input.slot, given, at: input.range)
                    filled[input.name] = given
                } catch {
                    failures.append(error)
                }
                continue
            }
            if let text = settings.values.inputs[input.name] {
                if input.isSecret { noteSecret(text) }
                guard let converted = GivenValue.value(text, as: input.type) else {
                    failures.append(
                        StepFailure(
                            .badInput,
                            "the input `\(input.name)` wants \(input.type ?? "a value"), it was given \(ValueText.text(text, mask: mask))",
                            at: input.range))
                    continue
                }
                value = converted
            } else if let defaultValue = input.defaultValue {
                value = defaultValue
            } else if input.isRequired {
                failures.append(
                    StepFailure(
                        .badInput, "the input `\(input.name)` was not given",
                        hint: "pass it with `--input \(input.name)=…`", at: input.range))
                continue
            } else {
                value = .null
            }
            var given = CELValue(value)
            given.isTainted = input.isSecret
            noteSecret(given)
            values.set(input.slot, given)
            filled[input.name] = given
        }
        values.set(.inputs, filled.isEmpty ? InputsView.none : InputsView(filled))
        if !failures.isEmpty { fail("inputs", failures) }
    }
}

extension CaseRun {
    /// Evaluates the value that a workflow needing this one gives to an input.
    private func given(_ argument: Workflow.Need.Argument, to input: Workflow.Input) throws(StepFailure) -> CELValue {
        let value: CELValue
        let json: JSONValue
        value = try argument.value.value(from: self)
        json = try argument.value.json(from: self)
        guard let type = input.type, !json.isOf(type) else { return value }
        let shown = value.holdsTaint || input.isSecret ? "another value" : Wording(mask: mask).json(json)
        throw StepFailure(
            .badInput, "the input `\(input.name)` wants \(type), it was given \(shown)", at: input.range)
    }

    /// Fills `needs` with the outputs of the needed workflows, and adds their secrets to those of this case.
    func fillNeeds() {
        for outputs in context.given.needs.values.flatMap(\.all) {
            for output in outputs.values { noteSecret(output.value) }
        }
        values.set(
            .needs,
            NeedsView(
                context.given.needs.mapValues { needed in
                    switch needed {
                    case .one(let outputs):
                        .native(NeedView(Dictionary(outputs.values.map { ($0.name, $0.value) }) { first, _ in first }))
                    case .rows(let rows): .list(rows.map { $0.values.record })
                    }
                }))
    }
}

/// A value from the command line: `--var name=value`, `--input name=value`.
package enum GivenValue {
    /// Typed like a YAML scalar: JSON numbers, `true`, `false` and `null`; all other text is a string.
    package static func value(_ text: String) -> JSONValue {
        switch text {
        case "true": .bool(true)
        case "false": .bool(false)
        case "null": .null
        default: JSONNumber(text: text).map(JSONValue.number) ?? .string(text)
        }
    }

    /// Nil where the text is not a value of that type.
    static func value(_ text: String, as type: String?) -> JSONValue? {
        switch type {
        case nil: return value(text)
        case "string": return .string(text)
        case "integer":
            guard let number = JSONNumber(text: text), number.isInteger else { return nil }
            return .number(number)
        case "number": return JSONNumber(text: text).map(JSONValue.number)
        case "boolean": return text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
        case "null": return text == "null" ? .null : nil
        default:
            guard let parsed = try? JSONParser.parse(text), parsed.typeName == type else { return nil }
            return parsed
        }
    }
}

/// Values for a case from other cases: input values, and the outputs of the workflows that it needs.
struct GivenValues: Sendable {
    var arguments: [Workflow.Need.Argument] = []
    /// By the names that the workflow declares for them.
    var needs: [String: Needed] = [:]

    /// The needed workflows without rows.
    var single: [String: NeededOutputs] {
        needs.compactMapValues { if case .one(let outputs) = $0 { outputs } else { nil } }
    }

    enum Needed {
        case one(NeededOutputs)
        /// Outputs of a workflow with rows, in row order.
        case rows([NeededOutputs])

        /// The outputs of all rows.
        var all: [NeededOutputs] {
            switch self {
            case .one(let outputs): [outputs]
            case .rows(let rows): rows
            }
        }
    }
}

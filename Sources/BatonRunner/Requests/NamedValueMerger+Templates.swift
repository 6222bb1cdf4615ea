import BatonAPI
import BatonDiagnostics
import BatonLanguage
import BatonWorkflow

extension NamedValueMerger {
    /// Evaluates a map with the values of a case and adds its entries; null, or an empty optional,
    /// removes a name. An empty optional in place of the map adds nothing.
    ///
    /// The size limit of one text applies to all values together.
    ///
    /// - Returns: whether there is a map.
    @discardableResult mutating func add(
        _ map: MapTemplate, in layer: RequestLayer = .step, from scope: any TemplateScope
    ) throws(StepFailure) -> Bool {
        switch map {
        case .entries(let items):
            var bytes = 0
            for item in items {
                let key = try item.key.fill(from: scope)
                let filled = try item.value.filledParameter(from: scope)
                guard let values = ParameterText.texts(of: filled.value) else {
                    throw Self.noParameter(key.text, at: item.range)
                }
                bytes += values.reduce(key.text.utf8.count) { $0 + $1.utf8.count }
                if bytes > TextTemplate.mostBytes {
                    throw StepFailure(
                        "the values take more than \(TextTemplate.mostBytes >> 20) MB together", at: item.range)
                }
                put(NamedValues(name: key.text, values: values, layer: layer, isSecret: filled.isSecret))
            }
        case .expression(let expression):
            guard let filled = try Template.expression(expression).filledOrNothing(from: scope) else { return false }
            guard case .object(let object) = filled.value else {
                throw StepFailure("`\(expression.text)` is no map", at: expression.range)
            }
            for member in object.members {
                guard let values = ParameterText.texts(of: member.value) else {
                    throw Self.noParameter(member.name, at: expression.range)
                }
                put(NamedValues(name: member.name, values: values, layer: layer, isSecret: filled.isSecret))
            }
        }
        return true
    }

    private static func noParameter(_ name: String, at range: SourceRange) -> StepFailure {
        StepFailure(
            "`\(name)` wants a text, a number or a list of these",
            hint: "write each value on its own, or send a map as text: `$(json(…))`", at: range)
    }
}

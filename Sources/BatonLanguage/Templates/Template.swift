package import BatonCEL
package import BatonDiagnostics
import BatonHTTP
package import BatonJSON

/// A value as written in a file, with the `$(…)` in it; a value without `$(…)` is a literal.
package enum Template: Sendable {
    case literal(JSONValue)
    indirect case text(TextTemplate)
    /// A scalar that is exactly one `$(…)`: it keeps the value's type.
    indirect case expression(Expression)
    case list([Template])
    case map([Member])

    package struct Member: Sendable {
        package let key: TextTemplate
        package let value: Template

        package init(key: TextTemplate, value: Template) {
            self.key = key
            self.value = value
        }
    }

    /// The value as JSON; timestamps, durations and bytes become text.
    package func json(from scope: any TemplateScope) throws(StepFailure) -> JSONValue {
        switch self {
        case .literal(let value):
            return value
        case .text(let text):
            return .string(try text.text(from: scope))
        case .expression(let expression):
            return try expression.evaluate(in: scope).json(of: expression, in: scope)
        case .list(let items):
            var values: [JSONValue] = []
            values.reserveCapacity(items.count)
            for item in items {
                if let value = try item.part(from: scope) { values.append(value) }
            }
            return .array(values)
        case .map(let members):
            var object = JSONObject()
            for member in members {
                let name = try member.key.text(from: scope)
                if let value = try member.value.part(from: scope) { object.append(name, value) }
            }
            return .object(object)
        }
    }

    /// The value as an element of a list or the value of a member; nil for an empty optional, which leaves it out.
    package func part(from scope: any TemplateScope) throws(StepFailure) -> JSONValue? {
        guard case .expression(let expression) = self else { return try json(from: scope) }
        let value = try expression.evaluate(in: scope)
        return value.isEmptyOptional ? nil : try value.json(of: expression, in: scope)
    }

    /// The value for a variable: an expression's value keeps its type and taint.
    package func value(from scope: any TemplateScope) throws(StepFailure) -> CELValue {
        switch self {
        case .expression(let expression):
            return try expression.evaluate(in: scope)
        case .text(let text):
            let filled = try text.fill(from: scope)
            return CELValue(.string(filled.text), isTainted: filled.isSecret)
        case .literal(let value):
            return CELValue(value)
        case .list, .map:
            let filled = try fill(from: scope)
            if let excess = CELLimits().excess(of: filled.size), let range = computedRange {
                throw StepFailure(excess.message, at: range)
            }
            return CELValue(json: filled.value, secrets: filled.secrets).measured(filled.size)
        }
    }
}

extension CELValue {
    package func json(of expression: Expression, in scope: any TemplateScope) throws(StepFailure) -> JSONValue {
        let value: JSONValue
        do {
            value = try toJSON()
        } catch {
            throw StepFailure("`\(expression.text)`: \(error.message)", at: expression.range)
        }
        scope.noteSecret(self)
        return value
    }
}

/// A map of names to values: written entries, or one expression that yields a map.
package enum MapTemplate: Sendable {
    case entries([Entry])
    case expression(Expression)

    package struct Entry: Sendable {
        package let key: TextTemplate
        package let value: Template
        package let range: SourceRange

        package init(key: TextTemplate, value: Template, range: SourceRange) {
            self.key = key
            self.value = value
            self.range = range
        }
    }
}

extension Template {
    /// The type of the value, as far as it is known before the run.
    package var type: CELType {
        switch self {
        case .literal(let value): value.expressionType
        case .expression(let expression): expression.program.resultType
        case .text: .string
        case .list: .anyList
        case .map: .anyMap
        }
    }
}

extension JSONValue {
    /// The type of the value in expressions; dynamic for null, because another value may take its place in another run.
    package var expressionType: CELType {
        switch self {
        case .null: .dyn
        case .bool: .bool
        case .number(let number): number.int == nil ? .double : .int
        case .string: .string
        case .array: .anyList
        case .object: .anyMap
        }
    }
}

extension Template {
    package var literalValue: JSONValue? {
        if case .literal(let value) = self { value } else { nil }
    }
}

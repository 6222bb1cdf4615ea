package import BatonCEL
import BatonDiagnostics
package import BatonJSON

/// A value as written in a file, with the `$(…)` in it; what has none is a literal from the start.
package indirect enum Template: Sendable {
    case literal(JSONValue)
    case text(TextTemplate)
    /// A scalar that is exactly one `$(…)`: it keeps the value's type.
    case expression(Expression)
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
    package func json(from scope: any TemplateScope) throws(TemplateFailure) -> JSONValue {
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
            for item in items { values.append(try item.json(from: scope)) }
            return .array(values)
        case .map(let members):
            var object = JSONObject()
            for member in members {
                object.append(try member.key.text(from: scope), try member.value.json(from: scope))
            }
            return .object(object)
        }
    }

    /// The value for a variable: an expression's value keeps its type and taint.
    package func value(from scope: any TemplateScope) throws(TemplateFailure) -> CELValue {
        switch self {
        case .expression(let expression):
            return try expression.evaluate(in: scope)
        case .text(let text):
            let filled = try text.fill(from: scope)
            var value = CELValue.string(filled.text)
            value.isTainted = filled.isSecret
            return value
        case .literal(let value):
            return CELValue(value)
        case .list, .map:
            var value = CELValue(try json(from: scope))
            value.isTainted = try readsSecret(in: scope)
            return value
        }
    }

    /// Whether any expression inside gives a tainted value.
    private func readsSecret(in scope: any TemplateScope) throws(TemplateFailure) -> Bool {
        switch self {
        case .literal: return false
        case .text(let text): return try text.fill(from: scope).isSecret
        case .expression(let expression): return try expression.evaluate(in: scope).isTainted
        case .list(let items):
            for item in items where try item.readsSecret(in: scope) { return true }
            return false
        case .map(let members):
            for member in members {
                if try member.key.fill(from: scope).isSecret { return true }
                if try member.value.readsSecret(in: scope) { return true }
            }
            return false
        }
    }
}

extension CELValue {
    func json(of expression: Expression, in scope: any TemplateScope) throws(TemplateFailure) -> JSONValue {
        let value: JSONValue
        do {
            value = try toJSON()
        } catch {
            throw TemplateFailure("`\(expression.text)`: \(error.message)", at: expression.range)
        }
        if isTainted { value.forEachText { scope.noteSecret($0) } }
        return value
    }
}

extension JSONValue {
    /// Visits every text inside, names of members left out.
    package func forEachText(_ visit: (String) -> Void) {
        switch self {
        case .string(let text): visit(text)
        case .array(let items): for item in items { item.forEachText(visit) }
        case .object(let object): for member in object.members { member.value.forEachText(visit) }
        case .null, .bool, .number: break
        }
    }
}

import BatonCEL
package import BatonJSON

extension Template {
    /// A filled value with the facts that were gathered from its parts.
    struct Filled {
        var value: JSONValue
        /// Whether a secret went into it.
        var isSecret = false
        /// The size of the value, added up from the known sizes of its parts, so that no value is traversed twice.
        var size: CELSize
    }

    /// The value as JSON, and whether a secret went into it; every expression is evaluated once.
    package func filled(from scope: any TemplateScope) throws(TemplateFailure) -> (value: JSONValue, isSecret: Bool) {
        let filled = try fill(from: scope)
        return (filled.value, filled.isSecret)
    }

    /// The value of a parameter or field, and whether a secret went into it; null for an empty optional, since both leave
    /// it out.
    package func filledParameter(
        from scope: any TemplateScope
    ) throws(TemplateFailure) -> (value: JSONValue, isSecret: Bool) {
        guard let filled = try fillPart(from: scope) else { return (.null, false) }
        return (filled.value, filled.isSecret)
    }

    /// The value as an element of a list or the value of a member; nil for an empty optional, which leaves it out.
    private func fillPart(from scope: any TemplateScope) throws(TemplateFailure) -> Filled? {
        guard case .expression(let expression) = self else { return try fill(from: scope) }
        let value = try expression.evaluate(in: scope)
        return value.isEmptyOptional ? nil : try filled(value, of: expression, in: scope)
    }

    private func filled(
        _ value: CELValue, of expression: Expression, in scope: any TemplateScope
    ) throws(TemplateFailure) -> Filled {
        Filled(value: try value.json(of: expression, in: scope), isSecret: value.holdsTaint, size: value.size)
    }

    func fill(from scope: any TemplateScope) throws(TemplateFailure) -> Filled {
        switch self {
        case .literal(let value):
            return Filled(value: value, size: CELSize(of: value))
        case .text(let text):
            let filled = try text.fill(from: scope)
            return Filled(
                value: .string(filled.text), isSecret: filled.isSecret,
                size: CELSize(textBytes: filled.text.utf8.count))
        case .expression(let expression):
            return try filled(try expression.evaluate(in: scope), of: expression, in: scope)
        case .list(let items):
            var values: [JSONValue] = []
            var whole = Filled(value: .null, size: .container)
            for item in items {
                guard let filled = try item.fillPart(from: scope) else { continue }
                values.append(filled.value)
                whole.isSecret = whole.isSecret || filled.isSecret
                whole.size.add(filled.size)
            }
            whole.value = .array(values)
            return whole
        case .map(let members):
            var object = JSONObject()
            var whole = Filled(value: .null, size: .container)
            for member in members {
                let key = try member.key.fill(from: scope)
                guard let filled = try member.value.fillPart(from: scope) else { continue }
                object.append(key.text, filled.value)
                whole.isSecret = whole.isSecret || key.isSecret || filled.isSecret
                whole.size.add(name: key.text)
                whole.size.add(filled.size)
            }
            whole.value = .object(object)
            return whole
        }
    }
}

package import BatonJSON

extension Template {
    /// The value as JSON, and whether a secret went into it; every expression is evaluated once.
    package func filled(from scope: any TemplateScope) throws(TemplateFailure) -> (value: JSONValue, isSecret: Bool) {
        switch self {
        case .literal(let value):
            return (value, false)
        case .text(let text):
            let filled = try text.fill(from: scope)
            return (.string(filled.text), filled.isSecret)
        case .expression(let expression):
            let value = try expression.evaluate(in: scope)
            return (try value.json(of: expression, in: scope), value.holdsTaint)
        case .list(let items):
            var values: [JSONValue] = []
            var isSecret = false
            for item in items {
                let filled = try item.filled(from: scope)
                values.append(filled.value)
                isSecret = isSecret || filled.isSecret
            }
            return (.array(values), isSecret)
        case .map(let members):
            var object = JSONObject()
            var isSecret = false
            for member in members {
                let key = try member.key.fill(from: scope)
                let filled = try member.value.filled(from: scope)
                object.append(key.text, filled.value)
                isSecret = isSecret || key.isSecret || filled.isSecret
            }
            return (.object(object), isSecret)
        }
    }
}

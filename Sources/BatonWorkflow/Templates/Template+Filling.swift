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
            let value = try expression.evaluate(in: scope)
            return Filled(
                value: try value.json(of: expression, in: scope), isSecret: value.holdsTaint, size: value.size)
        case .list(let items):
            var values: [JSONValue] = []
            var whole = Filled(value: .null, size: .container)
            for item in items {
                let filled = try item.fill(from: scope)
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
                let filled = try member.value.fill(from: scope)
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

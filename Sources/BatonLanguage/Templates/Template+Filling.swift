import BatonCEL
package import BatonJSON

extension Template {
    /// A filled value with the facts that were gathered from its parts.
    struct Filled {
        var value: JSONValue
        /// Where secrets went into it; empty without one.
        var secrets: [SecretPlace] = []
        var isSecret: Bool { !secrets.isEmpty }
        /// The size of the value, added up from the known sizes of its parts, so that no value is traversed twice.
        var size: CELSize
    }

    /// The value as JSON, and whether a secret went into it; every expression is evaluated once.
    package func filled(from scope: any TemplateScope) throws(StepFailure) -> (value: JSONValue, isSecret: Bool) {
        let filled = try fill(from: scope)
        return (filled.value, filled.isSecret)
    }

    /// The value, and whether a secret went into it; nil for an empty optional, which leaves it out.
    package func filledOrNothing(
        from scope: any TemplateScope
    ) throws(StepFailure) -> (value: JSONValue, isSecret: Bool)? {
        try fillPart(from: scope).map { ($0.value, $0.isSecret) }
    }

    /// The value of a parameter or field, and whether a secret went into it; null for an empty optional, since both leave
    /// it out.
    package func filledParameter(
        from scope: any TemplateScope
    ) throws(StepFailure) -> (value: JSONValue, isSecret: Bool) {
        try filledOrNothing(from: scope) ?? (.null, false)
    }

    /// The value as an element of a list or the value of a member; nil for an empty optional, which leaves it out.
    private func fillPart(from scope: any TemplateScope) throws(StepFailure) -> Filled? {
        guard case .expression(let expression) = self else { return try fill(from: scope) }
        let value = try expression.evaluate(in: scope)
        return value.isEmptyOptional ? nil : try filled(value, of: expression, in: scope)
    }

    private func filled(
        _ value: CELValue, of expression: Expression, in scope: any TemplateScope
    ) throws(StepFailure) -> Filled {
        Filled(
            value: try value.json(of: expression, in: scope), secrets: value.holdsTaint ? [SecretPlace()] : [],
            size: value.size)
    }

    func fill(from scope: any TemplateScope) throws(StepFailure) -> Filled {
        switch self {
        case .literal(let value):
            return Filled(value: value, size: CELSize(of: value))
        case .text(let text):
            let filled = try text.fill(from: scope)
            return Filled(
                value: .string(filled.text), secrets: filled.isSecret ? [SecretPlace()] : [],
                size: CELSize(textBytes: filled.text.utf8.count))
        case .expression(let expression):
            return try filled(try expression.evaluate(in: scope), of: expression, in: scope)
        case .list(let items):
            var values: [JSONValue] = []
            var whole = Filled(value: .null, size: .container)
            for item in items {
                guard let filled = try item.fillPart(from: scope) else { continue }
                for place in filled.secrets { whole.secrets.append(place.below(.element(values.count))) }
                values.append(filled.value)
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
                // A secret key could be found out by the others.
                if key.isSecret { whole.secrets.append(SecretPlace()) }
                for place in filled.secrets { whole.secrets.append(place.below(.member(key.text))) }
                whole.size.add(name: key.text)
                whole.size.add(filled.size)
            }
            whole.value = .object(object)
            return whole
        }
    }
}

/// The way from a value to a part of it that is secret as a whole.
struct SecretPlace {
    enum Step: Hashable {
        case element(Int)
        case member(String)
    }

    /// The steps from the innermost outwards, so that an outer one is appended.
    private var steps: [Step] = []

    func below(_ step: Step) -> SecretPlace {
        var place = self
        place.steps.append(step)
        return place
    }

    fileprivate var outermost: Step? { steps.last }

    fileprivate var inner: SecretPlace {
        var place = self
        place.steps.removeLast()
        return place
    }
}

extension CELValue {
    /// A value of which only the parts at these places are tainted.
    init(json: JSONValue, secrets: [SecretPlace]) {
        if secrets.isEmpty {
            self.init(json: json)
            return
        }
        var parts: [SecretPlace.Step: [SecretPlace]] = [:]
        for place in secrets {
            guard let step = place.outermost else {
                self.init(json: json, isTainted: true)
                return
            }
            parts[step, default: []].append(place.inner)
        }
        switch json {
        case .array(let elements):
            self = .list(
                elements.enumerated().map { CELValue(json: $1, secrets: parts[.element($0)] ?? []) })
        case .object(let object):
            var map = CELMap()
            for member in object.members {
                map.set(
                    .string(member.name), CELValue(json: member.value, secrets: parts[.member(member.name)] ?? []))
            }
            self = .mapOfParts(map)
        case .null, .bool, .number, .string: self.init(json: json, isTainted: true)
        }
    }
}

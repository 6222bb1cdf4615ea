import BatonJSON
import BatonLanguage

extension DocumentPattern {
    /// The pattern with the values of its expressions; a pattern without expressions is returned as it is.
    func filled(from scope: any TemplateScope) throws(StepFailure) -> DocumentPattern {
        switch self {
        case .literal: return self
        case .wildcard(.matches(.template(let text))):
            let filled = try PatternTemplate.template(text).filled(from: scope)
            return .wildcard(.matches(.pattern(filled.pattern, written: filled.written)))
        case .wildcard: return self
        case .template(let template): return .literal(try template.json(from: scope))
        case .list(let items):
            var filled: [DocumentPattern] = []
            filled.reserveCapacity(items.count)
            for item in items {
                if let item = try item.filledPart(from: scope) { filled.append(item) }
            }
            return .list(filled)
        case .object(let members):
            var filled: [Member] = []
            filled.reserveCapacity(members.count)
            var names: Set<JSONValue> = []
            for member in members {
                let text = try member.name.text(from: scope)
                guard names.insert(.string(text)).inserted else {
                    throw StepFailure(
                        "two members of one object are called `\(text)` here", at: member.name.range)
                }
                let name = TextTemplate(literal: text, like: member.name)
                filled.append(Member(name: name, value: try member.value.filledPart(from: scope) ?? .wildcard(.absent)))
            }
            return .object(filled)
        }
    }

    /// The pattern of an element or member; nil for an empty optional, which leaves it out.
    private func filledPart(from scope: any TemplateScope) throws(StepFailure) -> DocumentPattern? {
        guard case .template(let template) = self else { return try filled(from: scope) }
        return try template.part(from: scope).map { .literal($0) }
    }

    /// Whether a value matches the pattern, which must be filled.
    func accepts(_ value: JSONValue, _ extent: Extent) -> Bool {
        switch self {
        case .literal(let expected):
            return extent == .whole ? value == expected : Self.includes(value, expected)
        case .wildcard(let wildcard): return wildcard.accepts(value)
        case .template: return false
        case .list(let items):
            guard case .array(let elements) = value, elements.count == items.count else { return false }
            for (position, item) in items.enumerated() where !item.accepts(elements[position], extent) { return false }
            return true
        case .object(let members):
            guard case .object(let object) = value else { return false }
            var present = 0
            for member in members {
                guard let found = object[member.name.literal ?? ""] else {
                    if member.value.isAbsent { continue }
                    return false
                }
                guard member.value.accepts(found, extent) else { return false }
                present += 1
            }
            return extent == .subset || present == object.count
        }
    }

    /// Compares objects by their expected members, and lists as a whole.
    private static func includes(_ value: JSONValue, _ expected: JSONValue) -> Bool {
        switch (value, expected) {
        case (.object(let object), .object(let wanted)):
            wanted.members.allSatisfy { member in object[member.name].map { includes($0, member.value) } ?? false }
        case (.array(let elements), .array(let wanted)):
            elements.count == wanted.count && zip(elements, wanted).allSatisfy { includes($0, $1) }
        default: value == expected
        }
    }

    var isEmptyObject: Bool {
        switch self {
        case .literal(.object(let object)): object.count == 0
        case .object(let members): members.isEmpty
        default: false
        }
    }

    package var isAbsent: Bool {
        if case .wildcard(.absent) = self { true } else { false }
    }
}

extension DocumentPattern.Wildcard {
    func accepts(_ value: JSONValue) -> Bool {
        switch self {
        case .any: return true
        case .absent: return false
        case .type("integer"):
            guard case .number(let number) = value else { return false }
            return number.isInteger
        case .type(let name): return value.typeName == name
        case .format(let format):
            guard case .string(let text) = value else { return false }
            return format.accepts(text)
        case .matches(.pattern(let pattern, _)):
            guard case .string(let text) = value else { return false }
            return (try? pattern.matches(text)) ?? false
        case .matches(.template): return false
        }
    }
}

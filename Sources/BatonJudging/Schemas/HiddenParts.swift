import BatonJSON
import BatonJSONSchema
import BatonSecrets

/// Which parts of a value of an exchange are secret, by where they come from.
///
/// A contract takes values apart, into lists, members and numbers, of which no redactor recognises one: a part of a secret
/// value is hidden as the whole is.
struct HiddenParts {
    /// Whether the whole value is secret.
    var isWhole = false
    /// The members of the value that are secret because of what they hold.
    var fields: Set<String> = []
    /// The names of secret members on every level; nil where names decide nothing.
    var names: SecretNames?

    /// The number of steps that lead to a secret part; nil for a way that leads to none.
    func depth(_ way: [JSONSchema.Violation.Step]) -> Int? {
        if isWhole { return 0 }
        for (position, step) in way.enumerated() {
            if case .name(let name) = step, hides(name, isField: position == 0) { return position + 1 }
        }
        return nil
    }

    /// What stands at the end of a way, with all that is secret in it hidden.
    func hiding(_ value: JSONValue, at way: [JSONSchema.Violation.Step]) -> JSONValue {
        depth(way) == nil ? hiding(value, isWhole: way.isEmpty) : .string(Redactor.mask)
    }

    private func hiding(_ value: JSONValue, isWhole: Bool) -> JSONValue {
        if names == nil, fields.isEmpty { return value }
        switch value {
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { member in
                        let isHidden = hides(member.name, isField: isWhole)
                        return (
                            member.name, isHidden ? .string(Redactor.mask) : hiding(member.value, isWhole: false)
                        )
                    }))
        case .array(let elements): return .array(elements.map { hiding($0, isWhole: false) })
        case .string, .number, .bool, .null: return value
        }
    }

    private func hides(_ name: String, isField: Bool) -> Bool {
        isField && fields.contains(name) || names?.contains(name) == true
    }
}

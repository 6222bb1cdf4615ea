import BatonRegex

/// Schemas as scripts have them, in the words of today: tv4 reads those of draft 4, where a bound is made exclusive by a boolean,
/// and passes over `required: true` of draft 3. Ajv refuses both.
enum ScriptSchema {
    private static let types: Set<String> = ["string", "number", "integer", "boolean", "object", "array", "null"]

    static func written(_ schema: ImportedValue, isDraft4: Bool) throws(ScriptLoss) -> ImportedValue {
        guard case .map(let members) = schema else { return schema }
        var result: [ImportedValue.Member] = []
        for member in members {
            let name = member.name.literal ?? ""
            switch (name, member.value) {
            case ("exclusiveMinimum", .boolean(let isExclusive)), ("exclusiveMaximum", .boolean(let isExclusive)):
                guard isDraft4 else { throw refused(name) }
                let bound = name == "exclusiveMinimum" ? "minimum" : "maximum"
                guard isExclusive, let value = members.first(where: { $0.name.literal == bound })?.value else {
                    continue
                }
                result.append(.init(name: member.name, value: value))
                result.removeAll { $0.name.literal == bound }
            case ("minimum", _) where isExclusive("exclusiveMinimum", members),
                ("maximum", _) where isExclusive("exclusiveMaximum", members):
                continue
            case ("required", .boolean): if !isDraft4 { throw refused(name) }
            case ("type", .text(let text)):
                guard types.contains(text.literal ?? "") else { throw refused("type") }
                result.append(member)
            case ("pattern", .text(let text)):
                guard let pattern = text.literal, (try? Pattern(pattern, in: .ecma262)) != nil else {
                    throw refused("pattern")
                }
                result.append(member)
            case ("properties", .map(let inner)), ("patternProperties", .map(let inner)),
                ("definitions", .map(let inner)):
                let written = try inner.map { (one) throws(ScriptLoss) in
                    ImportedValue.Member(name: one.name, value: try self.written(one.value, isDraft4: isDraft4))
                }
                result.append(.init(name: member.name, value: .map(written)))
            case ("items", .list(let inner)), ("allOf", .list(let inner)), ("anyOf", .list(let inner)),
                ("oneOf", .list(let inner)):
                let written = try inner.map { (one) throws(ScriptLoss) in try self.written(one, isDraft4: isDraft4) }
                result.append(.init(name: member.name, value: .list(written)))
            case ("items", .map), ("additionalProperties", .map), ("not", .map), ("additionalItems", .map):
                result.append(.init(name: member.name, value: try written(member.value, isDraft4: isDraft4)))
            default: result.append(member)
            }
        }
        return .map(result)
    }

    private static func isExclusive(_ name: String, _ members: [ImportedValue.Member]) -> Bool {
        members.contains { $0.name.literal == name && $0.value == .boolean(true) }
    }

    private static func refused(_ word: String) -> ScriptLoss {
        ScriptLoss("A schema whose `\(word)` validators refuse.", "Correct the schema.")
    }
}

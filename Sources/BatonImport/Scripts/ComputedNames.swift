/// Names of variables that a script computes: of those that anything reads, the one that it is gets the value.
extension ScriptEvaluator {
    private static let mostNames = 40

    /// `set("item" + (index + 1), value)`.
    mutating func setComputed(
        _ name: ScriptValue, _ value: ScriptValue, _ scope: VariableNames.Scope?
    ) throws(ScriptLoss) {
        let key = try self.key(name, "Keep the values in one map, and set that.")
        guard let readers = place.scopes.readers(of: pattern(of: key)), readers.count <= Self.mostNames else {
            throw Self.unknownName("Keep the values in one map, and set that.")
        }
        let filled = try withVariables(value)
        if case .term(let term) = filled, term.isVolatile { throw Self.unknownName("Set one name to one value.") }
        for sourceName in readers {
            guard case .term(let test) = try strictEquals(.term(key), .string(sourceName)),
                !key.reads.contains(names.name(of: sourceName, in: scope))
            else { throw Self.unknownName("Set one name to one value.") }
            let before = begin()
            try setVariable(.string(sourceName), filled, scope)
            let branch = suspend(before)
            join(test, branch, Branch(state: before.state, output: []), before)
        }
    }

    /// `get("item" + index)`.
    mutating func computed(_ name: ScriptValue, _ scope: VariableNames.Scope?) throws(ScriptLoss) -> ScriptValue {
        let key = try self.key(name, "Keep the values in one map, and read a member of it.")
        guard let holders = place.scopes.holders(of: pattern(of: key)), holders.count <= Self.mostNames else {
            throw Self.unknownName("Keep the values in one map, and read a member of it.")
        }
        var members: [(name: String, value: ScriptValue)] = []
        for sourceName in holders {
            let value = try variable(.string(sourceName), scope)
            if case .undefined = value { continue }
            members.append((sourceName, value))
        }
        if members.isEmpty { return .undefined }
        let map = try mapTerm(members)
        var result = ScriptTerm(map.cel.element(key.cel.text), reads: map.reads.union(key.reads))
        result.optional = map.cel.optionalElement(key.cel.text)
        return .term(result)
    }

    private mutating func key(_ name: ScriptValue, _ advice: String) throws(ScriptLoss) -> ScriptTerm {
        let key = try term(asText(name))
        if key.isVolatile || key.optional != nil { throw Self.unknownName(advice) }
        return key
    }

    private static func unknownName(_ advice: String) -> ScriptLoss {
        ScriptLoss("A variable whose name only a run knows.", advice)
    }

    /// How the text begins and ends.
    private func pattern(of key: ScriptTerm) -> NamePattern {
        func literal(_ piece: ImportText.Piece?) -> String {
            if case .literal(let text)? = piece { text } else { "" }
        }
        return NamePattern(start: literal(key.text?.pieces.first), end: literal(key.text?.pieces.last))
    }
}

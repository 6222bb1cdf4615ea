/// Members that a script changes in a value of a run: the value becomes an expression with the change in it.
extension ScriptEvaluator {
    private enum Key {
        case name(String)
        case position(Int)
    }

    /// `data.items[0].price = 5`: false where the value is none of a run.
    mutating func changeMember(of target: JavaScriptExpression, to value: ScriptValue?) throws(ScriptLoss) -> Bool {
        guard let (root, keys) = try path(of: target), let cell = scope.cell(of: root) else { return false }
        var old: ScriptTerm
        var heap: Int?
        switch state.cells[cell]?.value {
        case .term(let term)?: old = term
        case .object(let index)?:
            guard case .term(let term) = content(index) else { return false }
            (old, heap) = (term, index)
        default: return false
        }
        try refuseOtherNames(of: old, cell)
        if old.cel.text.utf8.count > Self.mostChanged, !isInLambda {
            let variable = names.temporary("kept_\(root)")
            emit(.set(name: variable, expression: old.cel.text))
            old = ScriptTerm(CELText(variable), old.type, reads: [variable])
        }
        let added = try value.map { (value) throws(ScriptLoss) in try term(value) }
        var changed = ScriptTerm(
            try replaced(old.cel, keys[...], added), old.type, reads: old.reads.union(added?.reads ?? []))
        changed.isVolatile = old.isVolatile || (added?.isVolatile ?? false)
        changed = try bounded(changed)
        if let heap { change(heap, .term(changed)) } else { store(allocate(.term(changed)), in: cell) }
        return true
    }

    /// What is longer is computed once before it is changed again.
    private static let mostChanged = 400

    /// A part of a value that has another name as well is changed there too.
    private func refuseOtherNames(of term: ScriptTerm, _ changed: Int) throws(ScriptLoss) {
        for (index, cell) in state.cells.sorted(by: { $0.key < $1.key }) where index != changed {
            guard let name = cellNames[index], scope.cell(of: name) == index, case .term(let other) = cell.value,
                Self.isPart(term.cel.text, of: other.cel.text) || Self.isPart(other.cel.text, of: term.cel.text),
                occurrences(of: name, after: statementEnd) > 0
            else { continue }
            throw ScriptLoss(
                "A part of a value is changed that `\(name)` has a part of as well.",
                "Build the value anew, with `merge`.")
        }
    }

    private static func isPart(_ part: String, of whole: String) -> Bool {
        part.hasPrefix(whole) && ".[".contains(part.dropFirst(whole.count).first ?? " ")
    }

    private mutating func path(of target: JavaScriptExpression) throws(ScriptLoss) -> (String, [Key])? {
        switch target.kind {
        case .identifier(let name): return (name, [])
        case .member(let owner, let name, _):
            guard let (root, keys) = try path(of: owner) else { return nil }
            return (root, keys + [.name(name)])
        case .index(let owner, let key, _):
            guard let (root, keys) = try path(of: owner) else { return nil }
            switch try evaluate(key) {
            case .string(let name): return (root, keys + [.name(name)])
            case .number(let number):
                guard let position = Int(exactly: number) else { return nil }
                return (root, keys + [.position(position)])
            default: return nil
            }
        default: return nil
        }
    }

    private func replaced(_ owner: CELText, _ keys: ArraySlice<Key>, _ value: ScriptTerm?) throws(ScriptLoss) -> CELText
    {
        guard let key = keys.first else { return value?.value ?? owner }
        let rest = keys.dropFirst()
        switch key {
        case .name(let name):
            let literal = CELText.quoted(name)
            if rest.isEmpty, value == nil {
                return owner.method("transformMap", "key", "value", "key != \(literal)", "value")
            }
            let inner = try replaced(owner.member(name), rest, value)
            return CELText("merge(\(owner.text), {\(literal): \(inner.text)})")
        case .position(let position):
            if rest.isEmpty, value == nil { throw ScriptLoss("An element of a list of a run is removed.") }
            let inner = try replaced(CELText("element"), rest, value)
            return owner.method(
                "transformList", "position", "element", "position == \(position) ? \(inner.within(.or)) : element")
        }
    }
}

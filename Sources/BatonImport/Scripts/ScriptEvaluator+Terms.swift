/// Values of a script as expressions in CEL.
extension ScriptEvaluator {
    /// The expression for a value; the optional one where it may be missing.
    func term(_ value: ScriptValue) throws(ScriptLoss) -> ScriptTerm {
        switch value {
        case .undefined, .null: return ScriptTerm(CELText("null"), .null)
        case .boolean(let value): return ScriptTerm(CELText(value ? "true" : "false"), .boolean)
        case .number(let value):
            guard value.isFinite else { throw ScriptLoss("A number that JSON does not have.") }
            let text = CELText.number(value)
            return ScriptTerm(
                CELText(text, text.hasPrefix("-") ? .unary : .primary), text.contains(".") ? .number : .integer)
        case .string(let text):
            var term = ScriptTerm(CELText(CELText.quoted(text)), .string)
            term.text = ImportText(text)
            return term
        case .term(let term):
            if term.isCheckOnly {
                throw ScriptLoss("The result of a check is used as a value.", "State it as a check of its own.")
            }
            if term.subject == .reason {
                throw ScriptLoss("The reason phrase of the status as a value.", "Use the status.")
            }
            return term
        case .moment(let time, let zone): return try isoText(time, zone)
        case .digest(let term): return term
        case .object(let index): return try term(of: content(index))
        case .host(let path): return try hostTerm(path)
        case .typeName(let inner): return try typeNameTerm(inner)
        case .lost(let loss): throw loss
        case .function, .regex, .expectation: throw ScriptLoss("A function or a pattern stands where a value should.")
        }
    }

    /// Refuses objects that hold themselves, or too much.
    func weigh(_ content: ScriptObject.Content) throws(ScriptLoss) {
        var budget = 20_000
        try weigh(content, &budget, 0)
    }

    private func weigh(_ content: ScriptObject.Content, _ budget: inout Int, _ nesting: Int) throws(ScriptLoss) {
        let values: [ScriptValue] =
            switch content {
            case .list(let elements): elements
            case .members(let members): members.map(\.value)
            case .term: []
            }
        budget -= values.count
        guard budget > 0, nesting < 100 else { throw ScriptLoss("An object that holds itself, or too much.") }
        for case .object(let index) in values { try weigh(self.content(index), &budget, nesting + 1) }
    }

    func term(of content: ScriptObject.Content) throws(ScriptLoss) -> ScriptTerm {
        try weigh(content)
        switch content {
        case .term(let term): return term
        case .list(let elements): return try listTerm(elements)
        case .members(let members): return try mapTerm(members)
        }
    }

    func listTerm(_ elements: [ScriptValue]) throws(ScriptLoss) -> ScriptTerm {
        var texts: [CELText] = []
        var result = ScriptTerm(CELText("[]"), .list)
        for element in elements {
            let term = try term(element)
            texts.append(term.value)
            result.reads.formUnion(term.reads)
            result.isVolatile = result.isVolatile || term.isVolatile
        }
        result.cel = .list(texts)
        return try bounded(result)
    }

    func mapTerm(_ members: [(name: String, value: ScriptValue)]) throws(ScriptLoss) -> ScriptTerm {
        var texts: [String] = []
        var result = ScriptTerm(CELText("{}"), .map)
        for member in members {
            switch member.value {
            case .undefined, .function: continue
            default: break
            }
            let term = try term(member.value)
            if let optional = term.optional {
                texts.append("?\(CELText.quoted(member.name)): \(optional.text)")
            } else {
                texts.append("\(CELText.quoted(member.name)): \(term.cel.text)")
            }
            result.reads.formUnion(term.reads)
            result.isVolatile = result.isVolatile || term.isVolatile
        }
        result.cel = CELText("{\(texts.joined(separator: ", "))}")
        return try bounded(result)
    }

    func bounded(_ term: ScriptTerm) throws(ScriptLoss) -> ScriptTerm {
        if term.cel.text.utf8.count > 6_000 {
            throw ScriptLoss("An expression that is too long to be read.", "Compute it in several steps with `set`.")
        }
        return term
    }
}

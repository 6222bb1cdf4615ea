/// Values that read a response when another one becomes the current one. In CEL both are called `response`: a value of the old
/// one that is used later is kept in a variable before, and any other one is lost until the old one is the current one again.
extension ScriptEvaluator {
    /// The cells that hold what is of the response around.
    struct SetAside {
        var cells: [Int: Cell] = [:]
        var needed: Set<String> = []
    }

    /// Whether a value reads the current response or its request.
    func readsResponse(_ value: ScriptValue, depth: Int = 0) -> Bool {
        switch value {
        case .term(let term), .moment(let term, _), .digest(let term):
            return !term.reads.isDisjoint(with: ["response", "request"]) || term.subject != nil
        case .host(let path): return Self.ofResponse.contains { path == $0 || path.hasPrefix($0 + ".") }
        case .typeName(let inner): return readsResponse(inner, depth: depth)
        case .expectation(let expectation):
            return expectation.isResponse || expectation.isRequest || readsResponse(expectation.value, depth: depth)
        case .object(let index):
            if depth > 8 { return true }
            switch content(index) {
            case .list(let elements): return elements.contains { readsResponse($0, depth: depth + 1) }
            case .members(let members): return members.contains { readsResponse($0.value, depth: depth + 1) }
            case .term(let term): return readsResponse(.term(term))
            }
        default: return false
        }
    }

    private static let ofResponse = [
        "pm.response", "pm.request", "pm.cookies", "request", "responseHeaders", "responseCookies", "responseCode",
    ]

    /// Before another response is the current one: `range` is read with it.
    mutating func leaveResponse(usedIn range: Range<Int>, in inner: ScriptScope) throws(ScriptLoss) -> SetAside {
        let outer = scope
        scope = inner
        defer { scope = outer }
        for index in state.cells.keys.sorted() {
            guard let name = cellNames[index], let cell = state.cells[index], readsResponse(cell.value),
                scope.cell(of: name) == index,
                oldTests.late.contains(where: { LegacyTests.cell(of: $0) == name })
                    || occurrences(of: name, in: range) > 0
            else { continue }
            try keepCell(index)
        }
        var aside = SetAside(needed: state.needed)
        for (index, cell) in state.cells where readsResponse(cell.value) {
            aside.cells[index] = cell
            let name = cellNames[index].map { "`\($0)`" } ?? "A value"
            state.cells[index] = Cell(
                value: .lost(
                    ScriptLoss(
                        "\(name) is of a response, and another one has come.",
                        "Store what is needed in a variable before the next request is sent.")),
                version: cell.version)
        }
        state.needed = []
        forgetExact(reading: ["response", "request"])
        return aside
    }

    /// When the response around is the current one again: what was found in the other one is kept in the statements that are read
    /// with it.
    mutating func returnToResponse(
        _ aside: SetAside, knowing known: Set<Int>, readIn range: Range<Int>
    ) throws(ScriptLoss) {
        for index in state.cells.keys.sorted() {
            guard let cell = state.cells[index], readsResponse(cell.value) else { continue }
            if let name = cellNames[index], known.contains(index),
                LegacyTests.isCell(name)
                    || occurrences(of: name, in: 0..<source.count) > occurrences(of: name, in: range)
            {
                try keepCell(index)
            }
            guard let kept = state.cells[index], readsResponse(kept.value) else { continue }
            state.cells[index]?.value = .lost(
                ScriptLoss(
                    "`\(cellNames[index] ?? "A value")` is of a response that is no longer the last one.",
                    "Store what is needed in a variable where the response comes."))
            state.cells[index]?.isPending = false
        }
        restore(aside)
    }

    /// Gives back what nothing has changed.
    mutating func restore(_ aside: SetAside) {
        for (index, cell) in aside.cells where state.cells[index]?.version == cell.version {
            state.cells[index] = cell
        }
        state.needed = aside.needed
    }

    /// The statements without the conditions that were kept and nothing reads.
    func withoutUnreadChecks(_ outputs: [Output]) -> [Output] {
        if keptChecks.isEmpty { return outputs }
        let unread = keptChecks.subtracting(VariableUse(outputs.map(\.statement)).reads)
        func kept(_ statements: [ImportedStatement]) -> [ImportedStatement] {
            statements.compactMap { statement in
                switch statement {
                case .set(let name, _) where unread.contains(name): return nil
                case .branch(let test, let then, let otherwise):
                    return .branch(test: test, then: kept(then), otherwise: kept(otherwise))
                case .loop(let list, let name, let body): return .loop(list: list, name: name, body: kept(body))
                case .request(var request):
                    request.after = kept(request.after)
                    return .request(request)
                default: return statement
                }
            }
        }
        return outputs.flatMap { output in
            kept([output.statement]).map { statement in
                var output = output
                output.statement = statement
                return output
            }
        }
    }

    private mutating func keepCell(_ index: Int) throws(ScriptLoss) {
        if case .object(let object)? = state.cells[index]?.value {
            keepObject(object, cellNames[index] ?? "value")
        } else {
            try nameValue(of: index)
        }
    }

    /// The value in a variable, where it is one that a variable can hold.
    mutating func kept(_ value: ScriptValue, _ name: String, depth: Int = 0) -> ScriptValue {
        guard readsResponse(value) else { return value }
        switch value {
        case .term(let term) where !term.isCheckOnly && !term.isPosition && term.xml == nil && term.groups == nil:
            let variable = names.temporary("kept_\(name)")
            emit(.set(name: variable, expression: term.value.text))
            return .term(ScriptTerm(CELText(variable), term.optional == nil ? term.type : .unknown, reads: [variable]))
        case .object(let index) where depth < 3:
            keepObject(index, name, depth: depth + 1)
            return value
        default:
            return .lost(
                ScriptLoss(
                    "`\(name)` is of a response that is no longer the last one.",
                    "Store what is needed in a variable where the response comes."))
        }
    }

    /// The members of an object in variables. The object is no other one by it.
    private mutating func keepObject(_ index: Int, _ name: String, depth: Int = 0) {
        var members = content(index)
        switch members {
        case .list(let elements) where elements.count <= 20:
            members = .list(elements.map { kept($0, name, depth: depth) })
        case .members(let named) where named.count <= 20:
            members = .members(named.map { ($0.name, kept($0.value, "\(name)_\($0.name)", depth: depth)) })
        case .term(let term):
            guard case .term(let variable) = kept(.term(term), name, depth: depth) else { return }
            members = .term(variable)
        default: return
        }
        state.heap[index]?.content = members
    }
}

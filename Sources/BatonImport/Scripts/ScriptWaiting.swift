/// What a script starts, which comes when the script has ended: requests with their callbacks, and timers.
///
/// A mark stands where something is started, so that branches, loops and tests hold it as they hold any statement, and a lost
/// statement loses it. When the script has ended, the marks are taken out, and the branches and loops around them are said again
/// behind all else with what was started in them. What they read must still have the value that it had: what is given another
/// one in between is kept in a variable before.
extension ScriptEvaluator {
    struct Deferred {
        enum Receiver {
            /// Of `pm.sendRequest`, with the error and the response.
            case callback
            /// Of `then`, with the value.
            case then
            /// Of `catch`, with an error of the functions before it.
            case catching
            /// Of `finally`, with nothing.
            case finally
        }

        var request: ImportedRequest?
        var wait: ImportText?
        var receivers: [(kind: Receiver, function: ScriptFunction)] = []
        /// Where it is started.
        var range: Range<Int>
        /// The block that it is started in.
        var block = 0
    }

    // MARK: Marks

    /// Puts a mark where something is started.
    mutating func start(_ item: Deferred) throws(ScriptLoss) -> Int {
        lastDeferred += 1
        if lastDeferred > Self.mostDeferred { throw Self.endless }
        deferred[lastDeferred] = item
        deferred[lastDeferred]?.block = state.block
        var mark = ImportedRequest(name: "", url: ImportText())
        mark.mark = lastDeferred
        emit(.request(mark))
        return lastDeferred
    }

    static let mostDeferred = 40
    static let endless = ScriptLoss("A script that goes on sending requests.", "Write them as a loop.")

    private static func marks(_ statements: [ImportedStatement], isCertain: Bool = true) -> [(id: Int, isCertain: Bool)]
    {
        var found: [(id: Int, isCertain: Bool)] = []
        for statement in statements {
            switch statement {
            case .request(let request): if let id = request.mark { found.append((id, isCertain)) }
            case .branch(_, let then, let otherwise): found += marks(then + otherwise, isCertain: false)
            case .loop(_, _, let body): found += marks(body, isCertain: false)
            default: break
            }
        }
        return found
    }

    static func holdsMark(_ statement: ImportedStatement) -> Bool { !marks([statement]).isEmpty }

    /// The statements without marks, for a script that ends with a loss.
    static func withoutMarks(_ statements: [ImportedStatement]) -> [ImportedStatement] {
        statements.compactMap { statement in
            switch statement {
            case .request(let request): return request.mark == nil ? statement : nil
            case .branch(let test, let then, let otherwise):
                let (yes, no) = (withoutMarks(then), withoutMarks(otherwise))
                return yes.isEmpty && no.isEmpty ? nil : .branch(test: test, then: yes, otherwise: no)
            case .loop(let list, let name, let body):
                let inner = withoutMarks(body)
                return inner.isEmpty ? nil : .loop(list: list, name: name, body: inner)
            default: return statement
            }
        }
    }

    /// The mark that a statement is.
    static func mark(_ statement: ImportedStatement) -> Int? {
        if case .request(let request) = statement { request.mark } else { nil }
    }

    /// `new Promise(resolve => …)`: what it starts comes at once, as it is waited for.
    mutating func promise(_ function: ScriptFunction) throws(ScriptLoss) -> ScriptValue {
        var made: [Output] = []
        swap(&made, &output)
        let outer = made
        _ = try invoke(function, [.host("done"), .host("done")])
        made = output
        output = outer
        var sends = false
        for one in made {
            guard let mark = Self.mark(one.statement), let item = deferred[mark] else {
                output.append(one)
                continue
            }
            if let wait = item.wait, wait.literal != "0ms" { emit(.wait(wait)) }
            if var request = item.request {
                sends = true
                request.after = try after(mark)
                emit(.request(request))
            } else if let callback = item.receivers.first?.function {
                _ = try invoke(callback, [])
            }
        }
        guard sends else { return .undefined }
        return .lost(ScriptLoss("What a promise gives that sends a request.", "Await the request itself."))
    }

    // MARK: The end of the script

    /// Puts what was started behind all else, in the order in which it was started.
    mutating func runDeferred() throws(ScriptLoss) {
        let marks = Self.marks(output.map(\.statement))
        if marks.isEmpty { return }
        var settling = Settling()
        var sets: Set<String> = []
        for mark in marks {
            let statements = try statements(of: mark.id, isCertain: mark.isCertain)
            settling.items[mark.id] = statements
            settling.setBefore[mark.id] = sets
            sets.formUnion(VariableUse(statements).sets)
        }
        var main: [Output] = []
        var later: [ImportedStatement] = []
        for output in output.reversed() {
            guard Self.holdsMark(output.statement) else {
                settling.changed.formUnion(VariableUse(output.statement).sets)
                main.append(output)
                continue
            }
            let settled = settle([output.statement], &settling)
            main += settled.main.reversed().map { Output(statement: $0) }
            later += settled.later.reversed()
        }
        output = main.reversed() + later.reversed().map { Output(statement: $0) }
    }

    /// What was started, and what its callback does.
    private mutating func statements(of id: Int, isCertain: Bool) throws(ScriptLoss) -> [ImportedStatement] {
        guard let item = deferred[id] else { return [] }
        let before = begin()
        do {
            if let wait = item.wait, wait.literal != "0ms" { emit(.wait(wait)) }
            if var request = item.request {
                request.after = try after(id)
                emit(.request(request))
            } else if let function = item.receivers.first?.function {
                _ = try invoke(function, [])
                endByAssertions()
                try runDeferred()
            }
        } catch {
            if lastDeferred > Self.mostDeferred { throw error }
            output = []
            note(error, statement: source.text(item.range), at: item.range.lowerBound)
        }
        let said = Self.said(output)
        let left = state
        (state, output) = (before.state, before.output)
        if isCertain {
            state = left
        } else {
            leaveBehind(left) { name in
                ScriptLoss("`\(name)` gets its value in a callback that only a run knows to be called.")
            }
        }
        return said
    }

    /// What a part leaves behind of which only a run knows whether and how often it comes.
    mutating func leaveBehind(_ left: State, _ loss: (String) -> ScriptLoss) {
        for (index, cell) in left.cells {
            guard let known = state.cells[index] else {
                // A name within, which functions of the part still see.
                state.cells[index] = cell
                continue
            }
            if known.version == cell.version { continue }
            version += 1
            state.cells[index] = Cell(value: .lost(loss(cellNames[index] ?? "a value")), version: version)
        }
        for (index, object) in left.heap {
            guard let known = state.heap[index] else {
                state.heap[index] = object
                continue
            }
            if known.version == object.version { continue }
            version += 1
            state.heap[index] = ScriptObject(content: .list([.lost(loss("a list"))]), version: version)
        }
        state.known = state.known.filter { left.known[$0.key] == $0.value }
        state.empty = state.empty.filter { left.empty[$0.key] != nil }
    }

    // MARK: Taking marks out

    private struct Settling {
        var items: [Int: [ImportedStatement]] = [:]
        /// The variables that items before an item set.
        var setBefore: [Int: Set<String>] = [:]
        /// The variables that statements behind the place set.
        var changed: Set<String> = []
        var isInLoop = false
    }

    /// Statements without their marks, and those with what was started in them.
    private mutating func settle(
        _ statements: [ImportedStatement], _ settling: inout Settling
    ) -> (main: [ImportedStatement], later: [ImportedStatement]) {
        // From the last one on, as what comes behind a statement decides what must be kept.
        var main: [ImportedStatement] = []
        var later: [ImportedStatement] = []
        for statement in statements.reversed() {
            let settled: (main: [ImportedStatement], later: [ImportedStatement])
            switch statement {
            case .request(let request) where request.mark != nil:
                settled = settle(item: request.mark ?? 0, &settling)
            case .branch(let test, let then, let otherwise) where Self.holdsMark(statement):
                settled = settle(branch: test, then, otherwise, &settling)
            case .loop(let list, let name, let body) where Self.holdsMark(statement):
                settled = settle(loop: list, name, body, &settling)
            default:
                settling.changed.formUnion(VariableUse(statement).sets)
                settled = ([statement], [])
            }
            main += settled.main.reversed()
            later += settled.later.reversed()
        }
        return (main.reversed(), later.reversed())
    }

    private mutating func settle(
        item id: Int, _ settling: inout Settling
    ) -> (main: [ImportedStatement], later: [ImportedStatement]) {
        var later = settling.items[id] ?? []
        var sent = VariableUse()
        var request: ImportedRequest?
        if deferred[id]?.request != nil, case .request(let last)? = later.last {
            request = last
            sent.addSent(by: last)
        }
        if let wait = deferred[id]?.wait { sent.add(wait) }
        let changed = settling.changed.union(settling.setBefore[id] ?? [])
        var main: [ImportedStatement] = []
        for name in sent.reads.intersection(changed).sorted() {
            if settling.isInLoop { return ([changedBefore(id)], []) }
            let kept = names.temporary("kept_\(name)")
            main.append(.set(name: kept, expression: name))
            request = request?.renamingSent(name, to: kept)
            if case .wait(let wait)? = later.first {
                later[0] = .wait(wait.changing { ExpressionText.renaming(name, to: kept, in: $0) })
            }
        }
        if let request { later[later.count - 1] = .request(request) }
        return (main, later)
    }

    private mutating func settle(
        branch test: String, _ then: [ImportedStatement], _ otherwise: [ImportedStatement], _ settling: inout Settling
    ) -> (main: [ImportedStatement], later: [ImportedStatement]) {
        let behind = settling.changed
        let no = settle(otherwise, &settling)
        let changedInNo = settling.changed
        settling.changed = behind
        let yes = settle(then, &settling)
        settling.changed.formUnion(changedInNo)
        let marks = Self.marks(then + otherwise)
        let changed = settling.changed.union(marks.first.flatMap { settling.setBefore[$0.id] } ?? [])
        let isSaidTwice = !yes.main.isEmpty || !no.main.isEmpty
        let read = ExpressionText.names(in: test)
        var (main, test) = ([ImportedStatement](), test)
        if !read.isDisjoint(with: changed) || isSaidTwice && read.contains(where: Self.isVolatile) {
            if settling.isInLoop {
                let notes = marks.map { changedBefore($0.id) }
                return ([.branch(test: test, then: yes.main, otherwise: no.main)] + notes, [])
            }
            let kept = names.temporary("kept_condition")
            main.append(.set(name: kept, expression: test))
            test = kept
        }
        if isSaidTwice { main.append(.branch(test: test, then: yes.main, otherwise: no.main)) }
        if yes.later.isEmpty, no.later.isEmpty { return (main, []) }
        if yes.later.isEmpty {
            return (main, [.branch(test: "!\(ExpressionText.bracketed(test))", then: no.later, otherwise: [])])
        }
        return (main, [.branch(test: test, then: yes.later, otherwise: no.later)])
    }

    private static func isVolatile(_ name: String) -> Bool {
        name == "now" || name.hasPrefix("uuid") || name.hasPrefix("random") || name.hasPrefix("fake")
    }

    private mutating func settle(
        loop list: String, _ name: String, _ body: [ImportedStatement], _ settling: inout Settling
    ) -> (main: [ImportedStatement], later: [ImportedStatement]) {
        let outer = (settling.changed, settling.isInLoop)
        let marks = Self.marks(body)
        // A pass comes behind all others as well.
        let set = VariableUse(body).sets
        let setLater = VariableUse(marks.flatMap { settling.items[$0.id] ?? [] }).sets
        settling.changed.formUnion(set.union(setLater))
        settling.isInLoop = true
        let inner = settle(body, &settling)
        settling.isInLoop = outer.1
        settling.changed = outer.0.union(set)
        var (main, list) = ([ImportedStatement](), list)
        let changed = settling.changed.union(marks.first.flatMap { settling.setBefore[$0.id] } ?? [])
        if !inner.later.isEmpty, !ExpressionText.names(in: list).isDisjoint(with: changed) {
            if settling.isInLoop {
                return ([.loop(list: list, name: name, body: inner.main)] + marks.map { changedBefore($0.id) }, [])
            }
            let kept = names.temporary("kept_list")
            main.append(.set(name: kept, expression: list))
            list = kept
        }
        if !inner.main.isEmpty { main.append(.loop(list: list, name: name, body: inner.main)) }
        return (main, inner.later.isEmpty ? [] : [.loop(list: list, name: name, body: inner.later)])
    }

    /// The note for what cannot come later, as what it reads is another one then.
    private mutating func changedBefore(_ id: Int) -> ImportedStatement {
        let range = deferred[id]?.range ?? 0..<0
        let loss = ScriptLoss(
            "What is started in a loop reads a variable that has another value when it comes.",
            "Write it as a step with `for_each`.")
        let outer = (output, test)
        (output, test) = ([], nil)
        defer { (output, test) = outer }
        note(loss, statement: source.text(range), at: range.lowerBound)
        return output.first?.statement ?? .fail(loss.reason, test: test)
    }
}

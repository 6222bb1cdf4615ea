/// What a script does so far: its values, and the statements that say the same.
///
/// How this folder works together: ``ScriptTranslator`` parses a script and gives its tree to a ``ScriptEvaluator``, which
/// goes through it once, in the order in which it would run, and computes with texts instead of values: a ``ScriptValue`` is a
/// constant, an expression in CEL with what is known of it, or a part of what Postman offers, by its name. Calls of functions
/// of the script are replaced by what is in them. An `if` whose test only a run knows goes through both of its branches and
/// joins what they leave. What cannot be said throws a ``ScriptLoss``; the nearest statement becomes a note. The words of chai
/// are in `Assertions`, what Postman and libraries offer in `Hosts`.
struct ScriptEvaluator {
    /// What a branch may change.
    struct State {
        var cells: [Int: Cell] = [:]
        var heap: [Int: ScriptObject] = [:]
        var known: [String: Known] = [:]
        /// Variables that the script has made null or undefined.
        var empty: [String: ScriptValue] = [:]
        /// Conditions that a script has needed already.
        var needed: Set<String> = []
        /// Variables that surely have been set since the row began.
        var assigned: Set<String> = []
        /// The branch or pass of a loop that is being read, by its number.
        var block = 0
        /// Values that are there, because an `if` around says so.
        var present: Set<String> = []
    }

    /// What is known of a variable of the workflow.
    struct Known: Equatable {
        var type: ScriptType
        /// The optional value that it was given: a variable has null for undefined.
        var exact: CELText?
        var reads: Set<String> = []
    }

    struct Cell {
        var value: ScriptValue
        var version: Int
        /// The value is named in the workflow before its first use.
        var isPending = false
    }

    /// A statement with the condition that says the same, for checks.
    struct Output {
        var statement: ImportedStatement
        var condition: CELText?
        var need: Need?
        /// Another statement says the same.
        var isSilent = false
        /// The script says itself that the test fails.
        var fails = false
        /// CEL takes its expressions.
        var isAccepted = false
        /// What must hold for the script, or the test around, to go on behind it.
        var ending = Ending()
    }

    let place: ScriptPlace
    /// Of what is being read.
    var source: ScriptSource
    var names: VariableNames
    var state = State()
    var scope = ScriptScope(parent: nil, isFunction: true)
    var output: [Output] = []
    var cellNames: [Int: String] = [:]
    var nextIndex = 0
    var version = 0
    /// The phase of what is being read: callbacks of requests have a response.
    var phase: ScriptPlace.Phase
    /// The name of the test around.
    var test: String?
    var isTestWhole = true
    /// The body of `pm.test` is read.
    var isInTest = false
    var checks = ScriptTranslation.Checks()
    var statements: Set<Int> = []
    var lostStatements: Set<Int> = []
    /// Requests and timers that the script starts, by their numbers: they come when it has ended.
    var deferred: [Int: Deferred] = [:]
    var lastDeferred = 0
    /// Variables that hold conditions for the script to go on.
    var keptChecks: Set<String> = []
    /// Statements are part of an expression: a loss ends all of it.
    var isInExpression = false
    /// A function computes for an element of a list: it can say no check.
    var isInLambda = false
    /// A body is read for what it computes alone.
    var isCollecting = false
    /// Names that `const` declares, by their cells.
    var constants: Set<Int> = []
    /// A test decides what is done, and must not end with an error where the script has none.
    var isDeciding = false
    /// Something was read that the script may not find, which would end it with an error.
    var mayThrow = false
    /// The statement that is being read.
    var statementRange = 0..<0
    var statementEnd: Int {
        get { statementRange.upperBound }
        set { statementRange = min(statementRange.lowerBound, newValue)..<newValue }
    }
    var depth = 0
    var callDepth = 0
    /// `pm.response` is that of the request around, not the current one.
    var isInCallback = false
    /// The objects that `JSON.stringify` made texts of, by their expressions.
    var stringifiedObjects: [String: ScriptValue] = [:]
    /// In loops over positions of lists: the list, the name of the position, and the element there.
    var picked: [(list: CELText, name: String, element: ScriptTerm)] = []
    var oldTests: LegacyTests
    /// Loops over lists of a run around.
    var loopDepth = 0
    /// The script has ended: what waited for its end comes.
    var isBehindEnd = false
    private var steps = 0

    init(place: ScriptPlace, source: JavaScriptSource, names: VariableNames, oldTests: LegacyTests) {
        self.oldTests = oldTests
        self.place = place
        state.assigned = place.assigned
        self.source = ScriptSource(source: source)
        self.names = names
        phase = place.phase
    }

    /// Bounds what one script may cost, whatever its functions call.
    mutating func spend() throws(ScriptLoss) {
        steps += 1
        if steps > 25_000 || depth > 300 {
            throw ScriptLoss("The script does too much to be read at once.", "Write what it does as steps by hand.")
        }
    }
}

/// An object or a list that a script makes.
struct ScriptObject {
    enum Content {
        case list([ScriptValue])
        case members([(name: String, value: ScriptValue)])
        /// A list or map of a run, with what the script changed in it.
        case term(ScriptTerm)
    }

    var content: Content
    var version: Int
}

// MARK: - Names and objects

extension ScriptEvaluator {
    mutating func declare(_ name: String, _ value: ScriptValue, isVariable: Bool = false) {
        var target = scope
        if isVariable { while !target.isFunction, let parent = target.parent { target = parent } }
        let index: Int
        if let known = target.cells[name] {
            index = known
        } else {
            nextIndex += 1
            index = nextIndex
            target.cells[name] = index
            cellNames[index] = name
        }
        store(value, in: index)
    }

    mutating func store(_ value: ScriptValue, in index: Int) {
        version += 1
        state.cells[index] = Cell(value: value, version: version, isPending: isWorthNaming(value, of: index))
    }

    mutating func assign(_ name: String, _ value: ScriptValue) {
        if let index = scope.cell(of: name) {
            store(value, in: index)
            return
        }
        let current = scope
        while let parent = scope.parent { scope = parent }
        declare(name, value)
        scope = current
    }

    /// Whether the value must be computed once only, because it is another one each time or long, and is used again.
    private func isWorthNaming(_ value: ScriptValue, of index: Int) -> Bool {
        let term: ScriptTerm
        switch value {
        case .term(let known), .moment(let known, _), .digest(let known): term = known
        default: return false
        }
        guard term.isVolatile || (term.cel.text.utf8.count > 90 && term.reads.contains("response") == false) else {
            return false
        }
        return occurrences(of: cellNames[index] ?? "", after: statementEnd) > 1
    }

    /// How often a name stands behind a place of the source, or anywhere while a function of the script is read.
    func occurrences(of name: String, after offset: Int) -> Int {
        occurrences(of: name, in: (callDepth > 0 ? 0 : min(offset, source.count))..<source.count)
    }

    func occurrences(of name: String, in range: Range<Int>) -> Int {
        guard !name.isEmpty else { return 0 }
        let wanted = Array(name.utf8)
        let bytes = source.source.bytes
        var (count, index) = (0, range.lowerBound)
        while index + wanted.count <= min(range.upperBound, bytes.count) {
            if bytes[index] == wanted[0], bytes[index..<index + wanted.count].elementsEqual(wanted),
                index == 0 || !Self.isWord(bytes[index - 1]),
                index + wanted.count == bytes.count || !Self.isWord(bytes[index + wanted.count])
            {
                count += 1
                index += wanted.count
            } else {
                index += 1
            }
        }
        return count
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte | 0x20 & 0xDF) || (0x61...0x7A).contains(byte)
            || byte == 0x5F || byte == 0x24
    }

    mutating func value(of name: String) throws(ScriptLoss) -> ScriptValue {
        guard let index = scope.cell(of: name) else {
            if let shared = try sharedName(name) { return shared }
            do { return try unknownName(name) } catch {
                // One note names it.
                var global = scope
                while let parent = global.parent { global = parent }
                nextIndex += 1
                global.cells[name] = nextIndex
                state.cells[nextIndex] = Cell(value: .lost(error.named), version: version)
                throw error
            }
        }
        guard let cell = state.cells[index] else { return .undefined }
        if cell.isPending {
            try nameValue(of: index)
            return state.cells[index]?.value ?? .undefined
        }
        if case .lost(let loss) = cell.value { throw loss }
        return cell.value
    }

    /// Gives the value of a cell a variable of the workflow, so that it is computed here and once.
    mutating func nameValue(of index: Int) throws(ScriptLoss) {
        guard var cell = state.cells[index] else { return }
        let cellName = cellNames[index] ?? "value"
        let variable = names.temporary(LegacyTests.isCell(cellName) ? "kept_test" : "kept_\(cellName)")
        switch cell.value {
        case .term(let term) where term.isCheckOnly || term.isPosition || term.xml != nil || term.groups != nil:
            cell.value = .lost(
                ScriptLoss("`\(cellName)` is read when it has another value.", "Store what is needed in a variable."))
        case .term(let term):
            emit(.set(name: variable, expression: term.value.text))
            cell.value = .term(
                ScriptTerm(CELText(variable), term.optional == nil ? term.type : .unknown, reads: [variable]))
        case .moment(let term, let zone):
            emit(.set(name: variable, expression: term.cel.text))
            // A variable holds JSON, in which a moment is a text.
            cell.value = .moment(ScriptTerm(.call("timestamp", CELText(variable)), reads: [variable]), zone: zone)
        case .digest(let term):
            emit(.set(name: variable, expression: term.cel.text))
            cell.value = .digest(ScriptTerm(CELText(variable), .string, reads: [variable]))
        default: return
        }
        cell.isPending = false
        state.cells[index] = cell
    }

    mutating func emit(_ statement: ImportedStatement, condition: CELText? = nil) {
        output.append(Output(statement: statement, condition: condition, ending: ending(of: statement, condition)))
    }

    /// A failed assertion is an error; `tests["…"] = false` is none.
    private func ending(of statement: ImportedStatement, _ condition: CELText?) -> Ending {
        guard test == nil || isInTest else { return Ending() }
        switch statement {
        case .check: return .unless(condition)
        case .fail: return .ended
        default: return Ending()
        }
    }

    /// The test fails here, with the words of the script.
    mutating func fail(_ text: String) {
        guard let test, !text.isEmpty else {
            emit(.fail(test ?? text, test: test))
            return
        }
        let never = CELText("\(CELText.quoted(String(text.prefix(120)))) == \"\"", .relation)
        let check = ImportedCheck(name: test, subject: .condition(never.text))
        output.append(
            Output(statement: .check(check), condition: never, fails: true, ending: isInTest ? .ended : Ending()))
    }

    mutating func allocate(_ content: ScriptObject.Content) -> ScriptValue {
        nextIndex += 1
        version += 1
        state.heap[nextIndex] = ScriptObject(content: content, version: version)
        return .object(nextIndex)
    }

    mutating func change(_ index: Int, _ content: ScriptObject.Content) {
        version += 1
        state.heap[index] = ScriptObject(content: content, version: version)
    }

    func content(_ index: Int) -> ScriptObject.Content { state.heap[index]?.content ?? .members([]) }

    // MARK: Variables of the workflow

    /// What holds a value that reads `variable` and is used later keeps it under a name of its own, before the variable changes.
    mutating func keepValues(reading variable: String, usedIn range: Range<Int>? = nil) throws(ScriptLoss) {
        for (index, cell) in state.cells.sorted(by: { $0.key < $1.key }) {
            guard let name = cellNames[index], scope.cell(of: name) == index,
                LegacyTests.isCell(name)
                    || range.map({ occurrences(of: name, in: $0) > 0 })
                        ?? (occurrences(of: name, after: statementEnd) > 0)
            else { continue }
            switch cell.value {
            case .term(let term) where term.reads.contains(variable),
                .moment(let term, _) where term.reads.contains(variable),
                .digest(let term) where term.reads.contains(variable):
                try nameValue(of: index)
            default: continue
            }
        }
    }

    func type(of variable: String) -> ScriptType { state.known[variable]?.type ?? .unknown }
}

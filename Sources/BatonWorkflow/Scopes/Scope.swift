import BatonCEL
import BatonDiagnostics
import BatonYAML

/// The names that an expression may use at one place of a file; it grows from step to step.
final class Scope {
    /// The code under which the expression compiler reports a name that nothing declares.
    private static let undefinedName = "expression.unknown-name"

    private(set) var declarations: CELDeclarations
    private(set) var slotCount = Root.allCases.count
    /// The workflow's scope, around that of an endpoint which is called from it.
    let parent: Scope?
    /// What `as` may name.
    var types = KnownTypes()
    /// Aliases of `use` whose files could not be read.
    var brokenAliases: Set<String> = []
    /// Where the expressions that are being read stand.
    var position = Position()
    /// What the steps and expressions use that have been read.
    var gathered = Gathered()
    /// Where an endpoint's `inputs` are.
    private(set) var inputsSlot = Root.inputs.rawValue
    /// Variables, and names that the file says will become some.
    private(set) var names = NameTable<NameFacts>()
    private(set) var inputs: Set<String> = []
    /// Reserved names that the file gives to variables, inputs or captures all the same.
    private var misnamed: Set<String> = []
    private var inputsType = CELNativeType.inputs
    /// The names of the workflows that this one needs, and what each gives; nil where that is not known.
    private(set) var needs: [String: [String]?] = [:]
    /// Those of them that keep nothing.
    private(set) var needsWithoutSession: Set<String> = []
    /// Those of them that have rows: each gives a list.
    private(set) var needsWithRows: Set<String> = []
    private var needsType = Roots.needsType
    private(set) var steps = NameTable<(range: SourceRange, names: [String])>()
    private var stepsType = Roots.stepsType
    private var variablesType = Roots.variablesType
    /// Members of `vars` that no expression could name so far.
    private var newVariables: [CELNativeType.Member] = []
    /// Members of `steps` that no expression could name so far: the ids, and what is known of each step beyond others.
    private var newSteps: [(id: String, members: [CELNativeType.Member])] = []
    /// Nil where any may be given later.
    let secrets: [String]?
    let environmentVariables: [String]
    /// What prefixes of XPaths mean; empty: what each document means by them.
    var namespaces: [String: String] = [:] {
        didSet {
            if namespaces != oldValue { declarations.library = FunctionLibrary.library(namespaces: namespaces) }
        }
    }

    /// What is known of one name.
    struct NameFacts {
        /// Nil as long as it is no variable yet.
        var slot: Int?
        /// Whether it is a variable that gets its value at one place, and its type is known.
        var hasType = false
        /// What it was declared as last, whatever else it may be.
        var lastType: CELType?
        /// Where a later step declares it: using it too early is explained.
        var later: SourceRange?
        /// How many places of the file give it a value.
        var givers = 0
    }

    /// The schemas that checks of the file may name.
    let schemas: SchemaLibrary

    init(
        secrets: [String]?, environmentVariables: [String], isProject: Bool = false,
        schemas: SchemaLibrary = SchemaLibrary()
    ) {
        self.schemas = schemas
        parent = nil
        self.secrets = secrets
        self.environmentVariables = environmentVariables
        self.declarations = CELDeclarations(inside: isProject ? Roots.projectDeclarations : Roots.declarations)
    }

    /// The scope of an endpoint: it knows its inputs and nothing of the workflow, but has its slots there.
    init(endpointIn parent: Scope, types: KnownTypes) {
        self.parent = parent
        self.types = types
        schemas = parent.schemas
        secrets = parent.secrets
        environmentVariables = parent.environmentVariables
        declarations = CELDeclarations(inside: Roots.declarations)
        inputsSlot = parent.hiddenSlot()
        if let environment = parent.position.environment { enter(environment) }
    }

    /// The scope of what baton.yaml says of another environment: it knows the variables of the workflow, and may
    /// declare others of these names.
    init(environmentIn parent: Scope) {
        self.parent = parent
        types = parent.types
        schemas = parent.schemas
        secrets = parent.secrets
        environmentVariables = parent.environmentVariables
        declarations = CELDeclarations(inside: parent.declarations)
        if let environment = parent.position.environment { enter(environment) }
    }

    /// The scope of a row's name: it knows the row and nothing else.
    init(namingRowsOf type: CELType) {
        schemas = SchemaLibrary()
        parent = nil
        secrets = []
        environmentVariables = []
        declarations = Roots.rowDeclarations(type)
        position.hasRows = true
    }

    static func isIdentifier(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            guard let first = bytes.first, first == UInt8(ascii: "_") || isLetter(first) else { return false }
            return bytes.allSatisfy { $0 == UInt8(ascii: "_") || isLetter($0) || (48...57).contains($0) }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
    }

    /// Whether a name has a meaning of its own in expressions.
    static func isReserved(_ name: String) -> Bool {
        Root.reserved.contains(name) || Root.reservedByCEL.contains(name)
    }

    /// Notes a name that the file gives to something; what is said of a reserved one is said where it is given.
    func noteGiven(_ name: String) {
        if Self.isReserved(name) { misnamed.insert(name) }
    }

    /// Whether a text reads a name that the file may not give, which has been told.
    private func readsMisnamed(_ text: String) -> Bool {
        misnamed.contains { name in
            var rest = Substring(text)
            while let range = rest.firstRange(of: name) {
                let before = rest[..<range.lowerBound].utf8.last
                let after = rest[range.upperBound...].utf8.first
                if !Self.isNameByte(before), !Self.isNameByte(after) { return true }
                rest = rest[range.upperBound...]
            }
            return false
        }
    }

    private static func isNameByte(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte == UInt8(ascii: "_") || isLetter(byte) || (48...57).contains(byte)
    }

    /// Whether a name can be a variable; reports why not.
    static func mayDeclare(_ name: String, at range: SourceRange, _ sink: DiagnosticSink) -> Bool {
        guard isIdentifier(name) else {
            sink.report(.invalidName(name, at: range))
            return false
        }
        if isReserved(name) {
            sink.report(.reservedName(name, at: range))
            return false
        }
        return true
    }

    /// The slot of a variable; a name that is there already keeps its slot.
    ///
    /// The type holds only for a name that gets its value at one place: any other may be something else at times.
    func declare(_ name: String, type: CELType = .dyn) -> Int {
        // What `vars` must be told of it.
        var news: CELType?
        var isNew = false
        let slot = names.change(name, or: NameFacts()) { facts in
            facts.lastType = type
            if let slot = facts.slot {
                if facts.hasType { news = .dyn }
                facts.hasType = false
                return slot
            }
            isNew = true
            let slot = hiddenSlot()
            facts.slot = slot
            let known = facts.givers > 1 ? .dyn : type
            facts.hasType = if case .dyn = known { false } else { true }
            if facts.hasType { news = known }
            return slot
        }
        if let news { newVariables.append(.init(name, news)) }
        if isNew || news != nil { declarations.declare(name, slot: slot, type: news ?? .dyn) }
        return slot
    }

    /// A slot for a value without a name of its own.
    func hiddenSlot() -> Int {
        if let parent { return parent.hiddenSlot() }
        defer { slotCount += 1 }
        return slotCount
    }

    func declareInput(_ name: String, type: CELType) -> Int {
        inputs.insert(name)
        inputsType = inputsType.adding([.init(name, type)])
        declarations.declare(Root.inputs.name, slot: inputsSlot, type: .native(inputsType))
        return declare(name, type: names[name].map { $0.givers == 0 } ?? true ? type : .dyn)
    }

    /// - Parameter outputs: nil where it is not known what the workflow gives.
    /// - Parameter isList: whether the workflow has rows, each of which gives its outputs.
    func declareNeed(_ name: String, outputs: [String]?, isList: Bool = false, hasSession: Bool = true) {
        needs[name] = .some(isList ? nil : outputs)
        if !hasSession { needsWithoutSession.insert(name) }
        guard isList else { return }
        needsWithRows.insert(name)
        let members = (outputs ?? []).map { CELNativeType.Member($0, .dyn) }
        let row = CELNativeType("a row of needs.\(name)", members: members, isRecord: true)
        needsType = needsType.adding([.init(name, .list(.native(row)))])
        declarations.declare(Root.needs.name, slot: Root.needs.rawValue, type: .native(needsType))
    }

    var needNames: [String] { needs.keys.filter { !$0.isEmpty } }

    /// What later expressions find under `steps.ID`: the names that the step captures or sets.
    ///
    /// - Parameter result: what the endpoint gives that the step calls.
    func declareStep(
        _ id: String, at range: SourceRange, names: [String], result: CELType? = nil, isProgram: Bool = false
    ) {
        let known = result == nil ? names : names + [Root.result.name]
        guard steps.update(id, (range, known)) == nil else { return }
        var given = names.map { CELNativeType.Member($0, self.names[$0]?.lastType ?? .dyn) }
        if let result { given.append(CELNativeType.Member(Root.result.name, result)) }
        if isProgram { given.append(CELNativeType.Member(Root.response.name, .native(Roots.programType))) }
        newSteps.append((id, given))
    }

    /// Behind the pages of a request, or passes that ran at the same time, a name has the list of what each gave.
    ///
    /// - Returns: its slot.
    @discardableResult
    func gather(_ name: String) -> Int {
        var isTyped = false
        let slot = names.change(name, or: NameFacts()) { facts in
            facts.lastType = .anyList
            isTyped = facts.hasType
            return facts.slot
        }
        guard let slot else { return declare(name, type: .anyList) }
        guard isTyped else { return slot }
        newVariables.append(.init(name, .anyList))
        declarations.declare(name, slot: slot, type: .anyList)
        return slot
    }

    /// The same of a step in such passes: what it captured and set, and its `result` where it calls something.
    func gatherStep(_ id: String, givesResult: Bool) {
        guard let step = steps[id] else { return }
        let given = step.names.map {
            CELNativeType.Member(
                $0, givesResult && $0 == Root.result.name ? .anyList : names[$0]?.lastType ?? .dyn)
        }
        newSteps.append((id, given))
    }

    /// Tells the compiler about new members of `steps` and `vars`, once an expression may name them.
    private func refreshRoots(for text: String) {
        if !newSteps.isEmpty, text.containsUTF8(Root.steps.name) {
            stepsType = stepsType.adding(
                newSteps.map { step in
                    let members = Roots.stepType.members + step.members
                    return .init(
                        step.id, .native(CELNativeType("steps.\(step.id)", members: members, openType: .dyn)))
                })
            declarations.declare(Root.steps.name, slot: Root.steps.rawValue, type: .native(stepsType))
            newSteps = []
        }
        if !newVariables.isEmpty, text.containsUTF8(Root.vars.name) {
            variablesType = variablesType.adding(newVariables)
            declarations.declare(Root.vars.name, slot: Root.vars.rawValue, type: .native(variablesType))
            newVariables = []
        }
    }

    func declareEnvironment(slot: Int) {
        declarations.declare(Root.env.name, slot: slot, type: .native(Roots.environmentType))
    }

    /// What a root is from here on.
    func declare(_ root: Root, type: CELType) {
        declarations.declare(root.name, slot: root.rawValue, type: type)
    }

    func rangeOfStep(_ id: String) -> SourceRange? { steps[id]?.range }

    func announce(_ name: String, at range: SourceRange) {
        noteGiven(name)
        names.change(name, or: NameFacts()) { facts in
            facts.later = facts.later ?? range
            facts.givers += 1
        }
    }

    var variableSlots: VariableSlots {
        var slots = VariableSlots(capacity: names.count)
        for position in names.entries.indices {
            if let slot = names.entries[position].value.slot { slots.add(names.entries[position].name, slot) }
        }
        return slots
    }

    func compile(_ text: String, at place: ScalarPlace, into sink: DiagnosticSink) -> Expression? {
        refreshRoots(for: text)
        let sink = !misnamed.isEmpty && readsMisnamed(text) ? DiagnosticSink() : sink
        declarations.suggestsNames = !sink.isFull
        let program = CELProgram.compile(text, in: declarations) { issue in
            sink.report(explained(issue, text, place))
        }
        guard let program else { return nil }
        let expression = Expression(program: program, place: place)
        if let name = program.name {
            if isVariable(name) { gathered.names.insert(name) }
            if position.hasSeenLoops || Root.reserved.contains(name) { check([name], expression, sink) }
            return expression
        }
        for reference in program.references {
            if isVariable(reference[0]) { gathered.names.insert(reference[0]) }
            if reference.count > 1, reference[0] == Root.vars.name { gathered.members.insert(reference[1]) }
            check(reference, expression, sink)
        }
        return expression
    }

    /// What to write for a name that is all of an expression, and that nothing near is called by.
    private func help(forUnknown name: String) -> String {
        if secrets?.contains(name) == true { return "write `secrets.\(name)`" }
        if environmentVariables.contains(name) { return "write `env.vars.\(name)`" }
        if let near = Spelling.nearest(to: name, in: names.names) { return "did you mean `\(near)`?" }
        let known = names.entries.filter { $0.value.slot != nil }.map { "`\($0.name)`" }
        let list = known.prefix(10).joined(separator: ", ") + (known.count > 10 ? ", …" : "")
        return known.isEmpty
            ? "give it a value before this place, with `vars`, `set` or `capture`" : "the variables here are \(list)"
    }

    private func isVariable(_ name: String) -> Bool {
        names.position(of: name).map { names.entries[$0].value.slot != nil } ?? false
    }

    private func explained(_ issue: CELIssue, _ text: String, _ place: ScalarPlace) -> Diagnostic {
        if issue.code == Self.undefinedName {
            let lower = text.utf8.index(text.utf8.startIndex, offsetBy: issue.range.lowerBound)
            let upper = text.utf8.index(lower, offsetBy: issue.range.count)
            let name = String(text[lower..<upper])
            if let range = names[name]?.later { return .definedLater(name, at: place.range(issue.range), later: range) }
            if issue.help == nil {
                var issue = issue
                issue.help = help(forUnknown: name)
                return Diagnostic(issue, place)
            }
        }
        return Diagnostic(issue, place)
    }
}

extension CELNativeType {
    fileprivate static let inputs = CELNativeType("inputs", openType: .dyn)
}

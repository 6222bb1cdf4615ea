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
    private let parent: Scope?
    /// What `as` may name.
    var types = KnownTypes()
    /// Aliases of `use` whose files could not be read.
    var brokenAliases: Set<String> = []
    /// The outcomes that the call under way may end in; nil for a plain request.
    var outcomes: [String]?
    /// What `result` is in the checks of the call under way.
    private var result: CELType?
    /// Whether the request under way gets the stored answer beside the new one.
    var hasCached = false
    /// Whether an expression of the step under way reads `outcome`.
    var readsOutcome = false
    /// Where an endpoint's `inputs` are.
    private(set) var inputsSlot = Root.inputs.rawValue
    /// Whether an expression reads `inputs`.
    private(set) var readsInputs = false
    /// By name: variables, and names that the file says will become some.
    private var names: [String: NameFacts] = [:]
    private var inputs: Set<String> = []
    private var inputsType = CELNativeType("inputs", openType: .dyn)
    /// The names of the workflows that this one needs, and what each gives; nil where that is not known.
    private var needs: [String: [String]?] = [:]
    /// Those of them that keep nothing.
    private(set) var needsWithoutSession: Set<String> = []
    /// Those whose sessions this workflow starts from.
    var neededSessions: Set<String> = []
    /// Those of them that have rows: each gives a list.
    private(set) var needsWithRows: Set<String> = []
    private var needsType = Roots.needsType
    private var steps: [String: (range: SourceRange, names: [String])] = [:]
    private var stepsType = CELNativeType("steps", openType: .native(Roots.stepType))
    private var variablesType = CELNativeType("vars", openType: .dyn)
    /// Members of `vars` that no expression could name so far.
    private var newVariables: [CELNativeType.Member] = []
    /// Members of `steps` that no expression could name so far: the ids, and what is known of each step beyond others.
    private var newSteps: [(id: String, members: [CELNativeType.Member])] = []
    /// Nil where any may be given later.
    private let secrets: [String]?
    private let environmentVariables: [String]
    /// What `env` and `secrets` mean in a step of another environment; nil in all others.
    private var environment: EnvironmentNames?
    /// Whether anything but `process` and `secrets` may be named.
    /// How much of which step's answer a later expression reads; of the others nothing is kept.
    private(set) var keptAnswers: [String: Retention] = [:]
    /// Whether an expression names steps by something that is computed: then every answer is kept.
    private(set) var keepsAllAnswers = false
    /// The same of `response` outside the step that it answers.
    private(set) var lastAnswer = Retention.nothing
    /// Whether an expression names the certificate of an answer, or hands a whole answer around.
    private(set) var readsCertificate = false
    private(set) var usedSecrets: [String: SourceRange] = [:]
    /// What prefixes of XPaths mean; empty: what each document means by them.
    var namespaces: [String: String] = [:] {
        didSet {
            if namespaces != oldValue { declarations.library = FunctionLibrary.library(namespaces: namespaces) }
        }
    }
    /// The session of requests that say nothing about it: the file's, or that of the group around them.
    var session = SessionChoice.standard
    /// Where each program is written that the file starts.
    var programs: [SourceRange] = []
    /// The variables that expressions have read since this was emptied.
    var readNames: Set<String> = []
    /// The variables that are read as `vars.x`, since this was emptied last.
    var readMembers: Set<String> = []
    /// The steps whose results expressions have read since this was emptied.
    var readSteps: Set<String> = []
    /// Where the expressions that are being read stand; it decides what `response` and `request` mean.
    var part = Part.file

    /// What is known of one name.
    private struct NameFacts {
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

    /// A part of a workflow file, by what it knows of answers.
    enum Part {
        /// `vars`, `outputs`: computed some time, with the answer of that time.
        case file
        /// A step before its answer is there.
        case step
        /// `capture` and `expect`.
        case answer
        /// The same of a program.
        case program
        /// The same of a workflow, which has no answer of its own.
        case result
    }

    /// Whether `response` is what a program gave.
    private var answersAreOfProgram = false

    /// The loops around what is being read, from outside in.
    private var loops: [(element: String?, type: CELType)] = []
    /// Names that `as` gave in loops that have ended.
    private var closedElements: Set<String> = []

    /// Whether the workflow runs once for each of some rows.
    private(set) var hasRows = false

    /// Whether a step before this one sends a request.
    private var hasAnswer = false

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
        if let environment = parent.environment { enter(environment) }
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
        if let environment = parent.environment { enter(environment) }
    }

    /// The scope of a row's name: it knows the row and nothing else.
    init(namingRowsOf type: CELType) {
        schemas = SchemaLibrary()
        parent = nil
        secrets = []
        environmentVariables = []
        hasRows = true
        declarations = Roots.rowDeclarations(type)
    }

    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.utf8.first, first == UInt8(ascii: "_") || isLetter(first) else { return false }
        return name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isLetter($0) || (48...57).contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
    }

    /// Whether a name can be a variable; reports why not.
    static func mayDeclare(_ name: String, at range: SourceRange, _ sink: DiagnosticSink) -> Bool {
        guard isIdentifier(name) else {
            sink.report(.invalidName(name, at: range))
            return false
        }
        if Root.reserved.contains(name) || Root.reservedByCEL.contains(name) {
            sink.report(.reservedName(name, at: range))
            return false
        }
        return true
    }

    /// The slot of a variable; a name that is there already keeps its slot.
    ///
    /// The type holds only for a name that gets its value at one place: any other may be something else at times.
    func declare(_ name: String, type: CELType = .dyn) -> Int {
        var facts = names[name] ?? NameFacts()
        facts.lastType = type
        defer { names[name] = facts }
        if let slot = facts.slot {
            if facts.hasType {
                facts.hasType = false
                declarations.declare(name, slot: slot, type: .dyn)
                newVariables.append(.init(name, .dyn))
            }
            return slot
        }
        let slot = hiddenSlot()
        facts.slot = slot
        let known = facts.givers > 1 ? .dyn : type
        declarations.declare(name, slot: slot, type: known)
        if known != .dyn {
            facts.hasType = true
            newVariables.append(.init(name, known))
        }
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
        guard steps.updateValue((range, known), forKey: id) == nil else { return }
        var given = names.map { CELNativeType.Member($0, self.names[$0]?.lastType ?? .dyn) }
        if let result { given.append(CELNativeType.Member(Root.result.name, result)) }
        if isProgram { given.append(CELNativeType.Member(Root.response.name, .native(Roots.programType))) }
        newSteps.append((id, given))
    }

    /// Behind a loop whose passes run at the same time, `result` of a step within is a list.
    func gatherResult(of id: String) {
        guard let step = steps[id] else { return }
        let given = step.names.map {
            CELNativeType.Member($0, $0 == Root.result.name ? .anyList : names[$0]?.lastType ?? .dyn)
        }
        newSteps.append((id, given))
    }

    /// Tells the compiler about new members of `steps` and `vars`, once an expression may name them.
    private func refreshRoots(for text: String) {
        if !newSteps.isEmpty, text.utf8.mentions(Root.steps.name.utf8) {
            stepsType = stepsType.adding(
                newSteps.map { step in
                    let members = Roots.stepType.members + step.members
                    return .init(
                        step.id, .native(CELNativeType("steps.\(step.id)", members: members, openType: .dyn)))
                })
            declarations.declare(Root.steps.name, slot: Root.steps.rawValue, type: .native(stepsType))
            newSteps = []
        }
        if !newVariables.isEmpty, text.utf8.mentions(Root.vars.name.utf8) {
            variablesType = variablesType.adding(newVariables)
            declarations.declare(Root.vars.name, slot: Root.vars.rawValue, type: .native(variablesType))
            newVariables = []
        }
    }

    // MARK: - Environments

    /// An environment that steps name.
    struct EnvironmentNames {
        let name: String
        /// Where `env` is.
        let slot: Int
        let variables: [String]
        /// Nil where any may be given later.
        let secrets: [String]?
    }

    /// What is read from here on stands in a step of that environment.
    func enter(_ environment: EnvironmentNames) {
        self.environment = environment
        declarations.declare(Root.env.name, slot: environment.slot, type: .native(Roots.environmentType))
    }

    func leaveEnvironment() {
        environment = nil
        declarations.declare(Root.env.name, slot: Root.env.rawValue, type: .native(Roots.environmentType))
    }

    // MARK: - Loops

    /// What is read from here on stands in a loop.
    ///
    /// - Parameter element: what it calls its elements; nil for a loop over nothing.
    func enterLoop(element: String?, type: CELType) {
        loops.append((element, type))
        if let element { closedElements.remove(element) }
        declareItem()
    }

    func leaveLoop() {
        guard let loop = loops.popLast() else { return }
        if let element = loop.element, element != Root.item.name { closedElements.insert(element) }
        declareItem()
    }

    private func declareItem() {
        let type = loops.last { $0.element == Root.item.name }?.type ?? .dyn
        declarations.declare(Root.item.name, slot: Root.item.rawValue, type: type)
    }

    /// What has this name already, so that no element may take it.
    func whatElementWouldHide(_ name: String) -> String? {
        if loops.contains(where: { $0.element == name }) { return "the element of a loop around this one" }
        if inputs.contains(name) { return "an input" }
        if names[name]?.later != nil { return "captured or set in this file" }
        return names[name]?.slot != nil && !closedElements.contains(name) ? "a variable" : nil
    }

    /// `item`, `index` and the names that `as` gives, where no such loop is.
    private func checkLoop(_ name: String, _ expression: Expression, _ sink: DiagnosticSink) {
        switch name {
        case Root.item.name:
            if loops.contains(where: { $0.element == name }) { return }
            if let element = loops.last(where: { $0.element != nil })?.element {
                sink.report(.elementHasName(element, at: expression.range))
            } else {
                sink.report(.outsideLoop(name, at: expression.range))
            }
        case Root.index.name:
            if loops.isEmpty { sink.report(.outsideLoop(name, at: expression.range)) }
        default:
            if closedElements.contains(name) { sink.report(.outsideLoop(name, at: expression.range)) }
        }
    }

    /// `row` is known from here on.
    func declareRow(_ type: CELType) {
        hasRows = true
        declarations.declare(Root.row.name, slot: Root.row.rawValue, type: type)
    }

    func rangeOfStep(_ id: String) -> SourceRange? { steps[id]?.range }

    /// Notes that a step sends a request: `response` means its answer from here on.
    func declareAnswer() { hasAnswer = true }

    /// What is read from here on knows the answer of the step under way.
    func enterAnswer(ofProgram isOfProgram: Bool = false) {
        part = isOfProgram ? .program : .answer
        guard isOfProgram != answersAreOfProgram else { return }
        answersAreOfProgram = isOfProgram
        declarations.declare(
            Root.response.name, slot: Root.response.rawValue,
            type: .native(isOfProgram ? Roots.programType : Roots.responseType))
    }

    /// What `result` is in the expressions that follow; nil where there is none.
    func declareResult(_ type: CELType?) {
        if let type { declarations.declare(Root.result.name, slot: Root.result.rawValue, type: type) }
        result = type
    }

    func announce(_ name: String, at range: SourceRange) {
        var facts = names[name] ?? NameFacts()
        facts.later = facts.later ?? range
        facts.givers += 1
        names[name] = facts
    }

    var variableSlots: [String: Int] { names.compactMapValues(\.slot) }

    func compile(_ text: String, at place: ScalarPlace, into sink: DiagnosticSink) -> Expression? {
        refreshRoots(for: text)
        declarations.suggestsNames = !sink.isFull
        let program = CELProgram.compile(text, in: declarations) { issue in
            sink.report(explained(issue, text, place))
        }
        guard let program else { return nil }
        let expression = Expression(program: program, place: place, text: text)
        for reference in program.references {
            if names[reference[0]]?.slot != nil { readNames.insert(reference[0]) }
            if reference.count > 1, reference[0] == Root.vars.name { readMembers.insert(reference[1]) }
            check(reference, expression, sink)
        }
        return expression
    }

    private func explained(_ issue: CELIssue, _ text: String, _ place: ScalarPlace) -> Diagnostic {
        if issue.code == Self.undefinedName {
            let lower = text.utf8.index(text.utf8.startIndex, offsetBy: issue.range.lowerBound)
            let upper = text.utf8.index(lower, offsetBy: issue.range.count)
            let name = String(text[lower..<upper])
            if let range = names[name]?.later { return .definedLater(name, at: place.range(issue.range), later: range) }
        }
        return Diagnostic(issue, place)
    }

    /// Members of the roots whose names are known from the files.
    private func check(_ reference: [String], _ expression: Expression, _ sink: DiagnosticSink) {
        checkAnswer(reference, expression, sink)
        checkLoop(reference[0], expression, sink)
        if reference[0] == Root.row.name, !hasRows { sink.report(.noRow(at: expression.range)) }
        guard reference.count >= 2 else { return checkWhole(reference[0], expression, sink) }
        let member = reference[1]
        func require(_ isKnown: Bool, _ known: @autoclosure () -> [String]) {
            if isKnown { return }
            // `has(vars.token)` may ask for what a later step, or a step that is skipped, gives.
            if reference[0] == Root.vars.name, names[member]?.later != nil { return }
            sink.report(
                .undefinedMember(member, of: reference[0], at: expression.range, known: known().sorted()))
        }
        switch reference[0] {
        case Root.secrets.name:
            noteSecret(member, expression.range)
            if let secrets = environment.map(\.secrets) ?? secrets, !secrets.contains(member) {
                sink.report(.undeclaredSecret(member, known: secrets, at: expression.range))
            }
        case Root.vars.name: require(names[member]?.slot != nil, Array(variableSlots.keys))
        case Root.inputs.name:
            readsInputs = true
            require(inputs.contains(member), Array(inputs))
        case Root.steps.name:
            require(steps[member] != nil, Array(steps.keys))
            readSteps.insert(member)
            if let step = steps[member] { check(reference, of: step.names, expression, sink) }
        case Root.needs.name:
            require(needs[member] != nil, Array(needs.keys))
            if let outputs = needs[member] ?? nil { check(reference, ofNeed: outputs, expression, sink) }
        case Root.env.name:
            let known = environment?.variables ?? environmentVariables
            if member == "vars", reference.count >= 3, !known.contains(reference[2]) {
                sink.report(
                    .undefinedMember(
                        reference[2], of: "env.vars", at: expression.range, known: known.sorted()))
            }
        default: break
        }
    }

    /// `steps.login.token`: what a step gives is known from the file.
    private func check(_ reference: [String], of names: [String], _ expression: Expression, _ sink: DiagnosticSink) {
        let id = reference[1]
        guard reference.count >= 3 else {
            noteCertificate(nil)
            keptAnswers[id] = .body
            return
        }
        let member = reference[2]
        if member == "response" {
            noteCertificate(reference.dropFirst(3).first)
            let kept = Retention.needed(for: reference.dropFirst(3).first)
            keptAnswers[id] = max(keptAnswers[id] ?? .nothing, kept)
        } else if member != "ran", !names.contains(member) {
            sink.report(
                .undefinedMember(member, of: "steps.\(id)", at: expression.range, known: names + ["ran", "response"]))
        }
    }

    /// `needs.login.token`: the outputs of a workflow are known from its file.
    private func check(
        _ reference: [String], ofNeed outputs: [String], _ expression: Expression, _ sink: DiagnosticSink
    ) {
        guard reference.count >= 3, !outputs.contains(reference[2]) else { return }
        sink.report(
            .undefinedMember(
                reference[2], of: "needs.\(reference[1])", at: expression.range, known: outputs.sorted()))
    }

    /// A root as a whole: what is looked up in it is computed, so that nothing is known of it.
    private func checkWhole(_ root: String, _ expression: Expression, _ sink: DiagnosticSink) {
        switch root {
        case Root.secrets.name: sink.report(.computedSecret(at: expression.range))
        case Root.inputs.name: readsInputs = true
        case Root.steps.name:
            noteCertificate(nil)
            keepsAllAnswers = true
        default: break
        }
    }

    private func noteCertificate(_ member: String?) {
        if member == nil || member == "certificate" { readsCertificate = true }
        parent?.noteCertificate(member)
    }

    /// Notes what a workflow reads that is called.
    func noteSecrets(_ used: [String: SourceRange]) {
        usedSecrets.merge(used) { own, _ in own }
    }

    private func noteSecret(_ name: String, _ range: SourceRange) {
        if usedSecrets[name] == nil { usedSecrets[name] = range }
        parent?.noteSecret(name, range)
    }

    /// `response` and `request` where there is none yet.
    private func checkAnswer(_ reference: [String], _ expression: Expression, _ sink: DiagnosticSink) {
        switch reference[0] {
        case Root.response.name:
            noteCertificate(reference.dropFirst().first)
            if part == .step || part == .result, !hasAnswer { sink.report(.noAnswerYet(at: expression.range)) }
            if part != .answer, part != .program {
                lastAnswer = max(lastAnswer, .needed(for: reference.dropFirst().first))
            }
        case Root.request.name:
            if part != .answer { sink.report(.requestOutsideAnswer(at: expression.range)) }
        case Root.cached.name: checkCached(reference, expression, sink)
        case Root.outcome.name, Root.result.name:
            readsOutcome = true
            // The outcome of an endpoint is what its own expressions decide.
            let isKnown = part == .answer || part == .result && reference[0] == Root.result.name
            if !isKnown || parent != nil {
                sink.report(.outcomeOutsideAnswer(reference[0], at: expression.range))
            } else if reference[0] == Root.result.name, result == nil {
                sink.report(.noResult(at: expression.range))
            }
        default: break
        }
    }
}

extension Scope {
    /// `cached` is an answer, or null.
    private func checkCached(_ reference: [String], _ expression: Expression, _ sink: DiagnosticSink) {
        guard hasCached, part == .answer else { return sink.report(.cachedWithoutBoth(at: expression.range)) }
        guard let member = reference.dropFirst().first else { return }
        if member == "certificate" { noteCertificate(member) }
        let known = Roots.responseType.members.map(\.name)
        if !known.contains(member) {
            sink.report(.undefinedMember(member, of: reference[0], at: expression.range, known: known))
        }
    }
}

extension String.UTF8View {
    /// Whether these bytes stand somewhere in it.
    fileprivate func mentions(_ word: String.UTF8View) -> Bool {
        guard let first = word.first else { return true }
        var rest = self[...]
        while let start = rest.firstIndex(of: first) {
            if rest[start...].starts(with: word) { return true }
            rest = rest[index(after: start)...]
        }
        return false
    }
}

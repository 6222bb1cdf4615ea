import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow

extension Scope {
    /// The names that expressions may use, and the slots of their values.
    struct Names {
        var declarations: CELDeclarations
        private let slots: SlotCounter
        /// The slot of `inputs`, which an endpoint has for itself.
        private(set) var inputsSlot = Root.inputs.rawValue
        /// Variables, and names that a later place of the file declares as variables.
        private(set) var known = NameTable<NameFacts>()
        private(set) var inputs: Set<String> = []
        /// Reserved names that the file wrongly gives to variables, inputs or captures.
        private(set) var misnamed: Set<String> = []
        private var inputsType = Roots.inputsType
        /// The workflows that this one needs, by name, with the outputs of each; nil where the outputs are not known.
        private(set) var needs: [String: [String]?] = [:]
        /// Names of needed workflows that keep no session.
        private(set) var needsWithoutSession: Set<String> = []
        /// Names of needed workflows with rows, each of which gives a list.
        private(set) var needsWithRows: Set<String> = []
        private var needsType = Roots.needsType
        private(set) var steps = NameTable<(range: SourceRange, names: [String])>()
        private var stepsType = Roots.stepsType
        private var variablesType = Roots.variablesType
        /// Members of `vars` that the compiler does not know yet.
        private var newVariables: [CELNativeType.Member] = []
        /// Members of `steps` that the compiler does not know yet: the ids of the steps, and the members that a step
        /// has in addition to those of every step.
        private var newSteps: [(id: String, members: [CELNativeType.Member])] = []

        init(in declarations: CELDeclarations, slots: SlotCounter = SlotCounter()) {
            self.declarations = declarations
            self.slots = slots
        }

        /// The names of an endpoint: it knows its inputs and no name of the calling workflow, whose slots it shares.
        init(endpointIn parent: Scope.Names) {
            self.init(in: CELDeclarations(inside: Roots.declarations), slots: parent.slots)
            inputsSlot = slots.next()
        }

        /// The names of the parent, to which others may be added.
        init(inside parent: Scope.Names) {
            self.init(in: CELDeclarations(inside: parent.declarations), slots: parent.slots)
        }

        /// Numbers the slots of one workflow.
        final class SlotCounter {
            private(set) var count = Root.allCases.count

            func next() -> Int {
                defer { count += 1 }
                return count
            }
        }

        /// The facts about one name.
        struct NameFacts {
            /// The slot of the variable; nil as long as the name is not declared.
            var slot: Int?
            /// Whether the name is a variable that gets its value at one place only and has a known type.
            var hasType = false
            /// The type of the last declaration.
            var lastType: CELType?
            /// The place of the declaration in a later step, for the message about a use before it.
            var later: SourceRange?
            /// The number of places in the file that give the name a value.
            var givers = 0
        }
    }
}

extension Scope.Names {
    /// Declares a variable and returns its slot; a declared name keeps its slot.
    ///
    /// The type is used only for a name that gets its value at one place; any other name has a dynamic type.
    mutating func declare(_ name: String, type: CELType = .dyn) -> Int {
        // The type with which the variable becomes a member of `vars`; nil where nothing changes.
        var news: CELType?
        var isNew = false
        let slots = slots
        let slot = known.change(name, or: NameFacts()) { facts in
            facts.lastType = type
            if let slot = facts.slot {
                if facts.hasType { news = .dyn }
                facts.hasType = false
                return slot
            }
            isNew = true
            let slot = slots.next()
            facts.slot = slot
            let first = facts.givers > 1 ? .dyn : type
            facts.hasType = if case .dyn = first { false } else { true }
            if facts.hasType { news = first }
            return slot
        }
        if let news { newVariables.append(.init(name, news)) }
        if isNew || news != nil { declarations.declare(name, slot: slot, type: news ?? .dyn) }
        return slot
    }

    /// A slot for a value without a name of its own.
    func hiddenSlot() -> Int { slots.next() }

    var slotCount: Int { slots.count }

    mutating func declareInput(_ name: String, type: CELType) -> Int {
        inputs.insert(name)
        inputsType = inputsType.adding([.init(name, type)])
        declarations.declare(Root.inputs.name, slot: inputsSlot, type: .native(inputsType))
        return declare(name, type: known[name].map { $0.givers == 0 } ?? true ? type : .dyn)
    }

    /// - Parameter outputs: the outputs of the workflow; nil where they are not known.
    /// - Parameter isList: whether the workflow has rows, each of which gives these outputs.
    mutating func declareNeed(_ name: String, outputs: [String]?, isList: Bool = false, hasSession: Bool = true) {
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

    /// Declares `steps.ID` for later expressions, with the names that the step captures or sets.
    ///
    /// - Parameter result: the type of the result of the endpoint that the step calls.
    mutating func declareStep(
        _ id: String, at range: SourceRange, names: [String], result: CELType? = nil, isProgram: Bool = false
    ) {
        let members = result == nil ? names : names + [Root.result.name]
        guard steps.update(id, (range, members)) == nil else { return }
        var given = names.map { CELNativeType.Member($0, known[$0]?.lastType ?? .dyn) }
        if let result { given.append(CELNativeType.Member(Root.result.name, result)) }
        if isProgram { given.append(CELNativeType.Member(Root.response.name, .native(Roots.programType))) }
        newSteps.append((id, given))
    }

    /// Declares a name as the list of its values, after the pages of a request or after concurrent passes of a loop.
    ///
    /// - Returns: the slot of the name.
    @discardableResult
    mutating func gather(_ name: String) -> Int {
        var isTyped = false
        let slot = known.change(name, or: NameFacts()) { facts in
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

    /// Declares the captured and set names of a step in concurrent passes, and its `result` where it calls something,
    /// as lists.
    mutating func gatherStep(_ id: String, givesResult: Bool) {
        guard let step = steps[id] else { return }
        let given = step.names.map {
            CELNativeType.Member(
                $0, givesResult && $0 == Root.result.name ? .anyList : known[$0]?.lastType ?? .dyn)
        }
        newSteps.append((id, given))
    }

    /// Tells the compiler about new members of `steps` and `vars`, once a text contains these words.
    mutating func refreshRoots(for text: String) {
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

    mutating func declareEnvironment(slot: Int) {
        declarations.declare(Root.env.name, slot: slot, type: .native(Roots.environmentType))
    }

    /// Declares the type of a root in the expressions that follow.
    mutating func declare(_ root: Root, type: CELType) {
        declarations.declare(root.name, slot: root.rawValue, type: type)
    }

    mutating func announce(_ name: String, at range: SourceRange) {
        noteGiven(name)
        known.change(name, or: NameFacts()) { facts in
            facts.later = facts.later ?? range
            facts.givers += 1
        }
    }

    /// Notes a name that the file gives to something. A reserved name is reported at that place.
    mutating func noteGiven(_ name: String) {
        if Scope.isReserved(name) { misnamed.insert(name) }
    }
}

extension Set<String> {
    /// Whether a text reads one of these names.
    func areRead(in text: String) -> Bool {
        contains { name in
            var rest = Substring(text)
            while let range = rest.firstRange(of: name) {
                let before = rest[..<range.lowerBound].utf8.last
                let after = rest[range.upperBound...].utf8.first
                if before?.isInName != true, after?.isInName != true { return true }
                rest = rest[range.upperBound...]
            }
            return false
        }
    }
}

/// Asked of the table alone, because a call with all names would copy them.
extension NameTable<Scope.Names.NameFacts> {
    var variableSlots: VariableSlots {
        var slots = VariableSlots(capacity: count)
        for position in entries.indices {
            if let slot = entries[position].value.slot { slots.add(entries[position].name, slot) }
        }
        return slots
    }

    /// Whether a name is declared as a variable.
    func hasVariable(_ name: String) -> Bool {
        position(of: name).map { entries[$0].value.slot != nil } ?? false
    }
}

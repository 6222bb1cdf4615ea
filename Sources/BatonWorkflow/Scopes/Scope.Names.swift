import BatonCEL
import BatonDiagnostics

extension Scope {
    /// What expressions may name, and in which slot each value is.
    struct Names {
        var declarations: CELDeclarations
        private let slots: SlotCounter
        /// Where an endpoint's `inputs` are.
        private(set) var inputsSlot = Root.inputs.rawValue
        /// Variables, and names that the file says will become some.
        private(set) var known = NameTable<NameFacts>()
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
        /// What prefixes of XPaths mean; empty: what each document means by them.
        var namespaces: [String: String] = [:] {
            didSet {
                if namespaces != oldValue { declarations.library = FunctionLibrary.library(namespaces: namespaces) }
            }
        }

        init(in declarations: CELDeclarations, slots: SlotCounter = SlotCounter()) {
            self.declarations = declarations
            self.slots = slots
        }

        /// The names of an endpoint: its inputs, and nothing of the workflow that it is called from but the slots.
        init(endpointIn parent: Scope.Names) {
            self.init(in: CELDeclarations(inside: Roots.declarations), slots: parent.slots)
            inputsSlot = slots.next()
        }

        /// The names of the parent, beside which others may be declared.
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
    }
}

extension Scope.Names {
    /// The slot of a variable; a name that is there already keeps its slot.
    ///
    /// The type holds only for a name that gets its value at one place: any other may be something else at times.
    mutating func declare(_ name: String, type: CELType = .dyn) -> Int {
        // What `vars` must be told of it.
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

    /// - Parameter outputs: nil where it is not known what the workflow gives.
    /// - Parameter isList: whether the workflow has rows, each of which gives its outputs.
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

    /// What later expressions find under `steps.ID`: the names that the step captures or sets.
    ///
    /// - Parameter result: what the endpoint gives that the step calls.
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

    /// Behind the pages of a request, or passes that ran at the same time, a name has the list of what each gave.
    ///
    /// - Returns: its slot.
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

    /// The same of a step in such passes: what it captured and set, and its `result` where it calls something.
    mutating func gatherStep(_ id: String, givesResult: Bool) {
        guard let step = steps[id] else { return }
        let given = step.names.map {
            CELNativeType.Member(
                $0, givesResult && $0 == Root.result.name ? .anyList : known[$0]?.lastType ?? .dyn)
        }
        newSteps.append((id, given))
    }

    /// Tells the compiler about new members of `steps` and `vars`, once an expression may name them.
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

    /// What a root is from here on.
    mutating func declare(_ root: Root, type: CELType) {
        declarations.declare(root.name, slot: root.rawValue, type: type)
    }

    func rangeOfStep(_ id: String) -> SourceRange? { steps[id]?.range }

    mutating func announce(_ name: String, at range: SourceRange) {
        noteGiven(name)
        known.change(name, or: NameFacts()) { facts in
            facts.later = facts.later ?? range
            facts.givers += 1
        }
    }

    var variableSlots: VariableSlots {
        var slots = VariableSlots(capacity: known.count)
        for position in known.entries.indices {
            if let slot = known.entries[position].value.slot { slots.add(known.entries[position].name, slot) }
        }
        return slots
    }

    /// Notes a name that the file gives to something; what is said of a reserved one is said where it is given.
    mutating func noteGiven(_ name: String) {
        if Scope.isReserved(name) { misnamed.insert(name) }
    }

    /// Whether a text reads a name that the file may not give, which has been told.
    func readsMisnamed(_ text: String) -> Bool {
        misnamed.contains { name in
            var rest = Substring(text)
            while let range = rest.firstRange(of: name) {
                let before = rest[..<range.lowerBound].utf8.last
                let after = rest[range.upperBound...].utf8.first
                if !Scope.isNameByte(before), !Scope.isNameByte(after) { return true }
                rest = rest[range.upperBound...]
            }
            return false
        }
    }

    func isVariable(_ name: String) -> Bool {
        known.position(of: name).map { known.entries[$0].value.slot != nil } ?? false
    }
}

extension CELNativeType {
    fileprivate static let inputs = CELNativeType("inputs", openType: .dyn)
}

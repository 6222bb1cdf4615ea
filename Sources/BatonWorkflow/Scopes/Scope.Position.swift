import BatonCEL
import BatonDiagnostics

extension Scope {
    /// The position of the expressions that are being read.
    struct Position {
        /// It decides what `response` and `request` mean.
        var part = Part.file
        /// The session of requests that say nothing about it: the file's, or that of the group around them.
        var session = SessionChoice.standard
        /// The outcomes that the call under way may end in; nil for a plain request.
        var outcomes: [String]?
        /// The type of `result` in the checks of the current call.
        fileprivate(set) var result: CELType?
        /// Whether the request under way gets the stored response beside the new one.
        var hasCached = false
        /// Whether the workflow runs once for each of some rows.
        var hasRows = false
        /// Whether a step before this one sends a request.
        fileprivate(set) var hasResponse = false
        /// Whether `response` is what a program gave.
        fileprivate var responsesAreOfProgram = false
        /// What `env` and `secrets` mean in a step of another environment; nil in all others.
        fileprivate(set) var environment: EnvironmentNames?
        /// The loops around what is being read, from outside in.
        fileprivate(set) var loops: [(element: String?, type: CELType)] = []
        /// Names that `as` gave in loops that have ended.
        fileprivate(set) var closedElements: Set<String> = []

        var hasSeenLoops: Bool { !loops.isEmpty || !closedElements.isEmpty }
    }

    /// A part of a workflow file, by what it knows of responses.
    enum Part {
        /// `vars`, `outputs`: computed some time, with the response of that time.
        case file
        /// A step before its response is there.
        case step
        /// `capture` and `expect`.
        case response
        /// The same of a program.
        case program
        /// The same of a workflow, which has no response of its own.
        case result
    }

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
        position.environment = environment
        names.declareEnvironment(slot: environment.slot)
    }

    func leaveEnvironment() {
        position.environment = nil
        names.declareEnvironment(slot: Root.env.rawValue)
    }

    /// What is read from here on stands in a loop.
    ///
    /// - Parameter element: what it calls its elements; nil for a loop over nothing.
    func enterLoop(element: String?, type: CELType) {
        position.loops.append((element, type))
        if let element { position.closedElements.remove(element) }
        declareItem()
    }

    func leaveLoop() {
        guard let loop = position.loops.popLast() else { return }
        if let element = loop.element, element != Root.item.name { position.closedElements.insert(element) }
        declareItem()
    }

    private func declareItem() {
        let type = position.loops.last { $0.element == Root.item.name }?.type ?? .dyn
        names.declare(.item, type: type)
    }

    /// The existing owner of a name, which no loop element may take.
    func whatElementWouldHide(_ name: String) -> String? {
        if position.loops.contains(where: { $0.element == name }) { return "the element of a loop around this one" }
        if names.inputs.contains(name) { return "an input" }
        if names.known[name]?.later != nil { return "captured or set in this file" }
        return names.known[name]?.slot != nil && !position.closedElements.contains(name) ? "a variable" : nil
    }

    /// `row` is known from here on.
    func declareRow(_ type: CELType) {
        position.hasRows = true
        names.declare(.row, type: type)
    }

    /// Notes that a step sends a request: `response` means its response from here on.
    func declareResponse() { position.hasResponse = true }

    /// What is read from here on knows the response of the step under way.
    func enterResponse(ofProgram isOfProgram: Bool = false) {
        position.part = isOfProgram ? .program : .response
        guard isOfProgram != position.responsesAreOfProgram else { return }
        position.responsesAreOfProgram = isOfProgram
        names.declare(.response, type: .native(isOfProgram ? Roots.programType : Roots.responseType))
    }

    /// What `result` is in the expressions that follow; nil where there is none.
    func declareResult(_ type: CELType?) {
        if let type { names.declare(.result, type: type) }
        position.result = type
    }
}

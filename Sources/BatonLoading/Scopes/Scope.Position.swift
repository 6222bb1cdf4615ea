import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow

extension Scope {
    /// The position of the expressions that are being read.
    struct Position {
        /// The part of the file, which decides what `response` and `request` mean.
        var part = Part.file
        /// The session of requests without a session of their own: that of the file, or of the group around them.
        var session = SessionChoice.standard
        /// The possible outcomes of the current call; nil for a plain request.
        var outcomes: [String]?
        /// The type of `result` in the checks of the current call.
        fileprivate(set) var result: CELType?
        /// Whether the current request gets the stored response in addition to the new one.
        var hasCached = false
        /// Whether the current request reads its response as a stream of events.
        var hasStream = false
        /// Whether the workflow runs once for each row.
        var hasRows = false
        /// Whether a step before this one sends a request.
        fileprivate(set) var hasResponse = false
        /// Whether `response` is the result of a program.
        fileprivate var responsesAreOfProgram = false
        /// The environment of the current step, which decides what `env` and `secrets` mean; nil for that of the run.
        fileprivate(set) var environment: EnvironmentNames?
        /// The loops around the current expression, outermost first.
        fileprivate(set) var loops: [(element: String?, type: CELType)] = []
        /// Names of the elements (`as`) of loops that have ended.
        fileprivate(set) var closedElements: Set<String> = []

        var hasSeenLoops: Bool { !loops.isEmpty || !closedElements.isEmpty }
    }

    /// A part of a workflow file, by the responses that its expressions may read.
    enum Part {
        /// `vars` and `outputs`, which are computed at any time, with the latest response.
        case file
        /// A step before its response.
        case step
        /// `capture` and `expect`.
        case response
        /// `capture` and `expect` of a program.
        case program
        /// `capture` and `expect` of a workflow call, which has no response of its own.
        case result
    }

    /// An environment that steps name.
    struct EnvironmentNames {
        let name: String
        /// The slot of `env`.
        let slot: Int
        let variables: [String]
        /// The names of the secrets; nil where any may be given later.
        let secrets: [String]?
    }

    /// Begins a step of another environment.
    func enter(_ environment: EnvironmentNames) {
        position.environment = environment
        names.declareEnvironment(slot: environment.slot)
    }

    func leaveEnvironment() {
        position.environment = nil
        names.declareEnvironment(slot: Root.env.rawValue)
    }

    /// Begins a loop.
    ///
    /// - Parameter element: the name of its elements; nil for a loop without elements.
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
    func ownerOfTakenName(_ name: String) -> String? {
        if position.loops.contains(where: { $0.element == name }) { return "the element of a loop around this one" }
        if names.inputs.contains(name) { return "an input" }
        if names.known[name]?.later != nil { return "captured or set in this file" }
        return names.known[name]?.slot != nil && !position.closedElements.contains(name) ? "a variable" : nil
    }

    /// Makes `row` known to the expressions that follow.
    func declareRow(_ type: CELType) {
        position.hasRows = true
        names.declare(.row, type: type)
    }

    /// Notes that a step sends a request: `response` means its response from here on.
    func declareResponse() { position.hasResponse = true }

    /// Begins the part of a step whose expressions know its response.
    func enterResponse(ofProgram isOfProgram: Bool = false) {
        position.part = isOfProgram ? .program : .response
        guard isOfProgram != position.responsesAreOfProgram else { return }
        position.responsesAreOfProgram = isOfProgram
        names.declare(.response, type: .native(isOfProgram ? Roots.programType : Roots.responseType))
    }

    /// Declares the type of `result` in the expressions that follow; nil where there is no result.
    func declareResult(_ type: CELType?) {
        if let type { names.declare(.result, type: type) }
        position.result = type
    }
}

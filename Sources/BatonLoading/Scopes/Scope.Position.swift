import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow

extension Scope {
    /// Where an expression stands, and what it may use because of that: a value that a reader hands down to the readers of
    /// what is inside.
    struct Position {
        /// The part of the file, which decides what `response` and `request` mean.
        var part = Part.file
        /// The session of requests without a session of their own: that of the file, or of the group around them.
        var session = SessionChoice.standard
        /// The possible outcomes of the current call; nil for a plain request.
        var outcomes: [String]?
        /// Whether the current request gets the stored response in addition to the new one.
        var hasCached = false
        /// Whether the current request reads its response as a stream of events.
        var hasStream = false
        /// What gives roots another meaning here; nil at most places.
        fileprivate(set) var frame: Frame?

        var environment: EnvironmentNames? { frame?.environment }
        var loops: [Loop] { frame?.loops ?? [] }
        /// The type of `result` in the checks of the current call.
        var result: CELType? { frame?.result }
        /// The namespaces of prefixes in XPaths; where it is empty, the prefixes of each document count.
        var namespaces: [String: String] { frame?.namespaces ?? [:] }
    }

    /// What gives roots another meaning at a place: shared by all positions in it, and known by its identity.
    final class Frame {
        /// The environment of the step; nil for that of the run.
        fileprivate(set) var environment: EnvironmentNames?
        /// The loops around the place, outermost first.
        fileprivate(set) var loops: [Loop] = []
        fileprivate(set) var result: CELType?
        fileprivate(set) var namespaces: [String: String] = [:]

        /// The type of `item`.
        var itemType: CELType { loops.last { $0.element == Root.item.name }?.type ?? .dyn }
    }

    /// A loop, with the name and the type of its elements, if it has any.
    typealias Loop = (element: String?, type: CELType)

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

    /// The existing owner of a name, which no loop element may take.
    func ownerOfTakenName(_ name: String, at position: Position) -> String? {
        if position.loops.contains(where: { $0.element == name }) { return "the element of a loop around this one" }
        if names.inputs.contains(name) { return "an input" }
        if names.known[name]?.later != nil { return "captured or set in this file" }
        return names.known[name]?.slot != nil && !closedElements.contains(name) ? "a variable" : nil
    }

    /// Makes `row` known to the expressions that follow.
    func declareRow(_ type: CELType) {
        hasRows = true
        names.declare(.row, type: type)
    }

    /// Notes that `response` means that of a program from here on, or that of a server.
    func declareResponse(ofProgram isOfProgram: Bool) {
        guard isOfProgram != responsesAreOfProgram else { return }
        responsesAreOfProgram = isOfProgram
        names.declare(.response, type: .native(isOfProgram ? Roots.programType : Roots.responseType))
    }
}

extension Scope.Position {
    /// A position in a step of another environment.
    mutating func enter(_ environment: Scope.EnvironmentNames) { change { $0.environment = environment } }

    /// - Parameter element: the name of the loop's elements; nil for a loop without elements.
    mutating func enterLoop(element: String?, type: CELType) { change { $0.loops.append((element, type)) } }

    /// - Parameter result: the type of `result`; nil where there is no result.
    mutating func enterCall(result: CELType?) { change { $0.result = result } }

    /// Adds namespaces; those that are nearer to the place take precedence.
    mutating func add(_ namespaces: [String: String]) {
        if namespaces.isEmpty { return }
        change { $0.namespaces.merge(namespaces) { _, inner in inner } }
    }

    private mutating func change(_ change: (Scope.Frame) -> Void) {
        let changed = Scope.Frame()
        if let frame {
            changed.environment = frame.environment
            changed.loops = frame.loops
            changed.result = frame.result
            changed.namespaces = frame.namespaces
        }
        change(changed)
        frame = changed
    }
}

extension Scope.Names {
    /// Gives roots the meaning that they have in a frame.
    mutating func enter(_ frame: Scope.Frame?, from last: Scope.Frame?) {
        let slot = frame?.environment?.slot ?? Root.env.rawValue
        if slot != last?.environment?.slot ?? Root.env.rawValue { declareEnvironment(slot: slot) }
        if frame?.loops.isEmpty == false || last?.loops.isEmpty == false {
            declare(.item, type: frame?.itemType ?? .dyn)
        }
        if let result = frame?.result { declare(.result, type: result) }
        let namespaces = frame?.namespaces ?? [:]
        if namespaces != last?.namespaces ?? [:] {
            declarations.library = FunctionLibrary.library(namespaces: namespaces)
        }
    }
}

import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow
import BatonYAML

/// The facts about one file, which only grow while it is read from step to step: the names that are declared so far, and
/// what expressions use.
///
/// What an expression may use because of its place is its `Position`, a value that is handed down; the types that `as` may
/// name are `KnownTypes`. What expressions use goes into one collector, `Gathered`.
final class Scope {
    /// The code under which the expression compiler reports an undeclared name.
    private static let undefinedName = "expression.unknown-name"
    private static let unknownMember = "expression.unknown-member"

    /// The scope of the calling workflow, for the scope of an endpoint.
    let parent: Scope?
    /// The names that expressions may use.
    var names: Names
    /// The types that `as` may name.
    var types = KnownTypes()
    /// Aliases of `use` whose files could not be read.
    var brokenAliases: Set<String> = []
    /// The values that steps and expressions read so far use.
    let gathered: Gathered
    /// Whether the workflow runs once for each row.
    var hasRows = false
    /// Whether a step before the current one sends a request or starts a program.
    var hasResponse = false
    /// Whether `response` is the result of a program.
    var responsesAreOfProgram = false
    /// Names of the elements (`as`) of loops that have ended.
    var closedElements: Set<String> = []
    /// The frame of the last expression, whose meaning of the roots the compiler knows.
    private var frame: Frame?
    /// The names of the secrets; nil where any may be given later.
    let secrets: [String]?
    let environmentVariables: [String]
    /// The schemas that checks of the file may name.
    let schemas: SchemaLibrary

    init(
        secrets: [String]?, environmentVariables: [String], isProject: Bool = false,
        schemas: SchemaLibrary = SchemaLibrary()
    ) {
        self.schemas = schemas
        parent = nil
        gathered = Gathered()
        self.secrets = secrets
        self.environmentVariables = environmentVariables
        names = Names(in: CELDeclarations(inside: isProject ? Roots.projectDeclarations : Roots.declarations))
    }

    /// The scope of an endpoint: it knows its inputs and no name of the workflow, whose slots it shares.
    init(endpointIn parent: Scope, types: KnownTypes) {
        self.parent = parent
        self.types = types
        schemas = parent.schemas
        secrets = parent.secrets
        environmentVariables = parent.environmentVariables
        gathered = Gathered()
        names = Names(endpointIn: parent.names)
    }

    /// The scope of the settings of another environment in baton.yaml: it knows the variables of the workflow, and may
    /// declare others with the same names.
    init(environmentIn parent: Scope) {
        self.parent = parent
        types = parent.types
        schemas = parent.schemas
        secrets = parent.secrets
        environmentVariables = parent.environmentVariables
        gathered = Gathered()
        names = Names(inside: parent.names)
    }

    /// The scope of one expression that may use more names than those around it.
    init(around scope: Scope) {
        parent = scope.parent
        types = scope.types
        brokenAliases = scope.brokenAliases
        schemas = scope.schemas
        secrets = scope.secrets
        environmentVariables = scope.environmentVariables
        gathered = scope.gathered
        hasRows = scope.hasRows
        hasResponse = scope.hasResponse
        responsesAreOfProgram = scope.responsesAreOfProgram
        closedElements = scope.closedElements
        frame = scope.frame
        names = scope.names
    }

    /// The scope of a row's name: it knows the row and nothing else.
    init(namingRowsOf type: CELType) {
        schemas = SchemaLibrary()
        parent = nil
        secrets = []
        environmentVariables = []
        gathered = Gathered()
        names = Names(in: Roots.rowDeclarations(type))
        hasRows = true
    }

    func compile(
        _ text: String, at place: TextPlace, in position: Position, into sink: DiagnosticSink
    ) -> Expression? {
        if position.frame !== frame {
            names.enter(position.frame, from: frame)
            frame = position.frame
        }
        names.refreshRoots(for: text)
        let sink = names.misnamed.areRead(in: text) ? DiagnosticSink() : sink
        names.declarations.suggestsNames = !sink.isFull
        let program = CELProgram.compile(text, in: names.declarations) { diagnostic in
            sink.report(explained(diagnostic, text, place, position))
        }
        guard let program else { return nil }
        let expression = Expression(program: program, place: place)
        if let name = program.name {
            if names.known.hasVariable(name) { gathered.names.append(name) }
            if hasSeenLoops(position) || Root.reserved.contains(name) { check([name], expression, position, sink) }
            return expression
        }
        for reference in program.references {
            if names.known.hasVariable(reference[0]) { gathered.names.append(reference[0]) }
            if reference.count > 1, reference[0] == Root.vars.name { gathered.members.append(reference[1]) }
            check(reference, expression, position, sink)
        }
        return expression
    }

    private func hasSeenLoops(_ position: Position) -> Bool { !position.loops.isEmpty || !closedElements.isEmpty }

    /// The advice for the name of a step or of a needed workflow, whose values are read below `steps` and `needs`.
    private func help(forStepOrNeed name: String) -> String? {
        if let step = names.steps[name] {
            let value = step.names.first ?? "response"
            return "the values of a step are read below `steps`: `steps.\(name).\(value)`"
        }
        guard let outputs = names.needs[name] else { return nil }
        return "the outputs of a needed workflow are read below `needs`: `needs.\(name).\(outputs?.first ?? "NAME")`"
    }

    /// The advice for a member of the row, or of the element of a loop, that is written without its owner.
    private func help(forMember name: String, at position: Position) -> String? {
        func has(_ owner: String) -> Bool {
            guard case .native(let type)? = names.declarations.variable(owner)?.type else { return false }
            return type.members.contains { $0.name == name }
        }
        if let element = position.loops.last(where: { $0.element != nil })?.element, has(element) {
            return "write `\(element).\(name)`"
        }
        return hasRows && has(Root.row.name) ? "write `row.\(name)`" : nil
    }

    /// The advice for an unknown name for which the compiler has none.
    private func help(forUnknown name: String) -> String {
        if secrets?.contains(name) == true { return "write `secrets.\(name)`" }
        if environmentVariables.contains(name) { return "write `env.vars.\(name)`" }
        if let near = Spelling.nearest(to: name, in: names.known.names) { return "did you mean `\(near)`?" }
        let known = names.known.entries.filter { $0.value.slot != nil }.map { "`\($0.name)`" }
        let list = known.prefix(10).joined(separator: ", ") + (known.count > 10 ? ", …" : "")
        return known.isEmpty
            ? "give it a value before this place, with `vars`, `set` or `capture`" : "the variables here are \(list)"
    }

    private func explained(
        _ diagnostic: CELDiagnostic, _ text: String, _ place: TextPlace, _ position: Position
    ) -> Diagnostic {
        let lower = text.utf8.index(text.utf8.startIndex, offsetBy: diagnostic.range.lowerBound)
        let upper = text.utf8.index(lower, offsetBy: diagnostic.range.count)
        let name = String(text[lower..<upper])
        if diagnostic.code == Self.unknownMember, environmentVariables.contains(name), text[..<lower].hasSuffix("env.")
        {
            var diagnostic = diagnostic
            diagnostic.help = "write `env.vars.\(name)`"
            return Diagnostic(diagnostic, place)
        }
        if diagnostic.code == Self.undefinedName {
            if let range = names.known[name]?.later {
                return .definedLater(name, at: place.range(diagnostic.range), later: range)
            }
            var diagnostic = diagnostic
            if let help = help(forStepOrNeed: name) ?? help(forMember: name, at: position) { diagnostic.help = help }
            diagnostic.help = diagnostic.help ?? help(forUnknown: name)
            return Diagnostic(diagnostic, place)
        }
        return Diagnostic(diagnostic, place)
    }
}

/// Rules for the names of variables.
extension Scope {
    /// Whether a name has a meaning of its own in expressions.
    static func isReserved(_ name: String) -> Bool {
        Root.reserved.contains(name) || CELProgram.isReserved(name)
    }

    /// Whether a name can be a variable; reports why not.
    static func mayDeclare(_ name: String, at range: @autoclosure () -> SourceRange, _ sink: DiagnosticSink) -> Bool {
        guard Language.isIdentifier(name) else {
            sink.report(.invalidName(name, at: range()))
            return false
        }
        if isReserved(name) {
            sink.report(.reservedName(name, at: range()))
            return false
        }
        return true
    }
}

extension Scope {
    /// The values that expressions read so far use. It only grows: what a step reads is what was added while it was read.
    final class Gathered {
        /// The result for the runner.
        var uses = WorkflowUses()
        /// How often expressions read parts of a response.
        var ofResponse = ResponseReads()
        /// Whether an expression reads `inputs`.
        var readsInputs = false
        /// The variables that expressions have read.
        var names: [String] = []
        /// The variables that are read as `vars.x`.
        var members: [String] = []
        /// The steps whose results expressions have read.
        var steps: [String] = []
    }

    /// How often expressions read parts of a response.
    struct ResponseReads {
        var outcome = 0
        /// What only the sent request can tell.
        var sentHeaders = 0
        /// Paths and expressions that read the response as JSON.
        var json = 0
    }

    func noteCertificate(_ member: String?) {
        if member == nil || member == "certificate" { gathered.uses.readsCertificate = true }
        parent?.noteCertificate(member)
    }

    /// Notes the values that a called workflow reads.
    func noteSecrets(_ used: [String: SourceRange]) {
        gathered.uses.secrets.merge(used) { own, _ in own }
    }

    func noteVariable(_ name: String) {
        gathered.uses.variables.insert(name)
        parent?.noteVariable(name)
    }

    func noteSecret(_ name: String, _ range: SourceRange) {
        if gathered.uses.secrets[name] == nil { gathered.uses.secrets[name] = range }
        parent?.noteSecret(name, range)
    }
}

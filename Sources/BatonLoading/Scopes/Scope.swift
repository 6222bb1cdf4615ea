import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow
import BatonYAML

/// The facts gathered while one file is read, which grow from step to step: the names that expressions may use, the
/// position of the next expression, and the values that earlier ones use.
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
    /// The position of the expressions that are being read.
    var position = Position()
    /// The values that steps and expressions read so far use.
    var gathered = Gathered()
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
        names = Names(endpointIn: parent.names)
        if let environment = parent.position.environment { enter(environment) }
    }

    /// The scope of the settings of another environment in baton.yaml: it knows the variables of the workflow, and may
    /// declare others with the same names.
    init(environmentIn parent: Scope) {
        self.parent = parent
        types = parent.types
        schemas = parent.schemas
        secrets = parent.secrets
        environmentVariables = parent.environmentVariables
        names = Names(inside: parent.names)
        if let environment = parent.position.environment { enter(environment) }
    }

    /// The scope of a row's name: it knows the row and nothing else.
    init(namingRowsOf type: CELType) {
        schemas = SchemaLibrary()
        parent = nil
        secrets = []
        environmentVariables = []
        names = Names(in: Roots.rowDeclarations(type))
        position.hasRows = true
    }

    func compile(_ text: String, at place: TextPlace, into sink: DiagnosticSink) -> Expression? {
        names.refreshRoots(for: text)
        let sink = names.readsMisnamed(text) ? DiagnosticSink() : sink
        names.declarations.suggestsNames = !sink.isFull
        let program = CELProgram.compile(text, in: names.declarations) { issue in
            sink.report(explained(issue, text, place))
        }
        guard let program else { return nil }
        let expression = Expression(program: program, place: place)
        if let name = program.name {
            if names.isVariable(name) { gathered.names.insert(name) }
            if position.hasSeenLoops || Root.reserved.contains(name) { check([name], expression, sink) }
            return expression
        }
        for reference in program.references {
            if names.isVariable(reference[0]) { gathered.names.insert(reference[0]) }
            if reference.count > 1, reference[0] == Root.vars.name { gathered.members.insert(reference[1]) }
            check(reference, expression, sink)
        }
        return expression
    }

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
    private func help(forMember name: String) -> String? {
        func has(_ owner: String) -> Bool {
            guard case .native(let type)? = names.declarations.variable(owner)?.type else { return false }
            return type.members.contains { $0.name == name }
        }
        if let element = position.loops.last(where: { $0.element != nil })?.element, has(element) {
            return "write `\(element).\(name)`"
        }
        return position.hasRows && has(Root.row.name) ? "write `row.\(name)`" : nil
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

    private func explained(_ issue: CELIssue, _ text: String, _ place: TextPlace) -> Diagnostic {
        let lower = text.utf8.index(text.utf8.startIndex, offsetBy: issue.range.lowerBound)
        let upper = text.utf8.index(lower, offsetBy: issue.range.count)
        let name = String(text[lower..<upper])
        if issue.code == Self.unknownMember, environmentVariables.contains(name), text[..<lower].hasSuffix("env.") {
            var issue = issue
            issue.help = "write `env.vars.\(name)`"
            return Diagnostic(issue, place)
        }
        if issue.code == Self.undefinedName {
            if let range = names.known[name]?.later {
                return .definedLater(name, at: place.range(issue.range), later: range)
            }
            var issue = issue
            if let help = help(forStepOrNeed: name) ?? help(forMember: name) { issue.help = help }
            issue.help = issue.help ?? help(forUnknown: name)
            return Diagnostic(issue, place)
        }
        return Diagnostic(issue, place)
    }
}

/// Rules for the names of variables.
extension Scope {
    /// Whether a name has a meaning of its own in expressions.
    static func isReserved(_ name: String) -> Bool {
        Root.reserved.contains(name) || Root.reservedByCEL.contains(name)
    }

    /// Whether a name can be a variable; reports why not.
    static func mayDeclare(_ name: String, at range: SourceRange, _ sink: DiagnosticSink) -> Bool {
        guard Language.isIdentifier(name) else {
            sink.report(.invalidName(name, at: range))
            return false
        }
        if isReserved(name) {
            sink.report(.reservedName(name, at: range))
            return false
        }
        return true
    }
}

extension Scope {
    /// The values that expressions read so far use.
    struct Gathered {
        /// The result for the runner.
        var uses = WorkflowUses()
        /// Whether an expression of the step under way reads `outcome`.
        var readsOutcome = false
        /// Whether an expression of the step under way reads what only the sent request can tell.
        var readsSentHeaders = false
        /// Whether a path or an expression of the step under way reads the response as JSON.
        var readsJSON = false
        /// Whether an expression reads `inputs`.
        var readsInputs = false
        /// The variables that expressions have read since this was emptied, each once.
        var names = NameList()
        /// The variables that are read as `vars.x`, since this was emptied last.
        var members: Set<String> = []
        /// The steps whose results expressions have read since this was emptied.
        var steps: Set<String> = []
        /// What `await` waits for, as long as no other branch of a `parallel` has it.
        var awaited: [Step.Awaited] = []
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

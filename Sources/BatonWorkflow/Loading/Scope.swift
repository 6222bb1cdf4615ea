import BatonCEL
import BatonDiagnostics
import BatonYAML

/// The names that an expression may use at one place of a file; it grows from step to step.
final class Scope {
    /// The code under which the expression compiler reports a name that nothing declares.
    private static let undefinedName = "expression.unknown-name"

    private(set) var declarations: CELDeclarations
    private(set) var slotCount = Root.allCases.count
    private var slots: [String: Int] = [:]
    private var inputs: [String] = []
    private var steps: [String: SourceRange] = [:]
    private var stepNames: [String] = []
    /// Names that a later step declares: using one too early is explained.
    private var later: [String: SourceRange] = [:]
    private let secrets: [String]
    private let environmentVariables: [String]
    /// Whether anything but `process` and `secrets` may be named.
    private let isProject: Bool
    private(set) var keptResponses: Set<String> = []
    private(set) var usedSecrets: Set<String> = []

    init(secrets: [String], environmentVariables: [String], isProject: Bool = false) {
        self.secrets = secrets
        self.environmentVariables = environmentVariables
        self.isProject = isProject
        self.declarations = isProject ? Roots.projectDeclarations : Roots.declarations
    }

    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.utf8.first, first == UInt8(ascii: "_") || isLetter(first) else { return false }
        return name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isLetter($0) || (48...57).contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
    }

    /// Whether a name can be a variable; reports why not.
    func mayDeclare(_ name: String, at range: SourceRange, _ sink: DiagnosticSink) -> Bool {
        guard Self.isIdentifier(name) else {
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
    func declare(_ name: String) -> Int {
        if let slot = slots[name] { return slot }
        let slot = slotCount
        slotCount += 1
        slots[name] = slot
        declarations.declare(name, slot: slot, type: .dyn)
        return slot
    }

    func declareInput(_ name: String) -> Int {
        inputs.append(name)
        return declare(name)
    }

    func declareStep(_ id: String, at range: SourceRange) {
        if steps.updateValue(range, forKey: id) == nil { stepNames.append(id) }
    }

    func rangeOfStep(_ id: String) -> SourceRange? { steps[id] }

    func announce(_ name: String, at range: SourceRange) {
        if later[name] == nil { later[name] = range }
    }

    var variableSlots: [String: Int] { slots }

    func compile(_ text: String, at place: ScalarPlace, into sink: DiagnosticSink) -> Expression? {
        let program = CELProgram.compile(text, in: declarations) { issue in
            sink.report(explained(issue, text, place))
        }
        guard let program else { return nil }
        let expression = Expression(program: program, place: place, text: text)
        for reference in program.references { check(reference, expression, sink) }
        return expression
    }

    private func explained(_ issue: CELIssue, _ text: String, _ place: ScalarPlace) -> Diagnostic {
        if issue.code == Self.undefinedName {
            let lower = text.utf8.index(text.utf8.startIndex, offsetBy: issue.range.lowerBound)
            let upper = text.utf8.index(lower, offsetBy: issue.range.count)
            let name = String(text[lower..<upper])
            if let range = later[name] { return .definedLater(name, at: place.range(issue.range), later: range) }
        }
        return Diagnostic(issue, place)
    }

    /// Members of the roots whose names are known from the files.
    private func check(_ reference: [String], _ expression: Expression, _ sink: DiagnosticSink) {
        guard reference.count >= 2 else { return }
        let member = reference[1]
        func require(_ known: [String]) {
            if known.contains(member) { return }
            if reference[0] == Root.vars.name, let range = later[member] {
                // `has(vars.token)` may ask for what a later step, or a step that is skipped, gives.
                _ = range
                return
            }
            sink.report(
                .undefinedMember(member, of: reference[0], at: expression.range, known: known.sorted()))
        }
        switch reference[0] {
        case Root.secrets.name:
            usedSecrets.insert(member)
            if !secrets.contains(member) { sink.report(.undeclaredSecret(member, at: expression.range)) }
        case Root.vars.name: require(Array(slots.keys))
        case Root.inputs.name: require(inputs)
        case Root.steps.name:
            require(stepNames)
            if reference.count >= 3, reference[2] == "response" { keptResponses.insert(member) }
        case Root.env.name:
            if member == "vars", reference.count >= 3, !environmentVariables.contains(reference[2]) {
                sink.report(
                    .undefinedMember(
                        reference[2], of: "env.vars", at: expression.range, known: environmentVariables.sorted()))
            }
        default: break
        }
    }
}

package import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Step

/// Reads a step that starts a program.
struct ExecReader {
    let templates: TemplateReader

    private var scope: Scope { templates.scope }
    private var sink: DiagnosticSink { templates.sink }

    /// Keys that only `exec` has.
    static let ownKeys: Language.KeySet = [Keys.cwd, Keys.env]
    /// The keys that may stand beside `exec`.
    static let keys = ownKeys + [Keys.exec, Language.Transfer.timeout, Keys.expect, Keys.capture] + flowKeys
    /// The keys that start the program more than once.
    private static let flowKeys = Language.KeySet(Language.RequestFlow.keys)

    func action(_ exec: MapReader.Entry, _ entries: MapReader.Entries) -> Step.Action? {
        func node(_ key: Language.Key) -> YAMLNode? { entries[key]?.value }
        scope.gathered.uses.programs.append(exec.range)
        let program = program(exec.value)
        let arguments = (exec.value.items ?? []).dropFirst().compactMap(argument)
        let folder = node(Keys.cwd).map(templates.text)
        let environment = node(Keys.env)
        if let environment, environment.entries == nil {
            sink.report(.wrongType(wanted: "a map", what: "`env`", node: environment))
        }
        let variables = (environment?.entries ?? []).compactMap(variable)
        let timeout = node(Language.Transfer.timeout).map(templates.duration) ?? .literal(ExecTemplate.standardLimit)
        scope.declareResponse(ofProgram: true)
        let results = templates.at { $0.part = .program }
        let captures =
            node(Keys.capture).map { CaptureReader(templates: results).captures($0) } ?? []
        for capture in captures { check(capture.source, capture) }
        let expected =
            node(Keys.expect).map {
                CheckReader(templates: results).expect($0, as: Language.ExecExpect.map)
            } ?? CheckReader.Result()
        let flow = RequestFlowReader(templates: results, isOfProgram: true)
            .flow(MapReader.Entries(entries.filter { Self.flowKeys.contains($0.key) }), retry: nil)
        guard let program else { return nil }
        return .exec(
            ExecTemplate(
                program: program.name, arguments: arguments, folder: folder, variables: variables, timeout: timeout,
                captures: captures, checks: expected.checks, conditions: expected.conditions,
                checksExitCode: expected.checksStatus, flow: flow, range: program.range))
    }

    /// The program and arguments as written, on one line.
    static func name(_ node: YAMLNode) -> String {
        (node.items ?? []).map { $0.scalar?.text ?? "" }.joined(separator: " ")
    }

    private func program(_ node: YAMLNode) -> (name: String, range: SourceRange)? {
        guard let first = node.items?.first else {
            sink.report(.noProgram(at: node.range))
            return nil
        }
        guard let text = first.scalar?.text, !first.isNull, !text.isEmpty else {
            sink.report(.wrongType(wanted: "the name of a program", what: "the first of `exec`", node: first))
            return nil
        }
        let name = templates.text(first)
        guard let literal = name.literal else {
            sink.report(.computedProgram(at: first.range))
            return nil
        }
        if node.items?.count == 1, literal.contains(where: \.isWhitespace) {
            sink.report(.programWithSpaces(literal, at: first.range))
        }
        return (literal, first.range)
    }

    private func argument(_ node: YAMLNode) -> TextTemplate? {
        guard node.scalar != nil, !node.isNull else {
            sink.report(.wrongType(wanted: "a text", what: "an argument of `exec`", node: node))
            return nil
        }
        return templates.text(node, for: .argument)
    }

    private func variable(_ entry: YAMLEntry) -> ExecTemplate.Variable? {
        guard Language.isIdentifier(entry.keyText) else {
            sink.report(.invalidName(entry.keyText, of: "an environment variable", at: entry.keyRange))
            return nil
        }
        guard entry.value.scalar != nil else {
            sink.report(.wrongType(wanted: "a text", what: "`\(entry.keyText)`", node: entry.value))
            return nil
        }
        return ExecTemplate.Variable(
            name: entry.keyText, value: entry.value.isNull ? nil : templates.text(entry.value),
            range: entry.range)
    }

    /// Reports captures of headers, cookies or the URL, which a program does not have.
    private func check(_ source: Capture.Source, _ capture: Capture) {
        switch source {
        case .header: sink.report(.notOfPrograms("headers", at: capture.range))
        case .cookie: sink.report(.notOfPrograms("cookies", at: capture.range))
        case .search(let search):
            switch search.subject {
            case .url: sink.report(.notOfPrograms("URL", at: capture.range))
            case .source(let source): check(source, capture)
            case .body: break
            }
        case .path, .events, .xpath, .expression: break
        }
    }
}

extension Diagnostic {
    package static let execNotAllowedCode = "workflow.exec-not-allowed"

    package static func execNotAllowed(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            execNotAllowedCode, "this workflow starts a program, and the run does not allow that", at: range,
            help: "look at what it starts, and allow it for all workflows of the run: `--allow-exec`")
    }

    static func noProgram(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.does-nothing", "`exec` starts nothing", at: range,
            help: "write the program and its arguments: `exec: [python3, seed.py, $(count)]`")
    }

    static func computedProgram(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "the program is spelled out, so that everyone can read what a file starts",
            at: range, help: "arguments may hold `$(…)`")
    }

    static func programWithSpaces(_ text: String, at range: SourceRange) -> Diagnostic {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: ", ")
        return Diagnostic(
            .warning, "workflow.wrong-value",
            "no shell splits this into words: the program would be called `\(text)`",
            at: range, help: "write a list, `exec: [\(words)]`, or start a shell: `exec: [sh, -c, …]`")
    }

    static func notOfPrograms(_ what: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.key-does-not-fit", "a program answers without \(what)", at: range,
            help: "take the value from what it wrote: a path into its JSON, `regex`, or `$(response.stdout)`")
    }
}

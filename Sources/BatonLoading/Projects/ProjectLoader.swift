package import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonSecrets
import BatonSources
import BatonValues
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Environment

/// Reads baton.yaml.
///
/// Beside it stand the files that a project has for values: those of secrets and of variables.
package struct ProjectLoader {
    /// The sink for all findings.
    private let target: DiagnosticSink
    private let sink = DiagnosticSink()
    private let scope = Scope(secrets: [], environmentVariables: [], isProject: true)
    private let templates: TemplateReader

    package init(into target: DiagnosticSink) {
        self.target = target
        templates = TemplateReader(scope: scope, sink: sink)
    }

    /// The project; nil where the file has errors, which are in the sink.
    package func load(_ file: SourceFile, folder: String) -> Project? {
        let found = DiagnosticSink()
        let root = YAMLComposer.compose(file, into: found)
        let project = root.flatMap { read($0, file, folder: folder) }
        for diagnostic in MergedDiagnostics.of(found.diagnostics, sink.diagnostics, root) { target.report(diagnostic) }
        return found.hasErrors || sink.hasErrors ? nil : project
    }

    private func read(_ root: YAMLNode, _ file: SourceFile, folder: String) -> Project? {
        let ignored = Language.Key("x-", .any, "Anything: a home for anchors.")
        let entries = MapReader(sink: sink).entries(
            of: root, as: Language.Project.map, other: { $0.hasPrefix("x-") ? ignored : nil })
        func node(_ name: String) -> YAMLNode? { entries.first { $0.name == name }?.value }
        func text(_ name: String) -> String? { node(name)?.scalar?.text }

        let environments = (node("environments")?.entries ?? []).map(environment)
        let defaultName = text("default_environment")
        if let defaultName, !environments.contains(where: { $0.name == defaultName }),
            let range = node("default_environment")?.range
        {
            sink.report(.unknownEnvironment(defaultName, known: environments.map(\.name), at: range))
        }
        let schemas = (node("schemas")?.entries ?? []).compactMap { schema($0, folder: folder) }
        let uses = node("use").map(UseReader(sink: sink).entries) ?? []
        let cacheLimits = node("cache").map(self.cacheLimits) ?? Project.CacheLimits()
        let secretNames = node("masking").map(self.secretNames) ?? .documented
        let before = node("before").map { frames($0, "before") } ?? []
        let after = node("after").map { frames($0, "after") } ?? []
        let locks = node("lock").map { LockReader(sink: sink).locks($0) } ?? []
        let jobs = node("jobs")?.scalar.flatMap { Int($0.text) }
        if let jobs, jobs < 1, let range = node("jobs")?.range {
            sink.report(Diagnostic("workflow.wrong-value", "with `jobs: \(jobs)` nothing would run", at: range))
        }
        guard !sink.hasErrors else { return nil }
        let folderName = folder.split(separator: "/").last.map(String.init) ?? "project"
        return Project(
            file: file, folder: folder, name: text("name") ?? folderName, workflows: text("workflows") ?? "workflows",
            reports: text("reports") ?? "reports", history: text("history") ?? ".baton/history.sqlite",
            variables: node("vars")?.entries ?? [],
            uses: uses.map { Project.UsedFile(name: $0.alias, path: $0.path, range: $0.range) }, schemas: schemas,
            environments: environments,
            defaultEnvironment: defaultName ?? (environments.count == 1 ? environments[0].name : nil),
            cacheLimits: cacheLimits, secretNames: secretNames, before: before, after: after,
            isStrict: node("strict")?.bool ?? false, defaults: node("defaults"),
            locks: locks, jobs: jobs)
    }

    private func frames(_ node: YAMLNode, _ key: String) -> [Project.Frame] {
        let items = node.items ?? []
        if items.isEmpty {
            sink.report(
                Diagnostic(
                    "workflow.does-nothing", "`\(key)` names no workflow", at: node.range,
                    help: "write `\(key): [workflows/seed.yaml]`, or leave it out"))
        }
        return items.map { Project.Frame(path: $0.scalar?.text ?? "", range: $0.range) }
    }

    private func cacheLimits(_ node: YAMLNode) -> Project.CacheLimits {
        var limits = Project.CacheLimits()
        for entry in MapReader(sink: sink).entries(of: node, as: Language.ProjectCache.map) {
            guard let bytes = SizeText.bytes(entry.value, sink) else { continue }
            if entry.key == Language.ProjectCache.memory { limits.memory = bytes } else { limits.disk = bytes }
        }
        return limits
    }

    private func secretNames(_ node: YAMLNode) -> SecretNames {
        var added: [String] = []
        var kept: [String] = []
        for entry in MapReader(sink: sink).entries(of: node, as: Language.Masking.map) {
            for item in entry.value.items ?? [] {
                guard let name = item.scalar?.text else { continue }
                if entry.key == Language.Masking.names {
                    added.append(name)
                } else if SecretNames.isUsual(name) {
                    kept.append(name)
                } else {
                    sink.report(.unknownKeptName(name, at: item.range))
                }
            }
        }
        return SecretNames(adding: added, keeping: kept)
    }

    private func schema(_ entry: YAMLEntry, folder: String) -> SchemaLibrary.Mapping? {
        guard SchemaLibrary.hasScheme(entry.keyText), !entry.keyText.contains("#") else {
            sink.report(
                Diagnostic(
                    "workflow.wrong-value", "`\(entry.keyText)` is no URI that a schema could refer to",
                    at: entry.keyRange,
                    help: "write the URI in front, the file behind: `https://example.com/item.json: schemas/item.json`")
            )
            return nil
        }
        guard case .string? = entry.value.scalar?.value, let path = entry.value.scalar?.text, !path.isEmpty else {
            sink.report(.wrongType(wanted: "a file", what: "`\(entry.keyText)`", node: entry.value))
            return nil
        }
        return SchemaLibrary.Mapping(
            uri: entry.keyText, path: path.hasPrefix("/") ? path : "\(folder)/\(path)")
    }

    private func environment(_ entry: YAMLEntry) -> EnvironmentSpec {
        var baseURL: TextTemplate?
        var headers: YAMLNode?
        var auth: YAMLNode?
        var timeout: YAMLNode?
        var proxy: YAMLNode?
        var tls: YAMLNode?
        var cache: YAMLNode?
        var contract: YAMLNode?
        var variables: YAMLEntries = []
        var secrets: [String] = []
        var trusted: [TextTemplate] = []
        var session = SessionSpec()
        var server: ServerSpec?
        for item in MapReader(sink: sink).entries(of: entry.value, as: Keys.map) {
            switch item.key {
            case Keys.baseURL:
                baseURL = url(item.value) { url throws(URLTextError) in _ = try BaseURLText.parse(url) }
            case Keys.headers: headers = item.value
            case Keys.auth: auth = item.value
            case Language.Transfer.timeout: timeout = item.value
            case Language.Transfer.proxy: proxy = item.value
            case Language.Transfer.tls: tls = item.value
            case Language.Transfer.cache: cache = item.value
            case Language.Contract.contract: contract = item.value
            case Keys.vars: variables = item.value.entries ?? []
            case Keys.secrets:
                secrets = (item.value.items ?? []).compactMap { secretName($0) }
            case Keys.trusted:
                trusted = (item.value.items ?? []).map {
                    url($0) { url throws(URLTextError) in _ = try URLText.parse(url) }
                }
            case Keys.session: session = SessionSpecReader(sink: sink).session(item)
            default: server = self.server(item)
            }
        }
        return EnvironmentSpec(
            name: entry.keyText, baseURL: baseURL, headers: headers, auth: auth, timeout: timeout, proxy: proxy,
            tls: tls, cache: cache, contract: contract,
            variables: variables, secrets: secrets, trusted: trusted, session: session, server: server,
            range: entry.keyRange)
    }

    /// Reads a text, and says of a root that baton.yaml does not have what it has.
    private func text(_ node: YAMLNode) -> TextTemplate {
        let own = DiagnosticSink()
        let template = TemplateReader(scope: scope, sink: own).text(node)
        for var diagnostic in own.diagnostics {
            if diagnostic.code == "expression.unknown-name", diagnostic.range.flatMap({ Root(named: $0.text) }) != nil {
                diagnostic.help = "here only the process environment can be read: `$(process.env.NAME)`"
            }
            sink.report(diagnostic)
        }
        return template
    }

    /// Reads a URL, and checks one without expressions.
    private func url(_ node: YAMLNode, _ parse: (String) throws(URLTextError) -> Void) -> TextTemplate {
        let url = text(node)
        guard let literal = url.literal else { return url }
        do throws(URLTextError) {
            try parse(literal)
        } catch {
            sink.report(
                Diagnostic(
                    "request.invalid-url", "`\(UserInfo.hidden(inInvalid: literal))` \(error.message)", at: url.range,
                    help: BaseURLText.help(for: literal)))
        }
        return url
    }

    private func secretName(_ node: YAMLNode) -> String? {
        guard let name = node.scalar?.text else { return nil }
        guard Language.isIdentifier(name) else {
            sink.report(.invalidName(name, at: node.range))
            return nil
        }
        return name
    }

    private static let signsOfShells: Set<String> = ["&&", "||", "|", ";", "&", ">", ">>", "<", "2>", "2>&1", "&>"]

    /// Reads a command, and the words of one without expressions.
    private func command(_ node: YAMLNode) -> TextTemplate {
        let command = text(node)
        guard let literal = command.literal else { return command }
        do throws(CommandWords.ParseError) {
            let words = try CommandWords.split(literal)
            let written = Set(literal.split(separator: " ").map(String.init))
            if let sign = words.first(where: { Self.signsOfShells.contains($0) && written.contains($0) }) {
                sink.report(.commandOfShell(sign, at: command.range))
            }
        } catch {
            sink.report(.invalidCommand(error, at: command.range))
        }
        return command
    }

    private func server(_ entry: MapReader.Entry) -> ServerSpec? {
        var command: TextTemplate?
        var ready = "/"
        var within: Int64 = 30_000_000
        var reuse = false
        var secrets: [String] = []
        for item in MapReader(sink: sink).entries(of: entry.value, as: Language.Server.map) {
            switch item.key {
            case Language.Server.command: command = self.command(item.value)
            case Language.Server.ready:
                ready = item.value.scalar?.text ?? "/"
                if ready.contains("$(") {
                    sink.report(.computedServerKey("ready", "/health", at: item.value.range))
                } else if !ready.hasPrefix("/"), (try? URLText.parse(ready)) == nil {
                    sink.report(.invalidReady(ready, at: item.value.range))
                }
            case Language.Server.within:
                switch templates.duration(item.value) {
                case .literal(let microseconds): within = microseconds
                case .text, .expression: sink.report(.computedServerKey("within", "30s", at: item.value.range))
                }
            case Language.Server.secrets: secrets = (item.value.items ?? []).compactMap { secretName($0) }
            default: reuse = item.value.bool ?? false
            }
        }
        return command.map {
            ServerSpec(command: $0, ready: ready, within: within, reuse: reuse, secrets: secrets, range: $0.range)
        }
    }
}

extension Diagnostic {
    fileprivate static func computedServerKey(_ key: String, _ example: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "`\(key)` of a server stands as it is: nothing is computed in it", at: range,
            help: "write for example `\(key): \(example)`; `command` may hold `$(…)`")
    }

    fileprivate static func unknownKeptName(_ name: String, at range: SourceRange) -> Diagnostic {
        let nearest = Spelling.nearest(to: name, in: SecretNames.usual)
        return Diagnostic(
            "workflow.wrong-value", "`keep` has `\(name)`, and no usual secret field has this name", at: range,
            help: nearest.map { "did you mean `\($0)`?" }
                ?? "the names are " + SecretNames.usual.map { "`\($0)`" }.joined(separator: ", "))
    }

    fileprivate static func invalidCommand(_ error: CommandWords.ParseError, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`command` cannot be read: \(error.message)", at: range,
            help: "it is a program and its arguments, such as `./serve --port 8080`; quotes keep words together")
    }

    fileprivate static func commandOfShell(_ sign: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`\(sign)` would be an argument of the program: no shell reads `command`",
            at: range, help: "write `command: sh -c '…'`; an argument of this form stands in quotes")
    }

    fileprivate static func invalidReady(_ ready: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`ready: \(ready)` is no path of the server", at: range,
            help: "write a path that begins with `/` and stands behind the base URL, or a whole URL")
    }
}

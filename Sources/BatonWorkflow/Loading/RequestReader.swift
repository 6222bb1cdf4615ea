import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonYAML

/// Reads the request of a step and merges it with what the environment and the file's `defaults` say.
final class RequestReader {
    let scope: Scope
    let templates: TemplateReader
    let sink: DiagnosticSink
    let defaults: DefaultsTemplates
    /// Whether a URL that starts with `/` has something to stand after.
    let hasBaseURL: Bool
    /// Whose request it is.
    let layer: RequestLayer
    /// The environment that the request goes to; nil for that of the run.
    let environment: String?

    init(
        scope: Scope, templates: TemplateReader, sink: DiagnosticSink, defaults: DefaultsTemplates, hasBaseURL: Bool,
        layer: RequestLayer = .step, environment: String? = nil
    ) {
        self.scope = scope
        self.templates = templates
        self.sink = sink
        self.defaults = defaults
        self.hasBaseURL = hasBaseURL
        self.layer = layer
        self.environment = environment
    }

    /// A request that is being put together.
    struct Draft {
        var query: [Sourced<MapTemplate>]
        var headers: [Sourced<MapTemplate>]
        var cookies: [Sourced<MapTemplate>]
        var body: (key: MapReader.Entry, template: BodyTemplate)?
        var auth: Sourced<AuthTemplate>?
        var authRange: SourceRange?
        var session: SessionChoice
        var cache: Sourced<CacheTemplate>?
        var writtenTransfer: TransferTemplate?
        var transfer: TransferTemplate {
            get { writtenTransfer ?? TransferTemplate() }
            set { writtenTransfer = newValue }
        }
        var captureNode: YAMLNode?
        var expectNode: YAMLNode?
        var retry: RetryPolicy?
        var flowEntries: [MapReader.Entry] = []

        init(_ defaults: DefaultsTemplates, _ session: SessionChoice) {
            query = defaults.query
            headers = defaults.headers
            cookies = defaults.cookies
            auth = defaults.auth
            cache = defaults.cache
            writtenTransfer = defaults.writtenTransfer
            retry = defaults.retry
            self.session = session
        }
    }

    /// What requests work with that say nothing about it.
    var session: SessionChoice { scope.session }

    /// A request with nothing of its own yet.
    func draft() -> Draft { Draft(defaults, session) }

    func action(_ method: MapReader.Entry, _ entries: [MapReader.Entry]) -> Step.Action? {
        let url = templates.text(method.value)
        check(url)
        return action(
            draft(), entries.filter { $0.keyRange != method.keyRange },
            method: Language.methodNames.contains(method.name) ? method.name.uppercased() : method.name, url: url)
    }

    /// - Parameters:
    ///   - start: what the step's own entries come on top of.
    ///   - call: for the call of an endpoint.
    func action(
        _ start: Draft, _ entries: [MapReader.Entry], method: String, url: TextTemplate, call: CallTemplate? = nil
    ) -> Step.Action? {
        var draft = start
        scope.readsOutcome = false
        for entry in entries { read(entry, into: &draft) }
        checkCredentials(draft, in: layer)
        CacheConflicts(sink: sink).check(
            draft.cache, method: method, body: draft.body?.template,
            isSaved: draft.writtenTransfer?.savePath != nil,
            until: draft.flowEntries.first { $0.name == "until" }?.keyRange)
        scope.hasCached = draft.cache.map { $0.value.policy == .both && $0.isMeant(for: method) } ?? false
        scope.enterAnswer()
        defer {
            scope.part = .step
            scope.hasCached = false
        }
        let flow = RequestFlowReader(scope: scope, templates: templates, sink: sink).flow(
            draft.flowEntries, retry: draft.retry)
        // What the answer gives is known to the checks, so captures are read first.
        let captures =
            draft.captureNode.map { CaptureReader(scope: scope, templates: templates, sink: sink).captures($0) } ?? []
        var expected =
            draft.expectNode.map { CheckReader(templates: templates, sink: sink).expect($0) } ?? CheckReader.Result()
        if draft.writtenTransfer?.savePath != nil {
            SavedBody(sink: sink).check(draft.expectNode, expected, captures, flow)
        }
        expected.checks = merged(expected.checks)
        CacheConflicts(sink: sink).check(
            draft.cache, method: method, against: expected.checks, defaults: defaults.checks,
            isPolled: flow?.polling != nil,
            expectsFailure: expected.checks.contains { if case .outcome = $0.subject { true } else { false } })
        return .request(
            RequestTemplate(
                method: method, url: url, query: draft.query, headers: draft.headers, cookies: draft.cookies,
                body: draft.body?.template, auth: draft.auth, session: draft.session,
                environment: environment, cache: draft.cache,
                transfer: draft.writtenTransfer,
                captures: captures,
                checks: expected.checks, conditions: expected.conditions, checksStatus: expected.checksStatus,
                failsOnGraphQLErrors: failsOnGraphQLErrors(draft, expected),
                needsSavedDigest: draft.transfer.savePath != nil
                    && draft.expectNode?.entries?.contains { $0.keyText == "sha256" } == true,
                call: call, readsOutcome: scope.readsOutcome, flow: flow))
    }

    /// The file's default checks, where the step does not check the same thing itself.
    private func merged(_ own: [Check]) -> [Check] {
        guard !defaults.checks.isEmpty else { return own }
        let labels = Set(own.map { $0.label.lowercased() })
        return defaults.checks.filter { !labels.contains($0.label.lowercased()) } + own
    }

    func read(_ entry: MapReader.Entry, into draft: inout Draft) {
        let node = entry.value
        switch entry.name {
        case "query": draft.query.append(Sourced(value: templates.map(node), layer: layer))
        case "headers":
            let headers = HeaderReader(templates: templates, sink: sink).headers(node)
            draft.headers.append(Sourced(value: headers, layer: layer))
        case "cookies": draft.cookies.append(Sourced(value: templates.map(node), layer: layer))
        case let name where BodyReader.keys.contains(name): setBody(entry, &draft)
        case "auth":
            if let auth = AuthReader(templates: templates, sink: sink).auth(node) {
                draft.auth = Sourced(value: auth, layer: layer)
                draft.authRange = entry.keyRange
            }
        case "cache":
            if let cache = CacheReader(templates: templates, sink: sink).cache(node) {
                draft.cache = Sourced(value: cache, layer: layer)
            }
        case "session": draft.session = SessionReader(scope: scope, sink: sink).session(node)
        case "capture": draft.captureNode = node
        case "expect": draft.expectNode = node
        case let name where RequestFlowReader.keys.contains(name): draft.flowEntries.append(entry)
        case let name where Language.everyStepKeys.contains(name): break
        // Read with the step: it decides what all of it means.
        case "env": break
        case let name where ExecReader.ownKeys.contains(name):
            sink.report(.needsProgram(name, action: nil, at: entry.keyRange))
        default: TransferReader(templates: templates, sink: sink).read(entry.name, node, into: &draft.transfer)
        }
    }

    private func setBody(_ entry: MapReader.Entry, _ draft: inout Draft) {
        if let first = draft.body?.key {
            sink.report(.twoBodies(first.name, entry.name, at: entry.keyRange, first: first.keyRange))
            return
        }
        guard let body = BodyReader(templates: templates, sink: sink).body(entry) else { return }
        draft.body = (entry, body)
    }

    /// `auth` and an `Authorization` header of one step say the same thing twice.
    func checkCredentials(_ draft: Draft, in layer: RequestLayer) {
        guard let authRange = draft.authRange, case .some(let auth) = draft.auth?.value else { return }
        if case .none = auth { return }
        if case .apiKey = auth { return }
        for headers in draft.headers where headers.layer == layer {
            guard let range = headers.value.range(ofHeader: "authorization") else { continue }
            sink.report(.authAndHeader(at: range, auth: authRange))
        }
    }

    /// Whether nobody looks at the `errors` of a GraphQL answer.
    private func failsOnGraphQLErrors(_ draft: Draft, _ expected: CheckReader.Result) -> Bool {
        guard case .graphQL? = draft.body?.template else { return false }
        let keys = (draft.expectNode?.entries ?? []).map(\.keyText)
        if keys.contains(where: { $0 == "json" || $0 == "outcome" || Self.readsErrors($0) }) { return false }
        return !expected.conditions.contains { condition in
            condition.program.references.contains { $0.starts(with: ["response", "json", "errors"]) }
        }
    }

    /// Whether a path begins with `$.errors`, in either of its notations.
    private static func readsErrors(_ path: String) -> Bool {
        for start in ["$.errors", "$['errors']", "$[\"errors\"]"] where path.hasPrefix(start) {
            let next = path.utf8.dropFirst(start.utf8.count).first
            return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
        }
        return false
    }

    /// A URL without expressions is checked whole; with them, as far as it is known.
    func check(_ url: TextTemplate) {
        let written = url.written
        if written.isEmpty {
            sink.report(.invalidURL("the URL is empty", at: url.range, help: "write `/` for the base URL itself"))
            return
        }
        if written.hasPrefix("/") {
            if !hasBaseURL { sink.report(.relativeURLWithoutBase(written, at: url.range)) }
            return
        }
        guard let literal = url.literal else { return }
        do {
            _ = try URLText.parse(literal)
        } catch {
            let shown = UserInfo.hidden(in: literal)
            sink.report(.invalidURL("`\(shown)` \(error.message)", at: url.range, help: Self.help(shown)))
        }
    }

    /// What someone who wrote this means, most likely.
    private static func help(_ url: String) -> String? {
        if url.contains("://") { return nil }
        if url.contains("{{") || url.contains("${") { return "a value stands in `$(…)` here: `$(name)`" }
        let first = url.prefix { $0 != "/" }
        if first.contains(".") || first.contains(":") || first == "localhost" { return "write `http://\(url)`" }
        return "write `/\(url)` for a path after the base URL"
    }
}

import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Step

/// Reads the request of a step and merges it with the defaults of the environment and of the file.
///
/// The values of a request come in layers: `EnvironmentReader` and `DefaultsReader` fill the lower ones once for a file, and a
/// `Draft` starts from them. Each key has its reader in this folder or in a lower one; `RequestFlowReader` reads what repeats
/// a request: retries, polling, pages.
final class RequestReader {
    let scope: Scope
    let sink: DiagnosticSink
    let defaults: DefaultsTemplates
    /// Whether there is a base URL for a URL that starts with `/`.
    let hasBaseURL: Bool
    /// The origin of the request's own values: a step or an endpoint.
    let layer: RequestLayer
    /// The environment that the request goes to; nil for that of the run.
    let environment: String?

    init(
        scope: Scope, sink: DiagnosticSink, defaults: DefaultsTemplates, hasBaseURL: Bool, layer: RequestLayer = .step,
        environment: String? = nil
    ) {
        self.scope = scope
        self.sink = sink
        self.defaults = defaults
        self.hasBaseURL = hasBaseURL
        self.layer = layer
        self.environment = environment
    }

    /// A request that is being built.
    struct Draft {
        var query: [Sourced<MapTemplate>] = []
        var headers: [Sourced<MapTemplate>] = []
        var cookies: [Sourced<MapTemplate>] = []
        var body: Body?
        var auth: Sourced<AuthTemplate>?
        var authRange: SourceRange?
        var session: SessionChoice
        var cache: Sourced<CacheTemplate>?
        var transfer: WrittenTransfer?
        var contract: ContractRule?
        var stream: StreamTemplate?
        var sample: SampleTemplate?
        var captureNode: YAMLNode?
        var expectNode: YAMLNode?
        private(set) var retry: RetryTemplate?
        /// The default checks of the file and of the API.
        private(set) var checks: [Check] = []

        struct Body {
            let template: BodyTemplate
            let keyRange: SourceRange
        }

        init(_ session: SessionChoice) { self.session = session }

        /// Where the body is saved.
        var savePath: TextTemplate? { transfer?.template.savePath }

        /// Starts from the defaults of the environment and of the file.
        mutating func start(from defaults: DefaultsTemplates.Values) {
            query = defaults.query
            headers = defaults.headers
            cookies = defaults.cookies
            auth = defaults.auth
            cache = defaults.cache
            transfer = defaults.transfer
            contract = defaults.contract
            retry = defaults.retry
            checks = defaults.checks
        }
    }

    /// A request without values of its own.
    func draft(_ templates: TemplateReader) -> Draft {
        var draft = Draft(templates.position.session)
        if let values = defaults.values { draft.start(from: values) }
        return draft
    }

    func action(
        _ method: MapReader.Entry, _ entries: MapReader.Entries, _ templates: TemplateReader
    ) -> Step.Action? {
        let url = self.url(method.value, templates)
        var draft = draft(templates)
        return action(&draft, entries, templates, except: nil, method: method.method, url: url)
    }

    /// - Parameters:
    ///   - draft: the request that the step's own entries override or extend.
    ///   - refused: keys that are not read, because they are invalid here.
    ///   - call: the call of an endpoint; nil for a plain request.
    func action(
        _ draft: inout Draft, _ entries: MapReader.Entries, _ templates: TemplateReader,
        except refused: Language.KeySet?, method: String, url: TextTemplate, call: CallTemplate? = nil
    ) -> Step.Action? {
        let before = scope.gathered.ofResponse
        for index in 0..<entries.endIndex {
            // Keys of the step itself have been read.
            guard let word = entries[index].key, Self.keys.contains(word), refused?.contains(word) != true else {
                continue
            }
            read(entries[index], into: &draft, templates)
        }
        checkConflicts(&draft, entries, method, call)
        scope.declareResponse(ofProgram: false)
        let ofResponse = self.ofResponse(draft.cache, isStream: draft.stream != nil, method, templates)
        let flow = RequestFlowReader(templates: ofResponse, isOfStream: draft.stream != nil)
            .flow(entries, retry: draft.retry)
        // The checks know the captured names, so captures are read first.
        let captures = draft.captureNode.map { CaptureReader(templates: ofResponse).captures($0) } ?? []
        var expected = draft.expectNode.map { CheckReader(templates: ofResponse).expect($0) } ?? CheckReader.Result()
        if flow?.pagination != nil { for capture in captures { scope.names.gather(capture.name) } }
        if draft.savePath != nil {
            checkSavedGraphQL(draft.body)
            SavedBody(sink: sink).check(draft.expectNode, expected, captures, flow)
        }
        expected.add(defaults: draft.checks)
        if let cache = draft.cache {
            CacheConflicts(sink: sink).check(
                cache, method: method, against: expected.checks, isPolled: flow?.polling != nil,
                expectsFailure: expected.checks.contains { if case .outcome = $0.subject { true } else { false } })
        }
        let reads = scope.gathered.ofResponse
        let isGraphQL = if case .graphQL? = draft.body?.template { true } else { false }
        return .request(
            RequestTemplate(
                method: method, url: url, query: draft.query, headers: draft.headers, cookies: draft.cookies,
                body: draft.body?.template, auth: draft.auth, session: draft.session,
                captures: captures,
                checks: expected.checks, conditions: expected.conditions, checksStatus: expected.checksStatus,
                isGraphQL: isGraphQL,
                failsOnGraphQLErrors: isGraphQL && failsOnGraphQLErrors(draft.expectNode, expected),
                needsSavedDigest: draft.savePath != nil && draft.expectNode?["sha256"] != nil,
                readsOutcome: reads.outcome > before.outcome, readsSentHeaders: reads.sentHeaders > before.sentHeaders,
                readsJSON: reads.json > before.json || expected.checks.contains(where: \.readsJSON),
                rare: .holding(
                    environment: environment, cache: draft.cache, transfer: draft.transfer, call: call, flow: flow,
                    snapshot: expected.snapshot, contract: draft.contract,
                    stream: draft.stream, sample: draft.sample)))
    }

    /// The templates of what is said of the response.
    private func ofResponse(
        _ cache: Sourced<CacheTemplate>?, isStream: Bool, _ method: String, _ templates: TemplateReader
    ) -> TemplateReader {
        let hasCached = cache.map { $0.value.policy == .both && $0.isMeant(for: method) } ?? false
        guard hasCached || isStream else { return templates.ofResponse }
        return templates.ofResponse.at {
            $0.hasCached = hasCached
            $0.hasStream = isStream
        }
    }

    /// Reports keys of the request that exclude each other.
    private func checkConflicts(
        _ draft: inout Draft, _ entries: MapReader.Entries, _ method: String, _ call: CallTemplate?
    ) {
        if let stream = draft.stream {
            let conflicts = StreamConflicts(sink: sink, stream: stream)
            conflicts.check(entries, method: method)
            conflicts.check(call)
            // The request flow reads only what belongs to a stream, and no cache applies to one.
            draft.cache = nil
        }
        checkCredentials(draft.auth?.value, at: draft.authRange, beside: draft.headers, in: layer)
        checkContentType(of: draft.body, beside: draft.headers, in: layer)
        if let cache = draft.cache {
            CacheConflicts(sink: sink).check(
                cache, method: method, body: draft.body?.template, isSaved: draft.savePath != nil,
                until: entries[Language.RequestFlow.until]?.keyRange)
        }
    }

    /// The keys of the request; all others are keys of the step itself.
    private static let keys =
        Language.KeySet(Language.Transfer.keys) + BodyReader.keys + [
            Keys.query, Keys.headers, Keys.cookies, Keys.auth, Language.Transfer.cache, Keys.session, Keys.capture,
            Keys.expect, Keys.save, Keys.stream, Keys.cwd, Keys.contract, Keys.sample,
        ]

    func read(_ entry: MapReader.Entry, into draft: inout Draft, _ templates: TemplateReader) {
        let node = entry.value
        switch entry.key {
        case Keys.expect: draft.expectNode = node
        case Keys.capture: draft.captureNode = node
        case Keys.query: draft.query.append(Sourced(value: templates.parameters(node), layer: layer))
        case Keys.headers:
            let headers = HeaderReader(templates: templates).headers(node)
            draft.headers.append(Sourced(value: headers, layer: layer))
        case Keys.cookies: draft.cookies.append(Sourced(value: templates.parameters(node), layer: layer))
        case Language.Body.json, Language.Body.form, Language.Body.text, Language.Body.xml, Language.Body.graphql,
            Language.Body.multipart, Language.Body.binary, Language.Body.file:
            setBody(entry, &draft, templates)
        case Keys.auth:
            if let auth = AuthReader(templates: templates).auth(node) {
                draft.auth = Sourced(value: auth, layer: layer)
                draft.authRange = entry.keyRange
            }
        case Language.Transfer.cache:
            if let cache = CacheReader(templates: templates).cache(node) {
                draft.cache = Sourced(value: cache, layer: layer)
            }
        case Keys.session: draft.session = SessionReader(scope: scope, sink: sink).session(node)
        case Keys.stream: draft.stream = StreamSettingsReader(templates: templates).stream(entry)
        case Keys.sample: draft.sample = sample(entry, templates)
        case Keys.contract: ContractReader(templates: templates).change(&draft.contract, node)
        case Keys.cwd: sink.report(.needsProgram(entry.name, action: nil, at: entry.keyRange))
        default: TransferReader(templates: templates).read(entry.key, node, into: &draft.transfer)
        }
    }

    private func sample(_ entry: MapReader.Entry, _ templates: TemplateReader) -> SampleTemplate {
        var status = 200
        var headers: MapTemplate?
        var body: BodyTemplate?
        for item in MapReader(sink: sink).entries(of: entry.value, as: Language.Sample.map) {
            switch item.key {
            case Language.Sample.status:
                status = item.value.scalar.flatMap { Int($0.text) } ?? 0
                if !(200...599).contains(status) {
                    sink.report(.invalidStatus(item.value.scalar?.text ?? "", at: item.value.range))
                }
            case Language.Sample.headers: headers = HeaderReader(templates: templates).headers(item.value)
            default:
                body = body ?? BodyReader(templates: templates).body(item)
            }
        }
        return SampleTemplate(status: status, headers: headers, body: body, range: entry.keyRange)
    }

    private func setBody(_ entry: MapReader.Entry, _ draft: inout Draft, _ templates: TemplateReader) {
        // A second body has been reported.
        guard draft.body == nil, let body = BodyReader(templates: templates).body(entry) else { return }
        draft.body = Draft.Body(template: body, keyRange: entry.keyRange)
    }

    /// Reports `auth` and an `Authorization` header in the same place.
    func checkCredentials(
        _ auth: AuthTemplate?, at authRange: SourceRange?, beside headers: [Sourced<MapTemplate>],
        in layer: RequestLayer
    ) {
        guard let authRange, case .some(let auth) = auth else { return }
        if case .none = auth { return }
        if case .apiKey = auth { return }
        for headers in headers where headers.layer == layer {
            guard let range = headers.value.range(ofHeader: "authorization") else { continue }
            sink.report(.authAndHeader(at: range, auth: authRange))
        }
    }

    /// Reports another `Content-Type` beside a multipart body. One from `defaults` or the environment is not meant for
    /// this body, and is allowed.
    func checkContentType(of body: Draft.Body?, beside headers: [Sourced<MapTemplate>], in layer: RequestLayer) {
        guard let body, case .multipart = body.template else { return }
        for headers in headers where headers.layer == layer {
            guard let (type, range) = headers.value.value(ofHeader: "content-type"),
                MediaType.kind(of: type) != .multipart
            else { continue }
            sink.report(.typeOfMultipart(type, at: range, body: body.keyRange))
        }
    }

    /// Reports `save` beside `graphql`, because the `errors` of the response are in its body.
    private func checkSavedGraphQL(_ body: Draft.Body?) {
        guard let body, case .graphQL = body.template else { return }
        sink.report(
            .bodyIsSaved(
                "`graphql`", at: body.keyRange,
                help: "leave `save` out, or send the query as `json: { query: … }`, of which no `errors` are checked"))
    }

    /// Whether a GraphQL response with `errors` fails the step, because no check reads them.
    private func failsOnGraphQLErrors(_ expect: YAMLNode?, _ expected: CheckReader.Result) -> Bool {
        let keys = (expect?.entries ?? []).map(\.keyText)
        if keys.contains(where: { $0 == "json" || Self.readsErrors($0) }) { return false }
        return !expected.conditions.contains(where: \.readsGraphQLErrors)
    }

    /// Whether a path begins with `$.errors`, in either of its notations.
    private static func readsErrors(_ path: String) -> Bool {
        for start in ["$.errors", "$['errors']", "$[\"errors\"]"] where path.hasPrefix(start) {
            let next = path.utf8.dropFirst(start.utf8.count).first
            return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
        }
        return false
    }

    /// Reads and checks a URL.
    func url(_ node: YAMLNode, _ templates: TemplateReader) -> TextTemplate {
        let url = templates.text(node, for: .url)
        if let mistake = mistake(in: url), !TemplateReader.holdsMarker(url.written) { sink.report(mistake) }
        return url
    }

    /// What is wrong with a URL; of one with expressions, only whether it is empty or needs a base URL.
    private func mistake(in url: TextTemplate) -> Diagnostic? {
        let written = url.written
        if written.isEmpty {
            // An endpoint may stand at the base itself.
            return layer == .endpoint
                ? nil : .invalidURL("the URL is empty", at: url.range, help: "write `/` for the base URL itself")
        }
        if written.utf8.first == UInt8(ascii: "/") {
            return hasBaseURL ? nil : .relativeURLWithoutBase(written, at: url.range)
        }
        guard let literal = url.literal else { return nil }
        do {
            _ = try URLText.parse(literal)
            return nil
        } catch {
            let shown = UserInfo.hidden(inInvalid: literal)
            return .invalidURL(
                "`\(shown)` \(error.message)", at: url.range,
                help: "a URL is a path after the base URL, `/items`, or whole, `https://api.example.com/items`")
        }
    }
}

extension RequestReader {
    /// Whether a key sends a request with a method of that name.
    static func isMethod(_ key: MapReader.Entry) -> Bool {
        if let word = key.key { methods.contains(word) } else { isCustomMethod(key.name) }
    }

    /// A word in capitals is a method: `PROPFIND: /dav` (RFC 9110, 9.1 allows any token).
    static func customMethod(_ key: String) -> Language.Key? {
        isCustomMethod(key) ? Language.Key(key, .text, "Sends a request with this method.") : nil
    }

    private static let methods = Language.KeySet(Language.Methods.keys)

    private static func isCustomMethod(_ key: String) -> Bool {
        let bytes = key.utf8
        return bytes.count >= 2 && bytes.count <= 32
            && bytes.allSatisfy { (65...90).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
}

import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Endpoint

/// Compiles an API file in the scope of one workflow, where its values have slots like all others.
struct EndpointCompiler {
    let api: APIFile
    /// The scope of the workflow.
    let scope: Scope
    let sink: DiagnosticSink
    /// The environment that the requests go to, as far as the step names it.
    var named: Scope.EnvironmentNames?
    /// The environment's defaults for every request.
    let environment: DefaultsTemplates

    /// The settings of every request of the API.
    struct Shared {
        var base: TextTemplate?
        var defaults: DefaultsTemplates
        /// Fields that are added to every body with fields.
        var parameters: YAMLEntries = []
    }

    func shared() -> Shared {
        var shared = Shared(base: nil, defaults: environment)
        let templates = innerTemplates()
        let reader = DefaultsReader(templates: templates, layer: .api)
        for entry in api.settings {
            switch entry.key {
            case Language.APIFile.base:
                shared.base = templates.text(entry.value)
                check(shared.base)
            case Language.APIFile.parameters: shared.parameters = parameters(entry.value, templates)
            case Language.APIFile.defaults:
                for item in MapReader(sink: sink).entries(of: entry.value, as: Language.APIDefaults.map) {
                    reader.read(item, into: &shared.defaults)
                }
            default: reader.read(entry, into: &shared.defaults)
            }
        }
        return shared
    }

    /// The templates of the file, whose expressions know nothing of the workflow.
    private func innerTemplates() -> TemplateReader {
        var position = Scope.Position()
        if let named { position.enter(named) }
        position.add(api.namespaces)
        return TemplateReader(scope: Scope(endpointIn: scope, types: api.types), sink: sink, position: position)
    }

    /// The fields; none where they have a mistake, which is reported here once and not for each body.
    private func parameters(_ node: YAMLNode, _ templates: TemplateReader) -> YAMLEntries {
        let own = DiagnosticSink()
        BodyReader(templates: TemplateReader(scope: templates.scope, sink: own, position: templates.position)).check(
            fields: node)
        for diagnostic in own.diagnostics { sink.report(diagnostic) }
        return own.hasErrors ? [] : node.entries ?? []
    }

    private func check(_ base: TextTemplate?) {
        guard let literal = base?.literal, !literal.hasPrefix("/") else { return }
        do {
            _ = try BaseURLText.parse(literal)
        } catch {
            sink.report(
                Diagnostic(
                    "request.invalid-url", "`\(UserInfo.hidden(inInvalid: literal))` \(error.message)", at: base?.range,
                    help: BaseURLText.help(for: literal)))
        }
    }

    /// A compiled endpoint, from which each call of it starts.
    struct Compiled {
        let endpoint: APIFile.Endpoint
        let method: String
        let url: TextTemplate
        let base: TextTemplate?
        let draft: RequestReader.Draft
        let slots: [String: Int]
        let template: EndpointTemplate
        /// The type of `result` in the checks of a call; nil where there is no result.
        let resultType: CELType?
    }

    /// - Parameter shared: the settings of the API, overridden by the workflow's `defaults`.
    func compile(_ endpoint: APIFile.Endpoint, _ shared: Shared) -> Compiled {
        let templates = innerTemplates().at { $0.part = .step }
        let inner = templates.scope
        var slots: [String: Int] = [:]
        for input in endpoint.inputs {
            slots[input.name] = inner.names.declareInput(input.name, type: InputReader.type(named: input.type))
        }
        let requests = RequestReader(
            scope: inner, sink: sink, defaults: shared.defaults, hasBaseURL: true, layer: .endpoint)
        var draft = requests.draft(templates)
        let url = requests.url(endpoint.method.value, templates)
        for entry in endpoint.entries where entry.keyRange != endpoint.method.keyRange {
            switch entry.key {
            case Keys.description, Keys.inputs, Keys.outcomes, Keys.result: break
            case Language.Body.json, Language.Body.form, Language.Body.multipart:
                let body = entry.value.extended(by: shared.parameters)
                requests.read(
                    MapReader.Entry(pair: entry.pair.with(body), key: entry.key, name: entry.name), into: &draft,
                    templates)
            default: requests.read(entry, into: &draft, templates)
            }
        }
        requests.checkCredentials(draft.auth?.value, at: draft.authRange, beside: draft.headers, in: .endpoint)
        requests.checkContentType(of: draft.body, beside: draft.headers, in: .endpoint)
        let outcomes = (endpoint.entries[Keys.outcomes]?.value.entries ?? []).compactMap { pair in
            templates.ofResponse.condition(pair.value).map {
                EndpointTemplate.Outcome(name: pair.keyText, condition: $0, range: pair.keyRange)
            }
        }
        let (result, resultType) =
            endpoint.entries[Keys.result].map { self.result($0, templates.ofResponse) } ?? (nil, nil)
        return Compiled(
            endpoint: endpoint, method: endpoint.method.method, url: url, base: shared.base, draft: draft, slots: slots,
            template: EndpointTemplate(
                range: endpoint.range, inputsSlot: inner.gathered.readsInputs ? inner.names.inputsSlot : nil,
                outcomes: outcomes, result: result, readsSentHeaders: inner.gathered.ofResponse.sentHeaders > 0,
                readsJSON: inner.gathered.ofResponse.json > 0 || result?.isMapped == true),
            resultType: resultType)
    }

    /// A type for the whole body, or a map of captures.
    private func result(
        _ entry: MapReader.Entry, _ templates: TemplateReader
    ) -> (EndpointTemplate.Result?, CELType?) {
        if entry.value.isMapping {
            let captures = CaptureReader(templates: templates).captures(entry.value)
            let members = captures.map { CELNativeType.Member($0.name, $0.type) }
            return (.captures(captures), .native(CELNativeType("result", members: members, isRecord: true)))
        }
        let reader = ConversionReader(sink: sink, types: api.types)
        guard let type = reader.type(entry, format: nil, findsList: false, readsResponse: true) else {
            return (nil, .dyn)
        }
        return (.mapped(type, entry.value.range), type.type)
    }
}

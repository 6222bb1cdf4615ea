import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads `contract`: the name of a file, or that name with settings.
struct ContractReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// The contract of an environment or an API file; nil after a report.
    func rule(_ node: YAMLNode, isOfAPI: Bool) -> ContractRule? {
        guard node.isMapping else { return file(node).map { rule($0, MapReader.Entries(), isOfAPI) } }
        let entries = MapReader(sink: sink).entries(of: node, as: Language.Contract.map)
        guard let written = entries[Language.Contract.file] else { return nil }
        return file(written.value).map { rule($0, entries, isOfAPI) }
    }

    private func rule(_ contract: Contract, _ entries: MapReader.Entries, _ isOfAPI: Bool) -> ContractRule {
        var rule = ContractRule(contract)
        rule.isOfAPI = isOfAPI
        for entry in entries {
            let text = entry.value.scalar?.text ?? ""
            switch entry.key {
            case Language.Contract.basePath:
                guard text.hasPrefix("/"), !text.contains("?"), !text.contains("#") else {
                    sink.report(.invalidBasePath(text, at: entry.value.range))
                    continue
                }
                rule.basePath = ContractRule.withoutSlash(text)
            case Language.Contract.ignore: rule.ignored = (entry.value.items ?? []).compactMap(ignored)
            default: if let change = change(entry) { rule[keyPath: change.subject] = change.severity }
            }
        }
        return rule
    }

    /// What a key says of violations: of which ones, and what they do; nil for other keys.
    private func change(
        _ entry: MapReader.Entry
    ) -> (subject: WritableKeyPath<ContractRule, ContractRule.Severity>, severity: ContractRule.Severity)? {
        let subject: WritableKeyPath<ContractRule, ContractRule.Severity>
        switch entry.key {
        case Language.Contract.request: subject = \.request
        case Language.Contract.response: subject = \.response
        case Language.Contract.undeclaredRequest: subject = \.undeclaredRequest
        case Language.Contract.undeclaredResponse: subject = \.undeclaredResponse
        default: return nil
        }
        return entry.word().map { (subject, $0) }
    }

    private func ignored(_ node: YAMLNode) -> IgnoredPath? {
        let text = node.scalar?.text ?? ""
        if let path = IgnoredPath(text) { return path }
        sink.report(.notAnIgnoredPath(text, at: node.range))
        return nil
    }

    /// `contract` of one request: `false` for nothing, or what violations do there.
    func change(_ rule: inout ContractRule?, _ node: YAMLNode) {
        if node.bool == false {
            rule?.holdNothing()
        } else if node.isMapping {
            for entry in MapReader(sink: sink).entries(of: node, as: Language.Contract.ofRequest) {
                if let change = change(entry) { rule?[keyPath: change.subject] = change.severity }
            }
        } else {
            sink.report(.contractOfStep(at: node.useRange))
        }
    }

    private func file(_ node: YAMLNode) -> Contract? {
        guard case .string? = node.scalar?.value, let text = node.scalar?.text, !text.isEmpty else {
            sink.report(.wrongType(Language.Contract.contract, wanted: "the name of an OpenAPI document", node))
            return nil
        }
        let range = node.useRange
        if node.mayHoldExpression {
            sink.report(.computedContract(at: range))
            return nil
        }
        if SchemaLibrary.hasScheme(text) {
            sink.report(.remoteContract(text, at: range))
            return nil
        }
        let found: ContractEntry
        do throws(ProjectFileError) {
            found = try templates.scope.schemas.contract(text, for: range.file)
        } catch {
            sink.report(.unreadableContract(Message(value: error.message), at: range))
            return nil
        }
        for var diagnostic in found.diagnostics {
            diagnostic.notes.append(.init("used here", at: range))
            sink.report(diagnostic)
        }
        return found.contract
    }
}

import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads `needs`: a list of paths, or names with paths or `{ file, with }`.
struct NeedReader {
    let templates: TemplateReader
    let file: SourceFile
    let context: LoadingContext

    private var scope: Scope { templates.scope }
    private var sink: DiagnosticSink { templates.sink }

    private var files: NeededFiles { context.needed }

    /// The roots whose value does not depend on the workflow that has the need.
    private static let commonRoots: Set = [Root.env.name, Root.secrets.name, Root.process.name, Root.run.name]

    func needs(_ node: YAMLNode) -> [Workflow.Need] {
        var needs: [Workflow.Need] = []
        if node.scalar != nil, !node.isNull {
            if let need = need(node) { needs.append(need) }
        } else if let items = node.items {
            needs = items.compactMap { need($0) }
        } else if let entries = node.entries {
            needs = entries.compactMap(need)
        } else {
            sink.report(.needsNothing(at: node.range))
        }
        if node.items?.isEmpty == true || node.entries?.isEmpty == true { sink.report(.needsNothing(at: node.range)) }
        var ranges: [String: SourceRange] = [:]
        for need in needs where !need.name.isEmpty {
            if let first = ranges.updateValue(need.range, forKey: need.name) {
                sink.report(.needTwice(need.name, at: need.range, first: first))
            }
        }
        return needs
    }

    /// A path without a name: the need is named after the file.
    private func need(_ node: YAMLNode) -> Workflow.Need? {
        guard let path = node.scalar?.text, !node.isNull, !path.isEmpty else {
            sink.report(.needIsNoPath(at: node.range, isMap: node.isMapping))
            return nil
        }
        return need(Self.name(of: path), path, with: nil, at: node.range)
    }

    private func need(_ entry: YAMLEntry) -> Workflow.Need? {
        let name = entry.keyText
        guard Language.isIdentifier(name) else {
            sink.report(.invalidName(name, of: "a need", at: entry.keyRange))
            return nil
        }
        if let path = entry.value.scalar?.text, !entry.value.isNull, !path.isEmpty {
            return need(name, path, with: nil, at: entry.value.range)
        }
        guard entry.value.isMapping else {
            sink.report(.needIsNoPath(at: entry.value.range, isMap: false))
            return nil
        }
        var path: MapReader.Entry?
        var with: YAMLNode?
        for item in MapReader(sink: sink).entries(of: entry.value, as: Language.Need.map) {
            if item.key == Language.Need.file { path = item } else { with = item.value }
        }
        return path.flatMap { need(name, $0.value.scalar?.text ?? "", with: with, at: $0.value.range) }
    }

    private func need(_ name: String, _ path: String, with: YAMLNode?, at range: SourceRange) -> Workflow.Need? {
        let located: String
        do throws(ProjectFileError) {
            located = try files.locate(path, for: file)
        } catch {
            sink.report(
                .unreadableNeed(Message(value: error.message), found: files.path(meantBy: path, for: file), at: range))
            scope.names.declareNeed(name, outputs: nil)
            return nil
        }
        let face = files.face(located, for: file)
        if let face, !face.isWorkflow { sink.report(.needIsNoWorkflow(path, at: range)) }
        if let absence = face.flatMap({ context.absence($0.environments) }), context.isChosen {
            sink.report(.neededElsewhere(path, absence, at: range))
        }
        scope.names.declareNeed(
            name, outputs: face?.outputs, isList: face?.hasRows == true, hasSession: face?.hasSession ?? true)
        let arguments = (with?.entries ?? []).compactMap { argument($0, of: path, face) }
        return Workflow.Need(name: name, path: located, arguments: arguments, range: range)
    }

    private func argument(
        _ entry: YAMLEntry, of path: String, _ face: NeededFiles.Face?
    ) -> Workflow.Need.Argument? {
        let value = templates.template(entry.value)
        value.forEachExpression { expression in
            let names = expression.program.references.compactMap(\.first)
            if let own = names.first(where: { !Self.commonRoots.contains($0) }) {
                sink.report(.needWithOwnValue(own, at: expression.range))
            }
        }
        if let face {
            guard let input = face.inputs.first(where: { $0.name == entry.keyText }) else {
                sink.report(
                    .unknownWorkflowInput(entry.keyText, of: path, at: entry.keyRange, known: face.inputs.map(\.name)))
                return nil
            }
            InputFit(sink: sink).check(value, input, at: entry.value.range)
        }
        return Workflow.Need.Argument(
            name: entry.keyText, value: value, text: Self.text(entry.value), written: entry.value.json)
    }

    /// The value as written, on one line.
    private static func text(_ node: YAMLNode) -> String {
        guard let scalar = node.scalar else { return ValueText.json(node.json) }
        return scalar.text
    }

    /// The name of a need from its path: `sign_in` for `a/sign-in.yaml`; empty where the path gives no valid name.
    static func name(of path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        let stem = last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
        let name = stem.replacing("-", with: "_")
        return Language.isIdentifier(name) ? name : ""
    }
}

/// Reads `lock`: one name, or several.
struct LockReader {
    let sink: DiagnosticSink

    /// The unique names, in order.
    func locks(_ node: YAMLNode) -> [String] {
        let nodes = node.itemsOrItself
        if nodes.isEmpty { sink.report(.locksNothing(at: node.range)) }
        var names: [String] = []
        for node in nodes {
            guard let name = node.scalar?.text, !node.isNull, !name.isEmpty else {
                sink.report(.wrongType(Language.WorkflowFile.lock, wanted: "a name or a list of names", node))
                continue
            }
            guard !name.contains("$(") else {
                sink.report(.computedLock(name, at: node.range))
                continue
            }
            if !names.contains(name) { names.append(name) }
        }
        return names
    }
}

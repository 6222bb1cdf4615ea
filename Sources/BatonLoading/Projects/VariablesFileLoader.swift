package import BatonDiagnostics
package import BatonJSON
import BatonJudging
import BatonLanguage
import BatonYAML

/// Reads a file of variables (`--vars-file`): a YAML or JSON map of names to literal values.
package struct VariablesFileLoader {
    package struct Given: Sendable {
        package let name: String
        package let value: JSONValue
        package let range: SourceRange
    }

    private let sink: DiagnosticSink

    package init(into sink: DiagnosticSink) {
        self.sink = sink
    }

    /// The variables; nil where the file has errors, which are in the sink. Keys that begin with `x-` are for anchors
    /// and ignored.
    package func load(_ file: SourceFile) -> [Given]? {
        guard let root = YAMLComposer.compose(file, into: sink) else { return nil }
        guard let entries = root.entries else {
            sink.report(.noVariables(root))
            return nil
        }
        let scope = Scope(secrets: [], environmentVariables: [], isProject: true)
        let given = entries.compactMap { entry -> Given? in
            let name = entry.keyText
            if name.hasPrefix("x-") { return nil }
            guard Scope.mayDeclare(name, at: entry.keyRange, sink) else { return nil }
            // Mistakes inside an expression are not reported, because no expression may stand here.
            let silent = DiagnosticSink()
            let template = TemplateReader(scope: scope, sink: silent).template(entry.value)
            guard let value = template.literalValue, !silent.hasErrors else {
                sink.report(.computedVariable(name, at: entry.value.range))
                return nil
            }
            return Given(name: name, value: value, range: entry.keyRange)
        }
        return sink.hasErrors ? nil : given
    }
}

extension Diagnostic {
    static func noVariables(_ node: YAMLNode) -> Diagnostic {
        let isAssignment = node.scalar?.text.contains("=") ?? false
        return Diagnostic(
            "workflow.wrong-type", "a file of variables wants a map, this is \(node.kindName)", at: node.range,
            help: isAssignment ? "write `name: value`, not `name=value`" : "write `name: value` on each line")
    }

    static func computedVariable(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "`\(name)` cannot be computed in a file of variables", at: range,
            help: "compute it under `vars` of the workflow; `$$(` writes `$(`")
    }

    /// Warns of a name in a file of variables that is similar to a declared variable.
    package static func strayVariable(_ name: String, meant: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, "run.unknown-variable", "no selected file declares `\(name)`: it is left out", at: range,
            help: "did you mean `\(meant)`?")
    }
}

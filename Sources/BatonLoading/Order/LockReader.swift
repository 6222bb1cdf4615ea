import BatonDiagnostics
import BatonLanguage
import BatonWorkflow
import BatonYAML

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

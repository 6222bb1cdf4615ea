import BatonDiagnostics
import BatonLoading
import BatonWorkflow
import BatonYAML

/// Every node and every complaint lies inside the file, and no tree is missing without an error.
enum YAMLTarget {
    static func violation(in bytes: [UInt8]) -> String? {
        let sink = DiagnosticSink()
        let file = SourceFile(path: "w.yaml", bytes: bytes)
        let root = YAMLComposer.compose(file, into: sink)
        guard root != nil || sink.hasErrors else { return "nothing is left of it, and no error says why" }
        for diagnostic in sink.diagnostics where !isPlaced(diagnostic, in: file) {
            return "\(diagnostic.code) has no place: \(String(describing: diagnostic.range))"
        }
        guard let root, !sink.hasErrors else { return nil }
        var budget = 10_000
        return violation(of: root, in: file, &budget)
    }

    static func isPlaced(_ diagnostic: Diagnostic, in file: SourceFile) -> Bool {
        guard let range = diagnostic.range, !diagnostic.message.text.isEmpty else { return false }
        return isWithin(range, file) && diagnostic.notes.allSatisfy { isWithin($0.range, file) }
    }

    private static func isWithin(_ range: SourceRange, _ file: SourceFile) -> Bool {
        range.file === file && range.lower <= range.upper && range.upper <= file.bytes.count
    }

    private static func violation(of node: YAMLNode, in file: SourceFile, _ budget: inout Int) -> String? {
        budget -= 1
        guard budget > 0 else { return nil }
        guard isWithin(node.range, file), isWithin(node.useRange, file) else {
            return "a node lies outside of the file"
        }
        if let scalar = node.scalar {
            let range = node.sourceMap.range(0..<scalar.text.utf8.count)
            guard isWithin(range, file) else { return "the text of a node comes from outside of the file" }
        }
        for entry in node.entries ?? [] {
            if let found = violation(of: entry.key, in: file, &budget) { return found }
            if let found = violation(of: entry.value, in: file, &budget) { return found }
        }
        for item in node.items ?? [] {
            if let found = violation(of: item, in: file, &budget) { return found }
        }
        return nil
    }
}

/// A file loads, or each of its errors has a place and can be shown; read as a project file and as a file of variables
/// too.
enum WorkflowTarget {
    static func violation(in bytes: [UInt8]) -> String? {
        let file = SourceFile(path: "w.yaml", bytes: bytes)
        let sink = DiagnosticSink()
        let context = LoadingContext(projectVariables: [], environment: nil, hasBaseURL: true)
        let loaded = FileLoader(context).read(file, into: sink)
        let wasLoaded = if case .invalid = loaded { false } else { true }
        if let found = violation(of: sink, wasLoaded: wasLoaded, file) { return found }
        let projectSink = DiagnosticSink()
        let project = ProjectLoader(into: projectSink).load(file, folder: "/project")
        return violation(of: projectSink, wasLoaded: project != nil, file).map { "as a project: \($0)" }
    }

    private static func violation(of sink: DiagnosticSink, wasLoaded: Bool, _ file: SourceFile) -> String? {
        guard wasLoaded != sink.hasErrors else {
            return wasLoaded ? "it was loaded with errors" : "it was refused without an error"
        }
        for diagnostic in sink.diagnostics where !YAMLTarget.isPlaced(diagnostic, in: file) {
            return "\(diagnostic.code) has no place: \(String(describing: diagnostic.range))"
        }
        for diagnostic in sink.diagnostics.prefix(3) where DiagnosticRenderer().render(diagnostic).isEmpty {
            return "\(diagnostic.code) shows nothing"
        }
        return nil
    }
}

import BatonDiagnostics
import BatonYAML

/// The declarative table of everything that may be written in a workflow, API or project file.
///
/// A key is declared once, in the enum of its map: `Language.Retry.attempts`. Readers refer to this declaration;
/// messages, suggestions, the tables of the reference, schemas and completions are made from it.
package enum Language {
    /// The top-level maps of files.
    package static let roots = [WorkflowFile.map, Project.map, APIFile.map]

    /// Every map of the language that can be reached from the top of a file.
    package static let maps: [Map] = {
        var found: [Map] = []
        func visit(_ map: Map) {
            guard !found.contains(map) else { return }
            found.append(map)
            for key in map.keys {
                for content in key.contents { visit(content.map) }
            }
        }
        for root in roots { visit(root) }
        return found
    }()

    /// The names of all keys of all maps.
    package static let words = Set(maps.flatMap { $0.keys.map(\.name) })

    /// The tree of a file of the language.
    static func compose(_ file: SourceFile, into sink: DiagnosticSink) -> YAMLNode? {
        YAMLComposer.compose(file, into: sink)
    }
}

import BatonDiagnostics
import BatonYAML

/// The declarative table of everything that may be written in a workflow, API or project file.
///
/// A key is declared once, in the enum of the map that it stands in: `Language.Retry.attempts`. Readers name it by that
/// declaration; messages, suggestions, the tables of the reference, schemas and completions are made from it.
package enum Language {
    /// The maps that a file begins with.
    package static let roots = [WorkflowFile.map, Project.map, APIFile.map]

    /// Every map of the language: what can be reached from the top of some file.
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

    /// The names of all keys, wherever they stand.
    package static let words = Set(maps.flatMap { $0.keys.map(\.name) })

    /// The tree of a file of the language.
    static func compose(_ file: SourceFile, into sink: DiagnosticSink) -> YAMLNode? {
        YAMLComposer.compose(file, into: sink)
    }
}

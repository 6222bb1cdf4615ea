package import BatonDiagnostics

/// A value taken from an answer and kept as a variable.
package struct Capture: Sendable {
    package let name: String
    package let slot: Int
    package let source: Source
    package let isOptional: Bool
    package let defaultValue: Template?
    package let isSecret: Bool
    package let range: SourceRange

    package enum Source: Sendable {
        case path(PathTemplate, written: String)
        case header(TextTemplate)
        case cookie(TextTemplate)
        case expression(Expression)
    }
}

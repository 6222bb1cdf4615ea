package import BatonDiagnostics

extension Workflow {
    /// Another workflow that must pass first.
    package struct Need: Sendable {
        /// What it gives is `needs.NAME`.
        package let name: String
        /// The absolute path of its file, links followed.
        package let path: String
        package let arguments: [Argument]
        package let range: SourceRange

        /// A value for one of its inputs. Nothing of the workflow that needs it can be in it: it runs before that, and
        /// perhaps for others.
        package struct Argument: Sendable {
            package let name: String
            package let value: Template
            /// The value as written: two that read the same are the same.
            package let text: String
        }

        /// Of the needs of a run that name one file, those with the same key are one.
        package var key: String {
            arguments.map { "\($0.name)=\($0.text)" }.sorted().joined(separator: ", ")
        }
    }
}

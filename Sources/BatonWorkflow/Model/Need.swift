package import BatonDiagnostics
import BatonJSON

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
            /// The value as readers see it: cut where it is long, and without its type.
            package let text: String
            /// The value as written, whole, as JSON: what is `1` is not `"1"`.
            let written: JSONValue
        }

        /// Of the needs of a run that name one file, those with the same key are one.
        package var key: String {
            if arguments.isEmpty { return "" }
            let members = arguments.sorted { $0.name < $1.name }.map { ($0.name, $0.written) }
            return JSONWriter.compact(.object(JSONObject(members)))
        }
    }
}

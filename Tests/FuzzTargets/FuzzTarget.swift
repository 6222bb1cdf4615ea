/// Something that reads text from outside, and what must hold of it whatever the text says.
///
/// Crashes, hangs and memory are for the caller to notice.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case json, jsonpath, xpath, cel, yaml, workflow, openapi, csv, events

    /// Nil when all held; else a sentence about what did not.
    package func violation(in bytes: [UInt8]) -> String? {
        switch self {
        case .json: JSONTarget.violation(in: bytes)
        case .jsonpath: JSONPathTarget.violation(in: bytes)
        case .xpath: XPathTarget.violation(in: bytes)
        case .cel: CELTarget.violation(in: bytes)
        case .yaml: YAMLTarget.violation(in: bytes)
        case .workflow: WorkflowTarget.violation(in: bytes)
        case .openapi: OpenAPITarget.violation(in: bytes)
        case .csv: CSVTarget.violation(in: bytes)
        case .events: EventsTarget.violation(in: bytes)
        }
    }
}

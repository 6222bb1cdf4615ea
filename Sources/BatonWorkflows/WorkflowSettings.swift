import BatonApplication
public import BatonJSON
import BatonReports

/// What the workflows of a test get from outside, and how they run. What is not set is as in `baton run`.
public struct WorkflowSettings: Sendable {
    /// The environment of baton.yaml; nil for the default one.
    public var environment: String?
    /// Values for variables that the files declare, as `--var` gives them.
    public var variables: [String: JSONValue]
    /// Values for inputs that the files declare, as `--input` gives them.
    public var inputs: [String: JSONValue]
    /// Values of secrets, by name. They override those of the process environment, and are masked in all results.
    public var secrets: [String: String]
    /// The number of workflows that run at the same time; nil for the number of processors.
    public var jobs: Int?
    /// How often a failed workflow is tried again; nil where its file decides.
    public var retries: Int?
    /// Whether workflows may start programs with `exec`.
    public var allowsPrograms = false
    /// Whether responses are recorded in place of snapshots that differ or are missing.
    public var updatesSnapshots = false
    /// The reports that are written when the run has ended.
    public var reports: [WorkflowReport] = []

    /// Settings with values from code; the other properties are set afterwards.
    public init(
        environment: String? = nil, variables: [String: JSONValue] = [:], inputs: [String: JSONValue] = [:],
        secrets: [String: String] = [:], reports: [WorkflowReport] = []
    ) {
        self.environment = environment
        self.variables = variables
        self.inputs = inputs
        self.secrets = secrets
        self.reports = reports
    }

    var options: RunOptions {
        var options = RunOptions()
        options.environment = environment
        options.variableValues = variables
        options.inputs = inputs.sorted { $0.key < $1.key }.map { name, value in
            RunOptions.Assignment(name: name, value: value.stringValue ?? JSONWriter.compact(value))
        }
        options.secretValues = secrets
        options.jobs = jobs
        options.retries = retries
        options.allowsPrograms = allowsPrograms
        options.updatesSnapshots = updatesSnapshots
        for report in reports { options.reports[report.format] = report.path }
        return options
    }
}

/// A report file that is written when a run has ended; docs/reports.md describes each.
///
/// A relative path counts from the folder of baton.yaml, or without one from that of the Swift package. Missing folders are
/// made. A file that is no report is not overwritten.
public struct WorkflowReport: Sendable, Hashable {
    fileprivate let format: ReportFormat
    fileprivate let path: String

    /// JUnit XML.
    public static func junit(_ path: String) -> WorkflowReport { WorkflowReport(format: .junit, path: path) }
    /// A page in HTML.
    public static func html(_ path: String) -> WorkflowReport { WorkflowReport(format: .html, path: path) }
    /// CTRF, the Common Test Report Format in JSON.
    public static func json(_ path: String) -> WorkflowReport { WorkflowReport(format: .json, path: path) }
    /// A summary in Markdown.
    public static func summary(_ path: String) -> WorkflowReport { WorkflowReport(format: .summary, path: path) }
    /// The Test Anything Protocol.
    public static func tap(_ path: String) -> WorkflowReport { WorkflowReport(format: .tap, path: path) }
    /// The exchanges of what failed, as HTTP Archive.
    public static func har(_ path: String) -> WorkflowReport { WorkflowReport(format: .har, path: path) }
    /// Metrics for Prometheus.
    public static func prometheus(_ path: String) -> WorkflowReport { WorkflowReport(format: .prometheus, path: path) }
}

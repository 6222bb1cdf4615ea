package import BatonProcesses

/// What a user asks of a run; each value is as given on the command line.
package struct RunOptions: Sendable {
    package struct Assignment: Sendable {
        package var name: String
        package var value: String

        /// Nil for a text without `=` or without a name.
        package init?(_ text: String) {
            guard let index = text.firstIndex(of: "="), index != text.startIndex else { return nil }
            name = String(text[..<index])
            value = String(text[text.index(after: index)...])
        }
    }

    /// How `--shuffle` mixes the workflows.
    package enum Order: Sendable, Equatable {
        case seed(UInt64)
        /// A seed that is drawn for this run.
        case random
    }

    package enum GraphForm: Sendable { case text, dot }

    package enum Detail: Sendable { case quiet, normal, verbose }

    package typealias ColourChoice = Terminal.ColourChoice

    /// Files and folders; none means the project's workflows folder.
    package var paths: [String] = []
    package var environment: String?
    package var baseURL: String?
    package var inputs: [Assignment] = []
    package var variables: [Assignment] = []
    /// YAML or JSON maps of variables; later ones win, and `variables` over all of them.
    package var variableFiles: [String] = []
    /// `NAME`, read from the environment, or `NAME=value`.
    package var secrets: [String] = []
    /// YAML or JSON maps, or lines of `NAME=value`; later ones win, and `secrets` over all of them.
    package var secretFiles: [String] = []
    /// Nil: the project's folder, without a project each workflow's own.
    package var fileRoot: String?
    package var tags: [String] = []
    package var excludedTags: [String] = []
    package var names: [String] = []
    /// Only what failed in the last run.
    package var isLastFailed = false
    /// Only what is affected by changes since the last commit.
    package var isOnlyChanged = false
    /// Whether saved files run again what they affect.
    package var isWatching = false
    /// How often each workflow runs.
    package var repeatCount = 1
    /// Nil: in file order.
    package var order: Order?
    /// Nil is the number of cores.
    package var jobs: Int?
    /// Nil: `baton list` shows a list.
    package var graph: GraphForm?
    package var failsFast = false
    /// How long all workflows together may take, in microseconds; nil where nothing bounds them.
    package var timeout: Int64?
    /// How many more times a workflow that failed runs; nil: as its file says.
    package var retries: Int?
    /// Whether a workflow that passed only after a failure makes the run fail.
    package var failsOnFlaky = false
    /// Nil: in a project the project's reports folder, elsewhere no file.
    package var junit: String?
    /// Nil: in a project the project's reports folder, elsewhere no file.
    package var html: String?
    /// Nil: no report in JSON.
    package var json: String?
    /// Nil: no stream of events.
    package var events: String?
    package var recordsHistory = true
    package var isDryRun = false
    /// Endpoints are answered from their samples; nothing is sent.
    package var isStub = false
    /// Whether workflows may start programs.
    package var allowsPrograms = false
    package var detail = Detail.normal
    package var colour = ColourChoice.auto

    package init() {}
}

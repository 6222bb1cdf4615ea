import BatonHistory
package import BatonJSON
package import BatonProcesses
package import BatonReports

/// The options of a run; each value as given on the command line.
///
/// How this folder works together: a command is given `RunOptions` and the `ProcessContext`, and tells its mistakes
/// with `Messages`; a `UsageError` keeps it from starting.
package struct RunOptions: Sendable {
    package struct Assignment: Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// Nil for a text without `=` or without a name.
        package init?(_ text: String) {
            guard let index = text.firstIndex(of: "="), index != text.startIndex else { return nil }
            name = String(text[..<index])
            value = String(text[text.index(after: index)...])
        }
    }

    /// What chance follows from: the order of `--shuffle`, the values of `--seed`.
    package enum Seed: Sendable, Equatable {
        case number(UInt64)
        /// Drawn, and shown.
        case random
    }

    /// What `baton list` writes.
    package enum Listing: Sendable {
        case table, graph, dot, json
    }

    package enum Detail: Sendable {
        case quiet, normal, verbose
        /// Verbose, with every request and response in full.
        case full

        var isVerbose: Bool { self == .verbose || self == .full }
    }

    package typealias ColourChoice = Terminal.ColourChoice

    /// Where the options come from: messages name them as their user wrote them.
    package enum Origin: Sendable { case commandLine, swift }

    package var origin = Origin.commandLine
    /// Files and folders; empty for the project's workflows folder.
    package var paths: [String] = []
    package var environment: String?
    package var importing = ImportOptions()
    package var baseURL: String?
    package var inputs: [Assignment] = []
    package var variables: [Assignment] = []
    /// Variables with typed values, given by Swift code.
    package var variableValues: [String: JSONValue] = [:]
    /// Secrets given by Swift code, which no other process can see.
    package var secretValues: [String: String] = [:]
    /// YAML or JSON maps of variables; later ones override earlier ones, and `variables` overrides all of them.
    package var variableFiles: [String] = []
    /// `NAME`, read from the environment, or `NAME=value`.
    package var secrets: [String] = []
    /// YAML or JSON maps, or lines of `NAME=value`; later ones override earlier ones, and `secrets` overrides all of
    /// them.
    package var secretFiles: [String] = []
    /// Nil for the project's folder, or without a project for each workflow's own folder.
    package var fileRoot: String?
    /// Tag expressions: `smoke and not slow`.
    package var tags: [String] = []
    package var excludedTags: [String] = []
    package var names: [String] = []
    /// Patterns for the owners of workflows.
    package var owners: [String] = []
    /// The cases to which the selection is narrowed further; nil for all.
    var chosenCases: Set<LatestFailures.Case>?
    /// Whether to run only the cases that failed when they last ran.
    package var isLastFailed = false
    /// Whether to run only the workflows affected by changes since the last commit.
    package var isOnlyChanged = false
    /// Whether to run affected workflows again when files are saved.
    package var isWatching = false
    /// `baton send`: whether only the step at the line of the one path matters, whose request and response are shown.
    package var isSending = false
    /// Number of times that each workflow runs.
    package var repeatCount = 1
    /// Nil for file order.
    package var order: Seed?
    /// What the random values of expressions follow from; nil for real chance.
    package var seed: Seed?
    /// Nil where this machine runs everything.
    package var shard: ShardChoice?
    /// The file of timings by which shards are made equally long; nil where hashes decide.
    package var balance: String?
    /// Nil for the number of cores.
    package var jobs: Int?
    package var listing = Listing.table
    /// `baton doctor`: whether the server is not asked.
    package var isOffline = false
    /// Number of failed workflows that end the run; nil for no limit.
    package var maxFailures: Int?
    /// Time limit for all workflows together, in microseconds; nil for none.
    package var timeout: Int64?
    /// Number of retries of a failed workflow; nil where its file decides.
    package var retries: Int?
    /// Whether a workflow that passed only after a retry makes the run fail.
    package var failsOnFlaky = false
    /// Whether a check that looked at nothing fails; the project may say so too.
    package var isStrict = false
    /// Whether a check is told although the failure of another one explains it.
    package var tellsEveryCheck = false
    /// Whether `check` writes the corrections of mistakes into the files.
    package var isFixing = false
    /// Whether every request and response is recorded in full.
    package var isTracing = false
    /// The files that options name for reports.
    package var reports: [ReportFormat: String] = [:]
    package var junitTests = JUnitForm.Tests.steps
    /// Nil for what the CI service reads.
    package var junitProfile: JUnitForm.Profile?
    /// The file for the outputs of the one selected workflow; nil for none.
    package var outputs: String?
    /// Workflows that do not run, each with the file that has its outputs.
    package var providedFiles: [Assignment] = []
    package var recordsHistory = true
    /// Whether a project's JUnit and HTML reports are also written without an option.
    package var writesUsualReports = true
    /// Whether a dispatcher of the caller takes all requests: no server is started, and no base URL is needed.
    package var hasOwnDispatcher = false
    package var isDryRun = false
    /// Whether requests are answered from their samples, without sending requests.
    package var isStub = false
    /// Whether responses are recorded in place of snapshots that differ or are missing.
    package var updatesSnapshots = false
    /// Whether workflows may start programs.
    package var allowsPrograms = false
    package var detail = Detail.normal
    package var colour = ColourChoice.auto

    /// Whether an option chooses among the cases of the files.
    var narrowsSelection: Bool {
        ![tags, excludedTags, names, owners].allSatisfy(\.isEmpty) || chosenCases != nil || isLastFailed
            || isOnlyChanged
    }

    package init() {}
}

extension RunOptions {
    /// How the user wrote a variable.
    func shownVariable(_ name: String) -> String {
        origin == .swift ? "variables[\"\(name)\"]" : "--var \(name)"
    }

    /// How the user wrote an input.
    func shownInput(_ name: String) -> String { origin == .swift ? "inputs[\"\(name)\"]" : "--input \(name)" }

    /// How the user wrote the base URL.
    var shownBaseURL: String { origin == .swift ? "baseURL" : "--base-url" }
}

/// The value of `--shard`: which share of the run this machine takes.
package enum ShardChoice: Sendable, Equatable {
    /// `3/12`: the third of twelve, from 1.
    case part(index: Int, total: Int)
    /// `auto`, or `auto/12`: the engine that runs the job says which; the total is given where it does not say it.
    case engine(total: Int?)

    /// Nil for a text of another form; numbers are not judged here.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts[0] == "auto", parts.count <= 2 {
            guard parts.count == 2 else {
                self = .engine(total: nil)
                return
            }
            guard let total = Self.number(parts[1]) else { return nil }
            self = .engine(total: total)
        } else {
            guard parts.count == 2, let index = Self.number(parts[0]), let total = Self.number(parts[1]) else {
                return nil
            }
            self = .part(index: index, total: total)
        }
    }

    /// Only digits, because `Int` would take `+1` too; nine at most, so that nothing overflows.
    static func number(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else {
            return nil
        }
        return Int(text)
    }
}

/// What is given beside a file of another tool, for `baton import` and for commands that read such a file as it is.
package struct ImportOptions: Sendable {
    /// The name of the format; nil where the file tells it.
    package var format: String?
    /// A file with variables of an environment.
    package var environment: String?
    /// A file with global variables.
    package var globals: String?
    /// A file whose rows each are one run.
    package var data: String?

    // Of `baton import` alone.

    /// The folder to write into; nil for the working folder.
    package var folder: String?
    /// The file for the report in JSON.
    package var report: String?
    /// Whether the files are shown in place of being written.
    package var isDryRun = false
    /// Whether something that is not carried over leaves the exit code at 0.
    package var allowsPartial = false
    /// Whether a workflow that is there already, and differs, is replaced.
    package var overwrites = false
    /// A result of the other tool that a run is compared with.
    package var result: String?

    package init() {}

    /// The first option that belongs to a source.
    var sourceOption: String? {
        if format != nil { return "--from" }
        if environment != nil { return "--postman-env" }
        if globals != nil { return "--postman-globals" }
        return data == nil ? nil : "--data"
    }
}

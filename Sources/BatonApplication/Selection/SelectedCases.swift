package import BatonDiagnostics
import BatonHistory
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonProcesses
import BatonReports
package import BatonRunner
import BatonValues
import BatonWorkflow

/// The cases of a command: the options `--tag`, `--name`, `--last-failed` and others each narrow the selection further,
/// then order and repetitions are applied.
///
/// How this folder works together: `LastFailed` asks the history, and `FailedCases` finds what failed in the plan.
/// `OnlyChanged` asks git, and `FileDependencies` finds the workflows that depend on a changed file. `NothingSelected`
/// says why an empty selection is empty, and `CompletionWords` offers names to the shell.
struct SelectedCases {
    let plan: Plan
    /// What all machines run together; the plan itself where the run is not shared.
    let whole: Plan
    /// Nil where the run is not shared.
    let sharded: ShardedCases?
    /// By path, for the files given with a line.
    let limits: [String: StepLimit]
    /// The step that `baton send` shows; nil for other commands.
    let sentStep: ConsoleOptions.StepPlace?
    /// Notes for the user about the selection.
    let notes: [String]
    /// What the random values of expressions follow from; nil for real chance.
    let seed: UInt64?
    /// Why there is nothing to run, where that is not an error.
    let nothingToDo: String?

    /// Throws when no case is selected, because a run without cases would prove nothing.
    init(
        _ options: RunOptions, _ loaded: LoadedWorkflows, _ files: WorkflowFiles, _ workspace: Workspace,
        _ environment: EnvironmentVariables, _ messages: Messages
    ) throws(UsageError) {
        let selection = try Selection(options)
        var narrowed = Narrowed(plan: loaded.plan(selection))
        if narrowed.plan.cases.isEmpty { throw Self.nothingSelected(loaded, selection) }
        for sentence in files.unmatched + UnmatchedChoices(loaded, selection).sentences {
            messages.warn(Message(value: sentence))
        }
        narrowed.keepChosen(options)
        limits = try Self.limits(files, loaded, notes: &narrowed.notes)
        sentStep = options.isSending ? try Self.sentStep(files, loaded) : nil
        if options.isSending { narrowed.notes = [] }
        try narrowed.keepChanged(options, loaded, workspace, environment)
        try narrowed.keepFailed(options, loaded, workspace, environment, messages)
        whole = try Self.repeated(narrowed.plan, options.repeatCount, except: loaded.framePaths)
        narrowed.plan = whole
        if options.shard != nil, !limits.isEmpty {
            throw UsageError(
                "run.shard", "`--shard` shares whole workflows, and a line ends one in its middle",
                help: "leave out the line, or `--shard`")
        }
        var sharded = try ShardedCases(options, whole, loaded, workspace, environment)
        if let sharded { narrowed.keepShare(sharded) }
        if narrowed.nothingToDo == nil, let seed = options.order?.chosen {
            narrowed.plan = narrowed.plan.shuffled(seed: seed)
            sharded?.shuffle(seed: seed)
            narrowed.notes.append("shuffled: `--shuffle \(seed)` gives this order again")
        }
        seed = options.seed?.chosen
        if narrowed.nothingToDo == nil, let seed {
            narrowed.notes.append("seeded: `--seed \(seed)` gives these random values again")
        }
        plan = narrowed.plan
        notes = narrowed.notes
        nothingToDo = narrowed.nothingToDo
        self.sharded = sharded
    }

    /// The cases that are left after the options so far, and what the user is told of them.
    private struct Narrowed {
        var plan: Plan
        var notes: [String] = []
        var nothingToDo: String?

        /// What failed in the run before, while files are watched.
        mutating func keepChosen(_ options: RunOptions) {
            guard let chosen = options.chosenCases else { return }
            plan = plan.filtered {
                chosen.contains(LatestFailures.Case($0))
                    || chosen.contains(LatestFailures.Case(path: $0.path, row: nil))
            }
            if plan.cases.isEmpty { nothingToDo = "nothing to run: what failed is not there any more" }
        }

        mutating func keepChanged(
            _ options: RunOptions, _ loaded: LoadedWorkflows, _ workspace: Workspace,
            _ environment: EnvironmentVariables
        ) throws(UsageError) {
            guard options.isOnlyChanged else { return }
            let changed = try OnlyChanged(options, loaded, workspace, environment)
            plan = plan.filtered { changed.paths.contains($0.path) }
            notes.append(changed.note)
            if plan.cases.isEmpty {
                throw UsageError(
                    "run.nothing-selected", "none of the workflows that are affected by changes is selected",
                    help: "\(changed.note); leave out other options and paths to run them")
            }
        }

        mutating func keepFailed(
            _ options: RunOptions, _ loaded: LoadedWorkflows, _ workspace: Workspace,
            _ environment: EnvironmentVariables, _ messages: Messages
        ) throws(UsageError) {
            guard options.isLastFailed else { return }
            switch try LastFailed(options, workspace, environment, messages) {
            case .unknown(let reason): notes.append(reason)
            case .known(let latest):
                let failed = FailedCases(latest, of: plan, loaded, workspace)
                plan = failed.plan
                notes += failed.notes
                nothingToDo = failed.nothingToDo
            }
        }

        mutating func keepShare(_ sharded: ShardedCases) {
            plan = sharded.plan
            notes += sharded.notes
            nothingToDo = nothingToDo ?? sharded.nothingToDo
        }
    }

    private static func repeated(
        _ plan: Plan, _ count: Int, except frames: Set<String>
    ) throws(UsageError) -> Plan {
        guard plan.cases.count.multipliedReportingOverflow(by: count).partialValue <= most, count <= most else {
            throw UsageError(
                "usage.wrong-value", "--repeat-each \(count) makes more than a million of \(plan.cases.count) workflows"
            )
        }
        return plan.repeating(count, except: frames)
    }

    private static let most = 1_000_000

    /// The steps up to which files given with a line run.
    private static func limits(
        _ files: WorkflowFiles, _ loaded: LoadedWorkflows, notes: inout [String]
    ) throws(UsageError) -> [String: StepLimit] {
        var limits: [String: StepLimit] = [:]
        var diagnostics: [Diagnostic] = []
        for entry in loaded.entries {
            guard let line = files.lines[entry.file.path], let workflow = entry.workflow else { continue }
            switch StepLines(of: workflow.file).end(at: line) {
            case .whole: break
            case .limit(let limit):
                limits[entry.file.identity] = limit
                notes.append("\(entry.file.shown) runs up to line \(line): a part, which the history does not record")
            case .nowhere(let message, let help):
                diagnostics.append(Diagnostic("run.nothing-selected", message, at: nil, help: help))
            }
        }
        if !diagnostics.isEmpty { throw UsageError(diagnostics) }
        return limits
    }

    /// Throws where the one path has no line.
    private static func sentStep(
        _ files: WorkflowFiles, _ loaded: LoadedWorkflows
    ) throws(UsageError) -> ConsoleOptions.StepPlace {
        for entry in loaded.entries {
            guard let line = files.lines[entry.file.path], let file = entry.workflow?.file,
                let lines = StepLines(of: file).lines(at: line)
            else { continue }
            return ConsoleOptions.StepPlace(file: file.path, lines: lines)
        }
        throw UsageError(
            "run.nothing-selected", "`baton send` sends the request of one step, and no step is named",
            help: "name it by its file and line, as failures show it: `baton send workflows/orders.yaml:12`")
    }

    private static func nothingSelected(_ loaded: LoadedWorkflows, _ selection: Selection) -> UsageError {
        if let first = loaded.entries.first, loaded.entries.allSatisfy({ $0.kind != .workflow }) {
            let isAPI = first.kind == .api
            return UsageError(
                "run.nothing-selected",
                "\(first.file.shown) is an \(isAPI ? "API file" : "OpenAPI document"): there is nothing to run in it",
                help: isAPI
                    ? "a workflow takes it with `use` and calls its endpoints"
                    : "`contract` of an environment in baton.yaml holds requests and responses against it")
        }
        if let first = loaded.entries.first(where: \.isLeftAlone),
            loaded.entries.allSatisfy({ $0.isLeftAlone || $0.kind != .workflow })
        {
            return UsageError(
                "run.nothing-selected", "every workflow here is `called_only`, and runs only where others call it",
                help: "name one to run it by itself: `baton run \(ShellWord.quote(first.file.shown))`")
        }
        if let alone = loaded.entries.first(where: { $0.isLeftAlone && $0.workflow.map(selection.includesAny) == true })
        {
            return UsageError(
                "run.nothing-selected",
                "\(alone.file.shown) is selected, but it is `called_only`, and runs only where others call it",
                help: "name the file to run it by itself: `baton run \(ShellWord.quote(alone.file.shown))`")
        }
        let count = loaded.entries.count { $0.kind == .workflow && !$0.isLeftAlone }
        return UsageError(
            "run.nothing-selected",
            count == 1 ? "the one workflow is not selected" : "none of the \(count) workflows is selected",
            help: "\(NothingSelected(loaded, selection).help); `baton list` shows all")
    }
}

extension Selection {
    /// Throws where an option has a wrong tag expression.
    fileprivate init(_ options: RunOptions) throws(UsageError) {
        self.init()
        tags = try options.tags.map { text throws(UsageError) in try Self.expression(text, "--tag") }
        excludedTags = try options.excludedTags.map { text throws(UsageError) in
            try Self.expression(text, "--not-tag")
        }
        names = options.names
        owners = options.owners
    }

    private static func expression(_ text: String, _ option: String) throws(UsageError) -> TagExpression {
        do throws(TagExpression.SyntaxError) {
            return try TagExpression(text)
        } catch {
            throw UsageError([.wrongTags(error, in: text, of: option)])
        }
    }
}

extension Diagnostic {
    /// - Parameter option: the option that has the expression: `--tag`.
    package static func wrongTags(_ mistake: TagExpression.SyntaxError, in text: String, of option: String)
        -> Diagnostic
    {
        Diagnostic(
            "usage.wrong-value", Message(value: mistake.message),
            at: SourceRange(file: SourceFile(path: option, text: text), mistake.range),
            help: mistake.help.map { Message(value: $0) })
    }
}

extension RunOptions.Seed {
    fileprivate var chosen: UInt64 {
        switch self {
        case .number(let number): number
        // Short enough to be typed.
        case .random: UInt64.random(in: 1...999_999)
        }
    }
}

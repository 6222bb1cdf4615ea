import BatonDiagnostics
import BatonFiles
import BatonHistory
import BatonProcesses
import BatonRecords
import BatonRunner
import BatonValues

/// The cases of a plan that have not passed since they failed.
struct FailedCases {
    let plan: Plan
    /// Notes for the user about the selection.
    let notes: [String]
    /// Why there is nothing to run; nil where there is something.
    let nothingToDo: String?

    /// - Parameters:
    ///   - whole: the cases that the other options select.
    ///   - loaded: all loaded files, to recognise cases that these options leave out.
    init(_ latest: LatestFailures, of whole: Plan, _ loaded: LoadedWorkflows, _ workspace: Workspace) {
        let known = Set(loaded.completed(loaded.plan(Selection())).cases.map { LatestFailures.Case($0.identity) })
        let paths = Set(known.map { TextKey($0.path) })
        let failed = latest.failed.filter { entry, number in
            if known.contains(entry) { return true }
            // Given other values, a need may be any case of its file, until one of these passes.
            if entry.variant != nil { return (latest.passed[entry.kin] ?? .min) <= number }
            // A row that was gone when everything ran was deleted.
            return number >= latest.whole || !paths.contains(TextKey(entry.path))
        }
        let renamed = Set(failed.keys.filter { !known.contains($0) }.map(\.kin))
        let lost = Lost(failed.keys, known, paths, workspace)
        // A renamed file may be any file that has never run under its current name.
        let reasons = Reasons(latest, failed, renamed, mayBeRenamed: !lost.files.isEmpty, among: whole)
        // What runs before and after everything is no case by itself, wherever its file is.
        let frames = loaded.framePaths
        let own = whole.filtered { reasons[$0] != nil && !frames.contains($0.path) }
        let needed = FailedNeeds(
            failed.keys, renamed: renamed, of: whole, completed: loaded.completed(whole), beside: own)
        plan = needed.plan
        var counts = own.cases.reduce(into: [Reason: Int]()) { counts, planned in
            if let reason = reasons[planned.identity] { counts[reason, default: 0] += 1 }
        }
        counts[.failed, default: 0] += needed.count
        // Needed ones and those of `before` run too.
        let running = Set(loaded.completed(plan).cases.map(\.identity.path)).union(needed.broughtPaths)
        let notRunning =
            lost.notes(counts) + lost.notSelected(of: failed.keys, besides: running)
            + Self.withoutResult(whole, latest, besides: plan)
        guard plan.cases.isEmpty else {
            nothingToDo = nil
            notes = Self.sentences(counts, latest) + needed.notes + notRunning
            return
        }
        let what =
            lost.files.isSuperset(of: failed.keys.map(\.path))
            ? "no workflow" + (lost.files.isEmpty ? "" : " that is there") : "none of the selected workflows"
        notes = notRunning
        nothingToDo =
            (["\(what) failed when it last ran (last run: \(latest.run.mention)): nothing to run"] + notes)
            .joined(separator: "\n")
    }

    /// Failures of what is not there any more.
    private struct Lost {
        /// The paths of the files.
        let files: Set<String>
        /// The rows whose files are there.
        let rows: [LatestFailures.Case]

        init(
            _ failed: some Sequence<LatestFailures.Case>, _ known: Set<LatestFailures.Case>, _ paths: Set<TextKey>,
            _ workspace: Workspace
        ) {
            files = Set(failed.map(\.path)).filter {
                PathText.kind(of: RealPath.join(workspace.root, $0)) == .missing
            }
            rows = failed.filter {
                !known.contains($0) && $0.variant == nil && paths.contains(TextKey($0.path))
            }
        }

        /// - Parameter counts: how many cases run, and why.
        func notes(_ counts: [Reason: Int]) -> [String] {
            func note(_ name: String, _ reason: Reason, _ instead: String) -> String {
                "\(name) failed when it last ran, and is not there any more"
                    + ((counts[reason] ?? 0) > 0 ? ": \(instead); one run of everything forgets it" : "")
            }
            return files.sorted().map { note($0, .renamedFile, "what has never run by its name runs") }
                + Set(rows.map(FailedCases.shown)).sorted().map {
                    note($0, .renamedRow, "the rows of its file that have never run run")
                }
        }

        func notSelected(
            of failed: some Sequence<LatestFailures.Case>, besides running: Set<String>
        ) -> [String] {
            Set(failed.filter { !rows.contains($0) }.map(\.path)).subtracting(files).subtracting(running).sorted()
                .map { "\($0) failed when it last ran, and is not selected" }
        }
    }

    /// Why a case runs.
    private enum Reason {
        case failed
        /// It has no result since a run that was killed.
        case unfinished
        /// A case that a killed run had for others may have no result since, and anything may need it.
        case unknown
        /// A failed row of its file is not there any more, and this one has never run.
        case renamedRow
        /// A failed file is not there any more, and this one has never run.
        case renamedFile
    }

    /// Tells for each selected case why it runs.
    private struct Reasons {
        private let latest: LatestFailures
        private let failed: [LatestFailures.Case: Int64]
        private let renamed: Set<LatestFailures.Kin>
        private let mayBeRenamed: Bool
        private let ranPaths: Set<TextKey>
        /// Whether everything runs.
        private var runsAll = false

        init(
            _ latest: LatestFailures, _ failed: [LatestFailures.Case: Int64], _ renamed: Set<LatestFailures.Kin>,
            mayBeRenamed: Bool, among whole: Plan
        ) {
            self.latest = latest
            self.failed = failed
            self.renamed = renamed
            self.mayBeRenamed = mayBeRenamed
            ranPaths = Set(latest.ran.map { TextKey($0.path) })
            if let torn = latest.torn, !torn.isSettled {
                runsAll = !whole.cases.contains { self[$0.identity] == .unfinished }
            }
        }

        /// Nil where the case does not run.
        subscript(identity: CaseIdentity) -> Reason? {
            let entry = LatestFailures.Case(identity)
            if failed[entry] != nil { return .failed }
            if let torn = latest.torn, !torn.reached.contains(entry) { return .unfinished }
            if renamed.contains(entry.kin), !latest.ran.contains(entry) { return .renamedRow }
            if mayBeRenamed, !ranPaths.contains(TextKey(identity.path)) { return .renamedFile }
            return runsAll ? .unknown : nil
        }
    }

    private static func sentences(_ counts: [Reason: Int], _ latest: LatestFailures) -> [String] {
        func count(_ reason: Reason, _ one: String, _ many: String) -> String? {
            guard let count = counts[reason], count > 0 else { return nil }
            return "\(Plural.count(count, "workflow")) \(count == 1 ? one : many)"
        }
        return [
            count(.failed, "failed when it last ran", "failed when they last ran").map {
                "\($0) (last run: \(latest.run.mention))"
            },
            latest.torn.flatMap { torn in
                count(.unfinished, "has no result since", "have no result since").map {
                    "the run \(torn.run.mention) was cut off: \($0), and \(counts[.unfinished] == 1 ? "runs" : "run")"
                }
            },
            latest.torn.flatMap { torn in
                count(.unknown, "runs", "run").map {
                    "the run \(torn.run.mention) was cut off in a workflow that others need, or of `before` or `after`: \($0)"
                }
            },
        ].compactMap(\.self)
    }

    /// A note on the selected cases of which it is not known whether they fail.
    private static func withoutResult(_ whole: Plan, _ latest: LatestFailures, besides plan: Plan) -> [String] {
        let planned = Set(plan.cases.map { LatestFailures.Case($0.identity) })
        let cases = Set(whole.cases.map { LatestFailures.Case($0.identity) }).subtracting(planned).subtracting(
            latest.ran)
        let names = cases.map(shown).sorted()
        if names.isEmpty { return [] }
        if names.count == 1 { return ["\(names[0]) has no result yet, and does not run"] }
        let named = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        return ["\(names.count) workflows have no result yet, and do not run: \(named)"]
    }

    /// `workflows/prices.yaml`, or a row of it: `workflows/prices.yaml [row=gold]`.
    private static func shown(_ entry: LatestFailures.Case) -> String {
        entry.path + (entry.row.map { " [row=\($0)]" } ?? "")
    }
}

extension LatestFailures.Case {
    init(_ identity: CaseIdentity) {
        self.init(path: identity.path, row: identity.row, variant: identity.variant)
    }
}

/// The cases to run again for failed cases that were not selected themselves: cases needed by others, and cases of
/// `before` and `after` in baton.yaml.
struct FailedNeeds {
    /// The failed cases, and the cases that cause the other failed ones to run.
    private(set) var plan: Plan
    /// Number of other failed cases that the added cases bring along.
    var count: Int { brought.count }
    /// The files of these cases.
    var broughtPaths: Set<String> { Set(brought.map(\.path)) }
    /// Why more than the failed cases run, one sentence per file.
    var notes: [String] {
        added.sorted { $0.key < $1.key }.map { path, users in
            let count = Plural.count(users.cases.count, "workflow")
            return "\(path) failed, so \(users.areAll ? "everything" : "what needs it") runs: \(count)"
        }
    }

    private struct Users {
        var cases: Set<LatestFailures.Case> = []
        var areAll = false
    }

    /// The added cases, by the path of the failed file.
    private var added: [String: Users] = [:]
    private var brought: Set<LatestFailures.Case> = []

    /// - Parameters:
    ///   - failed: cases that failed when they last ran; a case with other input values is a different case.
    ///   - renamed: files with a failed case that no longer exists; any case of the file may be meant.
    ///   - whole: all cases that may run.
    ///   - completed: `whole` with all cases that it needs.
    ///   - own: cases that run because they failed themselves.
    init(
        _ failed: some Sequence<LatestFailures.Case>, renamed: Set<LatestFailures.Kin>, of whole: Plan, completed: Plan,
        beside own: Plan
    ) {
        plan = own
        var chosen = Set(own.cases.map { LatestFailures.Case($0.identity) })
        var places: [LatestFailures.Case: [Int]] = [:]
        for (place, planned) in completed.cases.enumerated() where planned.identity.role != .selected {
            places[LatestFailures.Case(planned.identity).withoutNumber, default: []].append(place)
        }
        if places.isEmpty { return }
        var wanted = failed.flatMap { entry in (places[entry.withoutNumber] ?? []).map { (entry: entry, place: $0) } }
        for kin in renamed {
            for (entry, found) in places where entry.kin == kin { wanted += found.map { (entry, $0) } }
        }
        for (entry, place) in wanted.sorted(by: { $0.place < $1.place }) {
            let isFrame = completed.cases[place].phase != .main
            let users =
                isFrame
                ? completed.cases.filter { $0.phase == .main && $0.identity.role == .selected }.map(\.identity)
                : Self.users(of: place, in: completed)
            let cases = Set(users.map(LatestFailures.Case.init))
            // One of these cases is enough to run the failed one.
            guard !cases.isEmpty, chosen.isDisjoint(with: cases), !(isFrame && !chosen.isEmpty) else { continue }
            chosen.formUnion(cases)
            added[entry.path, default: Users()].cases.formUnion(cases)
            if isFrame { added[entry.path]?.areAll = true }
            brought.insert(entry)
        }
        if count > 0 { plan = whole.filtered { chosen.contains(.init($0)) } }
    }

    /// The selected cases that need this one, directly or not.
    private static func users(of place: Int, in plan: Plan) -> [CaseIdentity] {
        var found: Set = [place]
        while true {
            let more = plan.cases.indices.filter { index in
                !found.contains(index) && plan.cases[index].needs.contains { found.contains($0.index) }
            }
            if more.isEmpty { break }
            found.formUnion(more)
        }
        return found.map { plan.cases[$0].identity }.filter { $0.role == .selected }
    }
}

extension LatestFailures.Case {
    /// The case without the number that distinguishes variants with equal text, such as secrets: the number depends on
    /// which other cases are selected.
    fileprivate var withoutNumber: LatestFailures.Case {
        guard let variant, let sign = variant.utf8.lastIndex(of: UInt8(ascii: "#")), sign > variant.startIndex,
            variant.utf8[variant.utf8.index(before: sign)] == UInt8(ascii: " "),
            Int(variant[variant.utf8.index(after: sign)...]) != nil
        else { return self }
        var entry = self
        entry.variant = String(variant[..<variant.utf8.index(before: sign)])
        return entry
    }
}

/// The result of `--last-failed` in the history of the environment and the base URL.
enum LastFailed {
    /// No usable history exists, so everything runs.
    case unknown(String)
    case known(LatestFailures)

    /// Throws outside a project, because no history exists there.
    init(
        _ options: RunOptions, _ workspace: Workspace, _ process: EnvironmentVariables, _ messages: Messages
    ) throws(UsageError) {
        guard let path = try workspace.historyPath() else {
            throw UsageError(
                "run.unavailable", "`--last-failed` needs the history of a project, and there is no baton.yaml here",
                help: "run this inside a project")
        }
        let environment = try workspace.environment(named: options.environment)
        // A failure on one server says nothing about another one.
        let url = try BaseURL.ofRun(options, environment, ProjectScope(process.values, messages.secrets))
        let baseURL = url.map { BaseURL.shown($0, messages.secrets).text }
        if let url, BaseURL.shown(url.withoutUserInfo, messages.secrets).text.contains("***") {
            self = .unknown(
                "the base URL holds a secret, so it is not known which runs were against it: everything runs")
            return
        }
        do throws(HistoryError) {
            let reader = try HistoryReader(path, patience: workspace.historyPatience)
            if let journal = HistoryReader.pendingJournals(of: path).first {
                self = .unknown("the last run is not imported yet (\(journal)), so everything runs")
            } else if let latest = try reader.latestFailures(
                environment: environment?.name, baseURL: baseURL, isStub: options.isStub,
                exists: { PathText.kind(of: RealPath.join(workspace.root, $0)) != .missing })
            {
                self = .known(latest)
            } else {
                self = .unknown(
                    "no run\(Self.against(environment?.name, baseURL)) has been recorded yet, so everything runs")
            }
        } catch {
            if error.code == .missing {
                self = .unknown("no run has been recorded yet, so everything runs")
            } else {
                messages.warn("`--last-failed` cannot read the history, so everything runs: \(error.message)")
                self = .unknown("the history cannot be read, so everything runs")
            }
        }
    }

    /// ` against staging at https://staging.example.com/`
    private static func against(_ environment: String?, _ baseURL: String?) -> String {
        let parts = [environment, baseURL].compactMap(\.self)
        return parts.isEmpty ? "" : " against " + parts.joined(separator: " at ")
    }
}

extension RunSummary {
    /// The run in a sentence: `0198f3c7-a2b0, 2026-11-21 16:20`.
    var mention: String {
        "\(shortID), \(TimeText.minute(started, offset: HistoryText.localOffset(started)))"
    }
}

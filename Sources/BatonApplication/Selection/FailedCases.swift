import BatonFiles
import BatonHistory
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
            return "\(count) workflow\(count == 1 ? "" : "s") \(count == 1 ? one : many)"
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

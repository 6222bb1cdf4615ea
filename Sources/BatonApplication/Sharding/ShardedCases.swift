import BatonDiagnostics
import BatonFiles
import BatonJSON
import BatonJudging
import BatonLoading
import BatonProcesses
import BatonRecords
import BatonRunner
import BatonValues
import BatonWorkflow

/// The cases of this machine, where several machines share a run.
///
/// `ShardPlace` says which machine this is, from `--shard` or from the variables of a `ShardEngine`. The plan is the
/// same on all machines, and this type takes the part of this one.
struct ShardedCases: Sendable {
    private(set) var shard: Shard
    /// The cases of this shard. A file with errors belongs to one shard, and is reported by all: in the others it is no
    /// case.
    let plan: Plan
    /// For each case of `plan` its place in the whole plan; nil for one that is no case of this shard.
    private let places: [Int?]
    private let divided: ShardPlan
    /// Notes for the user.
    let notes: [String]

    /// Nil where the run is not shared.
    init?(
        _ options: RunOptions, _ whole: Plan, _ loaded: LoadedWorkflows, _ workspace: Workspace,
        _ environment: EnvironmentVariables
    ) throws(UsageError) {
        guard let choice = options.shard else {
            if options.balance == nil { return nil }
            throw UsageError(
                "run.shard", "`--balance` says how `--shard` divides the workflows, and there is no `--shard`")
        }
        let place = try ShardPlace(choice, environment)
        let timings = try options.balance.map { path throws(UsageError) in try TimingsFile(path, workspace) }
        // What runs before and after everything runs in each shard.
        let cases = whole.without(loaded.framePaths)
        let divided = ShardPlan(cases, total: place.total, timings: timings?.timings)
        self.divided = divided
        shard = Shard(
            index: place.index, total: place.total, group: place.group, attempt: place.attempt,
            proof: PlanProof(
                caseCount: cases.cases.count, cases: ShardKey.digest(of: divided.keys),
                basis: Self.basis(
                    loaded, workspace.project, try workspace.environment(named: options.environment)?.name,
                    place.total, timings)),
            places: [])
        (plan, places) = cases.part { divided.shards[$0] == place.index }
        shard.places = places.compactMap(\.self)
        let own = shard.places.count
        var notes = [
            "shard \(place.index) of \(place.total): \(own) of \(Plural.count(cases.cases.count, "workflow"))"
        ]
        if let timings {
            let known = cases.cases.count { timings.timings.knows($0.identity) }
            if known < cases.cases.count {
                notes.append("\(timings.shown) has timings of \(known) of \(cases.cases.count) workflows")
            }
        }
        self.notes = notes
    }

    /// The cases are run in another order.
    mutating func shuffle(seed: UInt64) {
        shard.places = Plan.shuffled(places, seed: seed).compactMap(\.self)
    }

    /// Where each case of the whole plan runs.
    ///
    /// - Parameter whole: the plan with what its cases need.
    func map(of whole: Plan) -> ShardMap {
        ShardMap(whole, shard, keys: divided.keys, shards: divided.shards)
    }

    /// Why there is nothing to run; nil where there is something.
    var nothingToDo: String? {
        plan.cases.isEmpty
            ? "shard \(shard.index) of \(shard.total) is empty: the \(shard.proof.caseCount) workflow\(shard.proof.caseCount == 1 ? " is" : "s are") in other shards"
            : nil
    }

    private static func basis(
        _ loaded: LoadedWorkflows, _ project: Project?, _ environment: String?, _ total: Int,
        _ timings: TimingsFile?
    ) -> String {
        var parts = ["baton 1", "\(total)", environment ?? "", timings?.digest ?? ""]
        parts.append(project.map { SHA256.hex(of: $0.file.bytes) } ?? "")
        for entry in loaded.all {
            parts.append(entry.file.identity)
            parts.append(entry.workflow.map { SHA256.hex(of: $0.file.bytes) } ?? "")
        }
        return SHA256.hex(of: Array(parts.joined(separator: "\n").utf8))
    }
}

/// The file of `--balance`.
private struct TimingsFile {
    let timings: ShardTimings
    let digest: String
    /// The path as given.
    let shown: String

    /// Maximum bytes of the file.
    private static let largest = 256 << 20

    init(_ path: String, _ workspace: Workspace) throws(UsageError) {
        shown = path
        let help: Message = "make one with `baton history timings --json > \(ShellWord.quote(path))`"
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(of: RealPath.join(workspace.workingFolder, path), limit: Self.largest)
        } catch {
            throw UsageError("run.shard", "--balance: \(path) cannot be read: \(error.message)", help: help)
        }
        digest = SHA256.hex(of: bytes)
        let document: JSONValue
        do {
            document = try JSONParser.parse(bytes)
        } catch {
            throw UsageError("run.shard", "--balance: \(path) is no JSON: \(error.message)", help: help)
        }
        do throws(ShardTimings.ReadError) {
            timings = try ShardTimings(document)
        } catch {
            switch error {
            case .malformed(let reason):
                throw UsageError("run.shard", "--balance: \(path) is no file of timings: \(reason)", help: help)
            case .version(let version):
                throw UsageError(
                    "run.shard", "--balance: \(path) has version \(version) of the timings, this Baton reads 1",
                    help: help)
            }
        }
    }
}

import BatonDiagnostics
import BatonFiles
import BatonProcesses
import BatonRecords
import BatonRunner

/// Which machine this is, of how many: from `--shard`, or from the environment of the engine that runs the job.
struct ShardPlace: Sendable, Equatable {
    /// From 1.
    var index: Int
    var total: Int
    /// What the machines of one run have in common; nil where nothing says it.
    var group: String?
    /// From 1.
    var attempt = 1

    /// The variable for `3/12`, where a job's file gives it to every command.
    static let variable = "BATON_SHARD"
    /// The variable for the group, where the engine says none.
    static let groupVariable = "BATON_SHARD_GROUP"

    init(_ choice: ShardChoice, _ environment: EnvironmentVariables) throws(UsageError) {
        switch choice {
        case .part(let index, let total):
            self.init(index: index, total: total)
            try judge("--shard \(index)/\(total)", help: nil)
            take(Self.engines(in: environment), environment)
        case .engine(let given):
            if let text = environment[Self.variable], !text.isEmpty {
                guard case .part(let index, let total)? = ShardChoice(text) else {
                    throw Self.wrong("\(Self.variable) is `\(text)`", help: "it is such as `3/12`")
                }
                self.init(index: index, total: total)
                try judge("\(Self.variable)=\(text)", help: nil)
                take(Self.engines(in: environment), environment)
            } else {
                let engine = try Self.engine(in: environment)
                self = try Self.place(engine, environment, given)
                take([engine], environment)
            }
            if let given, given != total {
                throw Self.wrong(
                    "`--shard auto/\(given)`, but the job runs on \(total) machines", help: "leave out `/\(given)`")
            }
        }
    }

    private init(index: Int, total: Int) {
        self.index = index
        self.total = total
    }

    // MARK: - The engine

    /// The engines that the environment shows, whether they spread the job or not.
    private static func engines(in environment: EnvironmentVariables) -> [ShardEngine] {
        ShardEngine.all.filter { engine in
            ([engine.mark] + engine.variables).contains { environment[$0]?.isEmpty == false }
        }
    }

    /// The engine that spreads the job. One engine may run inside another: those that run it on a single machine yield.
    private static func engine(
        in environment: EnvironmentVariables
    ) throws(UsageError) -> ShardEngine {
        let known = engines(in: environment)
        guard let first = known.first else {
            throw wrong(
                "`--shard auto` finds no engine that says which machine this is",
                help: "say it, as in `--shard 3/12`, or set \(variable)=3/12; docs/scale.md lists the engines")
        }
        let telling = known.filter { $0.variables.contains { environment[$0]?.isEmpty == false } }
        let spreading = telling.filter { !$0.isSingle(in: environment) }
        if spreading.count > 1 {
            throw wrong(
                "`--shard auto` finds two engines that say which machine this is: \(spreading[0].name) and \(spreading[1].name)",
                help: "say it, as in `--shard 3/12`")
        }
        return spreading.first ?? telling.first ?? first
    }

    private static func place(
        _ engine: ShardEngine, _ environment: EnvironmentVariables, _ given: Int?
    ) throws(UsageError) -> ShardPlace {
        func number(_ variable: String) throws(UsageError) -> Int {
            guard let text = environment[variable], !text.isEmpty else {
                throw wrong("this job runs on \(engine.name), and \(variable) is not set", help: engine.advice)
            }
            guard let number = ShardChoice.number(text) else {
                throw wrong(
                    "this job runs on \(engine.name), and \(variable) is `\(text)`, which is no whole number",
                    help: engine.advice)
            }
            return number
        }
        var place: ShardPlace
        var said: String
        switch engine.index {
        case .variables(let index, let total, let first):
            place = ShardPlace(index: try number(index) - first + 1, total: try number(total))
            said = "\(index)=\(environment[index] ?? "") and \(total)=\(environment[total] ?? "")"
        case .withoutTotal(let index, let first):
            let own = try number(index)
            guard let given else {
                throw wrong("this job runs on \(engine.name), without a total", help: engine.advice)
            }
            place = ShardPlace(index: own - first + 1, total: given)
            said = "\(index)=\(own) and `auto/\(given)`"
        case .range(let task, let least, let highest, let step, let count):
            let (own, low, high) = (try number(task), try number(least), try number(highest))
            let stride = environment[step]?.isEmpty == false ? try number(step) : 1
            said = "\(task)=\(own), \(least)=\(low), \(highest)=\(high) and \(step)=\(stride)"
            let total = try number(count)
            guard stride > 0, low <= own, own <= high, (own - low).isMultiple(of: stride),
                (high - low) / stride + 1 == total
            else {
                throw wrong(
                    "this job runs on \(engine.name), and \(said) with \(count)=\(total) is no regular range",
                    help: "submit an array without gaps, such as `--array=0-11`")
            }
            place = ShardPlace(index: (own - low) / stride + 1, total: total)
        case .untold:
            throw wrong(
                "this job runs on \(engine.name), which does not tell a job which machine it is", help: engine.advice)
        }
        try place.judge("\(engine.name) says \(said)", help: engine.advice)
        return place
    }

    /// Takes the group and the attempt from the engines, the first that says one counts.
    private mutating func take(_ engines: [ShardEngine], _ environment: EnvironmentVariables) {
        func value(_ variable: String) -> String? { environment[variable].flatMap { $0.isEmpty ? nil : $0 } }
        group = value(Self.groupVariable) ?? engines.lazy.flatMap(\.group).compactMap(value).first.map(Self.common)
        for engine in engines {
            guard let attempt = engine.attempt, let text = value(attempt.variable),
                let number = ShardChoice.number(text), number >= attempt.first
            else { continue }
            self.attempt = number - attempt.first + 1
            return
        }
    }

    /// The job of an array without the number of its part, `ID:3`.
    private static func common(_ group: String) -> String {
        group.split(separator: ":", maxSplits: 1).first.map(String.init) ?? group
    }

    // MARK: - Mistakes

    private func judge(_ said: String, help: Message?) throws(UsageError) {
        guard total >= 1, total <= Shard.most else {
            throw Self.wrong(
                "\(said): a run has 1 to \(Shard.most) shards, not \(total)", help: help ?? "the first of 12 is `1/12`")
        }
        guard index >= 1, index <= total else {
            throw Self.wrong(
                "\(said): there is no shard \(index) of \(total)",
                help: help ?? "shards are numbered from 1: the first of \(total) is `1/\(total)`")
        }
    }

    private static func wrong(_ message: Message, help: Message) -> UsageError {
        UsageError("run.shard", message, help: help)
    }
}

/// What Bazel's test protocol asks of a program that shares its tests: to make the file that the environment names.
enum BazelStatus {
    static func tell(_ options: RunOptions, _ environment: EnvironmentVariables) {
        guard case .engine? = options.shard, let path = environment["TEST_SHARD_STATUS_FILE"], !path.isEmpty,
            environment["TEST_TOTAL_SHARDS"]?.isEmpty == false
        else { return }
        // Without the file, Bazel says itself that the test does not support shards.
        if let file = try? AtomicFile(path) { try? file.commit() }
    }
}

extension Diagnostic {
    /// The warning for a shard that writes no events: without them `baton merge` misses it.
    static var shardWithoutEvents: Diagnostic {
        Diagnostic(
            .warning, "run.shard",
            "this shard writes no events, so that `baton merge` cannot tell that its workflows ran", at: nil,
            help: "add `--events shard.jsonl`")
    }
}

import BatonDiagnostics
import BatonFiles
import BatonProcesses

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
            .warning, "run.shard-without-events",
            "this shard writes no events, so that `baton merge` cannot tell that its workflows ran", at: nil,
            help: "add `--events shard.jsonl`")
    }
}

import BatonJSON
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// A project whose workflows are shared by several machines, and the commands of these.
struct ShardProject {
    let folder: Folder

    /// Every variable by which an engine shows itself, empty: the tests themselves may run on one.
    static let noEngine: [String: String] = Dictionary(
        uniqueKeysWithValues: [
            "BATON_SHARD", "BATON_SHARD_GROUP", "BAZEL_TEST", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS",
            "TEST_SHARD_STATUS_FILE", "GITLAB_CI", "CI_NODE_INDEX", "CI_NODE_TOTAL", "CI_PIPELINE_ID", "CIRCLECI",
            "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", "CIRCLE_WORKFLOW_ID", "BUILDKITE", "BUILDKITE_PARALLEL_JOB",
            "BUILDKITE_PARALLEL_JOB_COUNT", "BUILDKITE_BUILD_ID", "BUILDKITE_RETRY_COUNT", "TF_BUILD",
            "SYSTEM_JOBPOSITIONINPHASE", "SYSTEM_TOTALJOBSINPHASE", "BUILD_BUILDID", "SYSTEM_JOBATTEMPT",
            "BITBUCKET_BUILD_NUMBER", "BITBUCKET_PARALLEL_STEP", "BITBUCKET_PARALLEL_STEP_COUNT",
            "BITBUCKET_PIPELINE_UUID", "BITBUCKET_STEP_RUN_NUMBER", "AWS_BATCH_JOB_ID", "AWS_BATCH_JOB_ARRAY_INDEX",
            "AWS_BATCH_JOB_ARRAY_SIZE", "AWS_BATCH_JOB_ATTEMPT", "SLURM_JOB_ID", "SLURM_ARRAY_TASK_ID",
            "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP", "SLURM_ARRAY_TASK_COUNT",
            "SLURM_ARRAY_JOB_ID", "SLURM_RESTART_COUNT", "CLOUD_RUN_JOB", "CLOUD_RUN_TASK_INDEX",
            "CLOUD_RUN_TASK_COUNT", "CLOUD_RUN_TASK_ATTEMPT", "CLOUD_RUN_EXECUTION", "JOB_COMPLETION_INDEX",
            "GITHUB_ACTIONS", "GITHUB_RUN_ID", "GITHUB_RUN_ATTEMPT", "GITHUB_STEP_SUMMARY", "JENKINS_URL", "BUILD_TAG",
        ].map { ($0, "") })

    /// - Parameter files: texts by names below `workflows/`.
    init(_ files: [String: String], project: String = "name: shop\n") throws {
        folder = try Folder()
        try folder.write("baton.yaml", project)
        for (name, text) in files { try folder.write("workflows/\(name)", text) }
    }

    /// Ten workflows that pass, `w0` to `w9`.
    static let ten = Dictionary(
        uniqueKeysWithValues: (0..<10).map { ("w\($0).yaml", SelectionProject.passing("W\($0)")) })

    func baton(_ words: [String], _ environment: [String: String] = [:]) async throws -> Baton.Result {
        // The folder is there as long as the project.
        defer { withExtendedLifetime(folder) {} }
        return try await Baton(folder: folder, environment: Self.noEngine.merging(environment) { $1 }).run(words)
    }

    func baton(_ words: String...) async throws -> Baton.Result { try await baton(words) }

    /// Runs one shard; its events go to `NAME.jsonl`, `shard-I.jsonl` unless given.
    func shard(
        _ index: Int, of total: Int, name: String? = nil, _ options: [String] = [],
        _ environment: [String: String] = [:]
    ) async throws -> Baton.Result {
        try await baton(
            [
                "run", "--jobs", "1", "--shard", "\(index)/\(total)", "--events",
                "events/\(name ?? "shard-\(index)").jsonl",
            ]
                + options, environment)
    }

    /// Runs all shards, one after the other.
    func shards(_ total: Int, _ options: [String] = []) async throws -> [Baton.Result] {
        var results: [Baton.Result] = []
        for index in 1...total { results.append(try await shard(index, of: total, options)) }
        return results
    }

    /// The events of a shard.
    func events(_ name: String) throws -> EventLines { try EventLines(folder.read("events/\(name).jsonl")) }

    /// Changes the text of a shard's events.
    func edit(_ name: String, as copy: String? = nil, _ change: (String) -> String) throws {
        try folder.write("events/\(copy ?? name).jsonl", change(try folder.read("events/\(name).jsonl")))
    }

    func removeEvents(_ name: String) throws { try folder.remove("events/\(name).jsonl") }
}

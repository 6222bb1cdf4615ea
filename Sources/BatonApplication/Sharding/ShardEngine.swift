import BatonDiagnostics
import BatonProcesses

/// A service or scheduler that starts the same job on several machines, and the environment variables by which it tells
/// each of them which one it is.
struct ShardEngine: Sendable {
    let name: String
    /// A variable that shows that a job runs there, also one that is not spread over machines.
    let mark: String
    let index: Index
    /// Variables with what all shards of one run have in common, the first that is set counts.
    let group: [String]
    /// The variable with the number of the attempt, and the number of the first one.
    var attempt: (variable: String, first: Int)?
    /// How a user of this engine gives what is missing.
    let advice: Message

    enum Index: Sendable {
        /// The variables with the index and the total, and the index of the first machine.
        case variables(index: String, total: String, first: Int)
        /// The engine gives the index, and does not say how many there are.
        case withoutTotal(index: String, first: Int)
        /// The numbers of a range of tasks, which need not begin at 0 and may leave out some: `--array=10-40:10`.
        case range(task: String, least: String, highest: String, step: String, count: String)
        /// The engine tells nothing to the job: its file must.
        case untold
    }

    /// Every variable that tells the place of a job.
    var variables: [String] {
        switch index {
        case .variables(let index, let total, _): [index, total]
        case .withoutTotal(let index, _): [index]
        case .range(let task, _, _, _, _): [task]
        case .untold: []
        }
    }

    /// Whether the engine says that one machine runs everything.
    func isSingle(in environment: EnvironmentVariables) -> Bool {
        switch index {
        case .variables(_, let total, _): environment[total] == "1"
        case .range(_, _, _, _, let count): environment[count] == "1"
        case .withoutTotal, .untold: false
        }
    }

    static let all: [ShardEngine] = [
        ShardEngine(
            name: "Bazel", mark: "BAZEL_TEST",
            index: .variables(index: "TEST_SHARD_INDEX", total: "TEST_TOTAL_SHARDS", first: 0), group: [],
            advice: "set `shard_count` of the test rule"),
        ShardEngine(
            name: "GitLab", mark: "GITLAB_CI",
            index: .variables(index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", first: 1), group: ["CI_PIPELINE_ID"],
            advice: "set `parallel` of the job"),
        ShardEngine(
            name: "CircleCI", mark: "CIRCLECI",
            index: .variables(index: "CIRCLE_NODE_INDEX", total: "CIRCLE_NODE_TOTAL", first: 0),
            group: ["CIRCLE_WORKFLOW_ID"], advice: "set `parallelism` of the job"),
        ShardEngine(
            name: "Buildkite", mark: "BUILDKITE",
            index: .variables(index: "BUILDKITE_PARALLEL_JOB", total: "BUILDKITE_PARALLEL_JOB_COUNT", first: 0),
            group: ["BUILDKITE_BUILD_ID"], attempt: ("BUILDKITE_RETRY_COUNT", 0),
            advice: "set `parallelism` of the step"),
        ShardEngine(
            name: "Azure Pipelines", mark: "TF_BUILD",
            index: .variables(index: "SYSTEM_JOBPOSITIONINPHASE", total: "SYSTEM_TOTALJOBSINPHASE", first: 1),
            group: ["BUILD_BUILDID"], attempt: ("SYSTEM_JOBATTEMPT", 1),
            advice: "set `strategy: { parallel: N }` of the job"),
        ShardEngine(
            name: "Bitbucket Pipelines", mark: "BITBUCKET_BUILD_NUMBER",
            index: .variables(index: "BITBUCKET_PARALLEL_STEP", total: "BITBUCKET_PARALLEL_STEP_COUNT", first: 0),
            group: ["BITBUCKET_PIPELINE_UUID", "BITBUCKET_BUILD_NUMBER"], attempt: ("BITBUCKET_STEP_RUN_NUMBER", 1),
            advice: "put the step under `parallel`"),
        ShardEngine(
            name: "AWS Batch", mark: "AWS_BATCH_JOB_ID",
            index: .variables(index: "AWS_BATCH_JOB_ARRAY_INDEX", total: "AWS_BATCH_JOB_ARRAY_SIZE", first: 0),
            group: ["AWS_BATCH_JOB_ID"], attempt: ("AWS_BATCH_JOB_ATTEMPT", 1),
            advice: "submit the job with an array size"),
        ShardEngine(
            name: "Slurm", mark: "SLURM_JOB_ID",
            index: .range(
                task: "SLURM_ARRAY_TASK_ID", least: "SLURM_ARRAY_TASK_MIN", highest: "SLURM_ARRAY_TASK_MAX",
                step: "SLURM_ARRAY_TASK_STEP", count: "SLURM_ARRAY_TASK_COUNT"),
            group: ["SLURM_ARRAY_JOB_ID"], attempt: ("SLURM_RESTART_COUNT", 0),
            advice: "submit the job with `--array=0-11`"),
        ShardEngine(
            name: "Cloud Run", mark: "CLOUD_RUN_JOB",
            index: .variables(index: "CLOUD_RUN_TASK_INDEX", total: "CLOUD_RUN_TASK_COUNT", first: 0),
            group: ["CLOUD_RUN_EXECUTION"], attempt: ("CLOUD_RUN_TASK_ATTEMPT", 0),
            advice: "set the number of tasks of the job"),
        ShardEngine(
            name: "a Kubernetes Indexed Job", mark: "JOB_COMPLETION_INDEX",
            index: .withoutTotal(index: "JOB_COMPLETION_INDEX", first: 0), group: [],
            advice: "Kubernetes does not say how many there are: give the job's `completions`, as in `--shard auto/12`"),
        ShardEngine(
            name: "GitHub Actions", mark: "GITHUB_ACTIONS", index: .untold, group: ["GITHUB_RUN_ID"],
            attempt: ("GITHUB_RUN_ATTEMPT", 1),
            advice: "give both from the matrix: `--shard ${{ matrix.shard }}/${{ strategy.job-total }}`"),
        ShardEngine(
            name: "Jenkins", mark: "JENKINS_URL", index: .untold, group: ["BUILD_TAG"],
            advice: "give both from the matrix: `--shard $SHARD/12`"),
    ]
}

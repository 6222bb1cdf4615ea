import Testing

/// `--shard`: which machine this is, of how many.
@Suite struct ShardEngineTests {
    /// A machine of an engine: its variables, and what Baton makes of them.
    struct Machine: Sendable, CustomTestStringConvertible {
        let engine: String
        let variables: [String: String]
        let place: String
        var group: String?
        var attempt = 1
        var option = "auto"

        var testDescription: String { "\(engine), \(place)" }
    }

    static let machines = [
        Machine(
            engine: "GitLab, the first",
            variables: [
                "GITLAB_CI": "true", "CI": "true", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4", "CI_PIPELINE_ID": "815",
            ], place: "1 of 4", group: "815"),
        Machine(
            engine: "GitLab, the last",
            variables: [
                "GITLAB_CI": "true", "CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "4", "CI_PIPELINE_ID": "815",
            ], place: "4 of 4", group: "815"),
        Machine(
            engine: "CircleCI",
            variables: [
                "CIRCLECI": "true", "CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "4", "CIRCLE_WORKFLOW_ID": "0af3",
            ], place: "1 of 4", group: "0af3"),
        Machine(
            engine: "CircleCI without parallelism",
            variables: ["CIRCLECI": "true", "CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1"], place: "1 of 1"),
        Machine(
            engine: "Buildkite",
            variables: [
                "BUILDKITE": "true", "BUILDKITE_PARALLEL_JOB": "3", "BUILDKITE_PARALLEL_JOB_COUNT": "4",
                "BUILDKITE_BUILD_ID": "b-1", "BUILDKITE_RETRY_COUNT": "0",
            ], place: "4 of 4", group: "b-1"),
        Machine(
            engine: "Buildkite, tried again",
            variables: [
                "BUILDKITE": "true", "BUILDKITE_PARALLEL_JOB": "3", "BUILDKITE_PARALLEL_JOB_COUNT": "4",
                "BUILDKITE_BUILD_ID": "b-1", "BUILDKITE_RETRY_COUNT": "2",
            ], place: "4 of 4", group: "b-1", attempt: 3),
        Machine(
            engine: "Azure Pipelines",
            variables: [
                "TF_BUILD": "True", "SYSTEM_JOBPOSITIONINPHASE": "2", "SYSTEM_TOTALJOBSINPHASE": "4",
                "BUILD_BUILDID": "77", "SYSTEM_JOBATTEMPT": "2",
            ], place: "2 of 4", group: "77", attempt: 2),
        Machine(
            engine: "Bitbucket Pipelines",
            variables: [
                "BITBUCKET_BUILD_NUMBER": "12", "BITBUCKET_PARALLEL_STEP": "2", "BITBUCKET_PARALLEL_STEP_COUNT": "4",
                "BITBUCKET_PIPELINE_UUID": "{8-1}", "BITBUCKET_STEP_RUN_NUMBER": "2",
            ], place: "3 of 4", group: "{8-1}", attempt: 2),
        Machine(
            engine: "AWS Batch",
            variables: [
                "AWS_BATCH_JOB_ID": "3a1c:3", "AWS_BATCH_JOB_ARRAY_INDEX": "3", "AWS_BATCH_JOB_ARRAY_SIZE": "4",
                "AWS_BATCH_JOB_ATTEMPT": "2",
            ], place: "4 of 4", group: "3a1c", attempt: 2),
        Machine(
            engine: "Slurm",
            variables: [
                "SLURM_JOB_ID": "102", "SLURM_ARRAY_JOB_ID": "99", "SLURM_ARRAY_TASK_ID": "0",
                "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "3", "SLURM_ARRAY_TASK_STEP": "1",
                "SLURM_ARRAY_TASK_COUNT": "4",
            ], place: "1 of 4", group: "99"),
        Machine(
            engine: "Slurm, 10-40:10, started again",
            variables: [
                "SLURM_JOB_ID": "102", "SLURM_ARRAY_JOB_ID": "99", "SLURM_ARRAY_TASK_ID": "30",
                "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_MAX": "40", "SLURM_ARRAY_TASK_STEP": "10",
                "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_RESTART_COUNT": "1",
            ], place: "3 of 4", group: "99", attempt: 2),
        Machine(
            engine: "Cloud Run",
            variables: [
                "CLOUD_RUN_JOB": "api", "CLOUD_RUN_EXECUTION": "api-x1", "CLOUD_RUN_TASK_INDEX": "1",
                "CLOUD_RUN_TASK_COUNT": "4", "CLOUD_RUN_TASK_ATTEMPT": "1",
            ], place: "2 of 4", group: "api-x1", attempt: 2),
        Machine(
            engine: "Kubernetes Indexed Job",
            variables: ["JOB_COMPLETION_INDEX": "0", "BATON_SHARD_GROUP": "job-uid"], place: "1 of 4",
            group: "job-uid", option: "auto/4"),
        Machine(
            engine: "Bazel",
            variables: [
                "BAZEL_TEST": "1", "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "4",
            ], place: "1 of 4"),
        Machine(
            engine: "Bazel on a GitLab runner that runs one job",
            variables: [
                "BAZEL_TEST": "1", "TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "4", "GITLAB_CI": "true",
                "CI_NODE_TOTAL": "1",
            ], place: "3 of 4"),
        Machine(
            engine: "GitHub Actions by its matrix",
            variables: [
                "GITHUB_ACTIONS": "true", "BATON_SHARD": "3/4", "GITHUB_RUN_ID": "42", "GITHUB_RUN_ATTEMPT": "2",
            ], place: "3 of 4", group: "42", attempt: 2),
        Machine(
            engine: "GitHub Actions by the option",
            variables: ["GITHUB_ACTIONS": "true", "GITHUB_RUN_ID": "42", "GITHUB_RUN_ATTEMPT": "1"], place: "3 of 4",
            group: "42", option: "3/4"),
        Machine(
            engine: "Jenkins by its matrix",
            variables: ["JENKINS_URL": "http://127.0.0.1/", "BUILD_TAG": "jenkins-api-7"], place: "2 of 4",
            group: "jenkins-api-7", option: "2/4"),
    ]

    @Test(arguments: machines)
    func `a machine finds its place by its engine's variables`(_ machine: Machine) async throws {
        let project = try ShardProject(ShardProject.ten)
        let result = try await project.baton(
            ["run", "--shard", machine.option, "--events", "events/e.jsonl"], machine.variables)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("shard \(machine.place): "), "\(result.output)")
        let shard = try #require(try project.events("e").events.first?["shard"])
        #expect(shard["group"]?.stringValue == machine.group)
        #expect(shard["attempt"]?.numberValue?.int == Int64(machine.attempt))
    }

    @Test(
        arguments: [
            (
                ["GITLAB_CI": "true", "CI_NODE_TOTAL": "1"], "auto",
                "this job runs on GitLab, and CI_NODE_INDEX is not set", "set `parallel` of the job"
            ),
            (
                ["GITLAB_CI": "true", "CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"], "auto",
                "GitLab says CI_NODE_INDEX=0 and CI_NODE_TOTAL=4: there is no shard 0 of 4", "parallel"
            ),
            (
                ["CIRCLECI": "true", "CIRCLE_NODE_INDEX": "4", "CIRCLE_NODE_TOTAL": "4"], "auto",
                "CIRCLE_NODE_INDEX=4 and CIRCLE_NODE_TOTAL=4: there is no shard 5 of 4", "parallelism"
            ),
            (
                ["BUILDKITE": "true"], "auto", "this job runs on Buildkite, and BUILDKITE_PARALLEL_JOB is not set",
                "set `parallelism` of the step"
            ),
            (
                ["BUILDKITE": "true", "BUILDKITE_PARALLEL_JOB": "x", "BUILDKITE_PARALLEL_JOB_COUNT": "4"], "auto",
                "BUILDKITE_PARALLEL_JOB is `x`, which is no whole number", ""
            ),
            (
                ["TF_BUILD": "True", "SYSTEM_JOBPOSITIONINPHASE": "1"], "auto",
                "this job runs on Azure Pipelines, and SYSTEM_TOTALJOBSINPHASE is not set", "parallel: N"
            ),
            (["BITBUCKET_BUILD_NUMBER": "1"], "auto", "BITBUCKET_PARALLEL_STEP is not set", "under `parallel`"),
            (["AWS_BATCH_JOB_ID": "1"], "auto", "AWS_BATCH_JOB_ARRAY_INDEX is not set", "array size"),
            (["SLURM_JOB_ID": "1"], "auto", "SLURM_ARRAY_TASK_ID is not set", "--array=0-11"),
            (
                [
                    "SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "9",
                    "SLURM_ARRAY_TASK_STEP": "1", "SLURM_ARRAY_TASK_COUNT": "3",
                ], "auto", "is no regular range", "without gaps"
            ),
            (["CLOUD_RUN_JOB": "api"], "auto", "CLOUD_RUN_TASK_INDEX is not set", "number of tasks"),
            (
                ["JOB_COMPLETION_INDEX": "0"], "auto", "this job runs on a Kubernetes Indexed Job, without a total",
                "--shard auto/12"
            ),
            (["JOB_COMPLETION_INDEX": "12"], "auto/12", "there is no shard 13 of 12", ""),
            (["BAZEL_TEST": "1"], "auto", "this job runs on Bazel, and TEST_SHARD_INDEX is not set", "`shard_count`"),
            (
                ["GITHUB_ACTIONS": "true"], "auto",
                "this job runs on GitHub Actions, which does not tell a job which machine it is",
                "--shard ${{ matrix.shard }}/${{ strategy.job-total }}"
            ),
            (["JENKINS_URL": "x"], "auto", "this job runs on Jenkins, which does not tell", "--shard $SHARD/12"),
            (
                [:], "auto", "`--shard auto` finds no engine that says which machine this is",
                "say it, as in `--shard 3/12`, or set BATON_SHARD=3/12"
            ),
            (["BATON_SHARD": "3-4"], "auto", "BATON_SHARD is `3-4`", "it is such as `3/12`"),
            (["BATON_SHARD": "5/4"], "auto", "BATON_SHARD=5/4: there is no shard 5 of 4", "numbered from 1"),
            (
                ["CIRCLECI": "true", "CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "4"], "auto/5",
                "`--shard auto/5`, but the job runs on 4 machines", "leave out `/5`"
            ),
            (
                [
                    "CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "4", "TEST_SHARD_INDEX": "1",
                    "TEST_TOTAL_SHARDS": "2",
                ],
                "auto", "finds two engines that say which machine this is: Bazel and CircleCI", "--shard 3/12"
            ),
            ([:], "0/4", "--shard 0/4: there is no shard 0 of 4", "the first of 4 is `1/4`"),
            ([:], "5/4", "--shard 5/4: there is no shard 5 of 4", "the first of 4 is `1/4`"),
            ([:], "1/0", "--shard 1/0: a run has 1 to 10000 shards, not 0", "`1/12`"),
            ([:], "1/10001", "a run has 1 to 10000 shards, not 10001", ""),
        ] as [([String: String], String, String, String)])
    func `a place that is missing or impossible is exit 2, and nothing runs`(
        _ variables: [String: String], _ option: String, _ message: String, _ help: String
    ) async throws {
        let project = try ShardProject(ShardProject.ten)
        for command in ["run", "list"] {
            let result = try await project.baton([command, "--shard", option], variables)
            #expect(result.exitCode == 2, "\(result.everything)")
            #expect(
                result.errorOutput.contains(message) && result.errorOutput.contains("[run.shard]")
                    && result.errorOutput.contains(help), "\(result.errorOutput)")
            // GitHub gets an annotation.
            #expect(result.output.isEmpty || variables["GITHUB_ACTIONS"] != nil, "\(result.output)")
        }
    }

    @Test(arguments: ["3", "a/b", "+1/4", "1/4/4", "/4", "1/", "auto/", "auto/x", "1/99999999999999999999", "-1/4"])
    func `what is no shard is refused`(_ text: String) async throws {
        let result = try await ShardProject(ShardProject.ten).baton("run", "--shard=\(text)")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains(
                "`--shard` wants a shard, such as `3/12` for the third of twelve, `auto` or `auto/12`, it was given `\(text)`"
            ), "\(result.errorOutput)")
    }

    @Test func `Bazel is told that the test supports shards`() async throws {
        let project = try ShardProject(ShardProject.ten)
        let variables = [
            "BAZEL_TEST": "1", "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2",
            "TEST_SHARD_STATUS_FILE": "\(project.folder.path)/status",
        ]
        let result = try await project.baton(["run", "--shard", "auto"], variables)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(project.folder.exists("status"))
    }

}

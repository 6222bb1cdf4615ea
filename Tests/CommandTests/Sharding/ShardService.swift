import ProjectFolders
import Testing

/// A service or scheduler for which docs/ci/shards has files: what they say, and what it gives to a job.
enum ShardService: String, CaseIterable, Sendable {
    case github, gitlab, jenkins, buildkite, kubernetes, slurm, bazel

    /// The files with the commands, in docs/ci/shards.
    private var files: (shard: String, merge: String) {
        switch self {
        case .github: ("github-actions.yaml", "github-actions.yaml")
        case .gitlab: ("gitlab-ci.yaml", "gitlab-ci.yaml")
        case .jenkins: ("Jenkinsfile", "Jenkinsfile")
        case .buildkite: ("buildkite.yaml", "buildkite.yaml")
        case .kubernetes: ("kubernetes-shards.yaml", "kubernetes-merge.yaml")
        case .slurm: ("slurm-shard.sbatch", "slurm-merge.sbatch")
        case .bazel: ("bazel/api_test.sh", "bazel/run.sh")
        }
    }

    private static func text(_ name: String) throws -> String {
        try FileContents.text(of: "\(Repository.path)/docs/ci/shards/\(name)")
    }

    func shardText() throws -> String { try Self.text(files.shard) }
    func mergeText() throws -> String { try Self.text(files.merge) }

    /// Whether the service runs the whole file, and not a command that stands in it.
    var isScript: Bool { self == .slurm || self == .bazel }

    /// Whether the merge gets what both attempts of a job wrote; otherwise only what the last one did.
    var keepsAttempts: Bool {
        switch self {
        case .github, .buildkite, .kubernetes, .slurm: true
        case .gitlab, .jenkins, .bazel: false
        }
    }

    /// How many shards the file asks for.
    func total() throws -> Int {
        let text = try self == .bazel ? Self.text("bazel/BUILD.bazel") : shardText()
        func number(_ pattern: Regex<(Substring, Substring)>) throws -> Int {
            let match = try #require(text.firstMatch(of: pattern))
            return try #require(Int(match.1))
        }
        return switch self {
        case .github: try #require(text.firstMatch(of: /shard: \[([0-9, ]+)\]/)).1.split(separator: ",").count
        case .gitlab: try number(/parallel: ([0-9]+)/)
        case .jenkins: try #require(text.firstMatch(of: /values ([0-9', ]+)/)).1.split(separator: ",").count
        case .buildkite: try number(/parallelism: ([0-9]+)/)
        case .kubernetes: try number(/completions: ([0-9]+)/)
        case .slurm: try number(/--array=0-([0-9]+)/) + 1
        case .bazel: try number(/shard_count = ([0-9]+)/)
        }
    }

    // MARK: - Commands

    /// The command of the shards, as a line of a shell. A file has exactly one.
    ///
    /// - Parameter variables: those of the job, of which some services put the values into the command.
    func shardCommand(_ variables: [String: String]) throws -> String {
        try command("run", in: shardText(), variables)
    }

    func mergeCommand() throws -> String { try command("merge", in: mergeText(), [:]) }

    private func command(_ verb: String, in text: String, _ variables: [String: String]) throws -> String {
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { line in
            !line.hasPrefix("#") && !line.hasPrefix("//") && line.contains(["baton \(verb) ", "baton, \(verb), "])
        }
        try #require(lines.count == 1, "\(self) has \(lines.count) commands with `baton \(verb)`")
        let start = try #require(lines[0].firstRange(of: "baton")?.lowerBound)
        let line = String(lines[0][start...])
        switch self {
        case .github: return try expression(line, variables)
        case .jenkins: return String(line.dropLast())
        case .buildkite: return line.replacing("$$", with: "$")
        case .kubernetes:
            // Kubernetes starts programs without a shell and puts values in for `$(NAME)`.
            return line.dropLast().split(separator: ", ").map { word in
                let filled = variables.reduce(String(word)) { $0.replacing("$(\($1.key))", with: $1.value) }
                return "'\(filled)'"
            }.joined(separator: " ")
        case .gitlab, .slurm, .bazel: return line
        }
    }

    /// A text with the values of GitHub's expressions.
    func expression(_ text: some StringProtocol, _ variables: [String: String]) throws -> String {
        let filled = String(text)
            .replacing("${{ matrix.shard }}", with: variables["MATRIX_SHARD"] ?? "")
            .replacing("${{ strategy.job-total }}", with: "\(try total())")
            .replacing("${{ github.run_attempt }}", with: variables["GITHUB_RUN_ATTEMPT"] ?? "")
        try #require(!filled.contains("${{"), "\(filled)")
        return filled
    }

    // MARK: - Variables

    /// What every job of the run finds in its environment.
    var common: [String: String] {
        switch self {
        case .github: ["CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_RUN_ID": "42", "GITHUB_RUN_ATTEMPT": "2"]
        case .gitlab: ["CI": "true", "GITLAB_CI": "true", "CI_PIPELINE_ID": "815", "CI_NODE_TOTAL": "1"]
        case .jenkins: ["JENKINS_URL": "http://127.0.0.1/", "BUILD_TAG": "jenkins-api-7"]
        case .buildkite:
            ["CI": "true", "BUILDKITE": "true", "BUILDKITE_BUILD_ID": "b-1", "BUILDKITE_RETRY_COUNT": "0"]
        case .kubernetes: ["KUBERNETES_SERVICE_HOST": "127.0.0.1"]
        case .slurm: ["SLURM_JOB_ID": "150"]
        case .bazel: [:]
        }
    }

    /// What one shard finds there.
    ///
    /// - Parameters:
    ///   - index: from 1.
    ///   - attempt: from 1.
    func variables(_ index: Int, of total: Int, attempt: Int) -> [String: String] {
        let own =
            switch self {
            case .github: ["MATRIX_SHARD": "\(index)", "GITHUB_RUN_ATTEMPT": "\(attempt)"]
            case .gitlab: ["CI_NODE_INDEX": "\(index)", "CI_NODE_TOTAL": "\(total)"]
            case .jenkins: ["SHARD": "\(index)"]
            case .buildkite:
                [
                    "BUILDKITE_PARALLEL_JOB": "\(index - 1)", "BUILDKITE_PARALLEL_JOB_COUNT": "\(total)",
                    "BUILDKITE_RETRY_COUNT": "\(attempt - 1)",
                ]
            case .kubernetes:
                [
                    "JOB_COMPLETION_INDEX": "\(index - 1)", "BATON_SHARD_GROUP": "8f2a-uid",
                    "POD_NAME": "baton-shards-\(index - 1)-\(attempt == 1 ? "x7k2p" : "q9d4m")",
                ]
            case .slurm:
                [
                    "SLURM_JOB_ID": "\(99 + index)", "SLURM_ARRAY_JOB_ID": "99", "SLURM_ARRAY_TASK_ID": "\(index - 1)",
                    "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "\(total - 1)", "SLURM_ARRAY_TASK_STEP": "1",
                    "SLURM_ARRAY_TASK_COUNT": "\(total)",
                ].merging(attempt > 1 ? ["SLURM_RESTART_COUNT": "\(attempt - 1)"] : [:]) { $1 }
            case .bazel:
                [
                    "BAZEL_TEST": "1", "TEST_SHARD_INDEX": "\(index - 1)", "TEST_TOTAL_SHARDS": "\(total)",
                    "BATON_SHARD_GROUP": "1",
                ]
            }
        return common.merging(own) { $1 }
    }
}

extension Substring {
    fileprivate func contains(_ any: [String]) -> Bool { any.contains { contains($0) } }
}

import BatonFiles
import BatonProcesses

/// What the environment variables of a CI service say about a build.
struct BuildFacts {
    private let environment: EnvironmentVariables

    init(_ environment: EnvironmentVariables) {
        self.environment = environment
    }

    /// CI services check out a commit without its branch, and name the branch in the environment. For a pull request it
    /// is the branch that is to be merged.
    var branch: String? {
        first([
            "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_REF_NAME",
            "BUILDKITE_BRANCH", "CIRCLE_BRANCH", "CHANGE_BRANCH", "BRANCH_NAME", "BITBUCKET_BRANCH",
            "SYSTEM_PULLREQUEST_SOURCEBRANCH", "BUILD_SOURCEBRANCH", "TRAVIS_PULL_REQUEST_BRANCH", "TRAVIS_BRANCH",
            "GIT_BRANCH",
        ]).map(Self.name(ofReference:))
    }

    /// The commit that the service built, for images without git.
    var commit: String? {
        first([
            "GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT", "BUILDKITE_COMMIT", "CIRCLE_SHA1", "BITBUCKET_COMMIT",
            "BUILD_SOURCEVERSION", "TRAVIS_COMMIT",
        ]).flatMap { text in
            let isHash = 7...64 ~= text.utf8.count && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
            return isHash ? text : nil
        }
    }

    /// The first line of the message of the commit that the service built.
    var subject: String? {
        first([
            "CI_COMMIT_TITLE", "BUILDKITE_MESSAGE", "BUILD_SOURCEVERSIONMESSAGE", "TRAVIS_COMMIT_MESSAGE",
        ]).flatMap { $0.split(whereSeparator: \.isNewline).first.map(String.init) }
    }

    /// The name of the commit's author; services write the address behind it.
    var author: String? {
        first(["CI_COMMIT_AUTHOR", "BUILDKITE_BUILD_AUTHOR", "BUILD_SOURCEVERSIONAUTHOR"])
            .map { String($0.prefix { $0 != "<" }) }
    }

    /// The folder into which the service checked out the repository.
    var checkout: String? {
        first([
            "GITHUB_WORKSPACE", "CI_PROJECT_DIR", "WORKSPACE", "BUILDKITE_BUILD_CHECKOUT_PATH", "BITBUCKET_CLONE_DIR",
            "BUILD_SOURCESDIRECTORY", "TRAVIS_BUILD_DIR",
        ])
    }

    /// The branch into which a pull request is to be merged, else the default branch of the repository.
    var defaultBranch: String? {
        first([
            "GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "CHANGE_TARGET", "CI_DEFAULT_BRANCH",
            "BUILDKITE_PULL_REQUEST_BASE_BRANCH", "BUILDKITE_PIPELINE_DEFAULT_BRANCH",
            "BITBUCKET_PR_DESTINATION_BRANCH", "SYSTEM_PULLREQUEST_TARGETBRANCH",
        ]).map(Self.name(ofReference:))
    }

    /// The number that the service shows for the build.
    var number: String? {
        first([
            "GITHUB_RUN_NUMBER", "CI_PIPELINE_IID", "BUILDKITE_BUILD_NUMBER", "CIRCLE_BUILD_NUM",
            "BITBUCKET_BUILD_NUMBER", "TRAVIS_BUILD_NUMBER", "BUILD_BUILDNUMBER", "BUILD_NUMBER",
        ])
    }

    /// From 1; higher when the service repeats a job.
    var attempt: Int { environment["GITHUB_RUN_ATTEMPT"].flatMap { Int($0) } ?? 1 }

    /// The page of the build.
    var url: String? {
        if let repository = gitHubRepository, let run = environment["GITHUB_RUN_ID"] {
            return "\(repository)/actions/runs/\(run)"
        }
        return first(["CI_JOB_URL", "BUILDKITE_BUILD_URL", "CIRCLE_BUILD_URL", "BUILD_URL"])
    }

    /// The page of a commit, where the service names its repository's page.
    func page(ofCommit commit: String) -> String? {
        if let repository = gitHubRepository { return "\(repository)/commit/\(commit)" }
        if let project = first(["CI_PROJECT_URL"]) { return "\(project)/-/commit/\(commit)" }
        if let origin = first(["BITBUCKET_GIT_HTTP_ORIGIN"]) { return "\(origin)/commits/\(commit)" }
        return nil
    }

    /// Whether what reads JUnit files in the service takes the file and the line of a test case, and no schema forbids them.
    var readsPlacesOfTests: Bool { first(["GITHUB_ACTIONS", "GITLAB_CI", "CIRCLECI"]) != nil }

    /// A folder as seen from the top folder of what the service checked out; empty for that folder, and where it is not
    /// known.
    func folder(_ path: String) -> String {
        checkout.flatMap { Self.folder(path, beneath: $0) } ?? ""
    }

    /// A folder as seen from one above it, empty for that one; nil where it lies elsewhere.
    static func folder(_ path: String, beneath top: String) -> String? {
        guard let path = try? RealPath.of(path), let top = try? RealPath.of(top) else { return nil }
        if path == top { return "" }
        return path.hasPrefix(top + "/") ? String(path.dropFirst(top.count + 1)) : nil
    }

    /// Azure Pipelines names whole references, and Jenkins without a multibranch pipeline those of the remote.
    private static func name(ofReference text: String) -> String {
        for prefix in ["refs/heads/", "refs/tags/", "origin/"] where text.hasPrefix(prefix) {
            return String(text.dropFirst(prefix.count))
        }
        return text
    }

    private var gitHubRepository: String? {
        guard let server = environment["GITHUB_SERVER_URL"], let repository = environment["GITHUB_REPOSITORY"] else {
            return nil
        }
        return "\(server)/\(repository)"
    }

    private func first(_ variables: [String]) -> String? {
        for variable in variables { if let value = environment[variable], !value.isEmpty { return value } }
        return nil
    }
}

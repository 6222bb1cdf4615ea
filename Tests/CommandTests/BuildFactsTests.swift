import CommandCalls
import ProjectFolders
import Testing

/// The branch of a build as CI services say it.
@Suite struct BuildFactsTests {
    @Test(arguments: [
        ["GITHUB_HEAD_REF": "", "GITHUB_REF_NAME": "feature/x"],
        ["GITHUB_HEAD_REF": "feature/x", "GITHUB_REF_NAME": "12/merge"],
        ["CI_COMMIT_REF_NAME": "feature/x"], ["BRANCH_NAME": "PR-7", "CHANGE_BRANCH": "feature/x"],
        ["GIT_BRANCH": "origin/feature/x"],
        ["BUILD_SOURCEBRANCH": "refs/heads/feature/x", "BUILD_SOURCEBRANCHNAME": "x"],
        ["BUILD_SOURCEBRANCH": "refs/tags/feature/x"],
        [
            "BUILD_SOURCEBRANCH": "refs/pull/12/merge", "BUILD_SOURCEBRANCHNAME": "merge",
            "SYSTEM_PULLREQUEST_SOURCEBRANCH": "refs/heads/feature/x",
        ],
        ["TRAVIS_PULL_REQUEST_BRANCH": "", "TRAVIS_BRANCH": "feature/x"],
        ["TRAVIS_PULL_REQUEST_BRANCH": "feature/x", "TRAVIS_BRANCH": "main"],
    ])
    func `a branch keeps its slashes`(_ variables: [String: String]) async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: p\n")
        try folder.write("a.yaml", "steps: [ { that: 1 == 1 } ]\n")
        let baton = Baton(folder: folder, environment: variables)
        let run = try await baton("run", "a.yaml")
        #expect(run.exitCode == 0, "\(run.everything)")
        let listed = try await baton("history", "list", "--json")
        #expect(listed.output.contains("\"branch\": \"feature/x\""), "\(listed.output)")
    }
}

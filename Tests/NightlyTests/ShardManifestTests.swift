import Glibc
import ProjectFolders
import Subprocess
import Testing

/// The files of docs/ci are such as Kubernetes, GitHub, GitLab and Buildkite accept.
@Suite(
    .enabled("needs kubernetes-validate and check-jsonschema, which need python3 with venv, and PyPI the first time") {
        await ManifestCheckers.areInstalled()
    }) struct ShardManifestTests
{
    @Test func `every file of docs/ci fits its schema`() async throws {
        let result = try await ManifestCheckers.check([])
        #expect(result.isAccepted, "\(result.text)")
        for name in ["kubernetes-shards.yaml", "kubernetes-merge.yaml"] {
            #expect(result.text.contains("docs/ci/shards/\(name) passed for resource job/"), "\(result.text)")
        }
    }

    @Test(arguments: [
        ("kubernetes-shards.yaml", "backoffLimitPerIndex:", "backoffLimitForIndex:", "backoffLimitForIndex"),
        ("kubernetes-merge.yaml", "readOnly: true", "readOnly: 7", "7"),
        ("github-actions.yaml", "fail-fast:", "fail-slow:", "fail-slow"),
        ("gitlab-ci.yaml", "parallel: 12", "parallel: 0", "parallel"),
        ("buildkite.yaml", "parallelism: 12", "parallelism: twelve", "twelve"),
    ])
    func `a wrong field is found`(_ name: String, _ right: String, _ wrong: String, _ message: String) async throws {
        let text = try FileContents.text(of: "\(Repository.path)/docs/ci/shards/\(name)")
        try #require(text.contains(right))
        let folder = try Folder()
        let result = try await ManifestCheckers.check([folder.write(name, text.replacing(right, with: wrong))])
        #expect(!result.isAccepted && result.text.contains(message), "\(result.text)")
    }

    @Test func `a file whose reader is unknown is not taken as checked`() async throws {
        let folder = try Folder()
        let result = try await ManifestCheckers.check([folder.write("other.yaml", "a: 1\n")])
        #expect(!result.isAccepted && result.text.contains("no schema is known for "), "\(result.text)")
    }
}

/// The checkers, as `scripts/check-manifests` installs and starts them.
enum ManifestCheckers {
    private static let script = "\(Repository.path)/scripts/check-manifests"

    /// Whether they are there, after an attempt to install them; a line says why not.
    ///
    /// Where `CI` is set they count as there, so that the tests that need them fail instead of being skipped.
    static func areInstalled() async -> Bool {
        do {
            let result = try await check(["--install"])
            if result.isAccepted { return true }
            print("the checkers of manifests cannot be installed: \(result.text)")
        } catch {
            print("the checkers of manifests cannot be installed: \(error)")
        }
        return getenv("CI") != nil
    }

    /// - Parameter files: all of docs/ci if empty.
    static func check(_ files: [String]) async throws -> (isAccepted: Bool, text: String) {
        let result = try await Subprocess.run(
            .path(.init(script)), arguments: Arguments(files), output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20))
        return (result.terminationStatus.isSuccess, result.standardOutput + result.standardError)
    }
}

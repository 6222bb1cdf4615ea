import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Text that no step made: warnings, and what is said of files that cannot run.
@Suite struct EventTextSecretTests {
    private static let secret = "hunter2project"

    /// Runs `workflows/` of a project below a folder that is named like the secret, and gives the event stream.
    private static func events(_ workflow: String) async throws -> String {
        let folder = try Folder()
        let project = "p/\(secret)"
        try folder.write(
            "\(project)/baton.yaml",
            "name: shop\nenvironments: { local: { base_url: http://127.0.0.1:1, secrets: [KEY_ONE] } }")
        try folder.write("\(project)/workflows/w.yaml", workflow)
        try folder.write("\(project)/workflows/v.yaml", "steps: [ that: true ]")
        try folder.write("\(project)/.baton/cache", "a file in the place of the folder")
        _ = try await Baton(workingFolder: "\(folder.path)/\(project)", environment: ["KEY_ONE": secret]).run(
            ["run", "--no-history", "--events", "\(folder.path)/events.jsonl"])
        return try folder.read("events.jsonl")
    }

    @Test func `a warning that names a path hides the secret in it`() async throws {
        let events = try await Self.events(
            "steps: [ { get: /x, cache: { policy: cache-first, scope: disk } } ]")
        #expect(events.contains("the cache on disk is not used: "), "\(events)")
        #expect(events.contains("/***/.baton/cache"), "\(events)")
        #expect(!events.contains(Self.secret), "\(events)")
    }

    @Test func `an invalid file is shown without the secrets in its lines and messages`() async throws {
        let events = try await Self.events(
            "steps:\n  - \(Self.secret): 1\n  - { get: /\(Self.secret)/x, expct: 1 }\n")
        #expect(events.contains("unknown key `***` in a step"), "\(events)")
        #expect(events.contains("  - { get: /***/x, expct: 1 }"), "\(events)")
        #expect(!events.contains(Self.secret), "\(events)")
    }
}

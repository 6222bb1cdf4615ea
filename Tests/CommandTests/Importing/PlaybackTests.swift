import BatonJSON
import CommandCalls
import ConformanceData
import ProjectFolders
import Testing

/// Collections against their own saved responses: what runs a collection gives the same verdicts each time, and so does the
/// workflow that is written of it.
@Suite struct PlaybackTests {
    private static let names = ConformanceData.files(in: "import/postman").filter {
        $0.hasSuffix(".postman_collection.json")
    }

    /// These compare a secret with what the server echoes; in the written workflow it has a value of the test.
    private static let comparingSecrets: Set<String> = [
        "helper.postman_collection.json", "super-sandbox-test.postman_collection.json",
    ]

    @Test(arguments: names)
    func `a collection and its workflow have the same verdicts`(_ name: String) async throws {
        guard let bytes = ConformanceData.read("import/postman/" + name), let server = PlaybackServer(bytes) else {
            return
        }
        try await Self.compare(server, name)
    }

    @Test func `a collection with saved responses has the same verdicts, also from its samples`() async throws {
        let server = try #require(PlaybackServer(Array(ShopCollection.saved.utf8)))
        let (folder, verdicts) = try await Self.compare(server, "saved")
        #expect(verdicts.contains { $0.hasPrefix("Items › Read: $.total") }, "\(verdicts)")
        let stubbed = try await Baton(workingFolder: folder.path + "/api").run(["run", "--stub", "--verbose"])
        #expect(Self.verdicts(stubbed.output) == verdicts, "\(stubbed.everything)")
    }

    @discardableResult
    private static func compare(_ server: PlaybackServer, _ name: String) async throws -> (Folder, [String]) {
        let folder = try Folder()
        _ = try folder.write("collection.json", JSONWriter.pretty(server.collection))
        // Nothing of a collection reaches another host.
        let proxies = ["http_proxy", "https_proxy"].map { ($0, server.url) } + [("no_proxy", "127.0.0.1")]
        let environment = Dictionary(uniqueKeysWithValues: proxies)
        let words = ["--verbose", "--seed", "1"]
        let baton = Baton(folder: folder, environment: environment)
        let first = try await baton.run(["run", "collection.json"] + words)
        let count = server.requestCount
        let second = try await baton.run(["run", "collection.json"] + words)
        #expect(verdicts(second.output) == verdicts(first.output), "\(name)\n\(first.output)\n\(second.output)")
        #expect(server.requestCount == 2 * count, "\(name)")
        let made = try await baton.run(["import", "collection.json", "--into", "api", "--allow-partial"])
        #expect(made.exitCode == 0, "\(name)\n\(made.everything)")
        var inner = Baton(workingFolder: folder.path + "/api", environment: environment)
        let secrets = made.output.split(separator: "\n").first { $0.hasPrefix("secrets to set") }
        for secret in secrets?.split(separator: ": ").last?.split(separator: ", ") ?? [] {
            inner.environment[String(secret)] = "value-4711-\(secret)"
        }
        let written = try await inner.run(["run"] + words)
        if !comparingSecrets.contains(name) {
            #expect(
                verdicts(written.output) == verdicts(first.output), "\(name)\n\(first.output)\n\(written.everything)")
        }
        #expect(server.requestCount == 3 * count, "\(name)")
        return (folder, verdicts(first.output))
    }

    /// Each failed check of the list of steps, "STEP: CHECK", without values that a run may give otherwise.
    private static func verdicts(_ output: String) -> [String] {
        FailedSteps.failures(output).map { line in
            // The workflow stands in a file of another name than the collection.
            String(line.replacing(/\ \ [^ ]+:[0-9]+:[0-9]+$/, with: "").split(separator: ": expected ")[0].prefix(200))
        }
    }
}

import CommandCalls
import ProjectFolders
import Testing

/// What another package gets along with this one.
@Suite struct DependentPackageTests {
    /// The names of what SwiftPM fetches for a package with that dependency.
    private func fetched(_ dependency: String, _ product: String, of package: String, in folder: Folder) async throws
        -> [String]
    {
        try folder.write(
            "Package.swift",
            """
            // swift-tools-version: 6.3
            import PackageDescription

            let package = Package(
                name: "dependent",
                platforms: [.macOS(.v15)],
                dependencies: [\(dependency)],
                targets: [.target(name: "Dependent", dependencies: [.product(name: "\(product)", package: "\(package)")])]
            )
            """)
        try folder.write("Sources/Dependent/Dependent.swift", "import \(product)\n")
        try await run(folder, "swift", "package", "--scratch-path", "scratch", "resolve")
        return try FileContents.names(in: "\(folder.path)/scratch/checkouts").sorted()
    }

    private func run(_ folder: Folder, _ words: String...) async throws {
        let result = try await Program("/usr/bin/env", in: folder.path).run(words)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a package that depends on BatonAPI fetches swift-log and nothing else`() async throws {
        let folder = try Folder()
        let dependency = #".package(name: "baton", path: "\#(Repository.path)")"#
        #expect(try await fetched(dependency, "BatonAPI", of: "baton", in: folder) == ["swift-log"])
    }

    @Test func `a package that depends on a version of BatonAPI fetches nothing else either`() async throws {
        let folder = try Folder()
        try await run(folder, "git", "clone", "--quiet", "--bare", Repository.path, "baton.git")
        try await run(folder, "git", "--git-dir", "baton.git", "tag", "--no-sign", "0.1.0")
        let dependency = #".package(url: "file://\#(folder.path)/baton.git", exact: "0.1.0")"#
        #expect(try await fetched(dependency, "BatonAPI", of: "baton", in: folder) == ["baton", "swift-log"])
    }

    @Test func `a package that depends on BatonFoundation also fetches swift-http-types`() async throws {
        let folder = try Folder()
        let dependency = #".package(path: "\#(Repository.path)/BatonFoundation")"#
        let names = try await fetched(dependency, "BatonFoundation", of: "BatonFoundation", in: folder)
        #expect(names == ["swift-http-types", "swift-log"])
    }

    @Test func `a package that depends on BatonTracing also fetches swift-distributed-tracing`() async throws {
        let folder = try Folder()
        let dependency = #".package(path: "\#(Repository.path)/BatonTracing")"#
        let names = try await fetched(dependency, "BatonTracing", of: "BatonTracing", in: folder)
        #expect(names == ["swift-distributed-tracing", "swift-log"])
    }
}

import Testing

/// What another package gets along with this one.
@Suite struct DependentPackageTests {
    @Test func `a package that depends on BatonAPI fetches swift-log and nothing else`() async throws {
        let folder = try Folder()
        try folder.write(
            "Package.swift",
            """
            // swift-tools-version: 6.3
            import PackageDescription

            let package = Package(
                name: "dependent",
                dependencies: [.package(name: "baton", path: "\(Repository.path)")],
                targets: [.target(name: "Dependent", dependencies: [.product(name: "BatonAPI", package: "baton")])]
            )
            """)
        try folder.write("Sources/Dependent/Dependent.swift", "import BatonAPI\n")
        let result = try await Baton(folder: folder, program: "/usr/bin/env")(
            "swift", "package", "--scratch-path", "scratch", "resolve")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try FileContents.names(in: "\(folder.path)/scratch/checkouts") == ["swift-log"])
    }
}

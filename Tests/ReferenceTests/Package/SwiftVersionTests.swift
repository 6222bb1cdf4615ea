import ProjectFolders
import Testing

/// Which Swift the packages and the pages ask for.
@Suite struct SwiftVersionTests {
    @Test(arguments: [
        "README.md", "CONTRIBUTING.md", "docs/swift.md", "Demo/Package.swift", "BatonFoundation/Package.swift",
        "BatonTracing/Package.swift", "Tests/Dependent/Package.swift",
    ])
    func `a page names the version of Swift that Package.swift asks for, and no other`(_ page: String) throws {
        let manifest = try FileContents.text(of: "\(Repository.path)/Package.swift")
        let asked = try #require(manifest.firstMatch(of: /^\/\/ swift-tools-version: ([0-9.]+)\n/)).1
        let text = try FileContents.text(of: "\(Repository.path)/\(page)")
        let named = text.matches(of: /(?:Swift|swift-tools-version:) ([0-9]+\.[0-9]+)/).map(\.1)
        #expect(Set(named) == [asked])
    }
}

import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// The map of the targets in CONTRIBUTING.md, which `scripts/check-imports` holds against Package.swift.
@Suite(.serialized) struct TargetMapTests {
    private static let page = "CONTRIBUTING.md"

    private static func check(_ text: String) async throws -> Baton.Result {
        let folder = try Folder()
        let path = try folder.write(page, text)
        return try await Program("\(Repository.path)/scripts/check-imports", in: folder.path)(path)
    }

    private static func map() throws -> String {
        try FileContents.text(of: "\(Repository.path)/\(page)")
    }

    @Test func `the map of the targets agrees with Package.swift`() async throws {
        let result = try await Self.check(Self.map())
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output == "")
    }

    @Test(arguments: [
        (
            "a row too many", "| `BatonYAML` |", "| `BatonYAML` `BatonYAMLs` |",
            "the map has a row for BatonYAMLs, which is no target of Package.swift"
        ),
        (
            "two rows for one target", "| `BatonSecrets` |", "| `BatonSecrets` `BatonValues` |",
            "the map has a second row for BatonValues"
        ),
        (
            "an import too few", "| `BatonRegex` `BatonSystem` `BatonValues` |", "| `BatonRegex` `BatonSystem` |",
            "the map does not let BatonJSON import BatonValues, which Package.swift lists for it"
        ),
        (
            "an import too many", "| `CPCRE2` |", "| `CPCRE2` `BatonValues` |",
            "the map lets BatonRegex import BatonValues, which Package.swift does not list for it"
        ),
        (
            "Foundation where no source imports it", "| `CPCRE2` |", "| `CPCRE2` `Foundation` |",
            "the map lets BatonRegex import Foundation, which no source of it does"
        ),
    ])
    func `a row that differs from Package.swift is named with its line`(
        _ name: String, _ right: String, _ wrong: String, _ message: String
    ) async throws {
        let map = try Self.map()
        let place = try #require(map.firstRange(of: right), "the map has no \(right)")
        let line = map[..<place.lowerBound].count { $0 == "\n" } + 1
        let result = try await Self.check(map.replacing(right, with: wrong, maxReplacements: 1))
        #expect(result.exitCode == 1)
        #expect(result.output == "\(Self.page):\(line): \(message)\n")
    }

    @Test func `a target without a row in the map is named`() async throws {
        let lines = try Self.map().split(separator: "\n", omittingEmptySubsequences: false)
        let result = try await Self.check(
            lines.filter { !$0.hasPrefix("| `BatonValues` |") }.joined(separator: "\n"))
        #expect(result.exitCode == 1)
        #expect(result.output == "\(Self.page): the map has no row for BatonValues\n")
    }

    @Test func `only targets with Foundation in the map may import it`() async throws {
        let map = try Self.map()
        let refused = try await Self.check(
            map.replacing("| `DemoAPI` `FlyingSocks` `Foundation` |", with: "| `DemoAPI` `FlyingSocks` |"))
        #expect(refused.exitCode == 1)
        #expect(
            refused.output.hasPrefix(
                "Demo/Tests/DemoAPITests/RawConnection.swift:4: DemoAPITests imports FoundationEssentials, "
                    + "which links Foundation\n"))
    }
}

/// The sample server, which a package of its own builds.
@Suite struct SampleServerTests {
    @Test func `a sample server that is not built is an error that says how to build it`() throws {
        let folder = try Folder()
        let failure = #expect(throws: Demo.StartFailure.self) { try Demo.program(in: folder.path) }
        #expect(
            failure?.description == "the sample server is not built; build it with: swift build --package-path Demo")
    }
}

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

import BatonLoading
import BatonWorkflow
import Glibc
import ProjectFolders
import Testing

/// The pages of the repository lead to where they say.
@Suite struct LinksTests {
    static let pages: [String] =
        [
            "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "workflows/README.md", "scripts/README.md",
            "reports/README.md",
        ]
        + ["docs", "docs/guide", "docs/migrate", "docs/reference", "docs/decisions"].flatMap { folder in
            let names = (try? FileContents.names(in: "\(Repository.path)/\(folder)")) ?? []
            return names.sorted().filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
        }

    /// Where a page's headings can be reached, as GitHub and GitLab name them.
    private static func anchors(of page: String) throws -> Set<String> {
        var isCode = false
        var anchors: Set<String> = []
        for line in try FileContents.text(of: page).split(separator: "\n") {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, line.hasPrefix("#") else { continue }
            anchors.insert(Reference.anchor(of: line))
        }
        return anchors
    }

    @Test(arguments: pages)
    func `every link inside the repository leads somewhere`(_ page: String) throws {
        let path = "\(Repository.path)/\(page)"
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        var isCode = false
        for line in try FileContents.text(of: path).split(separator: "\n") {
            if line.hasPrefix("```") { isCode.toggle() }
            if isCode { continue }
            for match in line.matches(of: /\]\(([^)\s]+)\)/) where !match.1.contains("://") {
                let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let target = parts[0].isEmpty ? path : "\(folder)/\(parts[0])"
                #expect(access(target, F_OK) == 0, "\(page): there is no \(match.1)")
                guard parts.count > 1, target.hasSuffix(".md") else { continue }
                #expect(try Self.anchors(of: target).contains(String(parts[1])), "\(page): there is no \(match.1)")
            }
        }
    }
}

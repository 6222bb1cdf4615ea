import BatonJSON
import BatonXML
import Glibc
import ProjectFolders
import Subprocess
import Testing

/// An XPath that a browser copies finds its element: on the pages of Debian's packages of documentation as html5lib reads
/// them.
@Suite(
    .enabled("needs html5lib, which needs python3 with venv and PyPI, and pages, which apt-get loads the first time") {
        await ForeignPages.areInstalled()
    }) struct ForeignPageTests
{
    @Test func `the XPath of an element finds what html5lib finds`() async throws {
        var pages = 0
        for line in try await ForeignPages.read().split(separator: "\n") {
            let page = try JSONParser.parse(Array(line.utf8))
            let file = try #require(page["file"]?.stringValue)
            let document = try XMLDocument(try FileContents.bytes(of: file), format: .html)
            pages += 1
            for found in page["found"]?.arrayValue ?? [] {
                let path = try #require(found[0]?.stringValue)
                guard case .texts(let texts) = try XPath.parse(path).evaluate(in: document) else { continue }
                let text = try #require(texts.count == 1 ? texts[0] : nil, "\(file) \(path)")
                #expect(
                    String(String.UnicodeScalarView(text.unicodeScalars.prefix(200))) == found[1]?.stringValue,
                    "\(file) \(path)")
                #expect(text.unicodeScalars.count == found[2]?.numberValue?.int.map { Int($0) }, "\(file) \(path)")
            }
        }
        #expect(pages >= 450)
    }
}

/// The pages, and what `scripts/read-pages` says of them.
enum ForeignPages {
    private static let script = "\(Repository.path)/scripts/read-pages"

    /// Whether they are there, after an attempt to load them; a line says why not.
    static func areInstalled() async -> Bool {
        do {
            let result = try await Subprocess.run(
                .path(.init(script)), arguments: ["--install"], output: .discarded, error: .string(limit: 1 << 20))
            if result.terminationStatus.isSuccess { return true }
            print("the pages cannot be loaded: \(result.standardError)")
        } catch {
            print("the pages cannot be loaded: \(error)")
        }
        return getenv("CI") != nil
    }

    static func read() async throws -> String {
        let result = try await Subprocess.run(
            .path(.init(script)), output: .string(limit: 64 << 20), error: .string(limit: 1 << 20))
        try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
        return result.standardOutput
    }
}

import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonLoading
import CommandCalls
import ProjectFolders
import Testing

/// The codes of all messages that the program can print, found in its sources.
enum MessageCodes {
    /// What looks like a code and is none: functions of other languages, names of report files, expressions.
    private static let others: Set<String> = [
        "file.read", "yaml.parse", "report.html", "report.json", "report.tap", "schema.json", "schema.xsd",
        // Members of what scripts of Postman read.
        "request.body", "request.data", "request.url",
    ]

    /// Codes that are put together of a part that the sources name elsewhere.
    private static let composed = ["usage.unknown-option", "usage.unknown-command"]

    static func inSources() throws -> [String] {
        let kinds = Set(try kinds())
        let sources = try sources()
        var codes = Set(composed)
        // Whatever stands before the dot where a message is made; other places may name such a code too.
        var areas = Set(try page().tables.flatMap(\.rows).flatMap(\.names).map { $0.prefix { $0 != "." } })
        for (_, text) in sources {
            for match in text.matches(of: #/\b(?:Diagnostic|UsageError)\(\s*"([a-z]+)\./#) { areas.insert(match.1) }
        }
        for (path, text) in sources {
            for match in text.matches(of: #/"([a-z]+)\.([a-z][a-z-]*)"/#) where areas.contains(match.1) {
                let code = "\(match.1).\(match.2)"
                if !others.contains(code), !kinds.contains(code) { codes.insert(code) }
            }
            if path.contains("/BatonCEL/") || path.contains("/BatonLanguage/Functions/") {
                for match in text.matches(of: #/\breport\(\s*"([a-z-]+)"/#) {
                    codes.insert("expression.\(match.1)")
                }
            }
        }
        return codes.sorted()
    }

    static func page() throws -> ReferencePage { try .read("docs/messages.md") }

    private static func kinds() throws -> [String] {
        try ReferencePage.reference().tables.filter { $0.header[0] == "kind" }.flatMap(\.rows).flatMap(\.names)
    }

    /// The sources of the program, by path.
    static func sources() throws -> [(path: String, text: String)] {
        var found: [(String, String)] = []
        var open = ["\(Repository.path)/Sources"]
        while let folder = open.popLast() {
            for name in try FileContents.names(in: folder).sorted() where name != "BatonTesting" {
                let path = "\(folder)/\(name)"
                if name.hasSuffix(".swift") {
                    found.append((path, try FileContents.text(of: path)))
                } else if !name.contains(".") {
                    open.append(path)
                }
            }
        }
        return found
    }
}

/// docs/messages.md lists every code, and no other.
@Suite struct MessageCodesTests {
    @Test func `every code of the sources has a row, and every row is a code`() throws {
        let listed = try MessageCodes.page().tables.flatMap(\.rows).flatMap(\.names)
        let codes = try MessageCodes.inSources()
        #expect(codes.count > 100)
        #expect(Set(codes).subtracting(listed).sorted() == [], "not in docs/messages.md")
        #expect(Set(listed).subtracting(codes).sorted() == [], "in docs/messages.md, and no code")
        #expect(Set(listed).count == listed.count)
    }

    @Test func `a row says what is wrong and what to do, in sentences, with an example`() throws {
        for row in try MessageCodes.page().tables.flatMap(\.rows) {
            #expect(row.cells.count == 4, "\(row.place)")
            for cell in row.cells.dropFirst().dropLast() {
                #expect(cell.count > 5 && cell.hasSuffix("."), "\(row.place): \(cell)")
            }
            let example = row.cells[row.cells.count - 1]
            #expect(example == "–" || example.contains(" → "), "\(row.place): \(example)")
        }
    }

    /// What a message may be made with in place of a literal code. A new one must lead to codes that the test above finds.
    private static let expressions: Set<String> = [
        "code", "defaultBound", "execNotAllowedCode", "emptyValueCode", "shallowCode", "diagnostic", "notBegunCode",
        // The first argument of calls whose second one is a literal code.
        ".error", ".warning", ".note", "severity",
        // Diagnostics that were made elsewhere.
        "diagnostics", "error.diagnostics", "sink.diagnostics", "paths.diagnostics", "reports.diagnostics", "missing",
    ]

    /// A call that makes a message, up to its first argument that is no text.
    private static var calls: Regex<(Substring, Substring)> {
        #/
        \b (?:Diagnostic|UsageError|EmbeddingError|CELDiagnostic) \( \s*
        (?: \. (?:error|warning|note) , \s* )?
        ( [^",)\[\]{}:]+ ) [,)]
        /#
    }

    @Test func `no message gets its code in a way that this test cannot see`() throws {
        for (path, text) in try MessageCodes.sources() {
            for match in text.matches(of: Self.calls) {
                let expression = String(match.1.drop(while: \.isWhitespace))
                #expect(Self.expressions.contains(expression), "\(path): \(match.0)")
            }
        }
    }

    /// A user may meet any code and any kind in output.
    @Test func `baton explain has a line about every code and every kind`() throws {
        let words = try MessageCodes.inSources() + Failure.Kind.all.map(\.rawValue)
        #expect(words.filter { Reference.lines(about: $0).isEmpty } == [])
    }
}

import BatonDiagnostics
import Testing

@testable import BatonYAML

/// Everything that libyaml 0.2.5 may complain of (scanner.c, parser.c, reader.c): its words never reach a user.
struct ProblemTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var bytes: [UInt8]
        var context: String
        var problem: String

        init(_ text: String, _ context: String, _ problem: String) {
            self.init(bytes: Array(text.utf8), context, problem)
        }

        init(bytes: [UInt8], _ context: String, _ problem: String) {
            self.bytes = bytes
            self.context = context
            self.problem = problem
        }

        var testDescription: String { "\(context), \(problem)" }
    }

    private static let token = "found character that cannot start any token"
    private static let colon = "could not find expected ':'"
    private static let lineEnd = "did not find expected comment or line break"
    private static let name = "did not find expected alphabetic or numeric character"
    private static let wordEnd = "did not find expected whitespace or line break"
    private static let exclamation = "did not find expected '!'"
    private static let uri = "did not find expected tag URI"
    private static let octet = "did not find URI escaped octet"
    private static let leading = "found an incorrect leading UTF-8 octet"
    private static let trailing = "found an incorrect trailing UTF-8 octet"

    private static let scanner = [
        Case("a: @", "while scanning for the next token", token),
        Case("a: 1\nfoo\nbar: 1\n", "while scanning a simple key", colon),
        Case("a: 1\nfoo", "while scanning a simple key", colon),
        Case("a: - b", "", "block sequence entries are not allowed in this context"),
        Case("a: ? b", "", "mapping keys are not allowed in this context"),
        Case("a: b: c", "", "mapping values are not allowed in this context"),
        Case("a: & b", "while scanning an anchor", name),
        Case("a: * b", "while scanning an alias", name),
        Case("a: |0\n b", "while scanning a block scalar", "found an indentation indicator equal to 0"),
        Case("a: |+0\n b", "while scanning a block scalar", "found an indentation indicator equal to 0"),
        Case("a: | b", "while scanning a block scalar", lineEnd),
        Case(
            "a: |\n\tb", "while scanning a block scalar", "found a tab character where an indentation space is expected"
        ),
        Case("a: 'b\n---\n", "while scanning a quoted scalar", "found unexpected document indicator"),
        Case("a: \"b", "while scanning a quoted scalar", "found unexpected end of stream"),
        Case("a: \"\\q\"", "while parsing a quoted scalar", "found unknown escape character"),
        Case("a: \"\\xZZ\"", "while parsing a quoted scalar", "did not find expected hexdecimal number"),
        Case("a: \"\\ud800\"", "while parsing a quoted scalar", "found invalid Unicode character escape code"),
        Case("a: [b:[c]]", "while scanning a plain scalar", "found unexpected ':'"),
        Case(
            "a:\n  b\n\tc", "while scanning a plain scalar", "found a tab character that violates indentation"),
    ]

    private static let tags = [
        Case("a: !<b c> d", "while scanning a tag", "did not find the expected '>'"),
        Case("a: !b^ c", "while scanning a tag", wordEnd),
        Case("a: !<> b", "while parsing a tag", uri),
        Case("a: !b%zz c", "while parsing a tag", octet),
        Case("a: !b%FF c", "while parsing a tag", leading),
        Case("a: !b%C3%41 c", "while parsing a tag", trailing),
        Case("a: !b!c d", "while parsing a node", "found undefined tag handle"),
    ]

    /// A line that begins with `%` is a directive also where no document begins.
    private static let directives = [
        Case("%FOO\n--- a", "while scanning a directive", "found unknown directive name"),
        Case("%YAML 1.1 b\n--- a", "while scanning a directive", lineEnd),
        Case("% \n--- a", "while scanning a directive", "could not find expected directive name"),
        Case("%F!\n--- a", "while scanning a directive", "found unexpected non-alphabetical character"),
        Case("%YAML 1\n--- a", "while scanning a %YAML directive", "did not find expected digit or '.' character"),
        Case(
            "%YAML 1234567890.1\n--- a", "while scanning a %YAML directive", "found extremely long version number"),
        Case("%YAML x\n--- a", "while scanning a %YAML directive", "did not find expected version number"),
        Case("%TAG !a!b c\n--- a", "while scanning a %TAG directive", "did not find expected whitespace"),
        Case("%TAG ! b^\n--- a", "while scanning a %TAG directive", wordEnd),
        Case("%TAG b c\n--- a", "while scanning a tag directive", exclamation),
        Case("%TAG !b c\n--- a", "while parsing a tag directive", exclamation),
        Case("%TAG ! \n--- a", "while parsing a %TAG directive", uri),
        Case("%TAG ! b%zz\n--- a", "while parsing a %TAG directive", octet),
        Case("%TAG ! b%FF\n--- a", "while parsing a %TAG directive", leading),
        Case("%TAG ! b%C3%41\n--- a", "while parsing a %TAG directive", trailing),
        Case("%YAML 1.1\n%YAML 1.1\n--- a", "", "found duplicate %YAML directive"),
        Case("%YAML 2.0\n--- a", "", "found incompatible YAML document"),
        Case("%TAG ! b\n%TAG ! c\n--- a", "", "found duplicate %TAG directive"),
    ]

    private static let parser = [
        Case("'a' 'b'", "", "did not find expected <document start>"),
        Case("a: ]", "while parsing a block node", "did not find expected node content"),
        Case("a: [,]", "while parsing a flow node", "did not find expected node content"),
        Case("- a\nb: 1", "while parsing a block collection", "did not find expected '-' indicator"),
        Case("a: 1\n- b", "while parsing a block mapping", "did not find expected key"),
        Case("a: [b", "while parsing a flow sequence", "did not find expected ',' or ']'"),
        Case("a: {b", "while parsing a flow mapping", "did not find expected ',' or '}'"),
    ]

    private static let reader = [
        Case(bytes: [0x61, 0xFF], "", "invalid leading UTF-8 octet"),
        Case(bytes: [0x61, 0xE2, 0x82], "", "incomplete UTF-8 octet sequence"),
        Case(bytes: [0x61, 0xC3, 0x28], "", "invalid trailing UTF-8 octet"),
        Case(bytes: [0x61, 0xC0, 0x80], "", "invalid length of a UTF-8 sequence"),
        Case(bytes: [0x61, 0xED, 0xA0, 0x80], "", "invalid Unicode character"),
        Case(bytes: [0x61, 0x01], "", "control characters are not allowed"),
    ]

    /// What no file can bring about: it is read from memory as UTF-8, and is not that large.
    private static let unreachable = [
        ("", "input error"), ("", "input is too long"), ("", "incomplete UTF-16 character"),
        ("", "unexpected low surrogate area"), ("", "incomplete UTF-16 surrogate pair"),
        ("", "expected low surrogate area"), ("", "did not find expected <stream-start>"),
        ("while scanning a tag", exclamation), ("", ""), ("while scanning something new", "found something new"),
    ]

    private static let reachable = scanner + tags + directives + parser + reader

    @Test(arguments: reachable) func `every complaint of libyaml is told in our words`(_ item: Case) {
        #expect(Self.complaint(of: item.bytes) == [item.context, item.problem])
        let composed = Composed(bytes: item.bytes)
        #expect(!composed.diagnostics.isEmpty)
        for diagnostic in composed.diagnostics { Self.verify(diagnostic) }
    }

    /// Also of places that the complaint never comes from: the end of the file and its start.
    @Test(arguments: reachable.map { ($0.context, $0.problem) } + unreachable, [0, 4, 9, 40])
    func `no complaint passes unknown, wherever it is`(_ words: (String, String), _ place: Int) {
        let file = SourceFile(path: "file.yaml", text: "a: { b: [1, c\n\td: \"é: x\n")
        let offset = min(place, file.bytes.count)
        for (context, isInFlow) in [(0, false), (offset, false), (offset, true)] {
            let problem = SyntaxProblem(
                context: words.0, contextIndex: context, problem: words.1, problemIndex: offset, isInFlow: isInFlow)
            for brackets in [[], [3, 8]] {
                let reading = SyntaxReading(
                    problem, file: file, context: context, problem: offset, openBrackets: brackets)
                let diagnostics = reading.accidents.compactMap(\.diagnostic)
                #expect(!diagnostics.isEmpty)
                for diagnostic in diagnostics { Self.verify(diagnostic) }
            }
        }
    }

    @Test func `a complaint that nobody knows has a general message`() {
        let problem = SyntaxProblem(
            context: "while x", contextIndex: 0, problem: "found y", problemIndex: 3, isInFlow: false)
        let file = SourceFile(path: "file.yaml", text: "a: b\n")
        let reading = SyntaxReading(problem, file: file, context: 0, problem: 3, openBrackets: [])
        #expect(reading.accidents.map { $0.diagnostic?.message } == ["YAML cannot be read from here on"])
        #expect(reading.accidents.first?.diagnostic?.range?.text == "b")
    }

    static func verify(_ diagnostic: Diagnostic) {
        let text = ([diagnostic.message, diagnostic.help ?? ""] + diagnostic.notes.map(\.message)).joined(
            separator: " ")
        for words in LibraryWords.all { #expect(!text.contains(words), "\(text)") }
        guard let range = diagnostic.range else {
            Issue.record("\(text) has no place")
            return
        }
        #expect(range.lower <= range.upper && range.upper <= range.file.bytes.count, "\(text)")
    }

    /// What libyaml itself says of some bytes: context and problem of its first complaint.
    private static func complaint(of bytes: [UInt8]) -> [String] {
        bytes.withUnsafeBufferPointer { bytes -> [String] in
            guard var stream = EventStream(bytes) else { return [] }
            for _ in 0..<1000 {
                if !stream.advance() { return [stream.problem.context, stream.problem.problem] }
            }
            return []
        }
    }
}

/// How libyaml speaks, and nobody else.
enum LibraryWords {
    static let all = [
        "while scanning", "while parsing", "did not find", "could not find", "found un", "found character", "found a",
        "found in", "found ext", "found dup", "found some", "simple key", "block mapping", "flow mapping", "flow node",
        "block sequence", "block node", "mapping values", "mapping keys", "token", "octet", "in this context",
        "stream", "surrogate", "hexdecimal", "input ", "scalar",
    ]
}

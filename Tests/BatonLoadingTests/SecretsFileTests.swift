import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// `--secrets-file`: both forms, and messages that show nothing of the file.
@Suite struct SecretsFileTests {
    private func read(_ text: String) throws(SecretsFile.ReadError) -> [String: String] {
        let given = try SecretsFile.read(SourceFile(path: "s.env", text: text))
        return Dictionary(uniqueKeysWithValues: given.map { ($0.name, $0.value) })
    }

    @Test(arguments: [
        ("A=one", ["A": "one"]),
        ("# comment\n\n  A = one two  # why\nexport B=x#y\r\nC=", ["A": "one two", "B": "x#y"]),
        ("A='it is # $(one) \\n'", ["A": "it is # $(one) \\n"]), (#"A="a\"b\\c\nd\$e\q""#, ["A": "a\"b\\c\nd$e\\q"]),
        ("A='line 1\nline 2' # key\nB=2", ["A": "line 1\nline 2", "B": "2"]), ("A=b=c==", ["A": "b=c=="]),
        ("A=\nB=''", [:]), ("\u{FEFF}A=1", ["A": "1"]), ("", [:]), ("# nothing\n", [:]),
        ("A: one", ["A": "one"]), ("A: 0123\nB: true\nC: null\nD: ''", ["A": "0123", "B": "true"]),
        ("A: |\n  line 1\n  line 2\n", ["A": "line 1\nline 2\n"]),
        (#"{"A": "x=y", "B": 12}"#, ["A": "x=y", "B": "12"]),
        ("A: $(process.env.HOME)", ["A": "$(process.env.HOME)"]),
    ])
    func `a file gives names and values`(_ text: String, _ expected: [String: String]) throws {
        #expect(try read(text) == expected)
    }

    @Test(arguments: [
        ("A=1\nhunter22", "s.env:2: this line is no `NAME=value`"),
        ("A=1\nA=hunter22", "s.env:2: the secret `A` stands here again, first in line 1"),
        ("A='hunter22\nB=2", "s.env:1: the quote that begins here is never closed"),
        ("A='x'hunter22", "s.env:1: something stands behind the closing quote"),
        ("hun-ter22=x", "s.env:1: this is no name of a secret"),
        ("A: hunter22\nhun ter22: 1", "s.env:2: this is no name of a secret"),
        ("A: [hunter22]", "s.env:1: a secret is a text, this is a list"),
        ("A: { x: hunter22 }", "s.env:1: a secret is a text, this is a map"),
        ("hunter22", "s.env:1: a file of secrets wants names with values, this is a text"),
        ("- hunter22", "s.env:1: a file of secrets wants names with values, this is a list"),
        ("A: 'hunter22", "s.env:1: this cannot be read as YAML (yaml."),
        ("A: x: hunter22", "s.env:1: this cannot be read as YAML (yaml."),
        ("A: 1\nA: hunter22", "s.env:2: this cannot be read as YAML (yaml."),
    ])
    func `a mistake has its line, and nothing of the file is shown`(_ text: String, _ message: String) {
        let problems = #expect(throws: SecretsFile.ReadError.self) { try read(text) }
        let diagnostics = problems?.diagnostics ?? []
        #expect(diagnostics.first?.message.text.hasPrefix(message) == true, "\(diagnostics.map(\.message))")
        for diagnostic in diagnostics {
            let shown = DiagnosticRenderer(style: .plain).render(diagnostic)
            #expect(!shown.contains("hunter22") && !shown.contains("ter22"), "\(shown)")
            #expect(diagnostic.help != nil)
        }
    }
}

package import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonSources
import BatonWorkflow
import BatonYAML

/// Reads a file of secrets (`--secrets-file`): lines of `NAME=value` in the format of dotenv files, or a YAML or JSON
/// map.
///
/// The first line decides on the format. Values are literal, `$(…)` included; an empty value is ignored. Messages name
/// file, line and secret, but never contain text of the file.
package enum SecretsFile {
    package struct Given: Sendable, Equatable {
        package let name: String
        package let value: String
        package let line: Int

        package init(name: String, value: String, line: Int) {
            self.name = name
            self.value = value
            self.line = line
        }
    }

    /// All mistakes because of which a file cannot be read.
    package struct ReadError: Error {
        package var diagnostics: [Diagnostic]
    }

    package static func read(_ file: SourceFile) throws(ReadError) -> [Given] {
        var diagnostics: [Diagnostic] = []
        let given =
            AssignmentLines.isFirstLine(of: file.bytes) ? assignments(file, &diagnostics) : map(file, &diagnostics)
        var lines: [String: Int] = [:]
        for entry in given {
            if !Language.isIdentifier(entry.name) {
                diagnostics.append(.badSecretName(file.path, entry.line))
            } else if let first = lines.updateValue(entry.line, forKey: entry.name) {
                diagnostics.append(.repeatedSecret(entry.name, file.path, entry.line, first: first))
            }
        }
        guard diagnostics.isEmpty else { throw ReadError(diagnostics: diagnostics) }
        return given.filter { !$0.value.isEmpty }
    }

    private static func assignments(_ file: SourceFile, _ diagnostics: inout [Diagnostic]) -> [Given] {
        var lines = AssignmentLines(file.bytes)
        let given = lines.read()
        diagnostics += lines.errors.map { .badSecretLine(file.path, $0.line, $0.error) }
        return given
    }

    private static func map(_ file: SourceFile, _ diagnostics: inout [Diagnostic]) -> [Given] {
        if AssignmentLines.isEmpty(file.bytes) { return [] }
        let sink = DiagnosticSink()
        let root = YAMLComposer.compose(file, into: sink)
        for problem in sink.diagnostics where problem.severity == .error {
            diagnostics.append(.badSecretsMap(file.path, problem.range?.start.line ?? 1, problem.code))
        }
        guard diagnostics.isEmpty, let root else { return [] }
        guard let entries = root.entries else {
            diagnostics.append(.noSecretsMap(file.path, root.kindName))
            return []
        }
        return entries.compactMap { entry in
            let line = entry.keyRange.start.line
            guard let scalar = entry.value.scalar else {
                diagnostics.append(.badSecretValue(file.path, line, entry.value.kindName))
                return nil
            }
            let isNull = if case .null = entry.value.json { true } else { false }
            return Given(name: entry.keyText, value: isNull ? "" : scalar.text, line: line)
        }
    }
}

extension Diagnostic {
    /// The finding, with the place in its message, because an excerpt would show the secret.
    private static func secretsFile(_ path: String, _ line: Int, _ message: Message, help: Message) -> Diagnostic {
        Diagnostic("secrets.invalid-file", "\(path):\(line): \(message)", at: nil, help: help)
    }

    static func badSecretName(_ path: String, _ line: Int) -> Diagnostic {
        secretsFile(
            path, line, "this is no name of a secret",
            help: "a name has letters, digits and underscores, and begins with no digit")
    }

    static func repeatedSecret(_ name: String, _ path: String, _ line: Int, first: Int) -> Diagnostic {
        secretsFile(
            path, line, "the secret `\(name)` stands here again, first in line \(first)",
            help: "take one of the two away")
    }

    static func badSecretLine(_ path: String, _ line: Int, _ error: AssignmentLines.LineError) -> Diagnostic {
        switch error {
        case .noAssignment:
            secretsFile(
                path, line, "this line is no `NAME=value`",
                help: "a value of several lines stands in quotes; `#` begins a comment")
        case .unclosedQuote:
            secretsFile(
                path, line, "the quote that begins here is never closed",
                help: "close it; a quote that belongs to the value stands in quotes of the other kind")
        case .afterQuote:
            secretsFile(
                path, line, "something stands behind the closing quote",
                help: "a quote that belongs to the value stands in quotes of the other kind")
        }
    }

    static func badSecretsMap(_ path: String, _ line: Int, _ code: String) -> Diagnostic {
        secretsFile(
            path, line, "this cannot be read as YAML (\(code))",
            help: "write `NAME: value` or `NAME=value` on each line; quotes around the value often help")
    }

    static func noSecretsMap(_ path: String, _ kind: String) -> Diagnostic {
        secretsFile(
            path, 1, "a file of secrets wants names with values, this is \(kind)",
            help: "write `NAME: value` or `NAME=value` on each line")
    }

    static func badSecretValue(_ path: String, _ line: Int, _ kind: String) -> Diagnostic {
        secretsFile(
            path, line, "a secret is a text, this is \(kind)",
            help: "write `NAME: value`; a text of several lines stands below `NAME: |`")
    }
}

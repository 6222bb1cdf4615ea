import BatonImport
import Testing

/// A script with the statements that it becomes.
struct ScriptSample: Sendable, CustomTestStringConvertible {
    let script: String
    let expected: String

    var testDescription: String { script }

    /// Blocks between empty lines: a script, and behind `=>` what it becomes.
    static func samples(in text: String) -> [ScriptSample] {
        text.split(separator: "\n\n").map { block in
            let lines = block.split(separator: "\n")
            return ScriptSample(
                script: lines.filter { !$0.hasPrefix("=> ") }.joined(separator: "\n"),
                expected: lines.filter { $0.hasPrefix("=> ") }.map { $0.dropFirst(3) }.joined(separator: "\n"))
        }
    }

    static func translation(
        of script: String, phase: ScriptPlace.Phase = .after, sharedCode: [String: String] = [:],
        scopes: ScopeNames = ScopeNames()
    ) -> ScriptTranslation {
        var names = VariableNames(reserved: VariableNames.reservedWords)
        var place = ScriptPlace(request: "Shop › Order", phase: phase, requestName: "Order")
        place.sharedCode = sharedCode
        place.scopes = scopes
        return ScriptTranslator.statements(of: script, place: place, names: &names)
    }

    /// The statements of the script. The place of a note is its line.
    var printed: String {
        StatementPrinter.lines(Self.translation(of: script).statements).joined(separator: "\n")
    }
}

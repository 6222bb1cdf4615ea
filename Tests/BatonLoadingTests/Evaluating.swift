import BatonCEL
import BatonValues

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// Evaluates expressions with the functions of workflows, in a world that a test decides.
enum Evaluating {
    /// A clock that stands still, numbers that count up, files from a table.
    struct Host: FunctionHost {
        func now() throws(CELError) -> Timestamp {
            guard let moment = Timestamp(rfc3339: "2026-11-21T10:20:30.5Z") else { throw CELError("no moment") }
            return moment
        }

        func random() throws(CELError) -> UInt64 { 0x0123_4567_89AB_CDEF }
        func uuid4() throws(CELError) -> String { "four" }
        func uuid7() throws(CELError) -> String { "seven" }

        func read(_ path: String, limit: Int) throws(CELError) -> [UInt8] {
            switch path {
            case "a.txt": return Array("content".utf8)
            case "latin.txt": return [0xE9]
            default: throw CELError("there is no file `\(path)`")
            }
        }
    }

    final class Scope: TemplateScope {
        private let values: [CELValue?]
        var host: any FunctionHost { Host() }

        init(_ values: [CELValue?]) { self.values = values }

        func value(at slot: Int) throws(CELError) -> CELValue? { values.indices.contains(slot) ? values[slot] : nil }
        func noteSecret(_ text: String) {}
    }

    /// `x` and `secret` are variables.
    static let declarations = CELDeclarations(library: FunctionLibrary.library).declaring("x", slot: 0)
        .declaring("secret", slot: 1)

    static func issues(_ text: String) -> [CELDiagnostic] {
        var issues: [CELDiagnostic] = []
        _ = CELProgram.compile(text, in: declarations) { issues.append($0) }
        return issues
    }

    /// The value; a mistake that is found before is thrown with its message.
    static func value(_ text: String, x: CELValue? = nil) throws(CELError) -> CELValue {
        var issue: CELDiagnostic?
        guard let program = CELProgram.compile(text, in: declarations, report: { issue = issue ?? $0 }) else {
            throw CELError(.argument, issue?.message ?? "no issue was reported")
        }
        return try program.evaluate(Scope([x, CELValue(.string("s3cret"), isTainted: true)]))
    }
}

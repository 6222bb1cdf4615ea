import BatonCEL
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonWorkflow

/// Each issue points into the text, no evaluation outlives its limits, and explaining comes to the same result.
enum CELTarget {
    private static let values: [(name: String, type: CELType, value: CELValue?)] = [
        ("a", .dyn, CELValue(json: ["b": [1, 2.5, "x", .null, ["c": true]], "n": 9_007_199_254_740_993])),
        ("n", .int, .int(7 as Int)),
        ("s", .string, .string("Ada, é🙂")),
        ("l", .anyList, CELValue(json: [3, 1, 2])),
        ("token", .string, CELValue(.string("s3cret"), isTainted: true)),
        ("unset", .dyn, nil),
    ]

    private static let declarations: CELDeclarations = {
        var declarations = CELDeclarations(library: FunctionLibrary.library)
        for (slot, variable) in values.enumerated() {
            declarations.declare(variable.name, slot: slot, type: variable.type)
        }
        return declarations
    }()

    private final class Activation: CELActivation {
        func value(at slot: Int) throws(CELError) -> CELValue? { values[slot].value }
    }

    private static let limits: CELLimits = {
        var limits = CELLimits()
        limits.passes = 100_000
        limits.madeBytes = 4 << 20
        limits.nanoseconds = 1_000_000_000
        return limits
    }()

    static func violation(in bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let template = CELTemplate.parse(text)
        for issue in template.diagnostics where !isSound(issue, in: text) { return "a template's \(issue)" }
        var issues: [CELDiagnostic] = []
        let program = CELProgram.compile(text, in: declarations) { issues.append($0) }
        for issue in issues where !isSound(issue, in: text) { return "\(issue)" }
        guard let program else { return issues.isEmpty ? "it was refused without a word" : nil }
        guard issues.isEmpty else { return "it was taken with issues: \(issues)" }
        return violation(of: program)
    }

    private static func isSound(_ issue: CELDiagnostic, in text: String) -> Bool {
        issue.range.upperBound <= text.utf8.count && !issue.message.isEmpty && !issue.code.isEmpty
    }

    private static func violation(of program: CELProgram) -> String? {
        let activation = Activation()
        let explained = program.explain(activation, limits: limits)
        for part in explained.parts where part.range.upperBound > program.text.utf8.count {
            return "an explained part lies outside: \(part.range)"
        }
        do throws(CELError) {
            let value = try program.evaluate(activation, limits: limits)
            _ = value.brief
            _ = try? value.toJSON()
            switch explained.result {
            case .success(let other):
                let isSame = !program.isPure || value.brief == other.brief
                return isSame ? nil : "explained it is \(other.brief), else \(value.brief)"
            case .failure(let error): return error.kind == .limit ? nil : "only explained it fails: \(error.message)"
            }
        } catch {
            guard !error.message.isEmpty else { return "an error without a message" }
            if let range = error.range, range.upperBound > program.text.utf8.count {
                return "the error points out of the text: \(range)"
            }
            if case .success = explained.result, error.kind != .limit { return "only explained it has a value" }
            return nil
        }
    }
}

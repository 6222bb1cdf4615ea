import BatonCEL
import BatonLanguage

/// Whether the loader takes the expressions of a statement: types that are known there may never be equal, or have no such
/// member.
enum ScriptAcceptance {
    private static let declarations: CELDeclarations = {
        var declarations = Roots.declarations
        declarations.suggestsNames = false
        return declarations
    }()

    static func check(_ statement: ImportedStatement) throws(ScriptLoss) {
        switch statement {
        case .check(let check): try self.check(check.subject)
        case .set(_, let expression): _ = try type(of: expression)
        case .capture(_, let source): if case .expression(let expression) = source { _ = try type(of: expression) }
        case .branch(let test, _, _): try checkCondition(test)
        case .loop(let list, _, _):
            guard try type(of: list).mayBeList else { throw ScriptLoss("A loop over what is no list.") }
        case .wait(let time): try check(.text(time))
        case .request, .next, .fail, .note: break
        }
    }

    static func takes(_ condition: String) -> Bool { (try? checkCondition(condition)) != nil }

    /// What is known of the type of an expression.
    static func kind(of expression: String) -> ScriptType {
        switch (try? type(of: expression)) ?? .dyn {
        case .string: .string
        case .bool: .boolean
        case .int, .uint: .integer
        case .double: .number
        case .list: .list
        case .map: .map
        case .null: .null
        default: .unknown
        }
    }

    private static func check(_ subject: ImportedSubject) throws(ScriptLoss) {
        switch subject {
        case .status(let operators), .header(_, let operators), .cookie(_, let operators), .body(let operators),
            .json(_, let operators), .duration(let operators):
            for one in operators { try check(one.value) }
        case .document(let value), .documentIncludes(let value): try check(value)
        case .schema: break
        case .condition(let condition): try checkCondition(condition)
        }
    }

    private static func check(_ value: ImportedValue) throws(ScriptLoss) {
        switch value {
        case .null, .boolean, .number: break
        case .text(let text): for case .expression(let expression) in text.pieces { _ = try type(of: expression) }
        case .list(let items): for item in items { try check(item) }
        case .map(let members): for member in members { try check(member.value) }
        }
    }

    private static func checkCondition(_ text: String) throws(ScriptLoss) {
        guard try type(of: text).mayBeBoolean else { throw ScriptLoss("A condition that is neither true nor false.") }
    }

    /// Names of variables are those of the source: what they hold is not known here.
    private static func type(of expression: String) throws(ScriptLoss) -> CELType {
        var mistake: CELDiagnostic?
        let program = CELProgram.compileUnchecked(expression, in: declarations) { issue in
            if issue.code != "expression.unknown-name", mistake == nil { mistake = issue }
        }
        if let mistake {
            throw ScriptLoss(
                "In an expression this is a mistake: \(mistake.message)", mistake.help ?? "Write what is meant.")
        }
        return program?.resultType ?? .dyn
    }
}

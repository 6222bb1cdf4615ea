import BatonCEL
import Testing

/// An expression that is one name is kept as no more than that, and is otherwise like any other.
@Suite struct NameExpressionTests {
    private func program(_ text: String) throws -> CELProgram {
        try #require(CELProgram.compile(text, in: Sample.declarations) { Issue.record("\($0)") })
    }

    @Test func `a name refers to its variable and has the variable's type`() throws {
        let program = try program("count")
        #expect(program.name == "count" && program.text == "count")
        #expect(program.references == [["count"]] && program.resultType == .int && program.isPure)
    }

    @Test(arguments: [" count", "count ", "(count)", "count + 0", "json.id", "true", "null", "int", "'count'"])
    func `an expression with more than a variable's name is no plain name`(_ text: String) throws {
        #expect(try program(text).name == nil)
    }

    @Test(arguments: ["as", "in", "while", "coutn", "3count", ""])
    func `a name that is no variable is explained`(_ text: String) {
        var issues: [CELDiagnostic] = []
        #expect(CELProgram.compile(text, in: Sample.declarations) { issues.append($0) } == nil)
        #expect(issues.count == 1)
    }

    @Test(arguments: ["true", "in", "for"])
    func `a word of the language stays one where a variable has its name`(_ word: String) {
        var declarations = CELDeclarations()
        declarations.declare(word, slot: 0)
        #expect(CELProgram.compile(word, in: declarations) { _ in }?.name == nil)
    }

    @Test func `a variable without a value is named with its place`() throws {
        let error = #expect(throws: CELError.self) { try Sample.evaluate("unset") }
        #expect(error?.kind == .notSet && error?.message == "`unset` is not set" && error?.range == 0..<5)
    }

    @Test func `a plain name is explained like the same name in parentheses`() throws {
        var declarations = CELDeclarations()
        declarations.declare("flag", slot: 0)
        let activation = FixedActivation([.bool(false)])
        let name = try #require(CELProgram.compile("flag", in: declarations) { _ in }).explain(activation)
        let same = try #require(CELProgram.compile("(flag)", in: declarations) { _ in }).explain(activation)
        #expect(try name.result.get().boolValue == false)
        #expect(name.parts.map(\.text) == same.parts.map(\.text))
        #expect(name.parts.map { $0.value?.brief } == same.parts.map { $0.value?.brief })
    }
}

import BatonDiagnostics
import BatonLoading
import BatonWorkflow
import Testing

@testable import BatonRunner

@Suite struct SelectionTests {
    private static func workflow(_ text: String) throws -> Workflow {
        let sink = DiagnosticSink()
        let context = LoadingContext(projectVariables: [], environment: nil, hasBaseURL: true)
        return try #require(FileLoader(context).load(SourceFile(path: "w.yaml", text: text), into: sink))
    }

    @Test(
        arguments: [
            (["smoke"], [], [], true), (["other"], [], [], false), (["other", "slow"], [], [], true),
            ([], ["slow"], [], false), ([], ["other"], [], true), ([], [], ["Sign*"], true), ([], [], ["sign*"], false),
            ([], [], ["*in"], true), (["smoke"], ["slow"], [], false),
            (["smoke and not slow"], [], [], false), (["smoke and slow"], [], [], true),
            ([], ["smoke and other"], [], true), ([], ["smoke and slow"], [], false),
        ] as [([String], [String], [String], Bool)])
    func `tags and names select`(_ tags: [String], _ excluded: [String], _ names: [String], _ expected: Bool) throws {
        var selection = Selection()
        selection.tags = try tags.map { try TagExpression($0) }
        selection.excludedTags = try excluded.map { try TagExpression($0) }
        selection.names = names
        let workflow = try Self.workflow("name: Sign in\ntags: [smoke, slow]\nsteps: [ get: /x ]")
        #expect(selection.includes(workflow) == expected)
    }

    @Test(
        arguments: [
            ("owner: team shop", ["team shop"], true), ("owner: team shop", ["team*"], true),
            ("owner: team shop", ["shop"], false), ("owner: team shop", ["x", "*shop"], true),
            ("description: without", ["*"], false), ("description: without", [], true),
        ] as [(String, [String], Bool)])
    func `owners select`(_ line: String, _ owners: [String], _ expected: Bool) throws {
        var selection = Selection()
        selection.owners = owners
        let workflow = try Self.workflow("\(line)\nsteps: [ get: /x ]")
        #expect(selection.includes(workflow) == expected)
    }

    @Test(arguments: [
        ("Sign in", true), ("Sign in [row=ada]", true), ("Sign in[row=ada]", true), ("Sign*[row=a?a]", true),
        ("*[row={ada,bob}]", true), ("*ada]", true), ("[row=ada]", false), ("*[row=bob]", false), ("ada", false),
        ("Sign up [row=ada]", false), ("Sign in [row=]", false),
    ])
    func `a name may say which row`(_ pattern: String, _ expected: Bool) throws {
        var selection = Selection()
        selection.names = [pattern]
        let workflow = try Self.workflow("name: Sign in\nrows: [ada]\nsteps: [ get: /x ]")
        #expect(selection.includes(workflow, row: "ada") == expected)
    }
}

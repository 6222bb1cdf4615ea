import BatonDiagnostics
import BatonLoading
import BatonWorkflow
import Testing

@testable import BatonImport

@Suite struct `A workflow written from an import` {
    @Test(arguments: 0..<250) func `is one without mistakes and warnings, whatever the source says`(seed: Int) throws {
        var generated = GeneratedProject(seed)
        let project = generated.project()
        var settings = WorkflowWriter.Settings()
        settings.hasProject = seed % 3 != 0
        let written = WorkflowWriter.write(project, settings)
        let found = Loaded(written)
        #expect(found.problems == [], "\(seed)\n\(written.projectText ?? "")\n\(written.workflowText)")
        #expect(WorkflowWriter.write(project, settings).workflowText == written.workflowText)
    }

    /// The loader takes what is written of any script, without that anything must be left out of it then.
    @Test(arguments: 0..<120) func `of a script is one without mistakes`(seed: Int) {
        let script = GeneratedTestScript.make(seed)
        var names = VariableNames(reserved: VariableNames.reservedWords)
        var place = ScriptPlace(request: "Read", phase: .after, requestName: "Read")
        place.dynamicExpressions = DynamicVariable.expressions
        let statements = ScriptTranslator.statements(of: script, place: place, names: &names).statements
        var request = ImportedRequest(name: "Read", url: ImportText("http://127.0.0.1:8917/items"))
        request.after = statements
        var collection = ImportedCollection(name: "Shop")
        collection.variables = ["token", "n", "list"].map {
            ImportedVariable(name: names.name(of: $0), value: .text(ImportText("a")))
        }
        collection.items = [.request(request)]
        let written = WorkflowWriter.write(ImportedProject(collection: collection))
        let problems = Loaded(written).refusals.map(\.reason)
        #expect(problems == [], "\(seed)\n\(script)\n\(written.workflowText)")
    }

    @Test(arguments: ["string", "number", "integer", "boolean", "object", "array", "null"])
    func `says any type as a condition too`(type: String) {
        let subject = ImportedSubject.json(path: "$.n", [ImportedOperator(.type, .text(ImportText(type)))])
        var request = ImportedRequest(name: "r", url: ImportText("http://a/x"))
        // Behind a step that sets what the check reads, `expect` has no place for it.
        request.after = [
            .branch(
                test: "response.status == 200",
                then: [.wait(ImportText("1ms")), .check(ImportedCheck(name: "n", subject: subject))], otherwise: [])
        ]
        var collection = ImportedCollection(name: "Shop")
        collection.items = [.request(request)]
        let written = WorkflowWriter.write(ImportedProject(collection: collection))
        #expect(!written.report.isLossy && Loaded(written).problems == [], "\(written.workflowText)")
        #expect(written.workflowText.contains("response.json.n"), "\(written.workflowText)")
    }

    @Test(arguments: [
        (".eq 2xx", "response.status >= 200 && response.status < 300"),
        (".ne 5xx", "!(response.status >= 500 && response.status < 600)"),
        (".in 2xx 3xx 4xx", "response.status >= 200 && response.status < 500"),
        (
            ".in 2xx 4xx",
            "(response.status >= 200 && response.status < 300) || (response.status >= 400 && response.status < 500)"
        ),
        (".not_in 5xx 404", "!((response.status >= 500 && response.status < 600) || response.status in [404])"),
        (".in 200 201", "response.status in [200, 201]"),
    ])
    func `says classes of a status beside another check of it`(operation: String, expected: String) throws {
        let words = operation.dropFirst().split(separator: " ").map(String.init)
        let values = words.dropFirst().map { word in
            word.hasSuffix("xx") ? ImportedValue.text(ImportText(word)) : .number(word)
        }
        let name = try #require(ImportedOperator.Name(rawValue: words[0]))
        let isList = name == .in || name == .notIn
        let second = ImportedOperator(name, isList ? .list(values) : values[0])
        var request = ImportedRequest(name: "r", url: ImportText("http://a/x"))
        request.after = [ImportedOperator(.eq, .number("200")), second].map {
            .check(ImportedCheck(name: "t", subject: .status([$0])))
        }
        var collection = ImportedCollection(name: "Shop")
        collection.items = [.request(request)]
        let written = WorkflowWriter.write(ImportedProject(collection: collection))
        #expect(Loaded(written).problems == [] && written.workflowText.contains(expected), "\(written.workflowText)")
    }

    @Test(arguments: [
        ("within(1, 3)", "size(response.json.s) <= 3"),
        ("at.least(1).and.to.be.at.most(2)", "size(response.json.s) <= 2"),
        ("above(0).and.to.be.below(9)", "size(response.json.s) < 9"),
    ])
    func `has both bounds of a length`(words: String, expected: String) {
        var names = VariableNames(reserved: VariableNames.reservedWords)
        let place = ScriptPlace(request: "r", phase: .after, requestName: "r")
        var request = ImportedRequest(name: "r", url: ImportText("http://a/x"))
        let script = "pm.test('t', () => pm.expect(pm.response.json().s.length).to.be.\(words))"
        request.after = ScriptTranslator.statements(of: script, place: place, names: &names).statements
        var collection = ImportedCollection(name: "Shop")
        collection.items = [.request(request)]
        let written = WorkflowWriter.write(ImportedProject(collection: collection))
        #expect(!written.report.isLossy && Loaded(written).problems == [], "\(written.workflowText)")
        #expect(written.workflowText.contains(expected), "\(written.workflowText)")
    }

    @Test func `counts the tests of requests with one name apart`() {
        var request = ImportedRequest(name: "r", url: ImportText("http://a/x"))
        let check = ImportedCheck(name: "t", subject: .status([ImportedOperator(.eq, .number("200"))]))
        request.after = [.check(check)]
        var other = request
        other.after.append(
            .note(
                ImportNote(.lost, request: "r", place: "test script", statement: "", reason: "", advice: "", test: "t"))
        )
        var collection = ImportedCollection(name: "Shop")
        collection.items = [.request(request), .request(request), .request(other)]
        let report = WorkflowWriter.write(ImportedProject(collection: collection)).report
        #expect(report.checks == ImportReport.Count(carried: 2, total: 3))
    }

    @Test(arguments: [1, 20, 21, 60, 300])
    func `takes folders within folders, however many`(depth: Int) {
        var request = ImportedRequest(name: "r", url: ImportText("http://a/x"))
        request.after = [
            .branch(test: "true", then: [.wait(ImportText("1ms")), .wait(ImportText("2ms"))], otherwise: [])
        ]
        var item = ImportedItem.request(request)
        for level in 0..<depth {
            var folder = ImportedFolder(name: "f\(level)")
            folder.items = [item]
            item = .folder(folder)
        }
        var collection = ImportedCollection(name: "Shop")
        collection.items = [item]
        let written = WorkflowWriter.write(ImportedProject(collection: collection))
        #expect(Loaded(written).problems == [] && written.workflowText.contains("name: r\n"))
    }

    @Test(arguments: 0..<60) func `shows no value of a secret`(seed: Int) {
        var generated = GeneratedProject(seed)
        var project = generated.project()
        let secret = project.secrets[0].value
        project.collection.description = "The token is \(secret)."
        project.collection.notes.append(
            ImportNote(
                .lost, request: "", place: "auth", statement: "x(\"\(secret)\")", reason: "no \(secret)", advice: ""))
        let written = WorkflowWriter.write(project)
        let report = written.report.text + "\(written.report.json(file: "c.json"))"
        #expect(!(written.workflowText + (written.projectText ?? "") + report).contains(secret))
    }
}

/// A written workflow as the loader sees it.
struct Loaded {
    var problems: [String] = []
    var refusals: [Refusal] = []
    var workflow: Workflow?

    init(_ written: WorkflowWriter.Written) {
        let sink = DiagnosticSink()
        var environment: EnvironmentSpec?
        if let text = written.projectText {
            environment =
                ProjectLoader(into: sink).load(SourceFile(path: "baton.yaml", text: text), folder: "/p")?
                .environments.first
        }
        let context = LoadingContext(
            projectVariables: [], environment: environment, hasBaseURL: environment?.baseURL != nil,
            mayGetSecrets: environment == nil)
        workflow = FileLoader(context).load(SourceFile(path: "w.yaml", text: written.workflowText), into: sink)
        refusals = sink.diagnostics.compactMap { diagnostic in
            guard diagnostic.severity == .error, let range = diagnostic.range else { return nil }
            return Refusal(offset: range.lower, reason: diagnostic.message.text, advice: "")
        }
        problems = sink.diagnostics.map { diagnostic in
            "\(diagnostic.range?.file.path ?? ""):\(diagnostic.range?.start.line ?? 0): \(diagnostic.message.text)"
        }
    }
}

@Suite struct `Jumps of a collection` {
    /// Requests with the names of targets in the order of the collection, in folders where a name has `/`.
    private func written(_ requests: [(name: String, target: String?)]) -> WorkflowWriter.Written {
        var collection = ImportedCollection(name: "c")
        for (path, target) in requests {
            let parts = path.split(separator: "/").map(String.init)
            var request = ImportedRequest(name: parts.last ?? "", url: ImportText("http://a.example"))
            if let target { request.after = [.next(request: target == "-" ? nil : target)] }
            if parts.count == 1 {
                collection.items.append(.request(request))
            } else if case .folder(var folder)? = collection.items.last, folder.name == parts[0] {
                folder.items.append(.request(request))
                collection.items[collection.items.count - 1] = .folder(folder)
            } else {
                var folder = ImportedFolder(name: parts[0])
                folder.items = [.request(request)]
                collection.items.append(.folder(folder))
            }
        }
        return WorkflowWriter.write(ImportedProject(collection: collection))
    }

    @Test func `to a name that no request has end the run`() {
        let text = written([("a", "nowhere"), ("b", nil)]).workflowText
        #expect(text.contains("next_request: '$(\"(end)\")'"), "\(text)")
        #expect(text.contains("name: b\n    if: next_request != \"(end)\""), "\(text)")
    }

    @Test func `in a callback are jumps`() throws {
        let script =
            "pm.sendRequest('http://b.example', (e, r) => { if (r.code === 500) pm.execution.setNextRequest(T) })"
        for (target, condition) in [("null", #"next_request != "(end)""#), ("'d'", #"next_request != "d""#)] {
            let text = try written(script.replacing("T)", with: "\(target))"))
            #expect(text.contains("name: c\n    if: \(condition)"), "\(text)")
            #expect(text.contains(#"next_request: '$(response.status == 500 ? "#), "\(text)")
        }
    }

    private func written(_ script: String) throws -> String {
        let event = #"{"listen": "test", "script": {"exec": "\#(script)"}}"#
        let input = PostmanSample.collection(
            #"""
            "item": [{"name": "a", "request": "http://a.example", "event": [\#(event)]},
                {"name": "c", "request": "http://a.example"}, {"name": "d", "request": "http://a.example"}]
            """#)
        return WorkflowWriter.write(try ImportFormat.postman.read(input)).workflowText
    }

    @Test func `to a name of several requests lead to the last one`() {
        let text = written([("a", "b"), ("b", nil), ("c", nil), ("b", nil)]).workflowText
        #expect(text.contains("name: c\n    if: next_request != \"b\""), "\(text)")
    }

    @Test(arguments: [
        [("a", nil), ("f/b", nil), ("f/c", nil), ("d", nil), ("g/e", "c"), ("g/h", nil)],
        [("a", nil), ("b", "b")], [("f/a", nil), ("f/b", "a")],
    ])
    func `back repeat what stands between, also over folders`(requests: [(String, String?)]) {
        let written = written(requests.map { (name: $0.0, target: $0.1) })
        #expect(!written.report.isLossy)
        #expect(Loaded(written).problems == [], "\(written.workflowText)")
        #expect(written.workflowText.contains("while: index == 0 || next_request == "), "\(written.workflowText)")
    }
}

@Suite struct `Values that a script sets` {
    private func text(_ before: [[ImportedStatement]]) -> String {
        var collection = ImportedCollection(name: "c")
        collection.items = before.enumerated().map { index, statements in
            var request = ImportedRequest(name: "r\(index)", url: ImportText("http://a.example/"))
            request.url.append(.expression("id"))
            request.before = statements
            return .request(request)
        }
        let written = WorkflowWriter.write(ImportedProject(collection: collection))
        #expect(Loaded(written).problems == [], "\(written.workflowText)")
        return written.workflowText
    }

    @Test(arguments: [("uuid()", "id: $(uuid())"), ("\"a\"", "id: a"), ("5", "id: 5"), ("\"5\"", "id: \"5\"")])
    func `once, and before they are read, are variables of the workflow`(expression: String, line: String) {
        let text = text([[.set(name: "id", expression: expression)], []])
        #expect(text.contains("vars:\n  \(line)\n") && !text.contains("set:"), "\(text)")
    }

    @Test(
        arguments: [
            [[.set(name: "id", expression: "string(now())")]],
            [[.set(name: "id", expression: "\"a\"")], [.set(name: "id", expression: "\"b\"")]],
            [[], [.set(name: "id", expression: "\"a\"")]],
            [[.branch(test: "true", then: [.set(name: "id", expression: "1")], otherwise: [])]],
            [[.set(name: "id", expression: "1"), .next(request: "r0")]],
        ] as [[[ImportedStatement]]])
    func `otherwise stay steps`(before: [[ImportedStatement]]) {
        #expect(text(before).contains("set: { id: "))
    }
}

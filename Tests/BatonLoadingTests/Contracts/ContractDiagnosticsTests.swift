import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// What is wrong with a contract is told before anything runs, at its place.
@Suite struct ContractDiagnosticsTests {
    /// A text in which `⟦…⟧` marks the place.
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var code: String
        var message: String
        var help: String?
        var testDescription: String { message }

        init(_ text: String, _ code: String, _ message: String, _ help: String? = nil) {
            self.text = text
            self.code = code
            self.message = message
            self.help = help
        }
    }

    private static let fine = "paths: { /a: { get: { responses: { '200': { description: d } } } } }"

    /// Documents that cannot be used.
    static let documents: [Case] = [
        Case(
            "⟦info: { title: T }⟧", "contract.invalid", "this is no OpenAPI document: `openapi` is missing",
            "an OpenAPI document begins with its version: `openapi: 3.1.0`"),
        Case(
            "openapi: ⟦4.0.0⟧\npaths: {}", "contract.invalid",
            "OpenAPI `4.0.0` is not known: contracts are OpenAPI 3.0 or 3.1, or Swagger 2.0"),
        Case("openapi: 3.1.0\npaths: ⟦[]⟧", "contract.invalid", "`paths` wants a map of paths, this is a list"),
        Case(
            "openapi: 3.1.0\npaths: { ⟦a⟧: { get: {} } }", "contract.invalid", "`a` is no path", "write `/a`"),
        Case("openapi: 3.1.0\npaths: { /a: ⟦5⟧ }", "contract.invalid", "`/a` wants a map of methods, this is a number"),
        Case("openapi: 3.1.0\npaths: { /a: { get: ⟦x⟧ } }", "contract.invalid", "`get` wants a map, this is a text"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { get: { parameters: ⟦{}⟧ } } }", "contract.invalid",
            "`parameters` wants a list, this is a map"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { get: { parameters: [ ⟦{ name: x, in: body }⟧ ] } } }", "contract.invalid",
            "a parameter has `name` and `in`", "`in` is `path`, `query`, `header` or `cookie`"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { get: { responses: ⟦[]⟧ } } }", "contract.invalid",
            "`responses` wants a map of statuses, this is a list"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { get: { responses: { ⟦2oo⟧: {} } } } }", "contract.invalid",
            "`2oo` is no status", "the keys of `responses` are `200`, `4XX` or `default`"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { get: { responses: { 200: ⟦x⟧ } } } }", "contract.invalid",
            "`200` wants a map, this is a text"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { get: { responses: { 200: { content: ⟦[]⟧ } } } } }", "contract.invalid",
            "`content` wants a map of media types, this is a list"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { get: { responses: { 200: { $ref: ⟦'#/components/responses/R'⟧ } } } } }",
            "schema.unknown-reference", "`#/components/responses/R` leads nowhere"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { $ref: ⟦'#/x'⟧ } }\nx: { $ref: '#/y' }\ny: { $ref: '#/x' }",
            "workflow.cycle", "this reference leads back to itself"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { $ref: ⟦'https://example.com/a.yaml'⟧ } }", "schema.unknown-reference",
            "`https://example.com/a.yaml` is no file, and nothing is fetched to check a response",
            "name a file for it in baton.yaml: `schemas: { \"https://example.com/a.yaml\": schemas/a.yaml }`"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { $ref: ⟦'./missing.yaml'⟧ } }", "schema.unknown-reference",
            "`/p/missing.yaml` does not exist"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { get: { responses: { 200: { content: { application/json: { schema: { type: ⟦strng⟧ } } } } } } } }",
            "schema.invalid", "`strng` is no type of JSON Schema", "did you mean `string`?"),
        Case(
            "openapi: 3.0.3\npaths: { /a: { get: { responses: { 200: { content: { application/json: { schema: { $ref: ⟦'#/components/schemas/Itm'⟧ } } } } } } } }\ncomponents: { schemas: { Item: {} } }",
            "schema.unknown-reference", "`#/components/schemas/Itm` leads nowhere", "did you mean `Item`?"),
        Case(
            "openapi: 3.0.3\npaths: { /a: { get: { responses: { 200: { content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } } } } } }\ncomponents: { schemas: { A: { $ref: ⟦'#/components/schemas/A'⟧ } } }",
            "workflow.cycle", "this reference leads back to itself without going deeper into the value"),
    ]

    static func expect(_ test: Case, _ found: [Diagnostic], _ parts: (text: String, range: Range<Int>)) throws {
        let diagnostic = try #require(
            found.first { $0.code == test.code && $0.message.text == test.message },
            "\(found.map { "\($0.code) \($0.message)" })")
        if let help = test.help { #expect(diagnostic.help?.text == help) }
        let marked = String(decoding: Array(parts.text.utf8)[parts.range], as: UTF8.self)
        #expect(diagnostic.range?.text == marked || diagnostic.range?.lower == parts.range.lowerBound)
    }

    @Test(arguments: documents)
    func `a mistake in a contract is shown where it is`(_ test: Case) throws {
        let parts = Loading.marked(test.text)
        let loaded = ContractLoading.load(parts.text)
        #expect(loaded.rule == nil)
        try Self.expect(test, loaded.errors, parts)
        let found = try #require(loaded.errors.first { $0.code == test.code })
        #expect(found.notes.map(\.message) == ["used here"])
        #expect(found.notes.map(\.range.description) == ["api.yaml:1:11"])
    }

    /// Contracts that say less than they seem to.
    static let warnings: [Case] = [
        Case(
            "openapi: 3.1.0\n⟦info⟧: {}", "contract.invalid",
            "openapi.yaml has no operations: nothing can be held against it"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { ⟦get⟧: {} } }", "contract.unclear",
            "`GET /a` declares no responses: any response is taken", "write `responses`, with a schema for each status"),
        Case(
            "openapi: 3.1.0\npaths: { '/a/{id}': { ⟦get⟧: { responses: { 200: {} } } } }", "contract.unclear",
            "`{id}` of `GET /a/{id}` is no declared parameter: any text is taken",
            "add `{ name: id, in: path, required: true, schema: … }` to `parameters`"),
        Case(
            "openapi: 3.1.0\npaths: { '/a/{id}': { get: { parameters: [ { name: id, in: path } ], responses: { 200: {} } } }, '/a/{x}': { ⟦get⟧: { parameters: [ { name: x, in: path } ], responses: { 200: {} } } } }",
            "contract.unclear", "`/a/{x}` is the same path as `/a/{id}`, which wins"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { get: { responses: { 200: { ⟦contents⟧: {} } } } } }",
            "contract.unclear",
            "unknown key `contents` in a response: nothing is held against it", "did you mean `content`?"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { get: { responses: { 200: { content: { a/b: { ⟦shema⟧: {} } } } } } } }",
            "contract.unclear", "unknown key `shema` in a media type: nothing is held against it",
            "did you mean `schema`?"),
        Case(
            "openapi: 3.1.0\npaths: { /a: { get: { ⟦reponses⟧: {}, responses: { 200: {} } } } }",
            "contract.unclear",
            "unknown key `reponses` in an operation: nothing is held against it", "did you mean `responses`?"),
        Case(
            "openapi: 3.0.3\npaths: { /a: { get: { responses: { 200: { content: { application/json: { schema: { ⟦const⟧: 1 } } } } } } } }",
            "schema.unknown-keyword", "`const` is no keyword of OpenAPI 3.0 and checks nothing",
            "write `enum` with one value"),
    ]

    @Test(arguments: warnings)
    func `a contract that says too little is used with a warning`(_ test: Case) throws {
        let parts = Loading.marked(test.text)
        let loaded = ContractLoading.load(parts.text)
        #expect(loaded.rule != nil)
        let found = try #require(
            loaded.diagnostics.first { $0.code == test.code }, "\(loaded.diagnostics.map(\.message))")
        #expect(found.severity == .warning)
        #expect(found.message.text == test.message)
        if let help = test.help { #expect(found.help?.text == help) }
    }

    /// The value of `contract` in an API file.
    static let keys: [Case] = [
        Case(
            "⟦nowhere.yaml⟧", "file.unreadable", "`nowhere.yaml` does not exist",
            "a contract's file is relative to the folder of api.yaml"),
        Case(
            "⟦https://example.com/openapi.json⟧", "file.unreadable",
            "`https://example.com/openapi.json` is no file, and no contract is fetched",
            "save the document beside this file, and name that file"),
        Case(
            "⟦$(env.name).yaml⟧", "workflow.computed", "the contract must be known before anything runs",
            "write the name out: `contract: openapi.yaml`"),
        Case("⟦[a]⟧", "workflow.wrong-type", "`contract` wants the name of an OpenAPI document, this is a list"),
        Case("⟦5⟧", "workflow.wrong-type", "`contract` wants the name of an OpenAPI document, this is a number"),
        Case(
            "⟦{ request: none }⟧", "workflow.missing-key", "`contract` has no `file`"),
        Case(
            "{ file: openapi.yaml, request: ⟦warnings⟧ }", "workflow.wrong-value",
            "`request` is `failure`, `warning` or `none`, not `warnings`", "did you mean `warning`?"),
        Case(
            "{ file: openapi.yaml, base_path: ⟦v1⟧ }", "workflow.wrong-value", "`v1` is no base path",
            "write the path that stands before those of the document: `base_path: /api/v2`"),
        Case(
            "{ file: openapi.yaml, ignore: [⟦health⟧] }", "workflow.wrong-value",
            "`health` is no path of the contract",
            "write a path such as `/health` or `/internal/*`, with a method before it or without: `POST /login`"),
    ]

    @Test(arguments: keys)
    func `a mistake in the key is shown where it is`(_ test: Case) throws {
        let parts = Loading.marked(test.text)
        let loaded = ContractLoading.load(ContractLoading.document(Self.fine), contract: parts.text)
        try Self.expect(test, loaded.errors, (parts.text, parts.range))
    }

    @Test(arguments: ["true", "response", "[a]", "openapi.yaml"])
    func `a step names no contract of its own`(_ value: String) throws {
        let loaded = ContractLoading.load(
            ContractLoading.document(Self.fine), step: ", contract: \(value)")
        let found = try #require(loaded.errors.first { $0.code == "workflow.wrong-value" })
        #expect(found.message == "`contract` of a request is `false` or a map")
        #expect(
            found.help
                == "write what differs, such as `{ request: none }`; the document belongs to an environment of baton.yaml or to an API file"
        )
    }

    @Test func `a mistake in the map of a step is told, also where there is no contract`() {
        let document = ContractLoading.document(Self.fine)
        for (step, code) in [
            ("{ request: warnings }", "workflow.wrong-value"), ("{ file: openapi.yaml }", "workflow.unknown-key"),
        ] {
            let loaded = ContractLoading.load(document, step: ", contract: \(step)")
            #expect(loaded.errors.map(\.code) == [code], "\(loaded.errors)")
        }
        let none = Loading.load("steps: [ { get: /, contract: { response: x } } ]")
        #expect(none.diagnostics.map(\.code) == ["workflow.wrong-value"])
    }

    private static func severities(_ contract: String, _ step: String) throws -> [ContractRule.Severity] {
        let loaded = ContractLoading.load(ContractLoading.document(fine), contract: contract, step: step)
        let rule = try #require(loaded.rule, "\(loaded.diagnostics.map(\.message))")
        return [rule.request, rule.response, rule.undeclaredRequest, rule.undeclaredResponse]
    }

    @Test func `a step without the contract has none, and a map changes what it names and nothing else`() throws {
        #expect(ContractLoading.load(ContractLoading.document(Self.fine), step: ", contract: false").rule == nil)
        #expect(try Self.severities("openapi.yaml", "") == [.failure, .failure, .failure, .failure])
        let names = ["request", "response", "undeclared_request", "undeclared_response"]
        for (position, name) in names.enumerated() {
            var expected: [ContractRule.Severity] = [.failure, .failure, .failure, .failure]
            expected[position] = .none
            #expect(try Self.severities("openapi.yaml", ", contract: { \(name): none }") == expected)
            #expect(try Self.severities("{ file: openapi.yaml, \(name): none }", "") == expected)
            expected[position] = .failure
            #expect(
                try Self.severities("{ file: openapi.yaml, \(name): none }", ", contract: { \(name): failure }")
                    == expected)
        }
    }

    @Test func `references into other files, also back and forth, are followed`() throws {
        let loaded = ContractLoading.load(
            ContractLoading.document(
                "paths: { /a: { $ref: parts/a.yaml } }\ncomponents: { schemas: { Item: { type: integer } } }"),
            files: [
                "parts/a.yaml":
                    "get: { responses: { 200: { content: { application/json: { schema: { $ref: '../openapi.yaml#/components/schemas/Item' } } } } } }"
            ])
        let rule = try #require(loaded.rule, "\(loaded.diagnostics.map(\.message))")
        #expect(rule.contract.operations.map(\.title) == ["GET /a"])
    }

    @Test func `all users of a file share one contract`() throws {
        let texts = ["/p/openapi.yaml": ContractLoading.document(Self.fine)]
        let library = SchemaLibrary(MemoryFiles(texts: texts))
        let first = try library.contract("openapi.yaml", for: SourceFile(path: "a.yaml", text: "")).contract
        let second = try library.contract("openapi.yaml", for: SourceFile(path: "b.yaml", text: "")).contract
        #expect(first != nil)
        #expect(first === second)
    }

    @Test func `a broken file is told by the YAML reader`() throws {
        let loaded = ContractLoading.load("openapi: 3.1.0\npaths: {")
        #expect(loaded.rule == nil)
        #expect(loaded.errors.contains { $0.code.hasPrefix("yaml.") && $0.range?.file.path == "openapi.yaml" })
    }
}

import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonSources
@testable import BatonWorkflow

/// What is wrong with schemas is told before anything runs, at its place.
@Suite struct SchemaDiagnosticsTests {
    /// A schema as it stands in a file; `⟦…⟧` marks the place.
    struct Case: Sendable, CustomTestStringConvertible {
        var schema: String
        var code: String
        var message: String
        var help: String?
        var testDescription: String { schema }

        init(_ schema: String, _ code: String, _ message: String, _ help: String? = nil) {
            self.schema = schema
            self.code = code
            self.message = message
            self.help = help
        }
    }

    static let errors: [Case] = [
        Case(
            #"{"minLength": ⟦-1⟧}"#, "schema.invalid",
            "`minLength` wants a whole number, not negative, this is the number -1"),
        Case(
            #"{"type": ⟦"strng"⟧}"#, "schema.invalid", "`strng` is no type of JSON Schema", "did you mean `string`?"),
        Case(
            #"{"type": ["null", ⟦"int"⟧]}"#, "schema.invalid", "`int` is no type of JSON Schema",
            "here it is called `integer`"),
        Case(#"{"type": ⟦[]⟧}"#, "schema.invalid", "`type` wants at least one type, this is a list"),
        Case(
            #"{"type": ⟦5⟧}"#, "schema.invalid",
            "`type` wants the name of a type, or a list of them, this is the number 5"),
        Case(
            #"{"properties": {"a": ⟦"string"⟧}}"#, "schema.invalid",
            "a schema is a map of keywords, `true` or `false`, this is the text `string`"),
        Case(
            #"{"properties": ⟦["a"]⟧}"#, "schema.invalid",
            "`properties` wants a map of names to schemas, this is a list"),
        Case(
            #"{"properties": {"a": {"required": ⟦true⟧}}}"#, "schema.invalid",
            "`required` wants a list of names, this is a boolean"),
        Case(#"{"required": ⟦["a", "a"]⟧}"#, "schema.invalid", "`required` names something twice"),
        Case(
            #"{"minimum": 1, "exclusiveMinimum": ⟦true⟧}"#, "schema.invalid",
            "`exclusiveMinimum` wants a number, this is a boolean",
            "write the limit itself, in place of `minimum`: `exclusiveMinimum: 0`"),
        Case(
            #"{"items": ⟦[{}]⟧}"#, "schema.invalid", "`items` wants one schema for all elements, this is a list",
            "a schema for each position is written `prefixItems` since draft 2020-12"),
        Case(#"{"allOf": ⟦[]⟧}"#, "schema.invalid", "`allOf` wants a list of schemas, this is a list"),
        Case(#"{"multipleOf": ⟦0⟧}"#, "schema.invalid", "`multipleOf` wants a number above 0, this is the number 0"),
        Case(
            #"{"uniqueItems": ⟦"yes"⟧}"#, "schema.invalid",
            "`uniqueItems` wants `true` or `false`, this is the text `yes`"),
        Case(
            ##"{"properties": {"a": {"$id": ⟦"#a"⟧}}}"##, "schema.invalid",
            "`$id` wants a URI without a fragment, this is the text `#a`",
            "a name inside the document is an `$anchor`"),
        Case(
            #"{"$anchor": ⟦"1a"⟧, "type": "null"}"#, "schema.invalid",
            "`$anchor` wants a name of letters, digits, `-`, `_` and `.`, this is the text `1a`"),
        Case(#"⟦5⟧"#, "schema.invalid", "a schema is a map of keywords, `true` or `false`, this is the number 5"),
        Case(
            #"{"pattern": ⟦"("⟧}"#, "workflow.invalid-pattern",
            "`(` is no regular expression: missing closing parenthesis"),
        Case(
            #"{"patternProperties": {⟦"["⟧: true}}"#, "workflow.invalid-pattern",
            "`[` is no regular expression: missing terminating ] for character class"),
        Case(
            ##"{"$ref": ⟦"#/$defs/Usr"⟧, "$defs": {"User": {"type": "null"}}}"##, "schema.unknown-reference",
            "`#/$defs/Usr` leads nowhere", "did you mean `User`?"),
        Case(
            ##"{"$ref": ⟦"#/$defs/Order"⟧, "$defs": {"User": {"type": "null"}}}"##, "schema.unknown-reference",
            "`#/$defs/Order` leads nowhere", "there is no `Order`"),
        Case(
            ##"{"$ref": ⟦"#usr"⟧, "$defs": {"User": {"$anchor": "user"}}}"##, "schema.unknown-reference",
            "`#usr` leads nowhere", "did you mean `user`?"),
        Case(
            ##"{"$ref": ⟦"#/a~b"⟧}"##, "schema.unknown-reference", "`#/a~b` leads nowhere",
            "`~` is written `~0`, and `/` in a name `~1`"),
        Case(
            ##"{"$ref": ⟦"#/a%2"⟧}"##, "schema.unknown-reference", "`#/a%2` leads nowhere",
            "`%` stands before two hexadecimal digits"),
        Case(#"{"$ref": ⟦"other.json"⟧}"#, "schema.unknown-reference", "`/p/other.json` does not exist"),
        Case(
            #"{"$ref": ⟦"https://example.com/a/item.json"⟧}"#, "schema.unknown-reference",
            "`https://example.com/a/item.json` is no file, and nothing is fetched to check a response",
            "name a file for it in baton.yaml: `schemas: { \"https://example.com/a/item.json\": schemas/item.json }`"),
        Case(
            ##"{"allOf": [{"$ref": ⟦"#"⟧}]}"##, "workflow.cycle",
            "this reference leads back to itself without going deeper into the value",
            "what refers to itself does so inside `properties`, `items` or another keyword that goes deeper"),
        Case(
            #"{"$schema": ⟦"https://example.com/mine"⟧, "type": "null"}"#, "schema.unknown-reference",
            "`https://example.com/mine` is no file, and nothing is fetched to check a response"),
    ]

    @Test(arguments: errors)
    func `a mistake in a schema's file is shown where it is`(_ test: Case) throws {
        let (text, range) = Loading.marked(test.schema)
        let result = SchemaLoading.load("schema: item.json", files: ["/p/item.json": text])
        #expect(result.workflow == nil)
        let found = try #require(
            result.diagnostics.first { $0.code == test.code },
            "\(result.diagnostics.map { "\($0.code) \($0.message)" })")
        #expect(found.message.text == test.message)
        if let help = test.help { #expect(found.help?.text == help) }
        let place = try #require(found.range)
        #expect(place.file.path == "item.json")
        #expect(place.lower..<place.upper == range, "\(place.text)")
        #expect(found.notes.map(\.message) == ["used here"])
        #expect(found.notes.first?.range.text == "item.json")
    }

    static let warnings: [Case] = [
        Case(
            #"{"type": "object", ⟦"propertes"⟧: {}}"#, "schema.unknown-keyword",
            "`propertes` is no keyword of JSON Schema 2020-12 and checks nothing", "did you mean `properties`?"),
        Case(
            #"{"type": "array", ⟦"properties"⟧: {"id": {}}}"#, "schema.unknown-keyword",
            "`properties` checks nothing beside `type: array`: it is for `object`",
            "what the elements must be stands in `items`"),
        Case(
            #"{"type": ["integer", "null"], ⟦"maxLength"⟧: 3}"#, "schema.unknown-keyword",
            "`maxLength` checks nothing beside `type: integer, null`: it is for `string`", "correct one of the two"),
        Case(
            #"{"type": "object", ⟦"property"⟧: {}}"#, "schema.unknown-keyword",
            "`property` is no keyword of JSON Schema 2020-12 and checks nothing", "write `properties`"),
        Case(
            #"{"type": "object", ⟦"mandatory"⟧: ["a"]}"#, "schema.unknown-keyword",
            "`mandatory` is no keyword of JSON Schema 2020-12 and checks nothing",
            "write `required`, a list of names"),
        Case(
            #"{"type": "object", ⟦"nullable"⟧: true}"#, "schema.unknown-keyword",
            "`nullable` is no keyword of JSON Schema 2020-12 and checks nothing",
            "write `type: [string, \"null\"]`"),
        Case(
            #"{"type": "string", "format": ⟦"datetime"⟧}"#, "schema.unknown-keyword",
            "the format `datetime` is not checked", "did you mean `date-time`?"),
        Case(
            ##"{"$schema": ⟦"http://json-schema.org/draft-07/schema#"⟧, "type": "string"}"##, "schema.unknown-keyword",
            "this schema is written for draft-07, and is read as draft 2020-12"),
    ]

    @Test(arguments: warnings)
    func `what is legal and probably a mistake is a warning`(_ test: Case) throws {
        let (text, range) = Loading.marked(test.schema)
        let result = SchemaLoading.load("schema: item.json", files: ["/p/item.json": text])
        #expect(result.workflow != nil)
        #expect(result.diagnostics.map(\.code) == [test.code])
        let found = try #require(result.diagnostics.first)
        #expect(found.severity == .warning)
        #expect(found.message.text == test.message)
        if let help = test.help { #expect(found.help?.text == help) }
        #expect(found.range.map { $0.lower..<$0.upper } == range)
    }

    static let silent = [
        #"{"type": "object", "x-a": 1, "example": 5, "discriminator": {}, "quality": 1}"#,
        #"{"type": "integer", "format": "int32"}"#, #"{"type": "string", "format": "iri"}"#,
        #"{"type": "string", "format": "idn-email"}"#, #"{"type": "string", "format": "iri-reference"}"#,
        #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "string"}"#,
        "type: object\nproperties:\n  self: { $ref: '#' }\n",
    ]

    @Test(arguments: silent)
    func `other words of other tools are left alone`(_ schema: String) {
        let result = SchemaLoading.load("schema: item.json", files: ["/p/item.json": schema])
        #expect(result.workflow != nil)
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
    }

    /// `expect` with a mark, in the workflow itself.
    static let inWorkflow: [Case] = [
        Case(
            "schema: ⟦nowhere.json⟧", "file.unreadable", "`nowhere.json` does not exist",
            "a schema's file is relative to the folder of w.yaml"),
        Case(
            "schema: ⟦https://example.com/item.json⟧", "schema.unknown-reference",
            "`https://example.com/item.json` is no file, and nothing is fetched to check a response",
            "name a file for it in baton.yaml: `schemas: { \"https://example.com/item.json\": schemas/item.json }`"),
        Case("schema: ⟦[a]⟧", "workflow.wrong-type", "`schema` wants the name of a file or a schema, this is a list"),
        Case("schema: ⟦5⟧", "workflow.wrong-type", "`schema` wants the name of a file or a schema, this is a number"),
        Case("schema: ⟦true⟧", "workflow.checks-nothing", "a schema that everything fits checks nothing"),
        Case("schema: ⟦{}⟧", "workflow.checks-nothing", "a schema that everything fits checks nothing"),
        Case("schema: ⟦{ title: Item }⟧", "workflow.checks-nothing", "a schema that everything fits checks nothing"),
        Case("schema: ⟦all.json⟧", "workflow.checks-nothing", "a schema that everything fits checks nothing"),
        Case(
            "schema: { type: object, minProperties: ⟦-1⟧ }", "schema.invalid",
            "`minProperties` wants a whole number, not negative, this is the number -1"),
        Case(
            "$.a: { schema: { type: ⟦text⟧ } }", "schema.invalid", "`text` is no type of JSON Schema",
            "here it is called `string`"),
        Case("schema: { $ref: ⟦\"#/$defs/A\"⟧ }", "schema.unknown-reference", "`#/$defs/A` leads nowhere"),
        Case(
            "schema: ⟦schemas/$(response.json.kind).json⟧", "workflow.computed",
            "what a schema is made of cannot be computed"),
        Case("schema: ⟦$(response.json)⟧", "workflow.computed", "what a schema is made of cannot be computed"),
        Case(
            "schema: { type: [string, ⟦null⟧] }", "schema.invalid",
            "`type` wants the name of a type, or a list of them, this is null",
            "YAML wants quotes around the name of this type: `\"null\"`"),
        Case(
            "schema: { $ref: ⟦$(response.json.a)⟧ }", "workflow.computed",
            "what a schema is made of cannot be computed",
            "`$(…)` may stand in values of a schema, such as those of `const`, `enum`, `minimum` and `pattern`"),
        Case(
            "schema: { type: ⟦$(response.json.a)⟧ }", "workflow.computed", "what a schema is made of cannot be computed"
        ),
        Case(
            "schema: { properties: { a: ⟦$(response.json.a)⟧ } }", "workflow.computed",
            "what a schema is made of cannot be computed"),
        Case(
            "schema: { properties: { ⟦$(response.json.a)⟧: { type: null } } }", "workflow.computed",
            "what a schema is made of cannot be computed"),
        Case(
            "schema: { const: $(response.status), minLength: ⟦-1⟧ }", "schema.invalid",
            "`minLength` wants a whole number, not negative, this is the number -1"),
    ]

    @Test(arguments: inWorkflow)
    func `a mistake in the workflow is shown where it is`(_ test: Case) throws {
        let parts = Loading.marked(test.schema)
        let result = SchemaLoading.load(parts.text, files: ["/p/all.json": #"{"description": "x"}"#])
        #expect(result.workflow == nil)
        let found = try #require(
            result.diagnostics.first { $0.code == test.code },
            "\(result.diagnostics.map { "\($0.code) \($0.message)" })")
        #expect(found.message.text == test.message)
        if let help = test.help { #expect(found.help?.text == help) }
        #expect(
            found.range?.text == String(parts.text.utf8.dropFirst(parts.range.lowerBound).prefix(parts.range.count)))
    }

    @Test func `a reference into another file shows that file`() throws {
        let result = SchemaLoading.load(
            "schema: item.json",
            files: [
                "/p/item.json": #"{"properties": {"a": {"$ref": "sub/tag.yaml#/a"}}}"#,
                "/p/sub/tag.yaml": "a:\n  minimum: x\n",
            ])
        let found = try #require(result.diagnostics.first)
        #expect(found.range?.description == "sub/tag.yaml:2:12")
        #expect(found.message == "`minimum` wants a number, this is the text `x`")
    }

    @Test func `a file that is no YAML and no JSON says so itself`() throws {
        let result = SchemaLoading.load("schema: item.json", files: ["/p/item.json": #"{"type": "string", "type": 5}"#])
        #expect(result.diagnostics.first?.code == "yaml.duplicate-key")
        #expect(result.diagnostics.first?.range?.file.path == "item.json")
        let other = SchemaLoading.load(
            "schema: { $ref: item.json }", files: ["/p/item.json": "{"])
        #expect(other.workflow == nil)
        #expect(other.diagnostics.contains { $0.range?.file.path == "item.json" })
    }

    @Test func `a schema that many steps use is compiled once`() throws {
        let files = MemoryFiles(texts: ["/p/item.json": #"{"type": "object"}"#])
        let library = SchemaLibrary(files)
        let workflow = SourceFile(path: "w.yaml", text: "")
        let first = try library.entry("item.json", for: workflow).schema?.schema
        let second = try library.entry("item.json", for: SourceFile(path: "v.yaml", text: "")).schema?.schema
        #expect(first != nil)
        #expect(first === second)
    }

    @Test func `a URI is a file, or a folder of them, where baton.yaml says so`() {
        let files = [
            "/p/s/item.json":
                #"{"$id": "https://example.com/s/item.json", "properties": {"tag": {"$ref": "tag.json"}}}"#,
            "/p/s/tag.json": #"{"type": "string"}"#, "/p/other.json": #"{"type": "null"}"#,
        ]
        let mappings = ["https://example.com/s/": "/p/s/", "https://example.com/s/other.json": "/p/other.json"]
        for check in [
            "schema: s/item.json", "schema: https://example.com/s/item.json",
            "schema: { $ref: https://example.com/s/other.json }",
        ] {
            let result = SchemaLoading.load(check, files: files, mappings: mappings)
            #expect(result.workflow != nil, "\(result.diagnostics.map(\.message))")
        }
        let missing = SchemaLoading.load("schema: https://example.com/s/no.json", files: files, mappings: mappings)
        #expect(missing.diagnostics.map(\.message) == ["`/p/s/no.json` does not exist"])
    }

    @Test func `the schema of schemas needs no file`() throws {
        let failures = try SchemaLoading.failures(
            "schema: https://json-schema.org/draft/2020-12/schema", body: #"{"minLength": -1}"#)
        #expect(
            failures.first?.differences.map(\.rule) == [
                "https://json-schema.org/draft/2020-12/meta/validation#/properties/minLength/minimum"
            ])
    }
}

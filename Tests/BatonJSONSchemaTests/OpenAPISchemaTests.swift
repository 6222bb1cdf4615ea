import BatonJSON
import BatonJSONSchema
import Testing

/// Schemas in the dialects of OpenAPI 3.0 and 3.1.
@Suite struct OpenAPISchemaTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var standard: JSONSchema.Standard
        var schema: String
        var fitting: [String]
        var others: [String]
        var direction: JSONSchema.Direction?

        var testDescription: String { "\(standard) \(schema)" }

        init(
            _ standard: JSONSchema.Standard, _ schema: String, fitting: [String], others: [String],
            _ direction: JSONSchema.Direction? = nil
        ) {
            self.standard = standard
            self.schema = schema
            self.fitting = fitting
            self.others = others
            self.direction = direction
        }
    }

    /// Compiles the schema `S` of a document's components.
    private static func compile(
        _ components: String, _ standard: JSONSchema.Standard, _ direction: JSONSchema.Direction?
    ) throws -> (schema: JSONSchema?, diagnostics: [JSONSchema.Diagnostic]) {
        let document = try JSONParser.parse(#"{"components": {"schemas": \#(components)}}"#)
        let root = JSONSchema.Place(
            document: "file:///api.yaml", pointer: JSONPointer(tokens: ["components", "schemas", "S"]))
        let (schemas, diagnostics) = JSONSchema.compile(
            document, from: "file:///api.yaml", roots: [root],
            options: JSONSchema.Options(standard: standard, direction: direction)
        ) { .refused("`\($0)` is not there", help: nil) }
        return (schemas?.first, diagnostics)
    }

    static let cases: [Case] = [
        Case(
            .openAPI30, #"{"S": {"type": "string", "nullable": true}}"#, fitting: [#""a""#, "null"], others: ["1"]),
        Case(.openAPI30, #"{"S": {"type": "string", "nullable": false}}"#, fitting: [#""a""#], others: ["null"]),
        Case(
            .openAPI30, #"{"S": {"type": "string", "nullable": true, "enum": ["a"]}}"#, fitting: [#""a""#],
            others: ["null"]),
        Case(
            .openAPI30, #"{"S": {"type": "string", "nullable": true, "enum": ["a", null]}}"#,
            fitting: [#""a""#, "null"], others: [#""b""#]),
        Case(
            .openAPI30,
            ##"{"S": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/T"}]}, "T": {"type": "object"}}"##,
            fitting: ["null", "{}"], others: ["1"]),
        Case(
            .openAPI30,
            ##"{"S": {"nullable": true, "anyOf": [{"$ref": "#/components/schemas/T"}]}, "T": {"type": "object"}}"##,
            fitting: ["null", "{}"], others: ["1"]),
        Case(
            .openAPI30,
            ##"{"S": {"nullable": true, "oneOf": [{"type": "integer"}, {"$ref": "#/components/schemas/T"}]}, "T": {"type": "object"}}"##,
            fitting: ["null", "{}", "1"], others: ["true"]),
        // Of what is included, only the outer schema says whether null may come.
        Case(
            .openAPI30,
            ##"{"S": {"allOf": [{"$ref": "#/components/schemas/T"}, {"type": "object"}]}, "T": {"type": "object", "nullable": true}}"##,
            fitting: ["{}"], others: ["null"]),
        Case(
            .openAPI30,
            ##"{"S": {"$ref": "#/components/schemas/T", "nullable": true}, "T": {"type": "object"}}"##,
            fitting: ["{}"], others: ["null"]),
        // Nothing beside a reference counts in 3.0, and everything in 3.1.
        Case(
            .openAPI30, ##"{"S": {"$ref": "#/components/schemas/T", "maxLength": 1}, "T": {"type": "string"}}"##,
            fitting: [#""ab""#], others: ["1"]),
        Case(
            .openAPI31, ##"{"S": {"$ref": "#/components/schemas/T", "maxLength": 1}, "T": {"type": "string"}}"##,
            fitting: [#""a""#], others: [#""ab""#]),
        Case(
            .openAPI30, #"{"S": {"type": "number", "minimum": 1, "exclusiveMinimum": true}}"#, fitting: ["1.5"],
            others: ["1"]),
        Case(
            .openAPI30, #"{"S": {"type": "number", "maximum": 1, "exclusiveMaximum": false}}"#, fitting: ["1"],
            others: ["1.5"]),
        Case(.openAPI31, #"{"S": {"exclusiveMinimum": 1}}"#, fitting: ["1.5"], others: ["1"]),
        Case(.openAPI31, #"{"S": {"type": ["string", "null"]}}"#, fitting: ["null"], others: ["1"]),
        // `const` is no keyword of 3.0.
        Case(.openAPI30, #"{"S": {"const": 1}}"#, fitting: ["2"], others: []),
        Case(.openAPI31, #"{"S": {"const": 1}}"#, fitting: ["1"], others: ["2"]),
        Case(
            .openAPI30, #"{"S": {"type": "integer", "format": "int32"}}"#, fitting: ["2147483647", "-2147483648"],
            others: ["2147483648", "1.5"]),
        Case(
            .openAPI31, #"{"S": {"type": "integer", "format": "int64"}}"#, fitting: ["9223372036854775807"],
            others: ["9223372036854775808"]),
        // A tree.
        Case(
            .openAPI30,
            ##"{"S": {"type": "object", "required": ["v"], "properties": {"v": {}, "next": {"$ref": "#/components/schemas/S"}}}}"##,
            fitting: [#"{"v": 1, "next": {"v": 2, "next": {"v": 3}}}"#],
            others: [#"{"v": 1, "next": {"next": {"v": 3}}}"#]),
        // What only the server sets is not sent, and what only the client sets does not come back.
        Case(
            .openAPI30,
            #"{"S": {"required": ["id", "name"], "properties": {"id": {"readOnly": true}, "name": {"type": "string"}}}}"#,
            fitting: [#"{"name": "a"}"#], others: [#"{"id": 1, "name": "a"}"#, "{}"], .request),
        Case(
            .openAPI30, #"{"S": {"required": ["id"], "properties": {"id": {"readOnly": true}}}}"#,
            fitting: [#"{"id": 1}"#], others: ["{}"], .response),
        Case(
            .openAPI31, #"{"S": {"required": ["password"], "properties": {"password": {"writeOnly": true}}}}"#,
            fitting: ["{}"], others: [#"{"password": "x"}"#], .response),
        Case(
            .openAPI31,
            ##"{"S": {"allOf": [{"$ref": "#/components/schemas/T"}, {"required": ["id", "name"]}]}, "T": {"properties": {"id": {"readOnly": true}}}}"##,
            fitting: [#"{"name": 1}"#], others: [#"{"id": 1, "name": 1}"#, "{}"], .request),
        Case(
            .openAPI30,
            ##"{"S": {"required": ["id"], "properties": {"id": {"allOf": [{"$ref": "#/components/schemas/ID"}], "readOnly": true}}}, "ID": {"type": "integer"}}"##,
            fitting: ["{}"], others: [#"{"id": 1}"#], .request),
    ]

    /// `readOnly` is an annotation: it counts wherever a schema that holds applies to a member.
    static let readOnly: [Case] = [
        Case(
            .openAPI30, #"{"S": {"additionalProperties": {"readOnly": true}}}"#, fitting: ["{}"],
            others: [#"{"a": 1}"#], .request),
        Case(
            .openAPI31, #"{"S": {"patternProperties": {"^x": {"readOnly": true}}}}"#, fitting: [#"{"a": 1}"#],
            others: [#"{"x": 1}"#], .request),
        Case(
            .openAPI31, #"{"S": {"properties": {"a": true}, "unevaluatedProperties": {"readOnly": true}}}"#,
            fitting: [#"{"a": 1}"#], others: [#"{"b": 1}"#], .request),
        Case(
            .openAPI31, #"{"S": {"if": {"required": ["k"]}, "then": {"properties": {"a": {"readOnly": true}}}}}"#,
            fitting: [#"{"a": 1}"#], others: [#"{"k": 1, "a": 1}"#], .request),
        Case(
            .openAPI31,
            #"{"S": {"properties": {"a": {"oneOf": [{"type": "integer", "readOnly": true}, {"type": "string"}]}}}}"#,
            fitting: [#"{"a": "x"}"#], others: [#"{"a": 1}"#, #"{"a": true}"#], .request),
        // All alternatives that hold count, not the first.
        Case(
            .openAPI30,
            #"{"S": {"properties": {"a": {"anyOf": [{"type": "integer"}, {"type": "integer", "readOnly": true}]}}}}"#,
            fitting: ["{}"], others: [#"{"a": 1}"#], .request),
        Case(
            .openAPI30,
            #"{"S": {"oneOf": [{"required": ["b"], "properties": {"id": {"writeOnly": true}}}, {"required": ["c"]}]}}"#,
            fitting: [#"{"c": 1, "id": 1}"#, #"{"b": 1}"#], others: [#"{"b": 1, "id": 1}"#], .response),
        Case(
            .openAPI31, #"{"S": {"properties": {"a": {"not": {"type": "string", "readOnly": true}}}}}"#,
            fitting: [#"{"a": 1}"#], others: [#"{"a": "x"}"#], .request),
        Case(
            .openAPI31,
            ##"{"S": {"properties": {"a": {"$dynamicRef": "#/components/schemas/T"}}}, "T": {"anyOf": [{"readOnly": true}]}}"##,
            fitting: ["{}"], others: [#"{"a": 1}"#], .request),
        Case(
            .openAPI30, #"{"S": {"properties": {"a": {"type": "string", "nullable": true, "readOnly": true}}}}"#,
            fitting: ["{}"], others: [#"{"a": null}"#], .request),
        // Only members are read-only: a value by itself and the elements of a list travel.
        Case(.openAPI31, #"{"S": {"type": "integer", "readOnly": true}}"#, fitting: ["1"], others: [], .request),
        Case(
            .openAPI30, #"{"S": {"items": {"readOnly": true, "properties": {"id": {"readOnly": true}}}}}"#,
            fitting: [#"[1, {"a": 1}]"#], others: [#"[{"id": 1}]"#], .request),
        // What may not travel is not asked for.
        Case(
            .openAPI31,
            #"{"S": {"required": ["x1", "a"], "properties": {"a": true}, "patternProperties": {"^x": {"readOnly": true}}}}"#,
            fitting: [#"{"a": 1}"#], others: ["{}"], .request),
        Case(
            .openAPI30,
            #"{"S": {"required": ["a"], "properties": {"a": {"anyOf": [{"readOnly": true}, {"type": "integer"}]}}}}"#,
            fitting: ["{}"], others: [#"{"a": 1}"#], .request),
    ]

    @Test(arguments: readOnly)
    func `a member that a schema which holds says to be read-only is not sent`(_ test: Case) throws {
        try `values fit as the version of OpenAPI says`(test)
    }

    @Test func `a read-only member is told with its place and value, beside all else that is wrong`() throws {
        let schema = try #require(
            try Self.compile(
                ##"""
                {"S": {"required": ["n"], "properties": {"m": {"additionalProperties": {"anyOf": [{"$ref": "#/components/schemas/T"}]}}}},
                 "T": {"type": "integer", "readOnly": true}}
                """##, .openAPI31, .request
            ).schema)
        let found = schema.violations(of: ["m": ["a": 7]]).found
        #expect(found.map(\.finding).contains(.missing(because: nil)))
        let fault = try #require(schema.violations(of: ["m": ["a": 7], "n": 1]).found.first)
        #expect(fault.way == [.name("m"), .name("a")] && fault.value == 7 && fault.keyword == "readOnly")
        #expect(fault.place.pointer.description == "/components/schemas/T/readOnly")
    }

    @Test func `a file that is sent as a read-only member does not fit`() throws {
        let schema = try #require(
            try Self.compile(
                ##"{"S": {"properties": {"a": {"$ref": "#/components/schemas/T"}}}, "T": {"type": "object", "readOnly": true}}"##,
                .openAPI30, .request
            ).schema)
        #expect(try !schema.accepts(["a": "a file"], unseen: "a file"))
        #expect(try schema.accepts(["b": "a file"], unseen: "a file"))
    }

    @Test(arguments: ["#node", "#/components/schemas/T"])
    func `a dynamic reference leads into the components of the document`(_ reference: String) throws {
        let (schema, diagnostics) = try Self.compile(
            ##"{"S": {"properties": {"a": {"$dynamicRef": "\##(reference)"}}}, "T": {"$dynamicAnchor": "node", "type": "string"}}"##,
            .openAPI31, nil)
        #expect(try #require(schema, "\(diagnostics.map(\.message))").accepts(["a": "x"]))
        #expect(try schema?.accepts(["a": 1]) == false)
    }

    @Test(arguments: cases)
    func `values fit as the version of OpenAPI says`(_ test: Case) throws {
        let (compiled, diagnostics) = try Self.compile(test.schema, test.standard, test.direction)
        let schema = try #require(compiled, "\(diagnostics.map(\.message))")
        for text in test.fitting {
            #expect(try schema.accepts(try JSONParser.parse(text)), "\(text)")
        }
        for text in test.others {
            let value = try JSONParser.parse(text)
            #expect(try !schema.accepts(value), "\(text)")
            #expect(!schema.violations(of: value).found.isEmpty, "\(text)")
        }
    }

    static let pets = ##"""
        {"S": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
               "discriminator": {"propertyName": "kind", "mapping": {"feline": "#/components/schemas/Cat", "hound": "Dog"}}},
         "Cat": {"required": ["lives"], "properties": {"lives": {"type": "integer"}}},
         "Dog": {"required": ["barks"], "properties": {"barks": {"type": "boolean"}}}}
        """##

    @Test(arguments: [JSONSchema.Standard.openAPI30, .openAPI31])
    func `a discriminator picks the schema, and only that one is told of`(_ standard: JSONSchema.Standard) throws {
        let schema = try #require(try Self.compile(Self.pets, standard, nil).schema)
        func found(_ text: String) throws -> [JSONSchema.Violation] {
            schema.violations(of: try JSONParser.parse(text)).found
        }
        #expect(try schema.accepts(["kind": "feline", "lives": 9]))
        #expect(try schema.accepts(["kind": "Cat", "lives": 9]))
        #expect(try schema.accepts(["kind": "hound", "barks": true]))
        let wrong = try found(#"{"kind": "hound", "lives": 9}"#)
        #expect(wrong.map(\.keyword) == ["required"])
        #expect(wrong[0].place.pointer.description == "/components/schemas/Dog/required")
        let unknown = try found(#"{"kind": "bird", "lives": 9}"#)
        #expect(unknown.map(\.keyword) == ["discriminator"])
        #expect(unknown[0].way == [.name("kind")])
        #expect(unknown[0].finding == .values(["feline", "hound", "Cat", "Dog"]))
        #expect(try found(#"{"lives": 9}"#).map(\.finding) == [.missing(because: nil)])
    }

    @Test func `a schema that others include with allOf chooses among them`() throws {
        let schema = try #require(
            try Self.compile(
                ##"""
                {"S": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}},
                       "discriminator": {"propertyName": "kind"}},
                 "Cat": {"allOf": [{"$ref": "#/components/schemas/S"}, {"required": ["lives"]}]}}
                """##, .openAPI30, nil
            ).schema)
        #expect(try schema.accepts(["kind": "Cat", "lives": 9]))
        #expect(try schema.accepts(["kind": "S"]))
        #expect(try !schema.accepts(["kind": "Cat"]))
        #expect(try !schema.accepts(["kind": "Dog"]))
    }

    @Test(arguments: ["S", "Cat", "Lion"])
    func `a schema is chosen through all that include it`(_ kind: String) throws {
        let schema = try #require(
            try Self.compile(
                ##"""
                {"S": {"type": "object", "required": ["kind"], "discriminator": {"propertyName": "kind"}},
                 "Cat": {"allOf": [{"$ref": "#/components/schemas/S"}, {"required": ["lives"]}]},
                 "Lion": {"allOf": [{"$ref": "#/components/schemas/Cat"}, {"required": ["mane"]}]},
                 "A": {"allOf": [{"$ref": "#/components/schemas/B"}]}, "B": {"allOf": [{"$ref": "#/components/schemas/A"}]}}
                """##, .openAPI30, nil
            ).schema)
        let needed = ["S": 0, "Cat": 1, "Lion": 2][kind] ?? 0
        for (count, value) in ([[:], ["lives": 9], ["lives": 9, "mane": true]] as [JSONObject]).enumerated() {
            var object = value
            object["kind"] = .string(kind)
            #expect(try schema.accepts(.object(object)) == (count >= needed), "\(object)")
        }
    }

    @Test func `alternatives that include the schema that chooses them come to an end`() throws {
        let schema = try #require(
            try Self.compile(
                ##"""
                {"S": {"oneOf": [{"$ref": "#/components/schemas/Cat"}], "discriminator": {"propertyName": "kind"}},
                 "Cat": {"allOf": [{"$ref": "#/components/schemas/S"}, {"required": ["lives"]}]}}
                """##, .openAPI31, nil
            ).schema)
        #expect(try schema.accepts(["kind": "Cat", "lives": 9]))
        #expect(try !schema.accepts(["kind": "Cat"]))
    }

    @Test func `references that lead to each other are an error`() throws {
        let (schema, diagnostics) = try Self.compile(
            ##"{"S": {"$ref": "#/components/schemas/T"}, "T": {"allOf": [{"$ref": "#/components/schemas/S"}]}}"##,
            .openAPI30, nil)
        #expect(schema == nil)
        #expect(diagnostics.map(\.code) == [.cycle])
    }

    @Test func `a broken mapping is an error at its place`() throws {
        let (schema, diagnostics) = try Self.compile(
            ##"""
            {"S": {"oneOf": [{"$ref": "#/components/schemas/T"}],
                   "discriminator": {"propertyName": "k", "mapping": {"a": "#/components/schemas/U"}}}, "T": {}}
            """##, .openAPI31, nil)
        #expect(schema == nil)
        let broken = diagnostics.filter { !$0.isWarning }
        #expect(broken.map(\.message) == ["`#/components/schemas/U` leads nowhere"])
        #expect(broken.first?.place.pointer.description == "/components/schemas/S/discriminator/mapping/a")
    }

    @Test(arguments: [
        (#"{"type": "integer", "minimum": 3}"#, ["integer", "number"]), (#"{"maximum": 3}"#, ["number"]),
        (#"{"minLength": 3}"#, ["string"]), (#"{"type": "string", "nullable": true}"#, ["string"]),
        (#"{"enum": [1, "a", null]}"#, ["number", "null", "string"]), (#"{"items": {}}"#, ["array"]),
        (##"{"$ref": "#/components/schemas/T", "maximum": 3}"##, ["boolean", "number"]),
        (#"{"allOf": [{"not": {"const": 5}}, {"if": {"type": "string"}}]}"#, ["number", "string"]), ("{}", []),
        (#"{"anyOf": [{"type": "array"}, {"required": ["a"]}]}"#, ["array", "object"]),
    ])
    func `a schema speaks of the types that any of its parts names or says something about`(
        _ schema: String, _ types: [String]
    ) throws {
        let compiled = try #require(
            try Self.compile(#"{"S": \#(schema), "T": {"type": "boolean"}}"#, .openAPI31, nil).schema)
        #expect(Set(compiled.reach.types.names) == Set(types))
    }

    @Test func `what is said of a member or an element is found wherever it stands`() throws {
        let compiled = try #require(
            try Self.compile(
                ##"""
                {"S": {"properties": {"a": {"type": "integer"}}, "patternProperties": {"^b": {"type": "boolean"}},
                       "additionalProperties": {"minLength": 1},
                       "oneOf": [{"prefixItems": [{"type": "null"}], "items": {"type": "string"}},
                                 {"const": {"a": "x", "l": [1]}}]}}
                """##, .openAPI31, nil
            ).schema)
        #expect(Set(compiled.reach.member("a").types.names) == ["integer", "number", "string"])
        #expect(compiled.reach.member("bc").types.names == ["boolean"])
        #expect(compiled.reach.member("c").types.names == ["string"])
        #expect(Set(compiled.reach.member("l").element(0).types.names) == ["number"])
        #expect(compiled.reach.element(0).types.names == ["null"])
        #expect(compiled.reach.element(1).types.names == ["string"])
        #expect(compiled.reach.declaredNames == ["a"])
    }

    @Test func `content that is not looked into fits where any value may be, and nowhere else`() throws {
        let compiled = try #require(
            try Self.compile(
                #"{"S": {"properties": {"a": {"type": "integer"}}, "additionalProperties": false}}"#, .openAPI31, nil
            ).schema)
        #expect(try compiled.accepts(["a": "?"], unseen: "?"))
        #expect(try !compiled.accepts(["a": "?"]))
        #expect(try !compiled.accepts(["b": "?"], unseen: "?"))
    }

    static let unlisted: [(standard: JSONSchema.Standard, schema: String, keyword: String?)] = [
        (.openAPI30, #"{"type": "string", "nullable": true, "enum": ["a"]}"#, "nullable"),
        (.openAPI30, #"{"type": "string", "nullable": true, "enum": ["a", null]}"#, nil),
        (.openAPI30, #"{"type": "string", "nullable": false, "enum": ["a"]}"#, nil),
        (.openAPI30, #"{"nullable": true, "allOf": [{"enum": ["a"]}]}"#, nil),
        (.openAPI31, #"{"type": ["string", "null"], "enum": ["a"]}"#, "type"),
        (.openAPI31, #"{"type": ["string", "null"], "enum": ["a", null]}"#, nil),
        (.openAPI31, #"{"type": "string", "enum": ["a"]}"#, nil),
    ]

    @Test(arguments: unlisted)
    func `an enum that keeps out the null that its schema takes is a warning`(
        _ standard: JSONSchema.Standard, _ schema: String, _ keyword: String?
    ) throws {
        let (compiled, diagnostics) = try Self.compile(#"{"S": \#(schema)}"#, standard, nil)
        #expect(compiled != nil)
        #expect(
            diagnostics.map(\.message)
                == (keyword.map { ["`\($0)` lets no null through, because `enum` does not list it"] } ?? []))
        #expect(diagnostics.allSatisfy { $0.isWarning && $0.help == "add null to `enum`" })
    }

    @Test func `a keyword of another version is a warning that names what to write`() throws {
        let (_, diagnostics) = try Self.compile(
            #"{"S": {"const": 1, "if": {}, "x-mine": 1, "example": 5, "tpye": "string"}}"#, .openAPI30, nil)
        #expect(diagnostics.allSatisfy { $0.isWarning })
        #expect(
            diagnostics.map(\.message) == [
                "`const` is no keyword of OpenAPI 3.0 and checks nothing",
                "`if` is no keyword of OpenAPI 3.0 and checks nothing",
                "`tpye` is no keyword of OpenAPI 3.0 and checks nothing",
            ])
        #expect(diagnostics.map(\.help) == ["write `enum` with one value", "OpenAPI 3.1 has it", nil])
    }

    @Test func `a discriminator without a name is an error`() throws {
        let (schema, diagnostics) = try Self.compile(
            #"{"S": {"oneOf": [{}], "discriminator": "kind"}}"#, .openAPI30, nil)
        #expect(schema == nil)
        #expect(
            diagnostics.first { !$0.isWarning }?.message
                == "`discriminator` wants the name of a member in `propertyName`, this is the text `kind`")
    }
}

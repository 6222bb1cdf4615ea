import BatonAPI
import BatonHTTP
import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// Records from JSON: what fits, and which place a failure names.
@Suite struct RecordMapperTests {
    private static func key(_ path: String) throws -> RecordPath { .keyPath(try JSONKeyPath.parse(path)) }

    private static func schema() throws -> RecordSchema {
        let size = Choice(
            conversion: .integer,
            cases: [.init(name: "small", raw: 0), .init(name: "medium", raw: 1), .init(name: "large", raw: 2)])
        let pizza = RecordDefinition(
            name: "Pizza",
            fields: [
                RecordField(name: "id", path: try key("pizza_id"), type: .value(.integer), absence: .fails),
                RecordField(name: "size", path: try key("size"), type: .choice(size), absence: .fails),
            ])
        let user = RecordDefinition(
            name: "User",
            fields: [
                RecordField(name: "name", path: try key("user_name"), type: nil, absence: .fails),
                RecordField(
                    name: "favourite", path: try key("favorite_pizza"), type: .own(0), absence: .givesNull),
                RecordField(
                    name: "orders", path: .path(try JSONPath.parse("$.ordered_pizzas")), type: .list(.own(0)),
                    absence: .fails),
                RecordField(
                    name: "last", path: try key("ordered_pizzas.0.pizza_id"), type: .value(.string),
                    absence: .gives(.json("none"))),
            ])
        let node = RecordDefinition(
            name: "Node",
            fields: [
                RecordField(name: "next", path: try key("next"), type: .own(2), absence: .givesNull)
            ])
        return RecordSchema([pizza, user, node])
    }

    private func map(_ json: JSONValue, to name: String = "User") throws -> Result<MappedValue, MappingFailures> {
        let type = try #require(try Self.schema().type(named: name))
        var mapper = RecordMapper(ValueConverter())
        do throws(MappingFailures) {
            return .success(try mapper.map(json, to: .record(type)))
        } catch {
            return .failure(error)
        }
    }

    /// One line for each thing that does not fit.
    private func place(_ json: JSONValue) throws -> String {
        switch try map(json) {
        case .success: "mapped"
        case .failure(let failures):
            failures.items.map { item in
                let failure = item.failure
                return "\(failure.kind) \(failure.place(behind: "$")): \(failure.wanted), \(failure.brief)"
            }.joined(separator: "\n")
        }
    }

    @Test func `all fields that do not fit are told at once, each with its path`() throws {
        #expect(
            try place([
                "favorite_pizza": ["pizza_id": "x", "size": 9],
                "ordered_pizzas": [["pizza_id": 1, "size": 0], 5, ["size": 7]],
            ]) == """
                mapping.missing $.user_name: a value, nothing
                mapping.type $.favorite_pizza.pizza_id: an integer, "x"
                mapping.format $.favorite_pizza.size: one of 0 (small), 1 (medium), 2 (large), 9
                mapping.type $.ordered_pizzas[1]: an object for `Pizza`, 5
                mapping.missing $.ordered_pizzas[2].pizza_id: an integer, nothing
                mapping.format $.ordered_pizzas[2].size: one of 0 (small), 1 (medium), 2 (large), 7
                """)
    }

    @Test func `of many fields that do not fit some are told and the rest is counted`() throws {
        let orders = JSONValue.array((0..<1000).map { ["pizza_id": .string("x\($0)"), "size": 0] })
        guard case .failure(let failures) = try map(["user_name": "ada", "ordered_pizzas": orders]) else {
            Issue.record("it was mapped")
            return
        }
        #expect(failures.items.count == 10 && failures.omitted == 990)
        #expect(failures.items[9].failure.place(behind: "$") == "$.ordered_pizzas[9].pizza_id")
    }

    @Test func `elements of a plain list are told one by one, too`() throws {
        var mapper = RecordMapper(ValueConverter())
        do throws(MappingFailures) {
            _ = try mapper.map([1, "x", 2, .null], to: .value(.list(.integer)))
            Issue.record("it was mapped")
        } catch {
            #expect(error.items.map { $0.failure.place(behind: "$") } == ["$[1]", "$[3]"])
        }
    }

    @Test func `nested types, lists and enums are mapped`() throws {
        let mapped = try map([
            "user_name": "ada", "favorite_pizza": .null,
            "ordered_pizzas": [["pizza_id": "7", "size": 1], ["pizza_id": 8, "size": "2"]],
        ]).get()
        func pizza(_ id: Int64, _ size: String) -> MappedValue {
            .record([
                .init(name: "id", value: .json(.number(JSONNumber(id)))),
                .init(name: "size", value: .json(.string(size))),
            ])
        }
        #expect(
            mapped
                == .record([
                    .init(name: "name", value: .json("ada")), .init(name: "favourite", value: .json(.null)),
                    .init(name: "orders", value: .list([pizza(7, "medium"), pizza(8, "large")])),
                    .init(name: "last", value: .json("7")),
                ]))
    }

    @Test func `a failure names the whole path, what was wanted and what was there`() throws {
        #expect(
            try place([
                "user_name": "ada",
                "ordered_pizzas": [
                    ["pizza_id": 1, "size": 0], ["pizza_id": 2, "size": 0], ["pizza_id": 3, "size": 9],
                ],
            ]) == "mapping.format $.ordered_pizzas[2].size: one of 0 (small), 1 (medium), 2 (large), 9")
        #expect(
            try place(["user_name": "ada", "ordered_pizzas": [["pizza_id": "x", "size": 0]]])
                == #"mapping.type $.ordered_pizzas[0].pizza_id: an integer, "x""#)
        #expect(
            try place(["user_name": "ada", "ordered_pizzas": [5]])
                == "mapping.type $.ordered_pizzas[0]: an object for `Pizza`, 5")
        #expect(
            try place(["user_name": "ada", "ordered_pizzas": "none"])
                == #"mapping.type $.ordered_pizzas: a list, "none""#)
        #expect(try place([1]) == "mapping.type $: an object for `User`, [1]")
    }

    @Test func `null does not fit a field that is neither optional nor has a default`() throws {
        func mapped(_ absence: RecordField.Absence, _ type: MappedType?) throws -> Result<MappedValue, MappingFailures>
        {
            let field = RecordField(
                name: "name", path: .keyPath(try JSONKeyPath.parse("name")), type: type, absence: absence)
            let schema = RecordSchema([RecordDefinition(name: "User", fields: [field])])
            var mapper = RecordMapper(ValueConverter())
            do throws(MappingFailures) {
                return .success(try mapper.map(["name": .null], to: .record(RecordType(schema, 0))))
            } catch {
                return .failure(error)
            }
        }
        for type in [nil, MappedType.value(.string)] {
            guard case .failure(let failures) = try mapped(.fails, type) else {
                Issue.record("null was taken")
                return
            }
            let failure = try #require(failures.items.first?.failure)
            #expect(failure.kind == .mappingType)
            #expect(failure.wanted == (type == nil ? "a value" : "a string"))
            #expect(failure.place(behind: "$") == "$.name")
            #expect(failure.acceptance == "`optional: true` lets null through")
            #expect(
                try mapped(.givesNull, type).get() == .record([.init(name: "name", value: .json(.null))]))
            #expect(
                try mapped(.gives(.json("x")), type).get() == .record([.init(name: "name", value: .json("x"))]))
        }
        #expect(
            try mapped(.fails, .value(.any)).get() == .record([.init(name: "name", value: .json(.null))]))
    }

    @Test(
        arguments: [
            ("$.items[*].name", #"{"items": []}"#, "[]"),
            ("$.items[*].name", #"{"items": [{"name": "Ada"}]}"#, #"["Ada"]"#),
            ("$.items[*].name", #"{"itemz": []}"#, nil), ("$.items[*].name", "{}", nil), ("$..name", "{}", "[]"),
            ("$.a.items[?@.id == 1].name", #"{"a": {}}"#, nil),
        ] as [(String, String, String?)])
    func `a path that selects gives a list, and is missing where something is that it names before`(
        _ path: String, _ json: String, _ expected: String?
    ) throws {
        let names = RecordField(
            name: "names", path: .path(try JSONPath.parse(path)), type: .list(.value(.string)), absence: .fails)
        let schema = RecordSchema([RecordDefinition(name: "Page", fields: [names])])
        var mapper = RecordMapper(ValueConverter())
        let value = try JSONParser.parse(Array(json.utf8))
        let type = try #require(schema.type(named: "Page"))
        let mapped = Result { try mapper.map(value, to: .record(type)) }
        switch (expected, mapped) {
        case (let expected?, .success(let value)):
            let list = try JSONParser.parse(Array(expected.utf8)).arrayValue ?? []
            #expect(value == .record([.init(name: "names", value: .list(list.map { .json($0) }))]))
        case (nil, .failure(let failures as MappingFailures)):
            #expect(failures.items.first?.failure.kind == .mappingMissing)
        default: Issue.record("\(mapped)")
        }
    }

    @Test func `a list whose place is missing may be optional, or have a default`() throws {
        for (absence, expected) in [
            (RecordField.Absence.givesNull, MappedValue.json(.null)), (.gives(.list([])), .list([])),
        ] {
            let path = RecordPath.path(try JSONPath.parse("$.items[*].name"))
            let names = RecordField(name: "names", path: path, type: .list(.value(.string)), absence: absence)
            let type = try #require(RecordSchema([RecordDefinition(name: "P", fields: [names])]).type(named: "P"))
            var mapper = RecordMapper(ValueConverter())
            #expect(try mapper.map([:], to: .record(type)) == .record([.init(name: "names", value: expected)]))
        }
    }

    @Test func `what is missing says what there is in its place`() throws {
        guard case .failure(let failures) = try map(["user_nam": "ada"]) else {
            Issue.record("it was mapped")
            return
        }
        let failure = try #require(failures.items.first?.failure)
        #expect(failure.kind == .mappingMissing)
        #expect(failure.place(behind: "$") == "$.user_name")
        #expect(failure.context == "has user_nam")
        #expect(failure.hint == "did you mean `user_nam`?")
    }

    @Test func `a document that is deeper than types may lie ends in a failure, not in a crash`() throws {
        var deep: JSONValue = .null
        for _ in 0..<300 { deep = ["next": deep] }
        guard case .failure(let failures) = try map(deep, to: "Node") else {
            Issue.record("it was mapped")
            return
        }
        #expect(failures.items.count == 1)
        #expect(failures.items[0].failure.wanted == "at most 100 types inside each other")
    }
}

import BatonHTTP
import BatonJSON
import Testing

@testable import BatonAPI

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

    private func map(_ json: JSONValue, to name: String = "User") throws -> Result<MappedValue, ConversionFailure> {
        let type = try #require(try Self.schema().type(named: name))
        var mapper = RecordMapper(ValueConverter())
        do throws(ConversionFailure) {
            return .success(try mapper.map(json, to: .record(type)))
        } catch {
            return .failure(error)
        }
    }

    private func place(_ json: JSONValue) throws -> String {
        switch try map(json) {
        case .success: "mapped"
        case .failure(let failure):
            "\(failure.kind) \(failure.place(behind: "$")): \(failure.wanted), \(failure.brief)"
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

    @Test func `what is missing says what there is in its place`() throws {
        guard case .failure(let failure) = try map(["user_nam": "ada"]) else {
            Issue.record("it was mapped")
            return
        }
        #expect(failure.kind == .mappingMissing)
        #expect(failure.place(behind: "$") == "$.user_name")
        #expect(failure.surroundings == "has user_nam")
        #expect(failure.hint == "did you mean `user_nam`?")
    }

    @Test func `a document that is deeper than types may lie ends in a failure, not in a crash`() throws {
        var deep: JSONValue = .null
        for _ in 0..<300 { deep = ["next": deep] }
        guard case .failure(let failure) = try map(deep, to: "Node") else {
            Issue.record("it was mapped")
            return
        }
        #expect(failure.wanted == "at most 100 types inside each other")
    }
}

import BatonHTTP
import Testing

@testable import BatonJudging
@testable import BatonLoading

/// The Style Examples of OpenAPI 3.0.3 and 3.1.0, each with a right and a wrong value, wherever a value may stand.
@Suite struct StyleExamplesTests {
    enum Place: String, CaseIterable { case path, query, header, cookie, form, multipart }

    enum Shape: CaseIterable { case text, number, list, numbers, object }

    struct Example: Sendable, CustomTestStringConvertible {
        var version: String
        var place: Place
        var style: String
        var explodes: Bool
        var shape: Shape
        var testDescription: String { "\(version) \(place) \(style) \(explodes ? "exploded " : "")\(shape)" }
    }

    /// The styles that the specification defines in each place, with the values of `explode` that its table has.
    private static func styles(_ place: Place) -> [(name: String, explodes: [Bool])] {
        let plain = [false, true]
        return switch place {
        case .path: [("simple", plain), ("label", plain), ("matrix", plain)]
        case .header: [("simple", plain)]
        case .cookie: [("form", plain)]
        case .query, .form, .multipart:
            [("form", plain), ("spaceDelimited", [false]), ("pipeDelimited", [false]), ("deepObject", [true])]
        }
    }

    static let examples: [Example] = ["3.0.3", "3.1.0"].flatMap { version in
        Place.allCases.flatMap { place -> [Example] in
            // In 3.0 the parts of a multipart form have no style.
            if place == .multipart, version == "3.0.3" { return [] }
            return styles(place).flatMap { style in
                style.explodes.flatMap { explodes in
                    Shape.allCases.filter { shape in
                        switch style.name {
                        case "deepObject": shape == .object
                        case "spaceDelimited", "pipeDelimited": shape != .text && shape != .number
                        default: true
                        }
                    }.map {
                        Example(version: version, place: place, style: style.name, explodes: explodes, shape: $0)
                    }
                }
            }
        }
    }

    private static func schema(_ shape: Shape) -> String {
        let number = "{ type: integer, maximum: 255 }"
        return switch shape {
        case .text: "{ type: string, enum: [blue] }"
        case .number: number
        case .list: "{ type: array, maxItems: 3, items: { type: string, enum: [blue, black, brown] } }"
        case .numbers: "{ type: array, maxItems: 3, items: \(number) }"
        case .object:
            "{ type: object, required: [R, G, B], additionalProperties: false, properties: { R: \(number), G: \(number), B: \(number) } }"
        }
    }

    private enum Value {
        case one(String)
        case list([String])
        case object([(String, String)])
    }

    private static func values(_ shape: Shape, isRight: Bool) -> [Value] {
        switch shape {
        case .text: isRight ? [.one("blue")] : [.one("red"), .list(["blue", "blue"])]
        case .number: isRight ? [.one("200")] : [.one("256"), .one("blue"), .one("1e9")]
        case .list:
            isRight
                ? [.list(["blue", "black", "brown"]), .list(["blue"])]
                : [.list(["blue", "black", "red"]), .list(["red"]), .list(["blue", "blue", "blue", "blue"])]
        case .numbers:
            isRight ? [.list(["1", "2", "255"]), .list(["7"])] : [.list(["1", "256"]), .list(["x"]), .list(["256"])]
        case .object:
            isRight
                ? [.object([("R", "100"), ("G", "200"), ("B", "150")])]
                : [
                    .object([("R", "100"), ("G", "200"), ("B", "256")]),
                    .object([("R", "100"), ("G", "200"), ("B", "blue")]), .object([("R", "100"), ("G", "200")]),
                ]
        }
    }

    /// The notations of a value, as the table has them; several where revisions of the specification differ.
    private static func written(_ value: Value, _ example: Example) -> [String] {
        let explodes = example.explodes
        func flat(_ separator: String) -> String {
            switch value {
            case .one(let text): text
            case .list(let texts): texts.joined(separator: separator)
            case .object(let pairs): pairs.map { "\($0)\(separator)\($1)" }.joined(separator: separator)
            }
        }
        func pairs(_ separator: String, of name: String? = nil) -> String {
            switch value {
            case .one(let text): name.map { "\($0)=\(text)" } ?? text
            case .list(let texts):
                texts.map { text in name.map { "\($0)=\(text)" } ?? text }.joined(separator: separator)
            case .object(let pairs): pairs.map { "\($0)=\($1)" }.joined(separator: separator)
            }
        }
        switch example.style {
        case "simple": return [explodes ? pairs(",") : flat(",")]
        case "label": return explodes ? [".\(pairs("."))"] : [".\(flat("."))", ".\(flat(","))"]
        case "matrix": return [explodes ? ";\(pairs(";", of: "color"))" : ";color=\(flat(","))"]
        case "spaceDelimited": return example.place == .multipart ? [] : ["color=\(flat("%20"))", "color=\(flat("+"))"]
        case "pipeDelimited":
            return ["color=\(flat("|"))"] + (example.place == .multipart ? [] : ["color=\(flat("%7C"))"])
        case "deepObject":
            guard case .object(let members) = value else { return [] }
            return [members.map { "color[\($0)]=\($1)" }, members.map { "color%5B\($0)%5D=\($1)" }]
                .prefix(example.place == .multipart ? 1 : 2).map { $0.joined(separator: "&") }
        default:
            guard explodes else { return ["color=\(flat(","))"] }
            return [pairs("&", of: "color")] + (example.place == .cookie ? [pairs("; ", of: "color")] : [])
        }
    }

    private static func document(_ example: Example) -> String {
        let style = "style: \(example.style), explode: \(example.explodes)"
        let schema = schema(example.shape)
        let responses = "responses: { 200: { description: d } }"
        func parameter(_ path: String) -> String {
            "paths: { '\(path)': { post: { parameters: [ { name: color, in: \(example.place), required: true, \(style), schema: \(schema) } ], \(responses) } } }"
        }
        func body(_ type: String) -> String {
            "paths: { /a: { post: { requestBody: { content: { \(type): { schema: { type: object, required: [color], properties: { color: \(schema) } }, encoding: { color: { \(style) } } } } }, \(responses) } } }"
        }
        let rest =
            switch example.place {
            case .path: parameter("/a/{color}")
            case .query, .header, .cookie: parameter("/a")
            case .form: body("application/x-www-form-urlencoded")
            case .multipart: body("multipart/form-data")
            }
        return ContractLoading.document(rest, version: example.version)
    }

    private static func told(_ text: String, _ place: Place, _ exchange: ContractExchange) throws -> [String] {
        let type = "application/x-www-form-urlencoded"
        let found =
            switch place {
            case .path: try exchange.told("POST", "/a/\(text)")
            case .query: try exchange.told("POST", "/a?\(text)")
            case .header: try exchange.told("POST", "/a", [("Color", text)])
            case .cookie: try exchange.told("POST", "/a", [("Cookie", text)])
            case .form: try exchange.told("POST", "/a", [], .bytes(Array(text.utf8), contentType: type))
            case .multipart:
                try exchange.told(
                    "POST", "/a", [],
                    .multipart(
                        text.split(separator: "&").map { pair in
                            let halves = pair.split(separator: "=", maxSplits: 1).map(String.init)
                            return MultipartPart(halves[0], .bytes(Array(halves[1].utf8)))
                        }))
            }
        return found.map(\.message)
    }

    @Test(arguments: examples)
    func `a value that is written by its style is right, and a wrong one is told`(_ example: Example) throws {
        let exchange = try ContractExchange(Self.document(example))
        for isRight in [true, false] {
            for value in Self.values(example.shape, isRight: isRight) {
                for text in Self.written(value, example) {
                    let told = try Self.told(text, example.place, exchange)
                    #expect(told.isEmpty == isRight, "\(text): \(told)")
                }
            }
        }
    }
}

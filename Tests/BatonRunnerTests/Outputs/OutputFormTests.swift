import BatonCEL
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonValues
import BatonWorkflow
import Testing

@testable import BatonRunner

/// The values of a file of outputs: what is written reads back the same, with the same parts secret.
@Suite struct OutputFormTests {
    private static func form(_ value: CELValue, secrets: [String] = []) throws -> OutputForm {
        try OutputForm("x", value) { text in secrets.contains { text.contains($0) } }
    }

    /// The value after writing and reading.
    private static func readBack(_ value: CELValue, secrets: [String] = []) throws -> CELValue {
        let json = try JSONParser.parse(JSONWriter.compact(form(value, secrets: secrets).json))
        return try #require(OutputForm(json)?.celValue)
    }

    private static func map(_ entries: (CELValue, CELValue)...) -> CELMap {
        var map = CELMap()
        for (key, value) in entries { _ = map.insert(key, value) }
        return map
    }

    /// The type and the value, as far as an expression can tell.
    private static func described(_ value: CELValue) -> String {
        "\(value.describedType) \(value.described(limit: 10_000) { $0 })"
    }

    private static let pin = CELValue(.string("9876"), isTainted: true)

    private static let values: [CELValue] = [
        .null, .true, .int(Int64.max), .int(Int64.min), .uint(.max), .uint(0), .double(1), .double(-0.1),
        .double(1e300),
        CELValue(json: 12_345_678_901_234_567_890.0), .string(""), .string("a\u{0}\u{1F600}\"\\/~"), .bytes([]),
        .bytes([0, 255, 128]), .timestamp(Timestamp(seconds: -1, nanoseconds: 7)!),
        .duration(.nanoseconds(-1_500_000_001)), .list([]), .list([.uint(1), .list([.double(2)]), .null]),
        .map(CELMap()), .map(map((.string("a/b~c"), .uint(1)), (.string(""), .double(0)))),
        .map(map((.int(1 as Int64), .string("a")), (.true, .uint(2)), (.string("k"), .null))),
        .optional(.uint(3)), .optional(nil), .list([.optional(.string("a")), .optional(nil)]),
    ]

    @Test(arguments: values.indices)
    func `every value reads back with its type`(_ index: Int) throws {
        let value = Self.values[index]
        let read = try Self.readBack(value)
        #expect(Self.described(read) == Self.described(value))
        #expect(!read.holdsTaint)
        let secret = try Self.readBack(value.tainted(true))
        #expect(Self.described(secret) == Self.described(value.tainted(true)) && secret.isTainted)
    }

    @Test(arguments: ["12345678901234567890123", "1.50", "1e3", "-0", "0.1", "1e400"])
    func `the digits of a number of a response are kept`(_ digits: String) throws {
        let json = JSONValue.number(try #require(JSONNumber(text: digits)))
        for value in [CELValue(json: json), .list([.uint(1), CELValue(json: json)])] {
            let read = try Self.readBack(value)
            #expect(try read.toJSON() == value.toJSON() && read.jsonText() == value.jsonText())
        }
    }

    @Test func `only the secret parts are secret again`() throws {
        let value = CELValue.mapOfParts(
            Self.map(
                (.string("name"), .string("ada")),
                (.string("a/b"), .list([.int(1), Self.pin, .uint(2)])),
                (.string("all"), CELValue(json: ["k": ["v"]], isTainted: true))))
        let form = try Self.form(value)
        #expect(form.secret == ["/a~1b/1", "/all"])
        let read = try Self.readBack(value)
        #expect(!read.isTainted && read.holdsTaint)
        var secrets: [SecretPart] = []
        read.forEachSecretPart { secrets.append($0) }
        #expect(secrets == [.text("9876"), .text("v")])
        #expect(Self.described(read) == Self.described(value))
    }

    @Test func `a result with a secret part keeps its other parts readable`() throws {
        let result = CELValue.native(
            ResultView(Self.map((.string("id"), .int(7 as Int64)), (.string("pin"), Self.pin))))
        #expect(try Self.form(result).secret == ["/pin"])
        let read = try Self.readBack(result)
        #expect(try read.toJSON() == result.toJSON())
        #expect(read.entries?.map(\.value.isTainted) == [false, true])
    }

    @Test func `a map with a secret key is secret as a whole`() throws {
        let value = CELValue.mapOfParts(Self.map((Self.pin, .int(1)), (.string("b"), .int(2))))
        #expect(try Self.form(value).secret == [""])
        #expect(try Self.readBack(value).isTainted)
    }

    @Test func `a text that holds a known secret is secret, although it was not computed from one`() throws {
        let value = CELValue(json: ["url": "/x?token=sesame", "keys": [["sesame": 1]], "other": "y"])
        let form = try Self.form(value, secrets: ["sesame"])
        #expect(form.secret == ["/url", "/keys/0"])
        let read = try Self.readBack(value, secrets: ["sesame"])
        #expect(read.entries?.map(\.value.holdsTaint) == [true, true, false])
    }

    @Test(
        arguments: [
            #"{"value": 1, "secret": []}"#,
            #"{"name": "x", "secret": []}"#,
            #"{"name": "x", "value": 1, "secret": false}"#,
            #"{"name": "x", "value": 1, "secret": [1]}"#,
            #"{"name": "x", "value": 1, "types": {"": "int"}, "secret": []}"#,
            #"{"name": "x", "value": 1, "types": [], "secret": []}"#,
            #"{"name": "x", "value": 1, "secret": ["/a"]}"#,
            #"{"name": "x", "value": [1], "secret": ["/1"]}"#,
            #"{"name": "x", "value": -1, "types": {"": "uint"}, "secret": []}"#,
            #"{"name": "x", "value": "?", "types": {"": "bytes"}, "secret": []}"#,
            #"{"name": "x", "value": 1, "types": {"/0": "uint"}, "secret": []}"#,
            #"{"name": "x", "value": "soon", "types": {"": "timestamp"}, "secret": []}"#,
            #"{"name": "x", "value": [1, 2], "types": {"": "optional"}, "secret": []}"#,
            #"{"name": "x", "value": [[1]], "types": {"": "map"}, "secret": []}"#,
            #"{"name": "x", "value": [[[], 1]], "types": {"": "map"}, "secret": []}"#,
            #"{"name": "x", "value": 1}"#,
            #"{"name": "x", "value": 1, "secrets": true, "secret": []}"#,
        ])
    func `a form that contradicts itself is refused`(_ json: String) throws {
        #expect(OutputForm(try JSONParser.parse(json))?.celValue == nil)
    }

    private static func document(_ values: [CELValue]) throws -> OutputsDocument {
        OutputsDocument(
            workflow: "w.yaml", environment: nil, run: "r", written: 0, outputs: try values.map { try form($0) })
    }

    @Test func `a document reads back, and no beginning of it is taken for one`() throws {
        let document = try Self.document([.int(1), Self.pin])
        let bytes = try #require(document.bytes)
        let read = try OutputsDocument(bytes)
        #expect(read.workflow == "w.yaml" && read.environment == nil && read.run == "r")
        #expect(read.outputs.map(\.secret) == [[], [""]])
        for length in 0..<bytes.count - 1 {
            #expect(throws: OutputsDocument.ReadError.self) { try OutputsDocument(Array(bytes.prefix(length))) }
        }
    }

    @Test func `what is nested very deeply is kept, and secret as a whole`() throws {
        var deep = JSONValue.string("bottom")
        for _ in 0..<500 { deep = .array([deep]) }
        let value = CELValue(json: deep)
        let form = try Self.form(value)
        #expect(form.secret == [String(repeating: "/0", count: 100)])
        let read = try Self.readBack(value)
        #expect(try read.toJSON() == deep)
        #expect(read.holdsTaint && !read.isTainted)
    }

    @Test func `a document that would be too large or too deep to be read is not written`() throws {
        #expect(try Self.document([.string(String(repeating: "x", count: OutputsDocument.limit))]).bytes == nil)
        var deep = JSONValue.null
        for _ in 0..<511 { deep = .array([deep]) }
        #expect(try Self.document([CELValue(json: deep)]).bytes == nil)
    }
}

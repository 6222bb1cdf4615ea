import BatonJSON
import BatonJSONSchema
import Testing

@testable import BatonJudging
@testable import BatonLoading

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The cases that the public test suite of JSON Schema has for the formats that are checked.
@Suite(
    .enabled(
        if: FormatSuite.read("optional/format-assertion.json") != nil,
        "the test suite of JSON Schema is not on this machine"))
struct SchemaFormatConformanceTests {
    /// Every format that is checked; all that `is` names are among them.
    static let formats = SchemaFormats.formats.keys.sorted()

    /// Cases that are not met as the suite has them, by format: what punycode stands for is not looked at, so that what
    /// must not be written in it is not found.
    private static func isDeviation(_ format: String, _ text: JSONValue, valid: Bool) -> Bool {
        format == "hostname" && !valid && text.stringValue?.lowercased().hasPrefix("xn--") == true
    }

    @Test(arguments: formats)
    func `a format means what the suite says`(_ format: String) throws {
        let suite = try #require(FormatSuite.read("optional/format/\(format).json"))
        for group in suite.arrayValue ?? [] {
            let (compiled, issues) = JSONSchema.compile(
                try #require(group["schema"]), from: "test:schema", options: SchemaFormats.options,
                find: { .refused($0, help: nil) })
            let schema = try #require(compiled, "\(issues.map(\.message))")
            for test in group["tests"]?.arrayValue ?? [] {
                let data = try #require(test["data"])
                let valid = test["valid"] == true
                if Self.isDeviation(format, data, valid: valid) { continue }
                #expect(try schema.accepts(data) == valid, "\(test["description"]?.stringValue ?? ""): \(data)")
            }
        }
    }

    @Test func `a dialect may ask for formats`() throws {
        let suite = try #require(FormatSuite.read("optional/format-assertion.json"))
        var options = SchemaFormats.options
        options.assertsFormats = false
        for group in suite.arrayValue ?? [] {
            let compiled = JSONSchema.compile(try #require(group["schema"]), from: "test:schema", options: options) {
                uri in
                let name = uri.split(separator: "/").last.map(String.init) ?? ""
                return FormatSuite.read("../../remotes/draft2020-12/\(name)").map { .document($0) }
                    ?? .refused(uri, help: nil)
            }
            for test in group["tests"]?.arrayValue ?? [] {
                #expect(try compiled.schema?.accepts(try #require(test["data"])) == test["valid"]?.boolValue)
            }
        }
    }
}

/// The test suite of JSON Schema, draft 2020-12.
private enum FormatSuite {
    /// Nil where the file is not on this machine.
    static func read(_ name: String) -> JSONValue? {
        let steps = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        let folder =
            getenv("BATON_CONFORMANCE").map { String(cString: $0) }
            ?? steps.joined(separator: "/") + "/../shared/conformance"
        let path = "\(folder)/json-schema/tests/draft2020-12/\(name)"
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            if count == 0 { return try? JSONParser.parse(bytes) }
            bytes.append(contentsOf: chunk[..<count])
        }
    }
}

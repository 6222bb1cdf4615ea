import BatonJSON
import ConformanceData
import Testing

@testable import BatonJSONSchema

/// The required cases of the public test suite of JSON Schema, draft 2020-12, and those of its optional ones that say
/// nothing about formats.
@Suite(
    .enabled(if: !SchemaSuite.files.isEmpty, "the test suite of JSON Schema is not on this machine"))
struct JSONSchemaConformanceTests {
    /// Groups that are not met as the suite has them, each with the reason.
    static let deviations: [String: String] = [
        "refs to historic drafts are processed as historic drafts": "draft 2020-12 is the only one that is known",
        // The suite gives no meaning to formats here; those that have one are held against it where they are defined.
        "schema that uses custom metaschema with format-assertion: false": "no format is known here",
        "schema that uses custom metaschema with format-assertion: true": "no format is known here",
    ]

    @Test(arguments: SchemaSuite.files)
    func `the verdicts are those of the suite`(_ file: String) throws {
        let bytes = try #require(ConformanceData.read("\(SchemaSuite.folder)/\(file)"))
        for group in try JSONParser.parse(bytes).arrayValue ?? [] {
            let name = group["description"]?.stringValue ?? ""
            if Self.deviations[name] != nil { continue }
            let (compiled, diagnostics) = JSONSchema.compile(
                try #require(group["schema"]), from: "test:schema", options: .init(assertsFormats: false),
                find: SchemaSuite.find)
            let schema = try #require(compiled, "\(name): \(diagnostics.filter { !$0.isWarning }.map(\.message))")
            for test in group["tests"]?.arrayValue ?? [] {
                let comment = Comment(rawValue: "\(name): \(test["description"]?.stringValue ?? "")")
                let data = try #require(test["data"])
                let fits = try schema.accepts(data)
                #expect(fits == test["valid"]?.boolValue, comment)
                // Whatever is refused is explained, and nothing else is.
                #expect(schema.violations(of: data).found.isEmpty == fits, comment)
            }
        }
    }

    @Test func `all required JSON Schema conformance cases are present`() throws {
        var count = 0
        for file in SchemaSuite.files where !file.hasPrefix("optional/") {
            let bytes = try #require(ConformanceData.read("\(SchemaSuite.folder)/\(file)"))
            for group in try JSONParser.parse(bytes).arrayValue ?? [] {
                count += group["tests"]?.arrayValue?.count ?? 0
            }
        }
        #expect(count == 1299)
    }

    @Test func `every deviation is one that the suite has`() throws {
        var names: Set<String> = []
        for file in SchemaSuite.files {
            let bytes = try #require(ConformanceData.read("\(SchemaSuite.folder)/\(file)"))
            for group in try JSONParser.parse(bytes).arrayValue ?? [] {
                names.insert(group["description"]?.stringValue ?? "")
            }
        }
        #expect(names.isSuperset(of: Self.deviations.keys))
    }
}

/// The suite, and the documents that its cases refer to, mapped to the URIs that they are served under.
enum SchemaSuite {
    static let folder = "json-schema/tests/draft2020-12"

    /// Every file of the suite by its path; none where the data is not there.
    static let files: [String] = {
        let required = ConformanceData.files(in: folder).filter { $0.hasSuffix(".json") }
        let optional = ConformanceData.files(in: folder + "/optional").filter { $0.hasSuffix(".json") }
        return required + optional.map { "optional/" + $0 }
    }()

    static func find(_ uri: String) -> JSONSchema.Found {
        let server = "http://localhost:1234/"
        guard uri.hasPrefix(server),
            let bytes = ConformanceData.read("json-schema/remotes/\(uri.dropFirst(server.count))"),
            let document = try? JSONParser.parse(bytes)
        else { return .refused("there is no \(uri)", help: nil) }
        return .document(document)
    }
}

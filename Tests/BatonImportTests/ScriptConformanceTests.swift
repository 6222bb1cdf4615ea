import BatonImport
import BatonJSON
import ConformanceData
import Testing

/// The scripts of Newman's own collections, beside the repository where they are available.
@Suite struct `Scripts of Newman's collections` {
    private static let folder = "import/postman"
    private static let ending = ".postman_collection.json"
    static let collections = ConformanceData.files(in: folder).filter { $0.hasSuffix(ending) }

    private struct Counts: Equatable, CustomStringConvertible {
        var carried = 0
        var lost = 0
        var checks = 0
        var allChecks = 0

        var description: String { "\(carried) \(lost) \(checks)/\(allChecks)" }
    }

    private static func add(_ item: JSONValue, _ counts: inout Counts) {
        for event in item.objectValue?["event"]?.arrayValue ?? [] {
            let script = event.objectValue?["script"]?.objectValue?["exec"] ?? event.objectValue?["script"] ?? .null
            let text = script.arrayValue?.compactMap(\.stringValue).joined(separator: "\n") ?? script.stringValue ?? ""
            let phase: ScriptPlace.Phase = event.objectValue?["listen"]?.stringValue == "test" ? .after : .before
            let translation = ScriptSample.translation(of: text, phase: phase)
            counts.carried += translation.carried
            counts.lost += translation.lost
            counts.checks += translation.checks.carried
            counts.allChecks += translation.checks.total
        }
        for inner in item.objectValue?["item"]?.arrayValue ?? [] { add(inner, &counts) }
    }

    /// Statements that are carried over and lost, and checks that are carried over of all.
    private static let expected: [String: String] = [
        "bom-in-environment-file": "5 0 2/2",
        "case-insen-header-sandbox": "1 0 1/1",
        "comma-test-csv": "11 0 1/1",
        "crypto-md5": "3 0 1/1",
        "custom-http-method": "17 0 3/3",
        "disabled-and-duplicates": "9 0 3/3",
        "dynamic-var-replacement": "6 0 3/3",
        "esc-formdata": "4 0 2/2",
        "hawk-auth-test": "2 0 1/1",
        "helper": "7 0 3/3",
        "multi-value-data": "0 2 0/1",
        "newman-gzip-test": "2 0 1/1",
        "protocol-profile-behavior": "53 0 16/16",
        "redirect-test": "1 0 0/0",
        "request-body-with-get": "15 0 3/3",
        "request-name-in-script": "1 1 1/1",
        "semicolon-tests": "4 0 2/2",
        "slashed-variable-names": "4 0 3/3",
        "super-sandbox-test": "65 0 26/26",
        "timeout": "1 1 0/0",
        "var-replacement": "4 0 2/2",
    ]

    @Test(arguments: collections)
    func `are carried over as far as pinned`(name: String) throws {
        var counts = Counts()
        Self.add(try JSONParser.parse(try #require(ConformanceData.read("\(Self.folder)/\(name)"))), &counts)
        #expect(counts.description == Self.expected[String(name.dropLast(Self.ending.count))] ?? "0 0 0/0")
    }
}

import BatonDiagnostics
import BatonFiles
import BatonJSON
import BatonXML

/// What another tool found, by requests: the JUnit file of Newman, with a suite for each request and a case for each check,
/// or its JSON export.
struct EarlierResult {
    /// All runs of the requests that have one name.
    struct Request {
        /// The names from the top, or the last one alone where the file does not hold the others.
        let name: [String]
        var runs = 0
        var failedRuns = 0
        var failedChecks: [String] = []
    }

    private(set) var requests: [Request] = []
    private var indices: [[String]: Int] = [:]
    /// Whether names are those of requests alone, without their folders.
    private(set) var hasBareNames = false

    private static let limit = 200_000_000

    init(_ path: String, in workingFolder: String) throws(UsageError) {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(of: RealPath.join(workingFolder, path), limit: Self.limit)
        } catch {
            throw UsageError("file.unreadable", "\(path): \(error.message)")
        }
        let isJSON = bytes.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "{")
        do {
            if isJSON {
                readJSON(try JSONParser.parse(bytes))
            } else {
                try readXML(try XMLDocument(bytes))
            }
        } catch {
            throw Self.unreadable(path)
        }
        if requests.isEmpty { throw Self.unreadable(path) }
    }

    private static func unreadable(_ path: String) -> UsageError {
        UsageError(
            "import.unreadable", "\(path): this is no result of Newman",
            help: "give what `--reporters junit` or `--reporters json` wrote")
    }

    // MARK: - JSON

    private mutating func readJSON(_ value: JSONValue) {
        hasBareNames = true
        for execution in value["run"]?["executions"]?.arrayValue ?? [] {
            let failed = (execution["assertions"]?.arrayValue ?? []).filter { $0["error"]?.objectValue != nil }
            let isBroken = execution["requestError"]?.objectValue != nil
            let scripts =
                (execution["testScript"]?.arrayValue ?? []) + (execution["prerequestScript"]?.arrayValue ?? [])
            let isThrown = scripts.contains { $0["error"]?.objectValue != nil }
            note(
                [execution["item"]?["name"]?.stringValue ?? ""], isFailed: !failed.isEmpty || isBroken || isThrown,
                failed.compactMap { $0["assertion"]?.stringValue })
        }
    }

    private mutating func note(_ name: [String], isFailed: Bool, _ checks: [String]) {
        let name = name.map(Self.normal)
        let index = indices[name] ?? requests.count
        if index == requests.count {
            indices[name] = index
            requests.append(Request(name: name))
        }
        requests[index].runs += 1
        if isFailed { requests[index].failedRuns += 1 }
        requests[index].failedChecks += checks.filter { !requests[index].failedChecks.contains($0) }
    }

    // MARK: - XML

    private mutating func readXML(_ document: XMLDocument) throws {
        let all = try Self.texts("//testsuite/@name", document)
        let failed = try Self.texts("//testsuite[testcase/failure or testcase/error or error]/@name", document)
        var failures: [String: Int] = [:]
        for name in failed { failures[name, default: 0] += 1 }
        for name in all {
            let isFailed = (failures[name] ?? 0) > 0
            if isFailed { failures[name, default: 0] -= 1 }
            note(name.split(separator: " / ").map(String.init), isFailed: isFailed, [])
        }
        for name in Set(failed) {
            guard let quote = ["\"", "'"].first(where: { !name.contains($0) }) else { continue }
            let path = "//testsuite[@name = \(quote)\(name)\(quote)]/testcase[failure or error]/@name"
            guard let index = indices[name.split(separator: " / ").map { Self.normal(String($0)) }] else { continue }
            let checks = try Self.texts(path, document)
            requests[index].failedChecks = checks.enumerated().filter { !checks.prefix($0.offset).contains($0.element) }
                .map(\.element)
        }
    }

    private static func texts(_ path: String, _ document: XMLDocument) throws -> [String] {
        guard case .texts(let texts) = try XPath.parse(path).evaluate(in: document) else { return [] }
        return texts
    }

    /// A name without the spaces and characters that a step's name does not have.
    static func normal(_ name: String) -> String {
        name.split { $0.isWhitespace }.joined(separator: " ")
    }
}

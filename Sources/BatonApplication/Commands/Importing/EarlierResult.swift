import BatonDiagnostics
import BatonFiles
import BatonJSON
import BatonXML

/// What another tool found, by requests and their tests: the JUnit file of Newman or of its reporter `junitfull`, or the JSON of
/// Newman or of Postman's own program.
struct EarlierResult {
    /// One execution of a request.
    struct Run {
        /// Each test once; its error where it failed.
        var tests: [(name: String, error: String?)] = []
        /// Why the request itself, or one of its scripts, ended with an error.
        var faults: [String] = []

        var hasFailed: Bool { !faults.isEmpty || tests.contains { $0.error != nil } }

        mutating func add(_ name: String, error: String?) {
            let name = EarlierResult.normal(name)
            if let index = tests.firstIndex(where: { $0.name == name }) {
                tests[index].error = tests[index].error ?? error
            } else if tests.count < EarlierResult.mostTests {
                tests.append((name, error))
            }
        }
    }

    struct Request {
        /// As ``key(_:)`` makes it.
        let name: String
        /// Its place among the requests of this name in the collection, from 0; nil where the file does not hold that.
        let rank: Int?
        /// Whether the file tells it apart from others of its name.
        let isToldApart: Bool
        var runs: [Run] = []

        func with(runs: [Run]) -> Request {
            var request = self
            request.runs = runs
            return request
        }
    }

    /// In the order of their first runs.
    private(set) var requests: [Request] = []
    private var indices: [[String]: Int] = [:]
    /// Whether names are those of requests alone, without their folders.
    private(set) var hasBareNames = false
    /// Whether of each request the file tells the last run alone, as Newman's JUnit file does.
    private(set) var holdsLastRuns = false

    private static let limit = 200_000_000
    /// Of one run of a request.
    fileprivate static let mostTests = 2000
    private static let longestText = 300

    init(_ path: String, in workingFolder: String) throws(UsageError) {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(of: RealPath.join(workingFolder, path), limit: Self.limit)
        } catch {
            throw UsageError("file.unreadable", "\(path): \(error.message)")
        }
        let isJSON = bytes.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "{")
        do {
            if isJSON { readJSON(try JSONParser.parse(bytes)) } else { readXML(try XMLDocument(bytes)) }
        } catch {
            throw Self.unreadable(path)
        }
        if requests.isEmpty { throw Self.unreadable(path) }
    }

    private static func unreadable(_ path: String) -> UsageError {
        UsageError(
            "import.unreadable", "\(path): this is no result of Newman or Postman",
            help: "give what `--reporters junit` or `--reporters json` wrote")
    }

    /// The names from the top on one line, without the spaces that a step's name does not have.
    static func key(_ names: [String]) -> String { names.map(normal).joined(separator: " / ") }

    /// The names from the top, joined by " › ", as the result has them.
    static func key(ofRequest request: String, isBare: Bool) -> String {
        let names = request.split(separator: " › ").map(String.init)
        return key(isBare ? names.suffix(1) : names)
    }

    static func normal(_ name: String) -> String { name.split { $0.isWhitespace }.joined(separator: " ") }

    private static func short(_ text: String) -> String {
        let line = normal(String(text.prefix(longestText + 1)))
        return text.count > longestText ? line + " …" : line
    }

    /// - Parameter item: what tells requests of one name apart.
    private mutating func note(_ name: String, _ item: String?, rank: Int? = nil, _ run: Run) {
        let key = [name] + (item.map { [$0] } ?? [])
        let index = indices[key] ?? requests.count
        if index == requests.count {
            indices[key] = index
            requests.append(Request(name: name, rank: rank, isToldApart: item != nil))
        }
        requests[index].runs.append(run)
    }

    // MARK: - JSON

    private mutating func readJSON(_ value: JSONValue) {
        var paths: [String: (name: String, rank: Int)] = [:]
        var counts: [String: Int] = [:]
        Self.gather(value["collection"]?["item"], [], &paths, &counts)
        let executions = value["run"]?["executions"]?.arrayValue ?? []
        let items = executions.map { $0["item"] ?? $0["requestExecuted"] ?? .null }
        hasBareNames = !items.allSatisfy { $0["id"]?.stringValue.map { paths[$0] != nil } ?? false }
        for (execution, item) in zip(executions, items) {
            let own = Self.key([item["name"]?.stringValue ?? ""])
            let id = item["id"]?.stringValue
            let path = hasBareNames ? nil : id.flatMap { paths[$0] }
            note(path?.name ?? own, id, rank: path?.rank, Self.run(of: execution))
        }
    }

    /// The names from the top of each item of an exported collection, by its id.
    private static func gather(
        _ items: JSONValue?, _ path: [String], _ paths: inout [String: (name: String, rank: Int)],
        _ counts: inout [String: Int]
    ) {
        for item in items?.arrayValue ?? [] {
            let path = path + [item["name"]?.stringValue ?? ""]
            if let inner = item["item"] {
                gather(inner, path, &paths, &counts)
            } else if let id = item["id"]?.stringValue {
                let name = key(path)
                paths[id] = (name, counts[name, default: 0])
                counts[name, default: 0] += 1
            }
        }
    }

    private static func run(of execution: JSONValue) -> Run {
        var run = Run()
        for test in execution["assertions"]?.arrayValue ?? execution["tests"]?.arrayValue ?? [] {
            guard let name = test["assertion"]?.stringValue ?? test["name"]?.stringValue,
                test["skipped"]?.boolValue != true, test["status"]?.stringValue != "skipped"
            else { continue }
            let hasFailed = test["error"]?.objectValue != nil || test["status"]?.stringValue == "failed"
            run.add(name, error: hasFailed ? short(test["error"]?["message"]?.stringValue ?? "") : nil)
        }
        let scripts = ["prerequestScript", "testScript"].flatMap { execution[$0]?.arrayValue ?? [] }
        let errors = [execution["requestError"]] + scripts.map { $0["error"] } + (execution["errors"]?.arrayValue ?? [])
        run.faults = errors.compactMap { error in
            guard let error, error.objectValue != nil else { return nil }
            return short(error["message"]?.stringValue ?? error["name"]?.stringValue ?? "an error")
        }
        return run
    }

    // MARK: - XML

    /// Cases of the reporter `junitfull` that are no tests.
    private static let scripts: Set<String> = ["Pre-request Script", "Tests"]

    private mutating func readXML(_ document: XMLDocument) {
        let elements = document.elements
        var suites: [(position: Int, name: String, run: Run)] = []
        var test: (name: String, error: String?)?
        func close() {
            guard let ended = test, !suites.isEmpty else { return }
            suites[suites.count - 1].run.add(ended.name, error: ended.error)
            test = nil
        }
        holdsLastRuns = true
        for (position, element) in elements.enumerated() {
            switch element.name {
            case "testsuite":
                close()
                // The reporter `junitfull` gives each run a suite, with the folders apart.
                if element["package"] != nil { holdsLastRuns = false }
                let names = [element["package"] ?? "", element["name"] ?? ""].filter { !$0.isEmpty }
                var run = Run()
                if let count = Int(element["errors"] ?? "0"), count > 0 { run.faults = ["an error"] }
                suites.append((position, Self.key(names), run))
            case "testcase":
                close()
                let name = element["name"] ?? ""
                let isTest = holdsLastRuns || !Self.scripts.contains(name)
                if isTest, element.parent == suites.last?.position { test = (name, nil) }
            case "failure", "error":
                let message = Self.short(element["message"] ?? "")
                if element.name == "failure", test != nil {
                    test?.error = message
                } else if !suites.isEmpty {
                    // Of a script or of the request itself.
                    suites[suites.count - 1].run.faults.append(message)
                    test = nil
                }
            case "skipped": test = nil
            default: break
            }
        }
        close()
        // Newman's own reporter has a suite for each request.
        for suite in suites { note(suite.name, holdsLastRuns ? "\(suite.position)" : nil, suite.run) }
    }
}

package import BatonJSON

/// What a CTRF report says, and where it is none: the demands of the format's schema (version 1.0), by hand.
package struct CTRFOutcomes {
    package let report: JSONValue
    /// Where the report is not as the format demands.
    package private(set) var complaints: [String] = []
    /// The kinds of all failures of each workflow file.
    package private(set) var kinds: [String: [String]] = [:]

    private static let statuses = ["passed", "failed", "skipped", "pending", "other"]

    /// What each member of a test may be; no other is allowed.
    private static let members: [String: String] = [
        "id": "string", "name": "string", "status": "string", "duration": "integer", "start": "integer",
        "stop": "integer", "suite": "array", "message": "string", "trace": "string", "snippet": "string",
        "line": "integer", "rawStatus": "string", "tags": "array", "type": "string", "filePath": "string",
        "retries": "integer", "retryAttempts": "array", "flaky": "boolean", "stdout": "array", "parameters": "object",
        "extra": "object",
    ]

    package init(_ text: String) throws {
        report = try JSONParser.parse(Array(text.utf8))
        checkFrame()
        for test in tests {
            check(test)
            guard let suite = test["suite"]?[0]?.stringValue else { continue }
            let file = suite.split(separator: " ").first.map(String.init) ?? suite
            for failure in test["extra"]?["failures"]?.arrayValue ?? [] {
                kinds[file, default: []].append(failure["kind"]?.stringValue ?? "")
            }
        }
    }

    package var tests: [JSONValue] { report["results"]?["tests"]?.arrayValue ?? [] }

    package func test(_ name: String) -> JSONValue? { tests.first { $0["name"]?.stringValue == name } }

    private mutating func demand(_ holds: Bool, _ complaint: String) {
        if !holds { complaints.append(complaint) }
    }

    private mutating func checkFrame() {
        demand(report["reportFormat"]?.stringValue == "CTRF", "reportFormat")
        demand(report["specVersion"]?.stringValue?.wholeMatch(of: /\d+\.\d+\.\d+/) != nil, "specVersion")
        demand(
            report["reportId"]?.stringValue?.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil, "id")
        demand(
            report["timestamp"]?.stringValue?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil, "timestamp")
        let results = report["results"]
        demand(results?["tool"]?["name"]?.stringValue?.isEmpty == false, "tool.name")
        demand(results?["tests"]?.arrayValue != nil, "tests")
        let summary = results?["summary"]
        for name in ["tests", "start", "stop"] + Self.statuses {
            demand(summary?[name]?.numberValue?.int != nil, "summary.\(name)")
        }
        for status in Self.statuses {
            let count = tests.count { $0["status"]?.stringValue == status }
            demand(summary?[status]?.numberValue?.int == Int64(count), "summary.\(status) is not \(count)")
        }
        demand(summary?["tests"]?.numberValue?.int == Int64(tests.count), "summary.tests is not \(tests.count)")
        let flaky = tests.count { $0["flaky"]?.boolValue == true }
        demand(summary?["flaky"]?.numberValue?.int == Int64(flaky), "summary.flaky is not \(flaky)")
    }

    private mutating func check(_ test: JSONValue) {
        let name = test["name"]?.stringValue ?? ""
        demand(!name.isEmpty, "a test without a name")
        demand(Self.statuses.contains(test["status"]?.stringValue ?? ""), "\(name): status")
        for required in ["duration", "start", "stop"] { demand(test[required] != nil, "\(name): \(required)") }
        for member in test.objectValue?.members ?? [] {
            demand(Self.members[member.name] == Self.type(of: member.value), "\(name): \(member.name)")
        }
        demand((test["suite"]?.arrayValue?.count ?? 0) >= 1, "\(name): suite")
        for text in (test["suite"]?.arrayValue ?? []) + (test["stdout"]?.arrayValue ?? []) {
            demand(text.stringValue != nil, "\(name): a text of a list")
        }
        for attempt in test["retryAttempts"]?.arrayValue ?? [] {
            demand((attempt["attempt"]?.numberValue?.int ?? 0) >= 1, "\(name): attempt")
            demand(Self.statuses.contains(attempt["status"]?.stringValue ?? ""), "\(name): status of an attempt")
        }
    }

    private static func type(of value: JSONValue) -> String {
        if case .number(let number) = value { return number.int == nil ? "number" : "integer" }
        return value.typeName
    }
}

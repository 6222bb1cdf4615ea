package import BatonJSON
import BatonXML
import Testing

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

    /// - Parameter name: of the step, or with its workflow's before it.
    package func test(_ name: String) -> JSONValue? {
        tests.first { test in
            test["name"]?.stringValue.map { $0 == name || $0.hasSuffix(" › \(name)") } ?? false
        }
    }

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

/// What a JUnit report says of each workflow file.
package struct JUnitOutcomes {
    package struct Outcome {
        /// The `type` of the first failure or error, or `passed`.
        package var kind: String
        package var message: String
    }

    package private(set) var byFile: [String: Outcome] = [:]

    package init(_ report: String) throws {
        for suite in report.split(separator: "<testsuite ").dropFirst() {
            let file = Self.attribute("name", in: suite) ?? ""
            let bad = ["<failure ", "<error "].compactMap { suite.split(separator: $0, maxSplits: 1).dropFirst().first }
                .first
            byFile[file] =
                bad.map {
                    Outcome(
                        kind: Self.attribute("type", in: $0) ?? "", message: Self.attribute("message", in: $0) ?? "")
                } ?? Outcome(kind: suite.contains("<skipped") ? "skipped" : "passed", message: "")
        }
    }

    private static func attribute(_ name: String, in text: Substring) -> String? {
        text.split(separator: "\(name)=\"", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first.map {
            String($0.prefix { $0 != "\"" })
        }
    }
}

/// What the HTML report of a run says, read as strict XML: what is not well-formed throws.
package struct HTMLOutcomes {
    package let text: String
    private let document: XMLDocument
    /// The kinds of failures of each workflow file.
    package private(set) var kinds: [String: [String]] = [:]

    package init(_ text: String) throws {
        self.text = text
        let begin = "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">"
        try #require(text.hasPrefix(begin))
        document = try XMLDocument("<?xml version=\"1.0\"?><html>" + text.dropFirst(begin.count))
        for number in 0..<(try texts("//div[@class='case']").count) {
            let shown = "(//div[@class='case'])[\(number + 1)]"
            let path = try #require(try texts("\(shown)/p[1]/code[last()]").first)
            kinds[path, default: []] += try texts("\(shown)/article/h4/code[@class='kind']")
        }
        for path in try texts("//p[@class='blocked']/code") { kinds[path, default: []].append("workflow.blocked") }
    }

    /// The texts that a query finds.
    package func texts(_ query: String) throws -> [String] {
        guard case .texts(let texts) = try XPath.parse(query).evaluate(in: document) else { return [] }
        return texts
    }
}

/// A stream of events as its reader gets it.
package struct EventLines {
    package let events: [JSONValue]

    package init(_ text: String) throws {
        events = try text.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
    }

    package var types: [String] { events.map { $0["type"]?.stringValue ?? "" } }

    /// The kinds of the failures of each workflow file, those of steps and those outside of them.
    package func kinds() throws -> [String: [String]] {
        let cases = try #require(events.first?["cases"]?.arrayValue)
        var paths: [Int64: String] = [:]
        for entry in cases {
            guard let index = entry["index"]?.numberValue?.int else { continue }
            paths[index] = entry["path"]?.stringValue
        }
        var kinds: [String: [String]] = [:]
        for event in events where ["step-finished", "case-finished"].contains(event["type"]?.stringValue) {
            guard let index = event["case"]?.numberValue?.int, let path = paths[index] else { continue }
            for failure in event["failures"]?.arrayValue ?? [] {
                kinds[path, default: []].append(failure["kind"]?.stringValue ?? "")
            }
        }
        return kinds
    }
}

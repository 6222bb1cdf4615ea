import BatonJSON
import BatonRecords
import BatonValues

/// A test case in CTRF: timestamps and durations are whole milliseconds.
struct CTRFTest {
    enum Status: String, CaseIterable {
        case passed, failed, skipped, pending
        /// A failed test in quarantine, whose failure does not count.
        case other
    }

    private static let mostFailures = 20

    let status: Status
    let isFlaky: Bool
    private let test: ReportedCase
    private let record: CaseRecord

    init(_ test: ReportedCase, of record: CaseRecord) {
        self.test = test
        self.record = record
        status =
            switch test.result {
            case .passed: .passed
            case .failure, .error: .failed
            case .skipped: .skipped
            case .quarantined: .other
            }
        isFlaky = test.isFlaky
    }

    var json: JSONValue {
        let identity = record.identity
        let suite = CaseNames.suite(identity)
        var object = EventObject()
        object.set("id", Self.identity(suite, test.className, test.name))
        object.set("name", test.name)
        object.set("status", status.rawValue)
        object.set("duration", test.duration / 1000)
        let started = test.step?.started ?? record.started
        object.set("start", started / 1000)
        object.set("stop", (started &+ test.duration) / 1000)
        object.set("suite", [suite])
        object.set("rawStatus", rawStatus)
        object.set("tags", identity.tags)
        object.set("type", "api")
        if let row = identity.row { object.set("parameters", JSONValue.object(JSONObject([("row", .string(row))]))) }
        setFailure(in: &object)
        setAttempts(in: &object)
        object.set("flaky", isFlaky)
        if let step = test.step, let output = FailureText.output(of: step) {
            object.set("stdout", output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
        object.set("extra", extra)
        return object.json
    }

    private var failures: [FailureRecord] { test.result.failures }

    private var rawStatus: String {
        switch test.result {
        case .passed: "passed"
        case .skipped: "skipped"
        case .quarantined: "quarantined"
        case .failure: "failed"
        case .error: "error"
        }
    }

    private func setFailure(in object: inout EventObject) {
        switch test.result {
        case .passed: break
        case .skipped(let reason): object.set("message", FailureText.line(reason ?? "skipped"))
        case .quarantined(let sentence): object.set("message", FailureText.line(sentence))
        case .failure(let failures), .error(let failures):
            object.set("message", FailureText.message(failures))
            object.set(
                "trace",
                FailureText.body(failures, in: test.step, of: record.identity))
            object.set("snippet", failures.first?.place.excerpt.map { FailureText.line($0.text) })
        }
        let place = failures.first?.place ?? test.step?.place
        object.set("filePath", FailureText.line(place?.file ?? record.identity.path))
        if let place { object.set("line", place.line) }
    }

    /// Earlier failures: first those of the whole workflow, then those of the step; the two groups are not ordered by
    /// time.
    private func setAttempts(in object: inout EventObject) {
        let messages = test.earlier.map(\.message.text) + test.failedAttempts
        guard !messages.isEmpty else { return }
        object.set("retries", messages.count)
        object.set(
            "retryAttempts",
            messages.prefix(Self.mostFailures).enumerated().map { index, message in
                var attempt = EventObject()
                attempt.set("attempt", index + 1)
                attempt.set("status", Status.failed.rawValue)
                attempt.set("message", FailureText.line(message))
                return attempt.json
            })
    }

    /// Data without a CTRF member, the kinds of failures first.
    private var extra: JSONValue {
        var object = EventObject()
        object.set("className", test.className)
        object.set("kind", failures.first?.kind)
        object.set("failures", failures.prefix(Self.mostFailures).map(Self.json))
        if let exchange = test.step?.exchanges.last { object.set("request", Self.json(exchange)) }
        return object.json
    }

    private static func json(_ failure: FailureRecord) -> JSONValue {
        var object = EventObject()
        object.set("kind", failure.kind)
        object.set("message", FailureText.line(failure.message.text))
        object.set("check", failure.check.map { FailureText.line($0.text) })
        object.set("expected", failure.expected.map { shown($0.text) })
        object.set("actual", failure.actual.map { shown($0.text) })
        object.set("file", FailureText.line(failure.place.file))
        object.set("line", failure.place.line)
        object.set("column", failure.place.column)
        return object.json
    }

    private static func shown(_ text: String) -> String { CutText.head(text, FailurePart.valueLimit) }

    private static func json(_ exchange: ExchangeRecord) -> JSONValue {
        var object = EventObject()
        object.set("method", exchange.method)
        object.set("url", CutText.head(exchange.url.text, FailurePart.valueLimit))
        object.set("responseURL", exchange.responseURL.map { CutText.head($0.text, FailurePart.valueLimit) })
        object.set("status", exchange.status.map(Int64.init))
        object.set("failure", exchange.failure)
        object.set("curl", (exchange.detail?.curl).map { CutText.head($0.text, FailurePart.valueLimit) })
        return object.json
    }

    /// A UUID (RFC 9562, version 8) derived from the names, and so the same in every run.
    private static func identity(_ names: String...) -> String {
        func half(_ salt: String) -> String {
            var hash = StableHash()
            hash.combine(salt)
            for name in names { hash.combine(name) }
            return hash.text
        }
        let digits = Array((half("baton") + half("ctrf")).unicodeScalars)
        func part(_ range: Range<Int>) -> String {
            String(String.UnicodeScalarView(digits[range]))
        }
        return "\(part(0..<8))-\(part(8..<12))-8\(part(13..<16))-8\(part(17..<20))-\(part(20..<32))"
    }
}

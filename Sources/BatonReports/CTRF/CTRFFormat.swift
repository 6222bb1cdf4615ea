import BatonJSON
import BatonRecords

/// A CTRF document with the same test cases as the JUnit file, one per line.
struct CTRFFormat: CaseFormat {
    static let separator = Array(",\n".utf8)
    private static let specification = "1.0.0"

    let context: @Sendable () -> RunContext
    private var summary = Summary()

    init(context: @escaping @Sendable () -> RunContext) {
        self.context = context
    }

    private struct Summary {
        var counts: [CTRFTest.Status: Int] = [:]
        var flaky = 0
        var suites = 0
    }

    mutating func encode(_ record: CaseRecord, isUnfinished: Bool, of run: RunStarted) -> [UInt8] {
        summary.suites += 1
        var bytes: [UInt8] = []
        for test in ReportedCase.all(of: record, isUnfinished: isUnfinished) {
            let encoded = CTRFTest(test, of: record)
            summary.counts[encoded.status, default: 0] += 1
            if encoded.isFlaky { summary.flaky += 1 }
            if !bytes.isEmpty { bytes += Self.separator }
            bytes += HarmlessJSON.escaped(JSONWriter.compactBytes(encoded.json))
        }
        return bytes
    }

    mutating func frame(
        _ run: RunStarted?, _ end: RunFinished?, duration: Microseconds
    ) -> (head: [UInt8], tail: [UInt8]) {
        var tool = EventObject()
        tool.set("name", "baton")
        tool.set("version", run?.toolVersion)
        let start = run?.started ?? 0
        var results = EventObject()
        results.set("tool", tool.json)
        results.set("summary", figures(start, duration))
        if let run { results.set("environment", environment(run)) }
        let contracts = run.flatMap { end?.coverage(of: $0) } ?? []
        if !contracts.isEmpty {
            var extra = EventObject()
            extra.set("contracts", contracts.map(EventForm.json))
            results.set("extra", extra.json)
        }
        var report = EventObject()
        report.set("reportFormat", "CTRF")
        report.set("specVersion", Self.specification)
        report.set("reportId", run?.id)
        report.set("timestamp", TimeText.timestamp(start &+ duration) + "Z")
        report.set("generatedBy", "baton \(run?.toolVersion ?? "")")
        report.set("results", results.json)
        // The list of tests is the last member of the object, which is the last member of the document.
        var head = HarmlessJSON.escaped(JSONWriter.compactBytes(report.json))
        head.removeLast(2)
        return (head + Array(",\"tests\":[\n".utf8), Array("\n]}}\n".utf8))
    }

    private func figures(_ start: Microseconds, _ duration: Microseconds) -> JSONValue {
        var object = EventObject()
        object.set("tests", summary.counts.values.reduce(0, +))
        for status in CTRFTest.Status.allCases { object.set(status.rawValue, summary.counts[status] ?? 0) }
        object.set("flaky", summary.flaky)
        object.set("suites", summary.suites)
        object.set("start", start / 1000)
        object.set("stop", (start &+ duration) / 1000)
        object.set("duration", duration / 1000)
        return object.json
    }

    private func environment(_ run: RunStarted) -> JSONValue {
        let context = context()
        var extra = EventObject()
        extra.set("baseURL", run.baseURL)
        extra.set("hostname", run.hostname)
        extra.set("dirty", context.isDirty)
        extra.set("stub", run.isStub)
        extra.set("shard", run.shard.map { "\($0.index)/\($0.total)" })
        extra.set("dryRun", run.isDryRun)
        extra.set("leftOut", run.leftOut.map(EventForm.json))
        var object = EventObject()
        object.set("reportName", run.project)
        object.set("appVersion", context.testedVersion)
        object.set("buildName", context.ciProvider)
        object.set("buildUrl", context.ciURL)
        object.set("commit", context.commit)
        object.set("branchName", context.branch)
        object.set("testEnvironment", run.environment)
        object.set("extra", extra.json)
        return object.json
    }
}

extension ReportFormat {
    /// The Common Test Report Format (CTRF 1.0).
    package static let json = ReportFormat(
        "json", "Writes a JSON report (CTRF) here.", title: "the JSON report", fileName: "report.json",
        mark: "\"reportFormat\":\"CTRF\""
    ) { CaseFile(CTRFFormat(context: $0.context), $0) }
}

import BatonRecords
import BatonXML
import SampleRuns
import Synchronization
import Testing

@testable import BatonReports

struct JUnitReporterTests {
    /// The document that the events give; `finish()` is called after the last of them.
    static func document(_ events: [RunEvent]) throws -> String {
        try events.document(.junit)
    }

    private static func reporter(
        _ write: @escaping @Sendable (ReportDocument) throws -> Void
    ) throws -> any Report {
        let report = try #require(ReportFormat.junit.report)
        return report(
            ReportDependencies(context: { RunContext() }, past: { _ in .known(PastRuns()) }, write: write))
    }

    static func violations(_ document: String) throws -> [XMLSchemaValidator.Violation] {
        guard let schema = ConformanceFile.read("junit/jenkins-xunit-junit-10.xsd") else { return [] }
        return try XMLSchemaValidator(schema: schema).violations(in: Array(document.utf8))
    }

    static func events(_ records: [CaseRecord]) -> [RunEvent] {
        [.runStarted(SampleRun.run(records.map(\.identity)))] + records.map { RunEvent.caseFinished($0) }
    }

    @Test func `a run of every outcome is valid and counts what happened`() throws {
        let document = try Self.document(SampleRun.events)
        #expect(try Self.violations(document) == [])
        #expect(document.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"shop\" tests=\"7\""))
        #expect(document.contains("tests=\"7\" failures=\"1\" errors=\"1\" time=\"3.214\">"))
        #expect(
            document.contains(
                "<testsuite name=\"workflows/orders.yaml [row=ada]\" tests=\"3\" failures=\"1\" errors=\"0\" "
                    + "skipped=\"1\" time=\"0.212\" timestamp=\"2026-08-21T10:00:00\" hostname=\"build-7\" "
                    + "file=\"workflows/orders.yaml\">"))
        #expect(
            document.contains(
                "<testcase name=\"Sign in and read the profile › POST /login\" classname=\"workflows.accounts.sign_in\" time=\"0.041\"/>"
            ))
        #expect(document.contains("<skipped message=\"an earlier step failed\" type=\"skipped\"/>"))
        #expect(document.contains("<skipped message=\"not in this environment\" type=\"skipped\"/>"))
        #expect(document.contains("<system-out>the token is ***</system-out>"))
    }

    @Test func `a failure says everything, the message first and its place for annotations last`() throws {
        let document = try Self.document(SampleRun.events)
        let body = """
            <failure message="$.items[0].total: expected 12.5, got &quot;12.5&quot;" type="check.failed">\
            $.items[0].total: expected 12.5, got "12.5"
            expected: 12.5
            actual:   "12.5"
            hint: quote the number

            GET http://127.0.0.1:8080/orders?page=1 -&gt; 200 in 170 ms
            workflows/orders.yaml:17:7
            curl 'http://127.0.0.1:8080/orders?page=1'
            at workflows.Workflow.run(orders.yaml:17)
             at workflows/orders.yaml:17</failure>
            """
        #expect(document.contains(body))
    }

    @Test func `a file that did not load is an error, although no step ran`() throws {
        let document = try Self.document(SampleRun.events)
        #expect(document.contains("<error message=\"unknown key `expct`\" type=\"workflow.invalid\">"))
        #expect(document.contains("at workflows.Workflow.run(broken.yaml:7)\n at workflows/broken.yaml:7</error>"))
    }

    @Test(arguments: 0...14)
    func `an interrupted run gives a valid file that is not green`(_ count: Int) throws {
        let events = SampleRun.events.prefix(count)
        let document = try Self.document(Array(events))
        #expect(try Self.violations(document) == [])
        let ended = events.count { if case .caseFinished = $0 { true } else { false } }
        let cancelled = document.split(separator: "type=\"workflow.cancelled\"").count - 1
        #expect(cancelled == (count == 0 ? 0 : 4 - ended))
    }

    @Test func `steps that ended before the interruption are kept`() throws {
        let document = try Self.document(Array(SampleRun.events.prefix(10)))
        #expect(document.contains("name=\"Orders are listed [row=ada] › Log in\""))
        #expect(document.contains("message=\"the run ended before it did\" type=\"workflow.cancelled\""))
        #expect(document.contains("message=\"the run ended before it started\" type=\"workflow.cancelled\""))
    }

    @Test func `what stopped a case outside its steps is not lost`() throws {
        let identity = SampleRun.identity(0, "workflows/a.yaml", name: "a")
        let document = try Self.document(
            Self.events([SampleRun.record(identity, .failed, reason: "too slow", steps: [SampleRun.step(0, "s")])]))
        #expect(try Self.violations(document) == [])
        #expect(document.contains("tests=\"2\" failures=\"1\""))
        #expect(document.contains("<failure message=\"too slow\" type=\"check.failed\">"))
    }

    @Test func `suites come in file order whatever ended first`() throws {
        let records = SampleRun.records
        let document = try Self.document(
            [.runStarted(SampleRun.run(records.map(\.identity)))] + records.reversed().map { .caseFinished($0) })
        let places = records.map { document.firstRange(of: "<testsuite name=\"\($0.identity.path)")?.lowerBound }
        #expect(places.allSatisfy { $0 != nil })
        #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    }

    @Test func `names are unique even where paths and steps look alike`() throws {
        let paths = ["a.b/c.yaml", "a_b/c.yaml", "a.b/c.yml", "a_b/c_yml.yaml"]
        let records = paths.enumerated().map { index, path in
            SampleRun.record(
                SampleRun.identity(index, path, name: "same"),
                steps: [SampleRun.step(0, "x", of: index), SampleRun.step(1, "x", of: index)])
        }
        let document = try Self.document(Self.events(records))
        var names: [String] = []
        for suite in document.split(separator: "<testsuite ").dropFirst() {
            let name = suite.prefix { $0 != ">" }.split(separator: "\"")[1]
            for part in suite.split(separator: "<testcase ").dropFirst() {
                let fields = part.split(separator: "\"")
                names.append("\(name)|\(fields[3])|\(fields[1])")
            }
        }
        #expect(names.count == 8)
        #expect(Set(names).count == 8)
        #expect(names.contains("a_b/c.yaml|a_b.c|same › x #2"))
    }

    /// Also where there are more than are compared one by one, and where a step has the name that another would get.
    @Test(arguments: [1, 7, 8, 9, 10, 30])
    func `equal names of one workflow are numbered`(_ count: Int) throws {
        let names = ["x #3"] + Array(repeating: "x", count: count) + ["x #2"]
        let steps = names.enumerated().map { SampleRun.step($0, $1) }
        let record = SampleRun.record(SampleRun.identity(0, "a.yaml", name: "same"), steps: steps)
        let document = try Self.document(Self.events([record]))
        let found = document.split(separator: "<testcase name=\"").dropFirst().map {
            String($0.prefix { $0 != "\"" }.dropFirst("same › ".count))
        }
        var numbered = ["x #3", "x"] + [2, 4, 5, 6].map { "x #\($0)" }
        if count > 5 { numbered += (7...31).map { "x #\($0)" } }
        #expect(found.dropLast() == numbered.prefix(count + 1)[...])
        #expect(found.last == (count == 1 ? "x #2" : "x #2 #2"))
    }

    @Test func `nothing of the machine or the time is in a name`() throws {
        let document = try Self.document(SampleRun.events)
        for line in document.split(separator: "\n") where line.contains("<testcase") {
            let names = line.split(separator: " time=")[0]
            #expect(!names.contains("build-7"))
            #expect(!names.contains("8080"))
            #expect(!names.contains("2026"))
        }
    }

    @Test func `very long names are cut, and still tell apart what they name`() throws {
        let long = String(repeating: "long/", count: 400)
        let records = ["a", "b"].enumerated().map { index, end in
            SampleRun.record(
                SampleRun.identity(index, long + end + ".yaml"), steps: [SampleRun.step(0, long + end, of: index)])
        }
        let document = try Self.document(Self.events(records))
        let classes = document.split(separator: "classname=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(Set(classes).count == 2)
        #expect(classes.allSatisfy { $0.unicodeScalars.count <= 512 })
    }

    /// Keeps what it is given, up to a size.
    private final class Shelf: ByteShelf {
        private let bytes = Mutex<[UInt8]>([])
        private let most: Int

        init(most: Int) {
            self.most = most
        }

        var count: Int { bytes.withLock { $0.count } }

        func put(_ new: [UInt8]) -> Int? {
            bytes.withLock { bytes in
                guard bytes.count + new.count <= most else { return nil }
                defer { bytes += new }
                return bytes.count
            }
        }

        func bytes(at start: Int, count: Int) throws -> [UInt8] {
            bytes.withLock { Array($0[start..<start + count]) }
        }
    }

    @Test(arguments: [0, 20_000, .max])
    func `a long report is the same, wherever its parts wait`(_ most: Int) throws {
        let shelf = Shelf(most: most)
        let records = (0..<400).map { index in
            SampleRun.record(SampleRun.identity(index, "w\(index).yaml"), steps: [SampleRun.step(0, "s", of: index)])
        }
        let written = try Self.events(records).pieces(shelf: shelf) {
            CaseFile(JUnitFormat(), $0, memoryLimit: 10_000)
        }
        let text = try Self.document(Self.events(records))
        #expect(String(decoding: written.reduce([], +), as: UTF8.self) == text)
        #expect(written.count > 1 && text.utf8.count > 80_000)
        #expect((shelf.count > 0) == (most > 0))
    }

    @Test func `a document is written once`() throws {
        let count = Mutex(0)
        let reporter = try Self.reporter { _ in count.withLock { $0 += 1 } }
        for event in SampleRun.events { reporter.receive(event) }
        try reporter.finish()
        try reporter.finish()
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `that the file cannot be written is the caller's to know`() throws {
        struct Full: Error {}
        let reporter = try Self.reporter { _ in throw Full() }
        #expect(throws: Full.self) { try reporter.finish() }
    }
}

import BatonFiles
import BatonProcesses
import BatonRecords
import BatonSecrets
import SampleRuns
import Synchronization
import Testing

@testable import BatonReports

extension [RunEvent] {
    /// The document that a report makes of the events; `finish()` is called after the last of them.
    func document(
        context: RunContext = RunContext(), past: PastRuns.Finding = .known(PastRuns()),
        shelf: (any ByteShelf)? = nil, _ report: (ReportDependencies) -> any Report
    ) throws -> String {
        String(
            decoding: try pieces(context: context, past: past, shelf: shelf, report).flatMap(\.self), as: UTF8.self)
    }

    /// The pieces of the document.
    func pieces(
        context: RunContext = RunContext(), past: PastRuns.Finding = .known(PastRuns()),
        shelf: (any ByteShelf)? = nil, _ report: (ReportDependencies) -> any Report
    ) throws -> [[UInt8]] {
        let pieces = Mutex<[[UInt8]]>([])
        let dependencies = ReportDependencies(context: { context }, past: { _ in past }, shelf: shelf) { document in
            try document { piece in pieces.withLock { $0.append(piece) } }
        }
        let report = report(dependencies)
        for event in self { report.receive(event) }
        try report.finish()
        return pieces.withLock { $0 }
    }

    /// The document of a format.
    func document(_ format: ReportFormat) throws -> String {
        let report = try #require(format.report)
        return try document { report($0) }
    }
}

/// The reports that are written when a run has ended: summary, TAP, HAR, metrics, annotations.
struct EndReportTests {
    enum Kind: String, CaseIterable {
        case summary = "summary.md"
        case tap = "report.tap"
        case har = "failures.har"
        case prometheus = "baton.prom"
        case annotations = "annotations.txt"
    }

    private static let past = PastRuns(
        runs: [
            .init(
                id: "0198f3c7-a2b0-7000-8000-000000000000", started: SampleRun.started - 60_000_000,
                duration: 1_000_000,
                state: "failed", commit: "7da5cfb", passed: 2, failed: 1, flaky: 0)
        ], failedBefore: [0, 3])

    /// The document that the events give.
    private static func document(_ kind: Kind, _ events: [RunEvent]) throws -> String {
        let format = ReportFormat.all.first { $0.fileName == kind.rawValue }
        return try events.document(context: RunContext(branch: "main", folder: "api"), past: .known(past)) {
            dependencies in
            format?.report?(dependencies) ?? EndReport.gitHubAnnotations(dependencies)
        }
    }

    @Test(arguments: Kind.allCases)
    func `a report of every outcome is as it was read in review`(_ kind: Kind) throws {
        let text = try Self.document(kind, SampleRun.events)
        let path = "\(#filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined())/Golden/\(kind.rawValue)"
        if EnvironmentVariables.current()["BATON_WRITE_GOLDEN"] != nil {
            try AtomicFile.write(path, mode: 0o644, Array(text.utf8))
            Issue.record("\(path) is written; read what changed in it")
        }
        let golden = try FileReading.bytes(of: path, limit: 1 << 20)
        #expect(text == String(decoding: golden, as: UTF8.self), "set BATON_WRITE_GOLDEN to write \(path)")
    }

    @Test(arguments: Kind.allCases, JUnitHostileTextTests.hostile)
    func `nothing that a server says acts in a report`(_ kind: Kind, _ text: String) throws {
        let document = try Self.document(kind, JUnitHostileTextTests.events(text))
        #expect(!document.isEmpty)
        for command in ["##vso[", "##[", "##teamcity[", "[[ATTACHMENT|", "section_start:"] {
            #expect(!document.contains(command))
        }
        for line in document.split(whereSeparator: \.isNewline) {
            let isCommand = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("::")
            #expect(!isCommand || kind == .annotations && line.hasPrefix("::error "))
        }
        #expect(!document.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
        #expect(document.utf8.count < 1_000_000)
    }

    @Test(arguments: [
        "<b>x</b>", "a | b", "**bold**", "[x](http://evil)", "`code`", "@octocat", "a\n\n# heading",
        "see www.evil.example",
    ])
    func `text from outside is no markup of the summary`(_ text: String) throws {
        let document = try Self.document(.summary, JUnitHostileTextTests.events(text))
        // Blocks of code show text as it is.
        let prose = document.split(separator: "```", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        #expect(!prose.contains(text))
    }

    @Test func `a block of code in the summary ends behind its text`() throws {
        let document = try Self.document(.summary, JUnitHostileTextTests.events("````\nx\n```"))
        #expect(document.contains("`````text\n"))
    }

    /// Cases that fail each for a cause of its own.
    private static func failing(_ count: Int, _ message: String = "no") -> [CaseRecord] {
        (0..<count).map { index in
            var failure = SampleRun.failure(message)
            failure.place.line = index + 1
            let exchange = SampleRun.exchange(MaskedText(recorded: "/w\(index)/x"))
            return SampleRun.record(
                SampleRun.identity(index, "w\(index).yaml"), .failed,
                steps: [SampleRun.step(0, "x", of: index, .failed, failures: [failure], exchanges: [exchange])])
        }
    }

    @Test func `GitHub gets ten annotations at most, and the last one counts the others`() throws {
        let records = Self.failing(40)
        let lines = try Self.document(.annotations, JUnitReporterTests.events(records)).split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines.last == "::error::and 31 more causes; the summary and the reports have them all")
    }

    @Test func `what is only flaky is a warning, and what is in quarantine has no line`() throws {
        let quarantine = CaseQuarantine(until: "2999-01-01", reason: "#7", owner: "ada", isOver: false)
        let quarantined = SampleRun.record(
            CaseIdentity(
                index: 1, path: "q.yaml", name: "Q", row: nil, tags: [], stepCount: 1, quarantine: quarantine),
            .failed, steps: [SampleRun.step(0, "S", of: 1, .failed, failures: [SampleRun.failure()])])
        let text = try Self.document(.annotations, JUnitReporterTests.events([SampleRun.flaky, quarantined]))
        let lines = text.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("::warning file=api/workflows/busy.yaml,line=3,col=5,title=flaky%3A "), "\(lines)")
    }

    @Test func `the summary leads to commit, build and line where their pages are known`() throws {
        let context = RunContext(
            branch: "main", commit: "f0e9c9a0", subject: "a | b", author: "Ida", ciURL: "https://ci/7", build: "7",
            commitURL: "https://git/shop/commit/f0e9c9a0", folder: "api")
        let report = try #require(ReportFormat.summary.report)
        let text = try SampleRun.events.document(context: context, past: .known(Self.past)) { report($0) }
        #expect(text.contains("commit [<code>f0e9c9a0</code>](https://git/shop/commit/f0e9c9a0) a &#124; b, Ida"))
        #expect(text.contains("build [&#35;7](https://ci/7)"))
        #expect(text.contains("](https://git/shop/blob/f0e9c9a0/api/workflows/orders.yaml#L17)"))
    }

    @Test(arguments: ["javascript:alert(1)", "https://a b", "https://a)b", "https://a|b", "https://a<b", "//a"])
    func `an address that is none, or could end the link, is no link`(_ url: String) {
        #expect(Markdown.link("x", url) == "x")
    }

    @Test func `a percent sign, a colon and a comma are escaped in properties of annotations`() throws {
        let record = SampleRun.record(
            SampleRun.identity(0, "w.yaml", name: "100%: a, b"), .failed,
            steps: [SampleRun.step(0, "x", .failed, failures: [SampleRun.failure("50% of a: b, c")])])
        let text = try Self.document(.annotations, JUnitReporterTests.events([record]))
        #expect(text.contains("title=known%3A 100%25%3A a%2C b › x::GET /orders: 50%25 of a: b, c\n"))
    }

    @Test func `a summary of very many failures keeps its limit, and says what is left out`() throws {
        let records = Self.failing(300, String(repeating: "x", count: 20_000))
        let text = try Self.document(.summary, JUnitReporterTests.events(records))
        #expect(text.utf8.count <= 900_000)
        #expect(text.contains("and 288 more causes"))
    }
}

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Files of other projects that tests measure ours by; they lie beside the repository, and may be missing.
enum ConformanceFile {
    /// The bytes of a file under `../shared/conformance`; nil, and a line that says so, where it is missing.
    static func read(_ name: String, from source: String = #filePath) -> [UInt8]? {
        var folders: [String] = []
        if let folder = getenv("BATON_CONFORMANCE") { folders.append(String(cString: folder)) }
        let root = source.split(separator: "/").dropLast(3).joined(separator: "/")
        folders.append("/\(root)/../shared/conformance")
        for folder in folders {
            if let bytes = content(of: "\(folder)/\(name)") { return bytes }
        }
        print("skipped: \(name) is not beside the repository")
        return nil
    }

    static func content(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}

import BatonHTTP
import BatonRecords
import BatonReports
import BatonSecrets
import SampleRuns
import Synchronization
import Testing

struct RunEventEncodingTests {
    @Test func `an event is one line of JSON with its version and type`() {
        let encoder = RunEventEncoder()
        let line = String(decoding: encoder.line(.warning("a\nb")), as: UTF8.self)
        #expect(line == "{\"v\":5,\"type\":\"warning\",\"message\":\"a\\nb\"}\n")
        let step = StepStarted(caseIndex: 3, index: 1, name: "Log in")
        #expect(
            String(decoding: encoder.line(.stepStarted(step)), as: UTF8.self)
                == "{\"v\":5,\"type\":\"step-started\",\"case\":3,\"index\":1}\n")
    }

    @Test(arguments: [
        ("##[error]x", #"#\u0023[error]x"#), ("####[", #"#\u0023\u0023\u0023["#), ("# #", "# #"),
        ("[[ATTACHMENT|x]]", #"[\u005bATTACHMENT|x]]"#), ("\"[[a", #"\"[\u005ba"#), ("\\##", ##"\\#\u0023"##),
        ("section_start:1", #"section_start\u003a1"#), ("SECTION_END:1", #"SECTION_END\u003a1"#),
        ("a::b", "a::b"), ("\u{7F}\u{85}\u{9B}", #"\u007f\u0085\u009b"#), ("\u{1B}[2J\n::x", #"\u001b[2J\n::x"#),
        ("\u{2028}\u{202E}\u{2066}\u{200F}", #"\u2028\u202e\u2066\u200f"#), ("\u{FEFF}\u{FFFE}", #"\ufeff\ufffe"#),
        ("\u{61C}ä–🦆", #"\u061cä–🦆"#),
    ])
    func `what could act in an output is escaped, and comes back as it was`(_ text: String, _ written: String) throws {
        let line = RunEventEncoder().line(.warning(MaskedText(recorded: text)))
        #expect(
            String(decoding: line, as: UTF8.self)
                == "{\"v\":5,\"type\":\"warning\",\"message\":\"\(written)\"}\n")
        var decoder = RunEventDecoder()
        guard case .warning(let again) = try decoder.event(line: line) else {
            Issue.record("another event came back")
            return
        }
        #expect(Array(again.text.utf8) == Array(text.utf8))
    }

    @Test(arguments: [false, true])
    func `what is encoded and read again encodes to the same lines`(_ embedsSteps: Bool) throws {
        let encoder = RunEventEncoder(embedsSteps: embedsSteps)
        var decoder = RunEventDecoder()
        for event in SampleRun.events {
            let line = encoder.line(event)
            let again = try decoder.event(line: line)
            #expect(String(decoding: encoder.line(again), as: UTF8.self) == String(decoding: line, as: UTF8.self))
        }
    }

    @Test(arguments: [
        ProgramRecord(
            command: "sh -c 'exit 3'", exitCode: 3, duration: 41, outputBytes: 3, errorBytes: 4, output: "out",
            errors: "err"),
        ProgramRecord(command: "sleep 9", signal: 15, duration: 9), ProgramRecord(command: "none"),
    ])
    func `a program comes back as it was`(_ program: ProgramRecord) throws {
        let step = StepRecord(
            caseIndex: 0, index: 0, section: .steps, name: "exec", kind: .exec, outcome: .passed,
            place: Place(file: "a.yaml", line: 1, column: 1), started: 1, duration: 2, program: program)
        var decoder = RunEventDecoder()
        guard case .stepFinished(let again) = try decoder.event(line: RunEventEncoder().line(.stepFinished(step)))
        else {
            Issue.record("another event came back")
            return
        }
        #expect(again.program == program)
    }

    @Test(arguments: Failure.Kind.all)
    func `a kind is the same word in JSON, and comes back`(_ kind: Failure.Kind) throws {
        let failure = SampleRun.failure(kind: kind.rawValue)
        let step = SampleRun.step(0, "GET /", .error, failures: [failure], exchanges: [])
        let line = RunEventEncoder().line(.stepFinished(step))
        #expect(String(decoding: line, as: UTF8.self).contains("\"kind\":\"\(kind)\""))
        var decoder = RunEventDecoder()
        guard case .stepFinished(let again) = try decoder.event(line: line) else {
            Issue.record("another event came back")
            return
        }
        #expect(again.failures.map(\.kind) == [kind.rawValue])
    }

    @Test(arguments: ["http://b/login", nil])
    func `a request keeps the URL that responded`(_ url: MaskedText?) throws {
        var exchange = SampleRun.exchange(status: 401)
        exchange.responseURL = url
        let step = SampleRun.step(0, "S", exchanges: [exchange])
        var decoder = RunEventDecoder()
        guard case .stepFinished(let again) = try decoder.event(line: RunEventEncoder().line(.stepFinished(step)))
        else {
            Issue.record("another event came back")
            return
        }
        #expect(again.exchanges.map(\.responseURL) == [url])
    }

    @Test(arguments: [true, false])
    func `a run keeps whether flaky workflows make it fail`(_ fails: Bool) throws {
        let run = RunStarted(
            id: "1", started: 1, toolVersion: "1", environment: nil, baseURL: nil, hostname: "h", project: "p",
            cases: [], jobs: 1, isDryRun: false, failsOnFlaky: fails)
        var decoder = RunEventDecoder()
        guard case .runStarted(let again) = try decoder.event(line: RunEventEncoder().line(.runStarted(run))) else {
            Issue.record("another event came back")
            return
        }
        #expect(again.failsOnFlaky == fails)
    }

    @Test func `a failure keeps what a library said below it`() throws {
        let failure = FailureRecord(
            kind: "network.connect", message: "connection refused", cause: "libcurl 7: no route", hint: "start it",
            place: Place(file: "w.yaml", line: 2, column: 3))
        let step = SampleRun.step(0, "GET /", .error, failures: [failure], exchanges: [])
        let line = RunEventEncoder().line(.stepFinished(step))
        #expect(String(decoding: line, as: UTF8.self).contains(#""cause":"libcurl 7: no route","hint":"start it""#))
        var decoder = RunEventDecoder()
        guard case .stepFinished(let again) = try decoder.event(line: line) else {
            Issue.record("another event came back")
            return
        }
        #expect(again.failures == [failure])
    }

    @Test func `a place that does not fit a schema keeps the rule`() throws {
        var failure = SampleRun.failure()
        failure.differences = [
            .init(path: "$.id", expected: "a string", actual: "1", rule: "item.json#/properties/id/type"),
            .init(path: "$.a", expected: "5", actual: "1"),
        ]
        let step = SampleRun.step(0, "GET /", .failed, failures: [failure], exchanges: [])
        let line = RunEventEncoder().line(.stepFinished(step))
        #expect(
            String(decoding: line, as: UTF8.self).contains(#""actual":"1","rule":"item.json#/properties/id/type"}"#))
        var decoder = RunEventDecoder()
        guard case .stepFinished(let again) = try decoder.event(line: line) else {
            Issue.record("another event came back")
            return
        }
        #expect(again.failures == [failure])
    }

    @Test func `a case keeps its outputs`() throws {
        let record = SampleRun.record(
            SampleRun.identity(0, "w.yaml"), outputs: [CaseRecord.Output(name: "id", value: #"{"a":1}"#)])
        let encoder = RunEventEncoder()
        var decoder = RunEventDecoder()
        _ = try decoder.event(line: encoder.line(.runStarted(SampleRun.run([record.identity]))))
        guard case .caseFinished(let again) = try decoder.event(line: encoder.line(.caseFinished(record))) else {
            Issue.record("another event came back")
            return
        }
        #expect(again.outputs == record.outputs)
    }

    @Test func `a case gets its steps back from the events before it`() throws {
        let encoder = RunEventEncoder()
        var decoder = RunEventDecoder()
        var records: [CaseRecord] = []
        for event in SampleRun.events {
            if case .caseFinished(let record) = try decoder.event(line: encoder.line(event)) { records.append(record) }
        }
        #expect(records.map(\.steps.count) == [2, 3, 0, 0])
        let failed = records[1].steps[1]
        #expect(failed.failures == SampleRun.records[1].steps[1].failures)
        #expect(failed.exchanges[0].detail?.responseHeaders.map(\.name) == ["content-type", "x-request-id"])
        #expect(failed.exchanges[0].phases == SampleRun.exchange().phases)
        #expect(records[2].failures == SampleRun.records[2].failures)
        #expect(records[1].identity.row == "ada")
        #expect(records[0].identity.tags == ["smoke"])
    }

    @Test(arguments: [
        ("[]", RunEventError.Code.malformed), ("{", .malformed), ("{\"type\":\"warning\"}", .malformed),
        ("{\"v\":6,\"type\":\"warning\",\"message\":\"\"}", .newer),
        ("{\"v\":5,\"type\":\"something-new\"}", .unknownType), ("{\"v\":1,\"type\":\"warning\"}", .malformed),
        ("{\"v\":5,\"type\":\"case-finished\",\"case\":0}", .malformed),
        ("{\"v\":5,\"type\":\"warning\",\"message\":7}", .malformed),
        ("{\"v\":1e400,\"type\":\"warning\"}", .malformed),
    ])
    func `what is no event is refused`(_ line: String, _ code: RunEventError.Code) {
        var decoder = RunEventDecoder()
        let error = #expect(throws: RunEventError.self) { try decoder.event(line: Array(line.utf8)) }
        #expect(error?.code == code)
    }

    @Test func `the reporter hands on one whole line an event`() {
        let lines = Mutex<[String]>([])
        let reporter = JSONLinesReporter(context: { RunContext(build: "7") }) { bytes in
            lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
        for event in SampleRun.events { reporter.receive(event) }
        let written = lines.withLock { $0 }
        #expect(written.count == SampleRun.events.count)
        #expect(written[0].contains(#""context":{"build":"7","attempt":1}"#), "\(written[0])")
        #expect(written.allSatisfy { $0.last == "\n" && $0.split(separator: "\n").count == 1 })
    }
}

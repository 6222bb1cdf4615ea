package import BatonRecords
package import BatonSecrets

/// Records for the tests of reports and history: a run of a few cases, each ending in another way.
package enum SampleRun {
    package static let started: Microseconds = 1_787_306_400_000_000

    package static func identity(
        _ index: Int, _ path: String, name: String? = nil, row: String? = nil, steps: Int = 2
    ) -> CaseIdentity {
        CaseIdentity(index: index, path: path, name: name ?? path, row: row, tags: ["smoke"], stepCount: steps)
    }

    package static func run(
        _ cases: [CaseIdentity] = records.map(\.identity), number: Int = 0, isDryRun: Bool = false,
        isWhole: Bool = false
    ) -> RunStarted {
        RunStarted(
            id: "0198f3c7-a2b\(number)-7000-8000-000000000001", started: started + Int64(number) * 60_000_000,
            toolVersion: "0.1.0", environment: "local",
            baseURL: "http://127.0.0.1:8080", hostname: "build-7", project: "shop", cases: cases, jobs: 2,
            isDryRun: isDryRun, isWhole: isWhole)
    }

    package static func exchange(
        _ template: MaskedText = "/orders?page=$(page)", status: Int? = 200, detail: ExchangeRecord.Detail? = nil,
        attempt: Int = 1
    ) -> ExchangeRecord {
        var phases = ExchangeRecord.Phases()
        phases.dns = 1
        phases.connect = 2
        phases.tls = 3
        phases.send = 4
        phases.wait = 5
        phases.receive = 6
        return ExchangeRecord(
            attempt: attempt, method: "GET", url: "http://127.0.0.1:8080/orders?page=1",
            urlTemplate: template, status: status, httpVersion: status == nil ? nil : "1.1",
            started: started, duration: 170_400, phases: phases, requestBytes: 120, responseBytes: 64,
            failure: status == nil ? "network.connect" : nil, detail: detail)
    }

    package static let detail = ExchangeRecord.Detail(
        requestHeaders: [("Accept", "application/json"), ("Authorization", "***")], requestBody: nil,
        responseHeaders: [("content-type", "application/json"), ("x-request-id", "17")],
        responseBody: "{\"items\":[{\"total\":\"12.5\"}]}", curl: "curl 'http://127.0.0.1:8080/orders?page=1'")

    package static func step(
        _ index: Int, _ name: String, of caseIndex: Int = 0, _ outcome: Outcome = .passed, reason: String? = nil,
        section: StepSection = .steps, failures: [FailureRecord] = [], exchanges: [ExchangeRecord]? = nil,
        output: [String] = []
    ) -> StepRecord {
        StepRecord(
            caseIndex: caseIndex, index: index, section: section, name: name, kind: .request, outcome: outcome,
            reason: reason.map(MaskedText.init(recorded:)),
            place: Place(file: "workflows/orders.yaml", line: 5 + index * 6, column: 5),
            started: started + 1000, duration: 41_200, exchanges: exchanges ?? [exchange()], failures: failures,
            checkCount: 3, output: output.map(MaskedText.init(recorded:)))
    }

    package static func failure(
        _ message: String = "$.items[0].total: expected 12.5, got \"12.5\"", kind: String = "check.failed",
        hint: String? = nil
    ) -> FailureRecord {
        FailureRecord(
            kind: kind, message: MaskedText(recorded: message), check: "$.items[0].total", comparison: "eq",
            expected: "12.5",
            actual: "\"12.5\"", hint: hint.map(MaskedText.init(recorded:)),
            place: Place(
                file: "workflows/orders.yaml", line: 17, column: 7, excerpt: "      $.items[0].total: 12.5", width: 16))
    }

    package static func record(
        _ identity: CaseIdentity, _ outcome: Outcome = .passed, reason: String? = nil, steps: [StepRecord] = [],
        failures: [FailureRecord] = [], outputs: [CaseRecord.Output] = [],
        earlier: [CaseRecord.Attempt] = []
    ) -> CaseRecord {
        CaseRecord(
            identity: identity, outcome: outcome, reason: reason.map(MaskedText.init(recorded:)), started: started,
            duration: 212_000, steps: steps,
            failures: failures, outputs: outputs, earlier: earlier)
    }

    package static func finished(
        _ state: RunFinished.State = .failed, passed: Int = 0, failed: Int = 0, errors: Int = 0, skipped: Int = 0
    ) -> RunFinished {
        var counts = RunFinished.Counts()
        counts.passed = passed
        counts.failed = failed
        counts.errors = errors
        counts.skipped = skipped
        let exitCode =
            switch state {
            case .passed: ExitCode.passed
            case .failed: ExitCode.failed
            case .error: ExitCode.invalid
            case .interrupted: ExitCode.interrupted
            }
        return RunFinished(state: state, counts: counts, requestCount: 3, duration: 3_214_000, exitCode: exitCode)
    }

    /// One case of each outcome; the second fails at its second of three steps.
    package static let records: [CaseRecord] = [
        record(
            identity(0, "workflows/accounts/sign_in.yaml", name: "Sign in and read the profile"),
            steps: [step(0, "POST /login"), step(1, "Read the profile", output: ["the token is ***"])]),
        record(
            identity(1, "workflows/orders.yaml", name: "Orders are listed", row: "ada", steps: 3), .failed,
            steps: [
                step(0, "Log in", of: 1, section: .setup),
                step(
                    1, "List the orders", of: 1, .failed, failures: [failure(hint: "quote the number")],
                    exchanges: [exchange(detail: detail)]),
                step(2, "Delete the order", of: 1, .skipped, reason: "an earlier step failed", exchanges: []),
            ]),
        record(
            identity(2, "workflows/broken.yaml", name: "broken", steps: 0), .error,
            reason: "the file has errors",
            failures: [
                FailureRecord(
                    kind: "workflow.invalid", message: "unknown key `expct`", hint: "did you mean `expect`?",
                    place: Place(file: "workflows/broken.yaml", line: 7, column: 5, excerpt: "    expct:", width: 5))
            ]),
        record(identity(3, "workflows/later.yaml", name: "later"), .skipped, reason: "not in this environment"),
    ]

    package static var events: [RunEvent] {
        var events: [RunEvent] = [.runStarted(run(records.map(\.identity)))]
        for record in records {
            events.append(.caseStarted(record.identity))
            for step in record.steps {
                let name = MaskedText(recorded: step.name)
                events.append(.stepStarted(StepStarted(caseIndex: step.caseIndex, index: step.index, name: name)))
                events.append(.stepFinished(step))
            }
            events.append(.caseFinished(record))
        }
        events.append(.runFinished(finished(passed: 1, failed: 1, errors: 1, skipped: 1)))
        return events
    }
}

extension SampleRun {
    /// A step that was sent twice and passed then.
    package static let flaky = record(
        identity(0, "workflows/busy.yaml", name: "Busy", steps: 1),
        steps: [
            StepRecord(
                caseIndex: 0, index: 0, section: .steps, name: "GET /orders", kind: .request, outcome: .passed,
                place: Place(file: "workflows/busy.yaml", line: 3, column: 5), started: started, duration: 41_200,
                exchanges: [attempt(1, 503, note: "status: expected 2xx, got 503"), attempt(2, 200)], checkCount: 1,
                isFlaky: true)
        ])

    /// A workflow whose second attempt passed.
    package static let rerun = record(
        identity(0, "workflows/shaky.yaml", name: "Shaky", steps: 1), steps: [step(0, "Log in")],
        earlier: [
            CaseRecord.Attempt(
                number: 1, outcome: .failed, started: started - 500_000, duration: 400_000,
                failures: [.init(step: "Log in", failure: failure())])
        ])

    private static func attempt(_ number: Int, _ status: Int, note: MaskedText? = nil) -> ExchangeRecord {
        var exchange = exchange(status: status, attempt: number)
        exchange.note = note
        return exchange
    }
}

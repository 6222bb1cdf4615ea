import BatonDiagnostics
import BatonHTTP
import BatonSecrets
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonRecords
@testable import BatonRunner

/// What leaves a case, where a secret became known after its steps had ended.
@Suite struct CaseMaskingTests {
    private static let secret = "hunter2-hunter2"
    private static let word = "it is \(secret), as seen"
    private static let text = MaskedText(recorded: word)

    /// The fields whose texts are words of the language or of HTTP, or paths of files.
    private static let harmless: Set<String> = [
        "exchanges.cache", "exchanges.failure", "exchanges.httpVersion", "exchanges.method", "failures.comparison",
        "failures.kind", "failures.place.file", "failures.related.label", "failures.related.place.file",
        "hollow.place.file", "hollow.reason", "place.file",
    ]

    private static func record(knowing secrets: [String], _ recording: CaseRecording) -> CaseRecord {
        let registry = SecretRegistry()
        for secret in secrets { registry.add(secret) }
        let identity = CaseIdentity(index: 0, path: "w.yaml", name: "w", row: nil, tags: [], stepCount: 1)
        let outputs = [WorkflowOutputs.Entry(name: "token", value: .string(word), shown: text)]
        return CaseMasking(registry, knownAtStart: 0).record(recording, of: identity, outputs: outputs)
    }

    private static func recording(_ steps: [EndedStep], counts: Bool = true) -> CaseRecording {
        var recording = CaseRecording()
        for step in steps { recording.add(step, counts: counts) }
        return recording
    }

    @Test func `a secret that becomes known later is in no field of a step's record`() throws {
        let shown = Texts(of: Self.record(knowing: [], Self.recording([Self.step()])).steps)
        #expect(
            Set(shown.empty) == ["failures.related.place.excerpt", "hollow.place.excerpt"],
            "a field without a value proves nothing")
        #expect(
            shown.holding("").subtracting(shown.holding(Self.secret))
                == ["exchanges.httpVersion", "failures.kind", "hollow.reason"])
        let left = Texts(of: Self.record(knowing: [Self.secret], Self.recording([Self.step()])).steps)
        #expect(left.holding(Self.secret).subtracting(Self.harmless) == [])
    }

    @Test func `a secret that becomes known later is in no field of a case, an earlier attempt or an output`() {
        var recording = Self.recording([Self.step()])
        recording.ownFailures = [Self.failure()]
        let record = Self.record(knowing: [Self.secret], recording)
        let failures = Texts(of: record.failures).holding(Self.secret)
        #expect(failures.subtracting(Self.harmless.map { String($0.dropFirst("failures.".count)) }) == [])
        let attempt = Texts(of: CaseRecord.Attempt(record, number: 1)).holding(Self.secret)
        #expect(attempt.subtracting(Self.harmless.map { "failures.failure." + $0.dropFirst("failures.".count) }) == [])
        let unproved = Self.recording([Self.step(.skipped, failures: [])], counts: false)
        let skipped = Self.record(knowing: [Self.secret], unproved)
        #expect(skipped.reason?.text == "it is ***, as seen")
        let passed = Self.record(knowing: [Self.secret], Self.recording([Self.step(.passed, failures: [])]))
        #expect(passed.outputs.map(\.value.text) == ["it is ***, as seen"])
    }

    @Test func `a short secret is masked in the steps and failures that use it, and in no other`() {
        var words = SecretWords()
        words.insert("as")
        let both = [Self.step(words: words, failures: []), Self.step(failures: [])]
        let records = Self.record(knowing: [], Self.recording(both)).steps
        #expect(records.map(\.name) == ["it is \(Self.secret), *** seen", Self.word])
        var failure = Self.failure()
        failure.words = words
        let failed = Self.step(failures: [failure, Self.failure()])
        let messages = Self.record(knowing: [], Self.recording([failed])).steps.flatMap(\.failures).map(\.message.text)
        #expect(messages == ["it is \(Self.secret), *** seen", Self.word])
    }

    @Test(arguments: ["status", "outcome", "that"])
    func `a check that is a word of the language stays readable`(_ word: String) {
        let step = Self.step(failures: [Self.failure(check: word)])
        let record = Self.record(knowing: [word], Self.recording([step]))
        #expect(record.steps.first?.failures.first?.check?.text == word)
    }

    // MARK: - A step with a text in every field

    private static let range = SourceRange(file: SourceFile(path: word, text: word), 0..<5)

    private static func failure(check: String = word) -> StepFailure {
        var failure = StepFailure(
            .check, word, check: check, comparison: word, expected: word, actual: word,
            differences: [StepFailure.Difference(path: word, expected: word, actual: word, rule: word)],
            serverMessage: word, cause: word, hint: .accepting(word, because: word), at: range)
        failure.notLookedAt = word
        failure.related = (word, range)
        return failure
    }

    private static let program = ProgramRecord(
        command: text, exitCode: 1, signal: 9, output: text, errors: text, note: text)

    private static let exchange: EndedExchange = {
        let headers = [(name: text, value: text)]
        let content = BodyContent(.text(text), size: 1)
        var detail = ExchangeRecord.Detail(
            requestHeaders: headers, requestBody: text, requestContent: content, responseHeaders: headers,
            responseBody: text, responseContent: content, responseLine: 1, curl: text)
        detail.interim = [ExchangeRecord.Interim(status: 103, headers: headers)]
        detail.trailers = headers
        return EndedExchange(
            attempt: 1, method: word, url: word, responseURL: word, urlTemplate: word, status: 200,
            httpVersion: .http11,
            started: 0, duration: 0, timings: Response.Timings(), requestBytes: 0, responseBytes: 0,
            failure: Failure.Kind(rawValue: word), detail: detail, note: text, purpose: word,
            cache: ExchangeRecord.CacheMark(.stored, age: 1), words: SecretWords())
    }()

    private static func step(
        _ outcome: Outcome = .failed, words: SecretWords = SecretWords(), failures: [StepFailure] = [failure()]
    ) -> EndedStep {
        let parts = [FailureRecord.SubExpression(text: text, value: text)]
        return EndedStep(
            index: 0, section: .steps, name: word, kind: .load, outcome: outcome, reason: word, explanation: parts,
            range: range, started: 0, duration: 0, exchanges: [exchange], programs: [program, program],
            failures: failures.map { EndedStep.Failed(failure: $0, explanation: parts) }, checkCount: 0,
            hollow: [HollowCheck(label: word, reason: .noElement, range: range)], output: [text], isFlaky: false,
            proves: true, requests: 1, words: words)
    }
}

/// Every text in a value, and every field of it that has none, by the names of the fields on the way there.
private struct Texts {
    private var texts: [(path: String, text: String)] = []
    private(set) var empty: [String] = []

    init(of value: Any) { add(value, "") }

    func holding(_ secret: String) -> Set<String> { Set(texts.filter { $0.text.contains(secret) }.map(\.path)) }

    private mutating func add(_ value: Any, _ path: String) {
        if let text = value as? MaskedText { return texts.append((path, text.text)) }
        if let text = value as? String { return texts.append((path, text)) }
        let mirror = Mirror(reflecting: value)
        let isContainer = [.optional, .collection].contains(mirror.displayStyle)
        if isContainer, mirror.children.isEmpty { empty.append(path) }
        for child in mirror.children {
            let name = isContainer ? nil : child.label
            add(child.value, [path, name ?? ""].filter { !$0.isEmpty }.joined(separator: "."))
        }
    }
}

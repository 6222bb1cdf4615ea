import BatonSecrets
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// A secret that becomes known after a step was recorded.
@Suite struct LateMaskingTests {
    private static let secret = "hunter2-hunter2"
    private static let text = MaskedText(recorded: "it is \(secret), as seen")
    private static let word = text.text

    /// The fields whose texts are words of the language or of HTTP, or paths of files.
    private static let harmless: Set<String> = [
        "exchanges.cache", "exchanges.failure", "exchanges.httpVersion", "exchanges.method", "failures.comparison",
        "failures.kind", "failures.place.file", "failures.related.label", "failures.related.place.file",
        "hollow.place.file", "hollow.reason", "place.file",
    ]

    private let masking: LateMasking

    init() {
        let registry = SecretRegistry()
        registry.add(Self.secret)
        masking = LateMasking(registry)
    }

    @Test func `a secret that becomes known later is in no field of a step's record`() throws {
        let before = Texts(of: Self.step)
        #expect(before.empty == ["exchanges.kept"], "a field without a value proves nothing")
        #expect(before.holding(Self.secret).isSuperset(of: ["name", "failures.hint", "exchanges.detail.curl"]))
        #expect(Texts(of: masking.masked(Self.step)).holding(Self.secret).subtracting(Self.harmless) == [])
    }

    @Test func `a secret that becomes known later is in no field of an earlier attempt or an output`() {
        let attempt = CaseRecord.Attempt(
            number: 1, outcome: .failed, started: 0, duration: 0,
            failures: [CaseRecord.Attempt.StepFailure(step: Self.word, failure: Self.failure)])
        let left = Texts(of: masking.masked(attempt)).holding(Self.secret)
        #expect(left.subtracting(Self.harmless.map { "failures.failure." + $0.dropFirst("failures.".count) }) == [])
        let output = CaseRecord.Output(name: "token", value: Self.text)
        #expect(Texts(of: masking.masked(output)).holding(Self.secret) == [])
    }

    @Test(arguments: ["status", "outcome", "that"])
    func `a check that is a word of the language stays readable`(_ word: String) {
        let registry = SecretRegistry()
        registry.add(word)
        var failure = Self.failure
        failure.check = MaskedText(harmless: word)
        #expect(LateMasking(registry).masked(failure).check?.text == word)
    }

    // MARK: - A record with a text in every field

    private static let place = Place(file: word, line: 1, column: 1, excerpt: text)

    private static let failure: FailureRecord = {
        var failure = FailureRecord(
            kind: word, message: text, check: text, comparison: word, expected: text, actual: text,
            differences: [FailureRecord.Difference(path: text, expected: text, actual: text, rule: text)],
            explanation: [FailureRecord.SubExpression(text: text, value: text)], serverMessage: text, cause: text,
            hint: text, place: place)
        failure.related = FailureRecord.Related(label: word, place: place)
        return failure
    }()

    private static let program = ProgramRecord(
        command: text, exitCode: 1, signal: 9, output: text, errors: text, note: text)

    private static let exchange: ExchangeRecord = {
        let headers = [(name: text, value: text)]
        let content = BodyContent(.text(text), size: 1)
        var detail = ExchangeRecord.Detail(
            requestHeaders: headers, requestBody: text, requestContent: content, responseHeaders: headers,
            responseBody: text, responseContent: content, responseLine: 1, curl: text)
        detail.interim = [ExchangeRecord.Interim(status: 103, headers: headers)]
        detail.trailers = headers
        var exchange = ExchangeRecord(
            attempt: 1, method: word, url: text, urlTemplate: text, status: 200, httpVersion: word, started: 0,
            duration: 0, phases: ExchangeRecord.Phases(), requestBytes: 0, responseBytes: 0, failure: word,
            detail: detail, note: text, cache: ExchangeRecord.CacheMark(.stored, age: 1))
        exchange.responseURL = text
        exchange.purpose = text
        return exchange
    }()

    private static let step = StepRecord(
        caseIndex: 0, index: 0, section: .steps, name: word, kind: .request, outcome: .failed, reason: text,
        explanation: [FailureRecord.SubExpression(text: text, value: text)], place: place, started: 0, duration: 0,
        exchanges: [exchange], program: program, earlierPrograms: [program], failures: [failure],
        hollow: [HollowRecord(check: text, reason: text, place: place)], output: [text])
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

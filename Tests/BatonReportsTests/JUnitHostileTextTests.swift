import BatonRecords
import BatonReports
import BatonSecrets
import SampleRuns
import Testing

struct JUnitHostileTextTests {
    static let hostile = [
        "plain ]]> <b>&amp;</b> \"quoted\" 'single'",
        "\u{0}\u{1}\u{8}\u{B}\u{C}\u{1F}\u{7F}\u{FFFE}\u{FFFF}",
        "\u{1B}[31mred\u{1B}[0m \u{1B}]0;title\u{7} \u{9B}2J",
        "a\r\nb\rc\n\n\td",
        "##vso[task.setvariable variable=x]y\n##[error]z\n ::set-env name=a::b\n[[ATTACHMENT|/etc/passwd]]",
        "##teamcity[testFailed name='x']\nsection_start:1:x\n\u{FEFF}::error::x",
        "\u{202E}desrever\u{2066}\u{2028}\u{2029}",
        String(repeating: "<&\u{1}", count: 10_000),
        "🦆 Grüße 日本語 e\u{301}",
    ]

    static func documents(_ text: String) throws -> String { try JUnitReporterTests.document(events(text)) }

    /// A run in which every text is this one.
    static func events(_ text: String) -> [RunEvent] {
        let masked = MaskedText(recorded: text)
        let failure = FailureRecord(
            kind: text, message: masked, check: masked, comparison: text, expected: masked, actual: masked,
            differences: [.init(path: masked, expected: masked, actual: masked)],
            explanation: [.init(text: masked, value: masked)], serverMessage: masked, hint: masked,
            place: Place(file: text, line: 1, column: 1, excerpt: masked))
        var exchange = SampleRun.exchange(
            detail: .init(
                requestHeaders: [(masked, masked)], requestBody: masked, responseHeaders: [(masked, masked)],
                responseBody: masked,
                curl: masked))
        exchange.url = masked
        exchange.httpVersion = text
        let identity = SampleRun.identity(0, text, name: text, row: text)
        let steps = [
            SampleRun.step(0, text, .failed, failures: [failure, failure], exchanges: [exchange], output: [text]),
            SampleRun.step(1, text, .skipped, reason: text), SampleRun.step(2, text, .error, reason: text),
        ]
        return JUnitReporterTests.events([
            SampleRun.record(identity, .failed, reason: text, steps: steps, failures: [failure])
        ])
    }

    @Test(arguments: hostile)
    func `hostile text gives a valid document`(_ text: String) throws {
        #expect(try JUnitReporterTests.violations(try Self.documents(text)) == [])
    }

    @Test(arguments: hostile)
    func `nothing in it commands another tool`(_ text: String) throws {
        let document = try Self.documents(text)
        for command in ["##vso[", "##[", "##teamcity[", "[[ATTACHMENT|", "section_start:"] {
            #expect(!document.contains(command))
        }
        for line in document.split(whereSeparator: \.isNewline) {
            #expect(!line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("::"))
        }
        #expect(!document.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    }

    @Test func `messages, bodies and output in a JUnit file have limits`() throws {
        let document = try Self.documents(String(repeating: "0123456789", count: 11_000))
        let message = try #require(document.split(separator: "<failure message=\"").last?.prefix { $0 != "\"" })
        #expect(message.utf8.count <= 1000)
        let body = try #require(document.split(separator: "</failure>").first?.split(separator: ">").last)
        #expect(body.utf8.count <= 64_000)
        let output = try #require(
            document.split(separator: "<system-out>").last?.split(separator: "</system-out>").first)
        #expect(output.utf8.count <= 100_000)
        #expect(output.contains("bytes left out"))
    }
}

import BatonFiles
import BatonRecords
import Testing

/// Event files that earlier versions of the format left, one for each version: they must stay readable.
///
/// Who raises the version records a file of it, `Recorded/events-N.jsonl`: a chain that fails at its second request, a
/// workflow that passes, and one that is skipped.
@Suite struct RecordedEventsTests {
    private static func lines(_ version: Int64) throws -> [[UInt8]] {
        let folder = RealPath.folder(of: #filePath)
        return try FileReading.bytes(of: "\(folder)/Recorded/events-\(version).jsonl")
            .split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    @Test(arguments: 1...EventForm.version)
    func `a file of each version is read whole`(_ version: Int64) throws {
        var decoder = RunEventDecoder()
        var records: [CaseRecord] = []
        var started: RunStarted?
        var ended: RunFinished?
        for line in try Self.lines(version) {
            #expect(String(decoding: line, as: UTF8.self).hasPrefix("{\"v\":\(version),"))
            switch try decoder.event(line: line) {
            case .runStarted(let run): started = run
            case .caseFinished(let record): records.append(record)
            case .runFinished(let run): ended = run
            default: break
            }
        }
        #expect(ended?.exitCode == 1)
        records.sort { $0.identity.index < $1.identity.index }
        #expect(records.map(\.identity.name) == ["Sign in", "Passes", "Skipped"])
        #expect(records.map(\.outcome) == [.failed, .passed, .skipped])
        try #require(records[0].steps.map(\.name) == ["Log in", "Orders"])
        #expect(
            records[0].steps[1].failures.map(\.message.text) == [
                "$.total: expected 7, got 2000", #"$.rows[531].price: expected 1593, got "free""#,
            ])
        #expect(records[0].steps[1].exchanges[0].detail?.curl?.text.hasPrefix("curl http://") == true)
        // Since version 5 a body is kept as it came where it was laid out.
        let content = records[0].steps[1].exchanges[0].detail?.responseContent
        #expect(content?.size == (version >= 5 ? 117_433 : nil) && (content?.isCut ?? false) == (version >= 5))
        // Since version 4 the coverage of contracts is recorded, since version 3 the commit and the CI service, since
        // version 2 what led to a failure.
        #expect(ended?.contracts.map(\.coveredCount) == (version >= 4 ? [1] : []))
        #expect(started?.context?.build == (version >= 3 ? "107" : nil))
        #expect((records[0].steps[0].exchanges[0].detail != nil) == (version >= 2))
    }

    @Test func `a later version is refused by its number`() throws {
        var decoder = RunEventDecoder()
        let error = #expect(throws: RunEventError.self) {
            try decoder.event(line: Array("{\"v\":\(EventForm.version + 1),\"type\":\"warning\"}".utf8))
        }
        #expect(error?.message.contains("events v\(EventForm.version + 1)") == true)
    }
}

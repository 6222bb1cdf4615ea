import BatonRecords
import BatonReports
import BatonXML
import SampleRuns
import Testing

/// The page that events give, read as strict XML: what is not well-formed throws.
struct HTMLDocument {
    let text: String
    private let document: XMLDocument

    init(
        _ events: [RunEvent], context: RunContext = RunContext(branch: "main", commit: "1a2b3c4d5e6f7890"),
        past: PastRuns.Finding = .known(PastRuns())
    ) throws {
        let report = try #require(ReportFormat.html.report)
        try self.init(Array(try events.document(context: context, past: past, report).utf8))
    }

    init(_ bytes: [UInt8]) throws {
        text = String(decoding: bytes, as: UTF8.self)
        // Without the beginning that makes it HTML, and the namespace that queries would have to name.
        let begin = "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">"
        try #require(text.hasPrefix(begin))
        document = try XMLDocument("<?xml version=\"1.0\"?><html>" + text.dropFirst(begin.count))
    }

    /// The texts that a query finds.
    func texts(_ query: String) throws -> [String] {
        guard case .texts(let texts) = try XPath.parse(query).evaluate(in: document) else { return [] }
        return texts
    }

    func count(_ query: String) throws -> Int { try texts(query).count }
}

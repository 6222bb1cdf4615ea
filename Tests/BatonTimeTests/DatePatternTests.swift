import BatonTime
import Testing

@Suite struct DatePatternTests {
    @Test(arguments: [
        ("yyyy/MM/dd HH:mm:ss", "2026/08/21 10:05:09"), ("d MMM yyyy", "21 Aug 2026"),
        ("EEEE, d MMMM y", "Friday, 21 August 2026"),
        ("yyyyMMdd'T'HHmmss'Z'", "20260821T100509Z"), ("dd.MM.yy hh:mm a", "21.08.26 10:05 AM"),
        ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2026-08-21T10:05:09.250Z"), ("HH 'o''clock'", "10 o'clock"), ("D", "233"),
        ("EEE, dd MMM yyyy HH:mm:ss Z", "Fri, 21 Aug 2026 10:05:09 +0000"),
    ])
    func `a moment is written by its format`(pattern: String, text: String) throws {
        let moment = try #require(Timestamp(rfc3339: "2026-08-21T10:05:09.25Z"))
        #expect(try DatePattern(pattern).format(moment) == text)
    }

    @Test(arguments: [
        ("yyyy/MM/dd HH:mm:ss", "2026/08/21 10:05:09", "2026-08-21T10:05:09Z"),
        ("d MMM yyyy", "1 aug 2026", "2026-08-01T00:00:00Z"),
        ("yyyyMMdd", "20260821", "2026-08-21T00:00:00Z"), ("d.M.y", "1.2.2026", "2026-02-01T00:00:00Z"),
        ("yyyy-MM-dd HH:mm XXX", "2026-08-21 10:00 +02:00", "2026-08-21T08:00:00Z"),
        ("h:mm a", "12:30 AM", "1970-01-01T00:30:00Z"),
        ("h:mm a", "12:30 pm", "1970-01-01T12:30:00Z"), ("y-D", "2024-366", "2024-12-31T00:00:00Z"),
        ("X", "+05", "1969-12-31T19:00:00Z"),
        ("ss.SSS", "07.250", "1970-01-01T00:00:07.25Z"),
    ])
    func `a text is read by its format`(pattern: String, text: String, moment: String) throws {
        #expect(try DatePattern(pattern).parse(text)?.rfc3339() == moment)
    }

    @Test(arguments: [
        ("yyyy-MM-dd", "2026-02-30"), ("yyyy-MM-dd", "2026-2-3"), ("yyyy-MM-dd", "2026-08-21x"), ("yyyy-MM-dd", ""),
        ("HH", "24"), ("h a", "13 AM"), ("D", "366"), ("MMM", "Foo"), ("XXX", "+0200"), ("y", "0"),
    ])
    func `a text of another form is not read`(pattern: String, text: String) throws {
        #expect(try DatePattern(pattern).parse(text) == nil)
    }

    @Test(arguments: [
        ("YYYY-MM-dd", 0..<4), ("yyyy-mm-ddThh", 10..<11), ("yyyyy", 0..<5), ("HH 'oclock", 3..<4), ("yyy", 0..<3),
    ])
    func `a format without a meaning is refused with its place`(pattern: String, range: Range<Int>) {
        let error = #expect(throws: DatePatternError.self) { try DatePattern(pattern) }
        #expect(error?.range == range)
    }

    @Test func `a zone moves what is written and read`() throws {
        guard let zone = Zone("America/New_York") else {
            print("skipped: this machine has no zone America/New_York")
            return
        }
        let pattern = try DatePattern("yyyy-MM-dd HH:mm xx")
        let moment = try #require(Timestamp(rfc3339: "2026-08-21T03:00:00Z"))
        #expect(pattern.format(moment, in: zone) == "2026-08-20 23:00 -0400")
        #expect(try DatePattern("yyyy-MM-dd HH:mm").parse("2026-08-20 23:00", in: zone) == moment)
    }
}

import BatonValues
import Testing

@Suite struct ZoneTests {
    @Test(arguments: [
        ("Europe/Berlin", "2026-01-15T12:00:00Z", 3600), ("Europe/Berlin", "2026-07-15T12:00:00Z", 7200),
        ("Europe/Berlin", "2026-03-29T00:59:59Z", 3600), ("Europe/Berlin", "2026-03-29T01:00:00Z", 7200),
        ("Europe/Berlin", "2099-07-15T12:00:00Z", 7200), ("Australia/Sydney", "2099-01-15T12:00:00Z", 39_600),
        ("Australia/Sydney", "2099-07-15T12:00:00Z", 36_000), ("Asia/Kathmandu", "2009-02-13T23:31:30Z", 20_700),
        ("America/St_Johns", "2009-02-13T02:00:00Z", -12_600), ("US/Central", "1950-01-01T00:00:00Z", -21_600),
        ("Europe/Dublin", "2099-07-15T12:00:00Z", 3600), ("Etc/GMT+5", "2026-01-01T00:00:00Z", -18_000),
    ])
    func `a zone knows its offset in every year`(name: String, moment: String, offset: Int) throws {
        guard let zone = Zone(name) else {
            print("skipped: this machine has no zone \(name)")
            return
        }
        #expect(zone.offset(at: try #require(Timestamp(rfc3339: moment))) == offset)
    }

    @Test(arguments: [("UTC", 0), ("+02:00", 7200), ("-0930", -34_200), ("02:00", 7200), ("-00:00", 0)])
    func `an offset is a zone`(name: String, offset: Int) throws {
        #expect(try #require(Zone(name)).offset(at: .earliest) == offset)
    }

    @Test(arguments: [
        "", "Nowhere/City", "../../../etc/passwd", "/etc/passwd", "Europe", "+25:00", "tzdata.zi", "Europe//Berlin",
    ])
    func `what is no zone is refused`(name: String) {
        #expect(Zone(name) == nil)
    }

    @Test func `a civil time has a moment, in a gap and in an overlap too`() throws {
        guard let zone = Zone("Europe/Berlin") else {
            print("skipped: this machine has no zone Europe/Berlin")
            return
        }
        let noon = CivilTime(year: 2026, month: 7, day: 1, hour: 12)
        #expect(zone.moment(noon)?.rfc3339() == "2026-07-01T10:00:00Z")
        let overlap = CivilTime(year: 2026, month: 10, day: 25, hour: 2, minute: 30)
        #expect(zone.moment(overlap)?.rfc3339() == "2026-10-25T00:30:00Z")
        let gap = CivilTime(year: 2026, month: 3, day: 29, hour: 2, minute: 30)
        #expect(zone.moment(gap)?.rfc3339() == "2026-03-29T01:30:00Z")
    }
}

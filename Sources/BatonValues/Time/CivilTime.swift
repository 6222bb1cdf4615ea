/// A date and a time of day in a calendar and on a wall clock, without a time zone.
package struct CivilTime: Sendable, Equatable {
    package var year: Int
    /// 1 to 12.
    package var month: Int
    /// 1 to 31.
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int
    package var nanosecond: Int

    package init(
        year: Int, month: Int = 1, day: Int = 1, hour: Int = 0, minute: Int = 0, second: Int = 0, nanosecond: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.nanosecond = nanosecond
    }

    package static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether every field is in its range, and the day in its month.
    package var isValid: Bool {
        (1...9999).contains(year) && (1...12).contains(month)
            && day >= 1 && day <= Self.days(inMonth: month, of: year)
            && (0...23).contains(hour) && (0...59).contains(minute) && (0...59).contains(second)
            && (0...999_999_999).contains(nanosecond)
    }

    /// Days from 1970-01-01 to this date. Years are counted from March, so that the leap day is the last day of a year.
    package var daysSinceEpoch: Int {
        let marchYear = month > 2 ? year : year - 1
        let century = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfCycle = marchYear - century * 400
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        return century * 146_097 + dayOfCycle - 719_468
    }

    /// Midnight of a day counted from 1970-01-01.
    package init(daysSinceEpoch days: Int) {
        let shifted = days + 719_468
        let cycle = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfCycle = shifted - cycle * 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            year: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// The weekday; 0 is Sunday.
    package var weekday: Int {
        let remainder = (daysSinceEpoch + 4) % 7
        return remainder < 0 ? remainder + 7 : remainder
    }

    /// The day of the year; 0 is the first of January.
    package var dayOfYear: Int {
        daysSinceEpoch - CivilTime(year: year).daysSinceEpoch
    }
}

extension Timestamp {
    /// The civil time on a clock that is `offset` seconds ahead of UTC.
    package func civil(offset: Int = 0) -> CivilTime {
        let local = Int(seconds) + offset
        let days = (local >= 0 ? local : local - 86_399) / 86_400
        let time = local - days * 86_400
        var civil = CivilTime(daysSinceEpoch: days)
        civil.hour = time / 3600
        civil.minute = time / 60 % 60
        civil.second = time % 60
        civil.nanosecond = Int(nanoseconds)
        return civil
    }

    /// Nil for a date that does not exist, and outside of the years 1 to 9999 in UTC.
    package init?(_ civil: CivilTime, offset: Int = 0) {
        guard civil.isValid else { return nil }
        let time = civil.hour * 3600 + civil.minute * 60 + civil.second
        self.init(
            seconds: Int64(civil.daysSinceEpoch * 86_400 + time - offset), nanoseconds: Int64(civil.nanosecond))
    }
}

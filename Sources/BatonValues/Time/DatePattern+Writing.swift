extension DatePattern {
    /// Writes the moment as clocks in a zone show it.
    package func format(_ moment: Timestamp, in zone: Zone = .utc) -> String {
        let offset = zone.offset(at: moment)
        let civil = moment.civil(offset: offset)
        var text = DateText()
        for field in fields {
            switch field {
            case .zoneName: text.append(zone.name)
            case .zoneShort where zone.isUTC: text.append("UTC")
            case .zoneShort: writeLocalOffset(offset, isLong: false, into: &text)
            default: write(field, civil, offset, into: &text)
            }
        }
        return text.string
    }

    private func write(_ field: Field, _ civil: CivilTime, _ offset: Int, into text: inout DateText) {
        switch field {
        case .literal(let bytes): text.append(String(decoding: bytes, as: UTF8.self))
        case .number(.year, 2): text.number(civil.year % 100, digits: 2)
        case .number(let number, let width): text.number(value(number, civil), digits: width)
        case .monthName(let isShort):
            let name = Self.months[civil.month - 1]
            text.append(isShort ? String(name.prefix(3)) : name)
        case .weekdayName(let isShort):
            let name = Self.weekdays[civil.weekday]
            text.append(isShort ? String(name.prefix(3)) : name)
        case .fraction(let digits):
            var value = civil.nanosecond
            for _ in 0..<9 - digits { value /= 10 }
            text.number(value, digits: digits)
        case .dayPeriod: text.append(civil.hour < 12 ? "AM" : "PM")
        case .zoneName, .zoneShort: break
        case .localOffset(let isLong): writeLocalOffset(offset, isLong: isLong, into: &text)
        case .offset(let zero?, _) where offset == 0: text.append(zero)
        case .offset(_, let style):
            let minutes = abs(offset) / 60
            text.append(offset < 0 ? "-" : "+")
            text.number(minutes / 60, digits: 2)
            if style == .short, minutes % 60 == 0 { return }
            if style == .colon { text.append(":") }
            text.number(minutes % 60, digits: 2)
        }
    }

    private func writeLocalOffset(_ offset: Int, isLong: Bool, into text: inout DateText) {
        guard offset != 0 else {
            text.append("GMT")
            return
        }
        let minutes = abs(offset) / 60
        text.append(offset < 0 ? "GMT-" : "GMT+")
        text.number(minutes / 60, digits: isLong ? 2 : 1)
        if isLong || minutes % 60 != 0 {
            text.append(":")
            text.number(minutes % 60, digits: 2)
        }
    }

    private func value(_ number: Number, _ civil: CivilTime) -> Int {
        switch number {
        case .year: civil.year
        case .month: civil.month
        case .day: civil.day
        case .dayOfYear: civil.dayOfYear + 1
        case .hour: civil.hour
        case .quarter: (civil.month + 2) / 3
        case .weekday: civil.weekday + 1
        case .hour24: (civil.hour + 23) % 24 + 1
        case .hour12: (civil.hour + 11) % 12 + 1
        case .hour11: civil.hour % 12
        case .minute: civil.minute
        case .second: civil.second
        }
    }
}

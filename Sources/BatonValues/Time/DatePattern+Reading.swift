extension DatePattern {
    /// Reads a text of exactly this format. A field that the format does not have is that of 1970-01-01T00:00:00 in
    /// `zone`.
    ///
    /// Nil when the text has another form, or names a date that does not exist. The name of a weekday is not compared
    /// with the date.
    package func parse(_ text: String, in zone: Zone = .utc) -> Timestamp? {
        var parts = DateParts(Array(text.utf8))
        for (position, field) in fields.enumerated() {
            let isFollowedByDigits =
                if case .number? = fields.dropFirst(position + 1).first { true } else { false }
            guard parts.read(field, isFollowedByDigits: isFollowedByDigits) else { return nil }
        }
        return parts.moment(in: zone)
    }
}

/// The fields of a date that have been read so far.
private struct DateParts {
    private var reader: DigitReader
    private var civil = CivilTime(year: 1970)
    private var dayOfYear: Int?
    private var hour12: Int?
    private var isAfternoon: Bool?
    private var offset: Int?
    private var ownZone: Zone?

    init(_ bytes: [UInt8]) { reader = DigitReader(bytes) }

    mutating func read(_ field: DatePattern.Field, isFollowedByDigits: Bool) -> Bool {
        switch field {
        case .literal(let bytes):
            guard reader.bytes[reader.cursor...].starts(with: bytes) else { return false }
            reader.cursor += bytes.count
            return true
        case .number(let number, let width):
            return read(number, width: width, isFollowedByDigits: isFollowedByDigits)
        case .monthName(let isShort):
            guard let month = name(of: DatePattern.months, isShort: isShort) else { return false }
            civil.month = month + 1
            return true
        case .weekdayName(let isShort): return name(of: DatePattern.weekdays, isShort: isShort) != nil
        case .fraction(let digits):
            guard let value = reader.number(digits: digits) else { return false }
            civil.nanosecond = (0..<9 - digits).reduce(value) { value, _ in value * 10 }
            return true
        case .dayPeriod:
            guard let period = name(of: ["AM", "PM"], isShort: false) else { return false }
            isAfternoon = period == 1
            return true
        case .offset(let zero, let style): return readOffset(zero: zero, style)
        case .localOffset, .zoneShort: return readLocalOffset()
        case .zoneName: return readZoneName()
        }
    }

    private mutating func read(_ number: DatePattern.Number, width: Int, isFollowedByDigits: Bool) -> Bool {
        let longest =
            switch number {
            case .year: 4
            case .dayOfYear: 3
            case .quarter, .weekday: 1
            default: 2
            }
        let isFixed = width > 1 || isFollowedByDigits
        var digits = isFixed ? width : longest
        var value = reader.number(digits: digits)
        while value == nil, !isFixed, digits > 1 {
            digits -= 1
            value = reader.number(digits: digits)
        }
        guard var value else { return false }
        switch number {
        case .year:
            if width == 2 { value += value < 70 ? 2000 : 1900 }
            civil.year = value
        case .month: civil.month = value
        case .day: civil.day = value
        case .dayOfYear: dayOfYear = value
        case .hour: civil.hour = value
        case .hour24:
            guard (1...24).contains(value) else { return false }
            civil.hour = value % 24
        case .hour12:
            guard (1...12).contains(value) else { return false }
            hour12 = value % 12
        case .hour11:
            guard value <= 11 else { return false }
            hour12 = value
        // Both follow from the date, so only their range is checked.
        case .quarter: return (1...4).contains(value)
        case .weekday: return (1...7).contains(value)
        case .minute: civil.minute = value
        case .second: civil.second = value
        }
        return true
    }

    /// Reads one of these names, in any case, and returns its index; nil if none is here.
    private mutating func name(of names: [String], isShort: Bool) -> Int? {
        for (position, name) in names.enumerated() {
            let wanted = Array(name.lowercased().utf8.prefix(isShort ? 3 : 20))
            let found = reader.bytes[reader.cursor...].prefix(wanted.count).map { $0 | 0x20 }
            if found == wanted {
                reader.cursor += wanted.count
                return position
            }
        }
        return nil
    }

    private mutating func readOffset(zero: String?, _ style: DatePattern.OffsetStyle) -> Bool {
        if zero != nil, reader.take("Z") || reader.take("z") {
            offset = 0
            return true
        }
        let isWest = reader.take("-")
        guard isWest || reader.take("+"), let hours = reader.number(digits: 2), hours <= 23 else { return false }
        var minutes = 0
        if style != .colon || reader.take(":") {
            if let read = reader.number(digits: 2) {
                minutes = read
            } else if style != .short {
                return false
            }
        } else {
            return false
        }
        offset = (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
        return minutes <= 59
    }

    /// Reads `UTC`, `GMT`, `GMT+2` or `UTC-03:30`.
    private mutating func readLocalOffset() -> Bool {
        guard ["UTC", "GMT", "UT", "Z"].contains(where: { take($0) }) else { return false }
        let isWest = reader.take("-")
        guard isWest || reader.take("+") else {
            offset = 0
            return true
        }
        guard let hours = reader.number(digits: 2) ?? reader.number(digits: 1), hours <= 23 else { return false }
        var minutes = 0
        if reader.take(":") {
            guard let read = reader.number(digits: 2), read <= 59 else { return false }
            minutes = read
        }
        offset = (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
        return true
    }

    private mutating func take(_ word: String) -> Bool {
        guard reader.bytes[reader.cursor...].starts(with: word.utf8) else { return false }
        reader.cursor += word.utf8.count
        return true
    }

    private mutating func readZoneName() -> Bool {
        let name = reader.bytes[reader.cursor...].prefix {
            $0 >= 0x41 && $0 <= 0x5A || $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x30 && $0 <= 0x39
                || [0x2F, 0x5F, 0x2B, 0x2D].contains($0)
        }
        guard let zone = Zone(String(decoding: name, as: UTF8.self)) else { return false }
        ownZone = zone
        reader.cursor += name.count
        return true
    }

    func moment(in zone: Zone) -> Timestamp? {
        guard reader.isAtEnd else { return nil }
        var civil = civil
        if let hour12 { civil.hour = hour12 + (isAfternoon == true ? 12 : 0) }
        if let dayOfYear {
            let length = CivilTime.isLeap(civil.year) ? 366 : 365
            guard (1...9999).contains(civil.year), (1...length).contains(dayOfYear) else { return nil }
            let date = CivilTime(daysSinceEpoch: CivilTime(year: civil.year).daysSinceEpoch + dayOfYear - 1)
            (civil.month, civil.day) = (date.month, date.day)
        }
        guard civil.isValid else { return nil }
        if let offset { return Timestamp(civil, offset: offset) }
        return (ownZone ?? zone).moment(civil)
    }
}

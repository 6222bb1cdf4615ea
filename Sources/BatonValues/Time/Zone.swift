import BatonSystem
import Synchronization

/// The offset of wall clocks from UTC, now and at any other time: `Europe/Berlin`, `+02:00`, `UTC`.
package struct Zone: Sendable {
    private enum Rules: Sendable {
        case fixed(Int)
        case table(ZoneTable)
    }

    package let name: String
    private let rules: Rules

    package static let utc = Zone(name: "UTC", rules: .fixed(0))

    private init(name: String, rules: Rules) {
        self.name = name
        self.rules = rules
    }

    package init(secondsEast: Int) {
        var text = DateText()
        text.offset(secondsEast, zero: "UTC")
        self.init(name: text.string, rules: .fixed(secondsEast))
    }

    /// A zone by its IANA name in the system's database, or by an offset such as `+02:00`, `-0930`, `02:00`.
    ///
    /// Nil when there is no such zone.
    package init?(_ name: String) {
        if name == "GMT" || Self.utcNames.contains(name) {
            self.init(name: name, rules: .fixed(0))
        } else if let offset = Self.offset(name) {
            self.init(name: name, rules: .fixed(offset))
        } else if let table = ZoneDatabase.system.table(name) {
            self.init(name: name, rules: .table(table))
        } else {
            return nil
        }
    }

    private static let utcNames = ["UTC", "Z", "Etc/UTC"]

    /// Whether the zone is UTC by name; London in winter is not.
    var isUTC: Bool { Self.utcNames.contains(name) }

    /// Whether this machine has a zone database; some containers have no tzdata.
    package static var hasDatabase: Bool { ZoneDatabase.system.isPresent }

    private static func offset(_ text: String) -> Int? {
        var reader = DigitReader(Array(text.utf8))
        let isWest = reader.take("-")
        if !isWest { _ = reader.take("+") }
        guard let hours = reader.number(digits: 2) else { return nil }
        _ = reader.take(":")
        guard let minutes = reader.number(digits: 2), reader.isAtEnd, hours <= 23, minutes <= 59 else { return nil }
        return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    /// Seconds ahead of UTC at a moment.
    package func offset(at moment: Timestamp) -> Int {
        switch rules {
        case .fixed(let offset): offset
        case .table(let table): table.offset(at: moment.seconds)
        }
    }

    /// The moment of a civil time in this zone. Of two moments it is the earlier one; in a gap, the offset before the
    /// gap counts.
    package func moment(_ civil: CivilTime) -> Timestamp? {
        guard let guess = Timestamp(civil) else { return nil }
        let before = offset(at: Timestamp(seconds: guess.seconds - 86_400) ?? guess)
        if let moment = Timestamp(civil, offset: before), offset(at: moment) == before { return moment }
        let after = offset(at: Timestamp(seconds: guess.seconds + 86_400) ?? guess)
        if let moment = Timestamp(civil, offset: after), offset(at: moment) == after { return moment }
        return Timestamp(civil, offset: before)
    }
}

/// The zones of the system, each read once.
final class ZoneDatabase: Sendable {
    static let system = ZoneDatabase(folder: "/usr/share/zoneinfo")

    private let folder: String
    private let tables = Mutex<[String: ZoneTable]>([:])

    init(folder: String) { self.folder = folder }

    var isPresent: Bool { ZoneFile.exists(folder) }

    func table(_ name: String) -> ZoneTable? {
        guard Self.isZoneName(name) else { return nil }
        if let known = tables.withLock({ $0[name] }) { return known }
        guard let bytes = ZoneFile.read("\(folder)/\(name)"), let table = ZoneTable(bytes) else { return nil }
        tables.withLock { $0[name] = table }
        return table
    }

    /// Words of letters, digits, `_`, `+` and `-`, joined by slashes, so that no name leads out of the folder.
    private static func isZoneName(_ name: String) -> Bool {
        guard name.utf8.count <= 64 else { return false }
        return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty
                && word.utf8.allSatisfy {
                    $0 >= 0x41 && $0 <= 0x5A || $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x30 && $0 <= 0x39
                        || $0 == 0x5F || $0 == 0x2B || $0 == 0x2D
                }
        }
    }
}

/// Reads a small file whole.
enum ZoneFile {
    private static let limit = 1 << 20

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Nil when there is no such regular file, or when it is larger than any zone's.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 8192)
        while bytes.count <= limit {
            let count = fread(&chunk, 1, chunk.count, file)
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        return nil
    }
}

/// The transitions of a zone, read from a TZif file (RFC 9636), and the rule that holds after the last of them.
struct ZoneTable: Sendable {
    private let transitions: [Int64]
    /// The offset that begins at each transition.
    private let offsets: [Int]
    private let first: Int
    private let rule: ZoneRule?

    /// Nil for bytes that are not a TZif file.
    init?(_ bytes: [UInt8]) {
        var reader = BigEndianReader(bytes)
        guard let header = reader.header() else { return nil }
        var block = header
        var timeSize = 4
        if header.version >= 2 {
            reader.skip(header.size(timeSize: 4))
            guard let second = reader.header() else { return nil }
            block = second
            timeSize = 8
        }
        guard block.types > 0, reader.remaining >= block.size(timeSize: timeSize) else { return nil }
        let transitions = (0..<block.times).map { _ in reader.integer(timeSize) }
        let kinds = (0..<block.times).map { _ in Int(reader.integer(1)) & 0xFF }
        var types: [Int] = []
        for _ in 0..<block.types {
            types.append(Int(reader.integer(4)))
            reader.skip(2)
        }
        guard kinds.allSatisfy({ $0 < types.count }) else { return nil }
        reader.skip(block.size(timeSize: timeSize) - block.times * (timeSize + 1) - block.types * 6)
        self.transitions = transitions
        offsets = kinds.map { types[$0] }
        first = types[0]
        rule = header.version >= 2 ? ZoneRule(reader.line()) : nil
    }

    func offset(at second: Int64) -> Int {
        guard let last = transitions.last else { return rule?.offset(at: second) ?? first }
        if second >= last, let rule { return rule.offset(at: second) }
        var (low, high) = (-1, transitions.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if transitions[middle] <= second { low = middle } else { high = middle }
        }
        return low < 0 ? first : offsets[low]
    }
}

/// Reads numbers from a TZif file; behind its end all numbers are zero.
private struct BigEndianReader {
    struct Header {
        var version: Int
        var utcFlags: Int
        var standardFlags: Int
        var leaps: Int
        var times: Int
        var types: Int
        var characters: Int

        func size(timeSize: Int) -> Int {
            times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standardFlags + utcFlags
        }
    }

    private let bytes: [UInt8]
    private var cursor = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - cursor }

    mutating func skip(_ count: Int) { cursor = min(bytes.count, cursor + max(0, count)) }

    mutating func integer(_ size: Int) -> Int64 {
        guard remaining >= size, let first = bytes[cursor...].first else { return 0 }
        var value: Int64 = first >= 0x80 ? -1 : 0
        for byte in bytes[cursor..<cursor + size] { value = value << 8 | Int64(byte) }
        cursor += size
        return value
    }

    mutating func header() -> Header? {
        guard remaining >= 44, bytes[cursor..<cursor + 4].elementsEqual("TZif".utf8) else { return nil }
        let version = bytes[cursor + 4] == 0 ? 1 : Int(bytes[cursor + 4]) - 0x30
        cursor += 20
        let counts = (0..<6).map { _ in Int(integer(4)) }
        guard counts.allSatisfy({ $0 >= 0 && $0 <= bytes.count }) else { return nil }
        return Header(
            version: version, utcFlags: counts[0], standardFlags: counts[1], leaps: counts[2], times: counts[3],
            types: counts[4], characters: counts[5])
    }

    /// The text between two line feeds: the footer.
    mutating func line() -> [UInt8] {
        guard remaining > 0, bytes[cursor] == 0x0A else { return [] }
        let rest = bytes[(cursor + 1)...]
        return Array(rest.prefix { $0 != 0x0A })
    }
}

/// The rule for the years after a zone's last transition: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX TZ, RFC 9636).
struct ZoneRule: Sendable {
    /// A day of the year, in a notation of POSIX TZ.
    private enum Day: Sendable {
        /// `Mm.w.d`: the w-th weekday d of month m; week 5 is the last.
        case weekday(month: Int, week: Int, day: Int)
        /// `Jn`: 1 to 365, where the 29th of February is never counted.
        case julian(Int)
        /// `n`: 0 to 365.
        case ordinal(Int)
    }

    private struct Change: Sendable {
        var day: Day
        var time: Int
    }

    private let standard: Int
    private let daylight: (offset: Int, start: Change, end: Change)?

    /// Nil for an empty or malformed text.
    init?(_ text: [UInt8]) {
        var reader = RuleReader(text)
        guard reader.name(), let west = reader.time() else { return nil }
        standard = -west
        guard !reader.isAtEnd else {
            daylight = nil
            return
        }
        guard reader.name() else { return nil }
        let offset = reader.peek(",") ? standard + 3600 : reader.time().map { -$0 }
        guard let offset, reader.take(","), let start = Self.change(&reader), reader.take(","),
            let end = Self.change(&reader)
        else { return nil }
        daylight = (offset, start, end)
    }

    private static func change(_ reader: inout RuleReader) -> Change? {
        let day: Day
        if reader.take("M") {
            guard let month = reader.number(), reader.take("."), let week = reader.number(), reader.take("."),
                let weekday = reader.number(), (1...12).contains(month), (1...5).contains(week), weekday <= 6
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if reader.take("J") {
            guard let number = reader.number(), (1...365).contains(number) else { return nil }
            day = .julian(number)
        } else {
            guard let number = reader.number(), number <= 365 else { return nil }
            day = .ordinal(number)
        }
        guard reader.take("/") else { return Change(day: day, time: 7200) }
        return reader.time().map { Change(day: day, time: $0) }
    }

    func offset(at second: Int64) -> Int {
        guard let daylight else { return standard }
        let local = Int(second) + standard
        let year = CivilTime(daysSinceEpoch: (local >= 0 ? local : local - 86_399) / 86_400).year
        let start = Self.moment(daylight.start, year) - standard
        let end = Self.moment(daylight.end, year) - daylight.offset
        let now = Int(second)
        let isDaylight = start < end ? now >= start && now < end : now >= start || now < end
        return isDaylight ? daylight.offset : standard
    }

    /// The moment of a change in a year, in local seconds since 1970.
    private static func moment(_ change: Change, _ year: Int) -> Int {
        let day: Int
        switch change.day {
        case .weekday(let month, let week, let weekday):
            let first = CivilTime(year: year, month: month)
            var date = 1 + (weekday - first.weekday + 7) % 7 + (week - 1) * 7
            while date > CivilTime.days(inMonth: month, of: year) { date -= 7 }
            day = first.daysSinceEpoch + date - 1
        case .julian(let number):
            let leap = CivilTime.isLeap(year) && number >= 60 ? 1 : 0
            day = CivilTime(year: year).daysSinceEpoch + number - 1 + leap
        case .ordinal(let number): day = CivilTime(year: year).daysSinceEpoch + number
        }
        return day * 86_400 + change.time
    }
}

/// Reads the parts of a POSIX TZ text.
private struct RuleReader {
    private let bytes: [UInt8]
    private var cursor = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { cursor >= bytes.count }

    func peek(_ character: Unicode.Scalar) -> Bool { !isAtEnd && bytes[cursor] == UInt8(ascii: character) }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek(character) else { return false }
        cursor += 1
        return true
    }

    /// Reads a name, `CET` or `<+03>`.
    mutating func name() -> Bool {
        let start = cursor
        if take("<") {
            while !isAtEnd, bytes[cursor] != UInt8(ascii: ">") { cursor += 1 }
            return take(">")
        }
        while !isAtEnd, bytes[cursor] | 0x20 >= 0x61, bytes[cursor] | 0x20 <= 0x7A { cursor += 1 }
        return cursor - start >= 3
    }

    mutating func number() -> Int? {
        let start = cursor
        while !isAtEnd, bytes[cursor] >= 0x30, bytes[cursor] <= 0x39, cursor - start < 4 { cursor += 1 }
        return Int(String(decoding: bytes[start..<cursor], as: UTF8.self))
    }

    /// Reads `[+-]hh[:mm[:ss]]`, in seconds.
    mutating func time() -> Int? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number(), hours <= 167 else { return nil }
        var seconds = hours * 3600
        if take(":") {
            guard let minutes = number() else { return nil }
            seconds += minutes * 60
            if take(":") {
                guard let rest = number() else { return nil }
                seconds += rest
            }
        }
        return isNegative ? -seconds : seconds
    }
}

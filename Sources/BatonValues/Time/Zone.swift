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

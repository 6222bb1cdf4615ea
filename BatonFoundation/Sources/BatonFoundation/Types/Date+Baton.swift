public import BatonAPI
public import Foundation

extension Date: @retroactive MappableValue {
    /// Reads a date as the API writes it.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Date {
        Date(try Timestamp.mapped(from: mapper))
    }

    /// The moment, as exactly as a `Date` can tell it: to a tenth of a microsecond in our time.
    public init(_ moment: Timestamp) {
        self.init(timeIntervalSince1970: Double(moment.seconds) + Double(moment.nanoseconds) / 1_000_000_000)
    }
}

extension Timestamp {
    /// The date to the nearest microsecond, as many digits as a `Date` has; nil outside of the years 1 to 9999.
    public init?(_ date: Date) {
        let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
        guard let whole = Int64(exactly: microseconds) else { return nil }
        self.init(seconds: whole / 1_000_000, nanoseconds: whole % 1_000_000 * 1000)
    }
}

extension Mapper {
    /// A date in the given form.
    public func date(_ path: String, _ form: DateForm) throws(Failure) -> Date {
        let moment: Timestamp = try date(path, form)
        return Date(moment)
    }

    /// A date in the given form; nil when it is missing or null.
    public func optionalDate(_ path: String, _ form: DateForm) throws(Failure) -> Date? {
        let moment: Timestamp? = try optionalDate(path, form)
        return moment.map { Date($0) }
    }
}

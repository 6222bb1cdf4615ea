package import BatonCEL
package import BatonJSON
import BatonValues

extension CELValue {
    package init(_ json: JSONValue) {
        self.init(json: json)
    }

    package static func duration(microseconds: Int64) -> CELValue { .duration(.microseconds(microseconds)) }

    /// A computed duration in whole microseconds; nil for a value that is no duration.
    package var durationMicroseconds: Int64? {
        guard case .duration(let duration) = kind else { return nil }
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? nil : whole + attoseconds / 1_000_000_000_000
    }
}

extension CELError {
    /// An error that a host object reports.
    package init(_ message: String) {
        self.init(.host, message)
    }
}

extension CELType {
    /// Whether a condition may turn out to be of this type.
    package var mayBeBoolean: Bool { mayBe(.bool) }

    /// Whether an expression of this type may give a list.
    package var mayBeList: Bool {
        switch self {
        case .list, .dyn, .optional, .native: true
        case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type, .map: false
        }
    }
}

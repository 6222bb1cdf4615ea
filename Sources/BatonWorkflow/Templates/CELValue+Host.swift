package import BatonCEL
package import BatonJSON
import BatonTime

extension CELValue {
    package init(_ json: JSONValue) {
        self.init(json: json)
    }

    package static func duration(microseconds: Int64) -> CELValue { .duration(.microseconds(microseconds)) }

    /// A computed span in whole microseconds; nil for everything that is none.
    package var durationMicroseconds: Int64? {
        guard case .duration(let duration) = kind else { return nil }
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? nil : whole + attoseconds / 1_000_000_000_000
    }

    /// Visits every text inside: what a secret value must be masked as.
    package func forEachText(_ visit: (String) -> Void) {
        switch kind {
        case .string(let text): visit(text)
        case .bytes(let bytes): visit(String(decoding: bytes, as: UTF8.self))
        case .list(let items): for item in items { item.forEachText(visit) }
        case .map(let map): for entry in map.entries { entry.value.forEachText(visit) }
        case .jsonArray(let items): for item in items { item.forEachText(visit) }
        case .jsonObject(let object): JSONValue.object(object).forEachText(visit)
        case .optional(let optional): optional.value?.forEachText(visit)
        case .null, .bool, .int, .uint, .double, .number, .timestamp, .duration, .type, .native: break
        }
    }
}

extension CELError {
    /// What a host object reports.
    package init(_ message: String) {
        self.init(.host, message)
    }
}

extension CELType {
    /// Whether a condition may turn out to be of this type.
    var mayBeBoolean: Bool { mayBe(.bool) }
}

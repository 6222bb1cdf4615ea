import BatonTime

/// What timestamps and durations consist of: `getFullYear()`, `getHours("Europe/Berlin")` and so on.
enum TimeFunctions {
    static let list: [CELFunction] = [
        field("getFullYear") { $0.year },
        field("getMonth") { $0.month - 1 },
        field("getDate") { $0.day },
        field("getDayOfMonth") { $0.day - 1 },
        field("getDayOfWeek") { $0.weekday },
        field("getDayOfYear") { $0.dayOfYear },
        field("getHours", of: { $0 / 3_600_000_000_000 }) { $0.hour },
        field("getMinutes", of: { $0 / 60_000_000_000 }) { $0.minute },
        field("getSeconds", of: { $0 / 1_000_000_000 }) { $0.second },
        field("getMilliseconds", of: { $0 / 1_000_000 % 1000 }) { $0.nanosecond / 1_000_000 },
    ]

    private static func field(
        _ name: String, of duration: (@Sendable (Int64) -> Int64)? = nil,
        _ part: @escaping @Sendable (CivilTime) -> Int
    ) -> CELFunction {
        var overloads: [([CELType], CELType)] = [([.timestamp], .int), ([.timestamp, .string], .int)]
        if duration != nil { overloads.append(([.duration], .int)) }
        return .various(name, .method, overloads) { arguments throws(CELError) in
            switch (arguments[0].kind, arguments.count) {
            case (.timestamp(let moment), 1): return .int(part(moment.civil()))
            case (.timestamp(let moment), 2):
                guard case .string(let zoneName) = arguments[1].kind else { throw .noOverload(name, arguments) }
                guard let zone = Zone(zoneName) else {
                    throw CELError(.argument, "there is no time zone \(arguments[1].brief)")
                }
                return .int(part(moment.civil(offset: zone.offset(at: moment))))
            case (.duration(let value), 1):
                guard let duration, let nanoseconds = value.wholeNanoseconds else { throw .noOverload(name, arguments) }
                return .int(duration(nanoseconds))
            default: throw .noOverload(name, arguments)
            }
        }
    }
}

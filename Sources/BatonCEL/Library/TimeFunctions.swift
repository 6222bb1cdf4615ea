package import BatonValues

/// The fields of timestamps and durations: `getFullYear()`, `getHours("Europe/Berlin")` and so on.
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
        let body: CELFunction.Body = .any { arguments throws(CELError) in
            switch (arguments[0].kind, arguments.count) {
            case (.timestamp(let moment), 1): return .int(part(moment.civil()))
            case (.timestamp(let moment), 2):
                let zone = try ZoneArgument.read(arguments[1], of: name)
                return .int(part(moment.civil(offset: zone.offset(at: moment))))
            case (.duration(let value), 1):
                guard let duration, let nanoseconds = value.wholeNanoseconds else { throw .noOverload(name, arguments) }
                return .int(duration(nanoseconds))
            default: throw .noOverload(name, arguments)
            }
        }
        return CELFunction(
            name, .method, overloads.map { CELFunction.Overload($0.0, $0.1) }, body: body,
            prepare: { constants throws(CELArgumentDiagnostic) in
                try ZoneArgument.check(constants, at: 1)
                return nil
            })
    }
}

/// Time zones as arguments; a literal is checked when the file is loaded.
package enum ZoneArgument {
    static func help(hasDatabase: Bool) -> String {
        hasDatabase
            ? "write a name such as `Europe/Berlin`, an offset such as `+02:00`, or `UTC`"
            : "this machine knows no zones by name: install its package `tzdata`, or write an offset such as `+02:00`"
    }

    private static func unknown(_ name: String) -> String { "there is no time zone `\(name)`" }

    /// Throws if a literal argument is not the name of a time zone.
    package static func check(_ constants: [CELValue?], at position: Int) throws(CELArgumentDiagnostic) {
        if let name = constants.text(position), Zone(name) == nil {
            throw CELArgumentDiagnostic(unknown(name), at: position, help: help(hasDatabase: Zone.hasDatabase))
        }
    }

    package static func read(_ value: CELValue, of function: String) throws(CELError) -> Zone {
        guard case .string(let name) = value.kind else { throw .noOverload(function, value) }
        guard let zone = Zone(name) else {
            throw CELError(.argument, unknown(name), help: help(hasDatabase: Zone.hasDatabase))
        }
        return zone
    }
}

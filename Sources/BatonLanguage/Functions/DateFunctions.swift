import BatonCEL
import BatonValues

/// `now`, `today`, `format_date` and `parse_date`.
enum DateFunctions {
    static let list: [CELFunction] = [
        CELFunction(
            "now", [.init([], .timestamp)],
            body: .contextual { _, activation throws(CELError) in .timestamp(try NoHost.of(activation).now()) }),
        CELFunction(
            "today", [.init([], .string)],
            body: .contextual { _, activation throws(CELError) in
                .string(String(try NoHost.of(activation).now().rfc3339().prefix(10)))
            }),
        dated("format_date", from: .timestamp, to: .string, isReading: false) { value, pattern, zone throws(CELError) in
            guard case .timestamp(let moment) = value.kind else { throw .noOverload("format_date", value) }
            return .string(pattern.format(moment, in: zone))
        },
        dated("parse_date", from: .string, to: .timestamp, isReading: true) { value, pattern, zone throws(CELError) in
            guard case .string(let text) = value.kind else { throw .noOverload("parse_date", value) }
            if let moment = pattern.parse(text, in: zone) { return .timestamp(moment) }
            throw CELError(.argument, "\(value.brief) is no date of the form `\(pattern.text)`")
        },
    ]

    /// A function of a value, a date format and an optional time zone; a literal format is parsed once.
    private static func dated(
        _ name: String, from source: CELType, to target: CELType, isReading: Bool,
        _ body: @escaping @Sendable (CELValue, DatePattern, Zone) throws(CELError) -> CELValue
    ) -> CELFunction {
        CELFunction(
            name, [.init([source, .string], target), .init([source, .string, .string], target)],
            help: isReading
                ? nil : "a text becomes a time with `timestamp(text)` or `parse_date(text, \"yyyy-MM-dd\")`",
            body: .any { arguments throws(CELError) in
                let format = try FunctionLibrary.text(arguments[1], of: name)
                let pattern: DatePattern
                do throws(DatePatternError) {
                    pattern = try read(format, isReading: isReading)
                } catch {
                    throw CELError(.argument, error.message, help: error.help)
                }
                return try body(arguments[0], pattern, try zone(arguments, of: name))
            },
            prepare: { constants throws(CELArgumentDiagnostic) in
                try ZoneArgument.check(constants, at: 2)
                guard let text = constants.text(1) else { return nil }
                let pattern: DatePattern
                do throws(DatePatternError) {
                    pattern = try read(text, isReading: isReading)
                } catch {
                    throw CELArgumentDiagnostic(error.message, at: 1, part: error.range, help: error.help)
                }
                return .any { arguments throws(CELError) in
                    try body(arguments[0], pattern, try zone(arguments, of: name))
                }
            })
    }

    private static func read(_ format: String, isReading: Bool) throws(DatePatternError) -> DatePattern {
        let pattern = try DatePattern(format)
        if isReading, pattern.isHalfADay {
            throw DatePatternError(
                message: "hours up to 12 need the half of the day beside them", range: 0..<format.utf8.count,
                help: "add `a` for AM or PM, or write `HH` for hours up to 23")
        }
        return pattern
    }

    private static func zone(_ arguments: [CELValue], of name: String) throws(CELError) -> Zone {
        arguments.count > 2 ? try ZoneArgument.read(arguments[2], of: name) : .utc
    }
}

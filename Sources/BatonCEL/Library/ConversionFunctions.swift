import BatonValues

/// `int`, `uint`, `double`, `string`, `bytes`, `bool`, `timestamp` and `duration`.
enum ConversionFunctions {
    static let list: [CELFunction] = [
        .unary(
            "int", .function, [(.int, .int), (.uint, .int), (.double, .int), (.string, .int), (.timestamp, .int)],
            prepare: CELFunction.converted(int)
        ) { value throws(CELError) in try int(value) },
        .unary(
            "uint", .function, [(.uint, .uint), (.int, .uint), (.double, .uint), (.string, .uint)],
            prepare: CELFunction.converted(uint)
        ) { value throws(CELError) in try uint(value) },
        .unary(
            "double", .function, [(.double, .double), (.int, .double), (.uint, .double), (.string, .double)],
            prepare: CELFunction.converted(double)
        ) { value throws(CELError) in try double(value) },
        .unary(
            "string", .function,
            [
                (.string, .string), (.int, .string), (.uint, .string), (.double, .string), (.bool, .string),
                (.bytes, .string), (.timestamp, .string), (.duration, .string), (.native(IPValue.type), .string),
                (.native(CIDRValue.type), .string),
            ]
        ) { value throws(CELError) in try string(value) },
        .unary("bytes", .function, [(.bytes, .bytes), (.string, .bytes)]) { value throws(CELError) in
            switch value.kind {
            case .bytes: return value
            case .string(let text): return .bytes(Array(text.utf8))
            default: throw .noOverload("bytes", value)
            }
        },
        .unary(
            "bool", .function, [(.bool, .bool), (.string, .bool)], prepare: CELFunction.converted(bool)
        ) { value throws(CELError) in try bool(value) },
        .unary(
            "timestamp", .function, [(.timestamp, .timestamp), (.string, .timestamp), (.int, .timestamp)],
            prepare: CELFunction.converted(timestamp)
        ) { value throws(CELError) in try timestamp(value) },
        .unary(
            "duration", .function, [(.duration, .duration), (.string, .duration)],
            prepare: CELFunction.converted(duration)
        ) { value throws(CELError) in try duration(value) },
    ]

    private static func duration(_ value: CELValue) throws(CELError) -> CELValue {
        switch value.kind {
        case .duration: return value
        case .string(let text):
            if let duration = DurationText.parse(text) { return .duration(duration) }
            throw CELError(.argument, "\(value.brief) is no duration: write a number with a unit, like `1m30s`")
        default: throw .noOverload("duration", value)
        }
    }

    private static let range = CELError(.range, "the number is beyond the range of the type")

    private static func int(_ value: CELValue) throws(CELError) -> CELValue {
        if case .timestamp(let moment) = value.kind { return .int(moment.seconds) }
        if case .string(let text) = value.kind {
            if let int = Int64(text) { return .int(int) }
            throw CELError(.argument, "\(value.brief) is no integer")
        }
        switch try Numeric(value) {
        case .int(let int): return .int(int)
        case .uint(let uint):
            guard let int = Int64(exactly: uint) else { throw range }
            return .int(int)
        case .double(let double):
            // Integers near the limits of the type round to these two doubles, so both are out of range.
            guard double > -9_223_372_036_854_775_808, double < 9_223_372_036_854_775_808 else { throw range }
            return .int(Int64(double))
        case nil: throw .noOverload("int", value)
        }
    }

    private static func uint(_ value: CELValue) throws(CELError) -> CELValue {
        if case .string(let text) = value.kind {
            if let uint = UInt64(text) { return .uint(uint) }
            throw CELError(.argument, "\(value.brief) is no unsigned integer")
        }
        switch try Numeric(value) {
        case .uint(let uint): return .uint(uint)
        case .int(let int):
            guard let uint = UInt64(exactly: int) else { throw range }
            return .uint(uint)
        case .double(let double):
            guard double >= 0, double < 18_446_744_073_709_551_616 else { throw range }
            return .uint(UInt64(double))
        case nil: throw .noOverload("uint", value)
        }
    }

    private static func double(_ value: CELValue) throws(CELError) -> CELValue {
        if let number = try Numeric(value) { return .double(number.double) }
        guard case .string(let text) = value.kind else { throw .noOverload("double", value) }
        switch text {
        case "NaN": return .double(.nan)
        case "Infinity", "+Infinity", "inf", "Inf", "+Inf": return .double(.infinity)
        case "-Infinity", "-inf", "-Inf": return .double(-.infinity)
        default: break
        }
        let isDecimal = text.utf8.allSatisfy {
            CELLexer.isDigit($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
        }
        guard isDecimal, let number = Double(text) else { throw CELError(.argument, "\(value.brief) is no number") }
        guard number.isFinite else { throw CELError(.range, "\(value.brief) is beyond the range of a double") }
        return .double(number)
    }

    private static func string(_ value: CELValue) throws(CELError) -> CELValue {
        switch value.kind {
        case .string: return value
        case .bytes(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw CELError(.argument, "the bytes are not valid UTF-8")
            }
            return .string(text)
        case .int, .uint, .bool, .double, .number, .timestamp, .duration: return .string(try value.templateText())
        case .native(let native):
            if let plain = try native.plainValue() { return try string(plain) }
            throw .noOverload("string", value)
        default: throw .noOverload("string", value)
        }
    }

    private static func bool(_ value: CELValue) throws(CELError) -> CELValue {
        switch value.kind {
        case .bool: return value
        case .string("true"), .string("TRUE"), .string("True"), .string("t"), .string("1"): return .true
        case .string("false"), .string("FALSE"), .string("False"), .string("f"), .string("0"): return .false
        case .string: throw CELError(.argument, "\(value.brief) is neither true nor false")
        default: throw .noOverload("bool", value)
        }
    }

    private static func timestamp(_ value: CELValue) throws(CELError) -> CELValue {
        if case .timestamp = value.kind { return value }
        if case .string(let text) = value.kind {
            if let moment = Timestamp(rfc3339: text) { return .timestamp(moment) }
            throw CELError(.argument, "\(value.brief) is no RFC 3339 timestamp like `2026-08-21T10:00:00Z`")
        }
        guard let seconds = value.intValue else { throw .noOverload("timestamp", value) }
        guard let moment = Timestamp(seconds: seconds) else { throw range }
        return .timestamp(moment)
    }
}

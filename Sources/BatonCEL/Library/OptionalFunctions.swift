import BatonValues

/// CEL's optional types: `optional.of(x)`, `o.orValue(y)` and so on.
enum OptionalFunctions {
    static let list: [CELFunction] = [
        .unary("optional.of", .function, [(.dyn, .anyOptional)]) { value throws(CELError) in .optional(value) },
        .various("optional.none", .function, [([], .anyOptional)]) { _ throws(CELError) in .optional(nil) },
        .unary("optional.ofNonZeroValue", .function, [(.dyn, .anyOptional)]) { value throws(CELError) in
            .optional(isZero(value) ? nil : value)
        },
        .unary("optional.unwrap", .function, [(.anyList, .anyList)]) { value throws(CELError) in try unwrap(value) },
        .unary("unwrapOpt", .method, [(.anyList, .anyList)]) { value throws(CELError) in try unwrap(value) },
        .unary("hasValue", .method, [(.anyOptional, .bool)]) { value throws(CELError) in
            .bool(try content("hasValue", value) != nil)
        },
        .unary("value", .method, [(.anyOptional, .dyn)]) { value throws(CELError) in
            guard let inner = try content("value", value) else {
                throw CELError(.notSet, "the optional has no value")
            }
            return inner
        },
        .binary("or", .method, [(.anyOptional, .anyOptional, .anyOptional)]) { value, other throws(CELError) in
            if try content("or", value) != nil { return value }
            _ = try content("or", other)
            return other
        },
        .binary("orValue", .method, [(.anyOptional, .dyn, .dyn)]) { value, other throws(CELError) in
            try content("orValue", value) ?? other
        },
    ]

    private static func content(_ name: String, _ value: CELValue) throws(CELError) -> CELValue? {
        guard case .optional(let optional) = value.kind else { throw .noOverload(name, value) }
        return optional.value
    }

    private static func unwrap(_ value: CELValue) throws(CELError) -> CELValue {
        guard let elements = value.elements else { throw .noOverload("unwrapOpt", value) }
        var result: [CELValue] = []
        for element in elements {
            if let inner = try content("unwrapOpt", element) { result.append(inner) }
        }
        return CELValue(.list(result))
    }

    private static func isZero(_ value: CELValue) -> Bool {
        switch value.kind {
        case .null: true
        case .bool(let flag): !flag
        case .int(let number): number == 0
        case .uint(let number): number == 0
        case .double(let number): number == 0
        case .number(let number): number.double == 0
        case .string(let text): text.isEmpty
        case .bytes(let bytes): bytes.isEmpty
        case .list, .jsonArray: value.elementCount == 0
        case .map, .jsonObject: value.entryCount == 0
        case .duration(let duration): duration == .zero
        case .optional(let optional): optional.value == nil
        case .timestamp(let moment): moment.seconds == 0 && moment.nanoseconds == 0
        case .type, .native: false
        }
    }
}

/// `base64.encode` and `base64.decode`
enum EncoderFunctions {
    static let list: [CELFunction] = [
        .unary("base64.encode", .function, [(.bytes, .string), (.string, .string)]) { value throws(CELError) in
            switch value.kind {
            case .bytes(let bytes): return .string(Base64.encode(bytes))
            case .string(let text): return .string(Base64.encode(Array(text.utf8)))
            default: throw .noOverload("base64.encode", value)
            }
        },
        .unary(
            "base64.decode", .function, [(.string, .bytes)], prepare: CELFunction.converted(decode)
        ) { value throws(CELError) in try decode(value) },
    ]

    private static func decode(_ value: CELValue) throws(CELError) -> CELValue {
        guard case .string(let text) = value.kind else { throw .noOverload("base64.decode", value) }
        guard let bytes = Base64.decode(text) else { throw CELError(.argument, "the text is no base64") }
        return .bytes(bytes)
    }
}

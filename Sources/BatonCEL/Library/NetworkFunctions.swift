/// CEL's network extension: `ip("10.0.0.1")`, `cidr("10.0.0.0/8").containsIP(response.ip)`, `isIP(text)`.
enum NetworkFunctions {
    static let list: [CELFunction] = [
        .unary(
            "ip", .function, [(.string, .native(IPValue.type)), (.native(IPValue.type), .native(IPValue.type))],
            prepare: CELFunction.converted(ip)
        ) { value throws(CELError) in try ip(value) },
        .unary(
            "cidr", .function,
            [(.string, .native(CIDRValue.type)), (.native(CIDRValue.type), .native(CIDRValue.type))],
            prepare: CELFunction.converted(cidr)
        ) { value throws(CELError) in try cidr(value) },
        .unary("isIP", .function, [(.string, .bool)]) { value throws(CELError) in
            guard case .string(let text) = value.kind else { throw .noOverload("isIP", value) }
            return .bool(IPAddress(text) != nil)
        },
        .unary("isCIDR", .function, [(.string, .bool)]) { value throws(CELError) in
            guard case .string(let text) = value.kind else { throw .noOverload("isCIDR", value) }
            return .bool(IPBlock(text) != nil)
        },
        .unary("ip.isCanonical", .function, [(.string, .bool)]) { value throws(CELError) in
            .bool(try IPAddress(of: value).text == value.stringValue)
        },
    ]

    private static func ip(_ value: CELValue) throws(CELError) -> CELValue {
        .native(IPValue(try IPAddress(of: value)))
    }

    private static func cidr(_ value: CELValue) throws(CELError) -> CELValue {
        .native(CIDRValue(try IPBlock(of: value)))
    }
}

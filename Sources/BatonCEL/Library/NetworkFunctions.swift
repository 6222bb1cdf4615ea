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
            .bool(try address(value).text == value.stringValue)
        },
    ]

    private static func ip(_ value: CELValue) throws(CELError) -> CELValue { .native(IPValue(try address(value))) }

    private static func cidr(_ value: CELValue) throws(CELError) -> CELValue { .native(CIDRValue(try block(value))) }

    static func address(_ value: CELValue) throws(CELError) -> IPAddress {
        if case .native(let native) = value.kind, let address = native as? IPValue { return address.address }
        guard case .string(let text) = value.kind else { throw .noOverload("ip", value) }
        guard let address = IPAddress(text) else {
            throw CELError(.argument, "\(value.brief) is no IP address (zones and mapped IPv4 are not allowed)")
        }
        return address
    }

    static func block(_ value: CELValue) throws(CELError) -> IPBlock {
        if case .native(let native) = value.kind, let block = native as? CIDRValue { return block.block }
        guard case .string(let text) = value.kind else { throw .noOverload("cidr", value) }
        guard let block = IPBlock(text) else {
            throw CELError(.argument, "\(value.brief) is no block of addresses like \"10.0.0.0/8\"")
        }
        return block
    }
}

/// An IP address as a value in expressions.
final class IPValue: CELNative {
    static let type = CELNativeType(
        "net.IP",
        methods: [
            CELNativeType.Method("family", [], .int), CELNativeType.Method("isUnspecified", [], .bool),
            CELNativeType.Method("isLoopback", [], .bool), CELNativeType.Method("isGlobalUnicast", [], .bool),
            CELNativeType.Method("isLinkLocalMulticast", [], .bool),
            CELNativeType.Method("isLinkLocalUnicast", [], .bool),
        ])

    let address: IPAddress

    init(_ address: IPAddress) { self.address = address }

    var nativeType: CELNativeType { Self.type }

    func member(_ name: String) throws(CELError) -> CELValue? {
        throw CELError(.type, "net.IP has no members, so no `\(name)`")
    }

    func call(_ method: String, _ arguments: [CELValue]) throws(CELError) -> CELValue {
        switch method {
        case "family": return .int(address.isVersion4 ? 4 : 6 as Int64)
        case "isUnspecified": return .bool(address.isUnspecified)
        case "isLoopback": return .bool(address.isLoopback)
        case "isGlobalUnicast": return .bool(address.isGlobalUnicast)
        case "isLinkLocalMulticast": return .bool(address.isLinkLocalMulticast)
        case "isLinkLocalUnicast": return .bool(address.isLinkLocalUnicast)
        default: throw CELError(.type, "net.IP has no method `\(method)`")
        }
    }

    func plainValue() throws(CELError) -> CELValue? { .string(address.text) }

    func isEqual(to other: any CELNative) -> Bool { (other as? IPValue)?.address == address }
}

/// A block of addresses as a value in expressions.
final class CIDRValue: CELNative {
    static let type = CELNativeType(
        "net.CIDR",
        methods: [
            CELNativeType.Method("containsIP", [.string], .bool),
            CELNativeType.Method("containsIP", [.native(IPValue.type)], .bool),
            CELNativeType.Method("containsCIDR", [.dyn], .bool),
            CELNativeType.Method("ip", [], .native(IPValue.type)), CELNativeType.Method("masked", [], .dyn),
            CELNativeType.Method("prefixLength", [], .int),
        ])

    let block: IPBlock

    init(_ block: IPBlock) { self.block = block }

    var nativeType: CELNativeType { Self.type }

    func member(_ name: String) throws(CELError) -> CELValue? {
        throw CELError(.type, "net.CIDR has no members, so no `\(name)`")
    }

    func call(_ method: String, _ arguments: [CELValue]) throws(CELError) -> CELValue {
        switch (method, arguments.first) {
        case ("containsIP", let value?): return .bool(block.contains(try IPAddress(of: value)))
        case ("containsCIDR", let value?): return .bool(block.contains(try IPBlock(of: value)))
        case ("ip", _): return .native(IPValue(block.address))
        case ("prefixLength", _): return .int(block.length)
        case ("masked", _):
            return .native(
                CIDRValue(IPBlock(address: block.address.masked(block.length), length: block.length)))
        default: throw CELError(.type, "net.CIDR has no method `\(method)`")
        }
    }

    func plainValue() throws(CELError) -> CELValue? { .string(block.text) }

    func isEqual(to other: any CELNative) -> Bool { (other as? CIDRValue)?.block == block }
}

extension IPAddress {
    /// The address that a value is, or whose text it is.
    init(of value: CELValue) throws(CELError) {
        if case .native(let native) = value.kind, let address = native as? IPValue {
            self = address.address
            return
        }
        guard case .string(let text) = value.kind else { throw .noOverload("ip", value) }
        guard let address = IPAddress(text) else {
            throw CELError(.argument, "\(value.brief) is no IP address (zones and mapped IPv4 are not allowed)")
        }
        self = address
    }
}

extension IPBlock {
    /// The block that a value is, or whose text it is.
    init(of value: CELValue) throws(CELError) {
        if case .native(let native) = value.kind, let block = native as? CIDRValue {
            self = block.block
            return
        }
        guard case .string(let text) = value.kind else { throw .noOverload("cidr", value) }
        guard let block = IPBlock(text) else {
            throw CELError(.argument, "\(value.brief) is no block of addresses like \"10.0.0.0/8\"")
        }
        self = block
    }
}

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

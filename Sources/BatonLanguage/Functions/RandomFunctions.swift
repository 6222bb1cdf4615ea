import BatonCEL

/// `uuid`, `uuid7`, `random_int`, `random_string` and `random_hex`.
enum RandomFunctions {
    static let list: [CELFunction] = [
        CELFunction(
            "uuid", [.init([], .string)],
            body: .contextual { _, activation throws(CELError) in .string(try NoHost.of(activation).uuid4()) }),
        CELFunction(
            "uuid7", [.init([], .string)],
            body: .contextual { _, activation throws(CELError) in .string(try NoHost.of(activation).uuid7()) }),
        CELFunction(
            "random_int", [.init([.int, .int], .int)],
            body: .contextual { arguments, activation throws(CELError) in
                guard let low = arguments[0].intValue, let high = arguments[1].intValue else {
                    throw .noOverload("random_int", arguments)
                }
                guard low <= high else { throw CELError(.argument, emptyRange(low, high)) }
                return .int(try integer(low, high, NoHost.of(activation)))
            },
            prepare: { constants throws(CELArgumentDiagnostic) in
                guard constants.count == 2, let low = constants[0]?.intValue, let high = constants[1]?.intValue,
                    low > high
                else { return nil }
                throw CELArgumentDiagnostic(emptyRange(low, high), at: 1)
            }),
        sized("random_string", perDraw: 6) { bits in bits < alphabet.count ? alphabet[bits] : nil },
        sized("random_hex", perDraw: 4) { bits in alphabet[bits] },
    ]

    private static let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    private static func emptyRange(_ low: Int64, _ high: Int64) -> String {
        "there is no number from \(low) to \(high): the smaller one comes first"
    }

    /// A number of the range, all equally likely: draws that would favour some numbers are rejected.
    private static func integer(_ low: Int64, _ high: Int64, _ host: any FunctionHost) throws(CELError) -> Int64 {
        let span = UInt64(bitPattern: high &- low)
        guard span < .max else { return Int64(bitPattern: try host.random()) }
        let count = span + 1
        let fair = UInt64.max - UInt64.max % count
        var draw = try host.random()
        while draw >= fair { draw = try host.random() }
        return low &+ Int64(bitPattern: draw % count)
    }

    /// A function that makes a random text of a given length. Each character is made of `perDraw` bits; nil rejects
    /// these bits.
    private static func sized(
        _ name: String, perDraw width: Int, _ character: @escaping @Sendable (Int) -> UInt8?
    ) -> CELFunction {
        CELFunction(
            name, [.init([.int], .string)],
            body: .contextual { arguments, activation throws(CELError) in
                guard let size = arguments[0].intValue else { throw .noOverload(name, arguments) }
                try FunctionLibrary.checkSize(size, of: name)
                let host = NoHost.of(activation)
                var text: [UInt8] = []
                text.reserveCapacity(Int(size))
                while text.count < Int(size) {
                    var bits = try host.random()
                    for _ in 0..<64 / width where text.count < Int(size) {
                        if let byte = character(Int(bits & (1 << UInt64(width) - 1))) { text.append(byte) }
                        bits >>= UInt64(width)
                    }
                }
                return .string(String(decoding: text, as: UTF8.self))
            },
            prepare: { constants throws(CELArgumentDiagnostic) in
                try FunctionLibrary.checkSize(constants, of: name)
                return nil
            })
    }
}

/// CEL's math extension: `math.greatest`, `math.round` and the like.
enum MathFunctions {
    private static let numbers: [CELType] = [.int, .uint, .double]

    static let list: [CELFunction] = [
        extreme("math.greatest", wanted: 1),
        extreme("math.least", wanted: -1),
        rounding("math.ceil") { $0.rounded(.up) },
        rounding("math.floor") { $0.rounded(.down) },
        rounding("math.round") { $0.rounded(.toNearestOrAwayFromZero) },
        rounding("math.trunc") { $0.rounded(.towardZero) },
        test("math.isNaN") { $0.isNaN },
        test("math.isInf") { $0.isInfinite },
        test("math.isFinite") { $0.isFinite },
        .unary("math.sqrt", .function, numbers.map { ($0, .double) }) { value throws(CELError) in
            guard let number = try Numeric(value) else { throw .noOverload("math.sqrt", value) }
            return .double(number.double.squareRoot())
        },
        .unary("math.abs", .function, numbers.map { ($0, $0) }) { value throws(CELError) in
            switch try Numeric(value) {
            case .int(.min): throw Arithmetic.overflow
            case .int(let number): return .int(abs(number))
            case .uint: return value
            case .double(let number): return .double(abs(number))
            case nil: throw .noOverload("math.abs", value)
            }
        },
        .unary("math.sign", .function, numbers.map { ($0, $0) }) { value throws(CELError) in
            switch try Numeric(value) {
            case .int(let number): return .int(number.signum())
            case .uint(let number): return .uint(number.signum())
            case .double(let number): return .double(number.isNaN || number == 0 ? number : number < 0 ? -1 : 1)
            case nil: throw .noOverload("math.sign", value)
            }
        },
    ]

    /// The greatest or least of its arguments, or of the elements of a single list.
    private static func extreme(_ name: String, wanted: Int) -> CELFunction {
        let overloads: [CELFunction.Overload] =
            [CELFunction.Overload([.anyList], .dyn)] + numbers.map { CELFunction.Overload([$0], .dyn) }
        return CELFunction(
            name, .function, overloads, isVariadic: true,
            body: .any { arguments throws(CELError) in
                var values = arguments
                if arguments.count == 1, let elements = arguments[0].elements { values = elements }
                guard var best = values.first else { throw CELError(.argument, "`\(name)` wants at least one number") }
                for value in values {
                    guard value.isNumeric else { throw .noOverload(name, value) }
                    if let order = CELValue.order(value, best), order * wanted > 0 { best = value }
                }
                return best
            })
    }

    private static func rounding(_ name: String, _ round: @escaping @Sendable (Double) -> Double) -> CELFunction {
        .unary(name, .function, [(.double, .double), (.int, .int), (.uint, .uint)]) { value throws(CELError) in
            switch try Numeric(value) {
            case .double(let number): return .double(round(number))
            case .int(let number): return .int(number)
            case .uint(let number): return .uint(number)
            case nil: throw .noOverload(name, value)
            }
        }
    }

    private static func test(_ name: String, _ test: @escaping @Sendable (Double) -> Bool) -> CELFunction {
        .unary(name, .function, numbers.map { ($0, .bool) }) { value throws(CELError) in
            guard let number = try Numeric(value) else { throw .noOverload(name, value) }
            return .bool(test(number.double))
        }
    }
}

/// `math.bitAnd`, `math.bitShiftLeft` and the like, on int and uint.
enum BitFunctions {
    static let list: [CELFunction] = [
        binary("math.bitAnd", { $0 & $1 }, { $0 & $1 }),
        binary("math.bitOr", { $0 | $1 }, { $0 | $1 }),
        binary("math.bitXor", { $0 ^ $1 }, { $0 ^ $1 }),
        .unary("math.bitNot", .function, [(.int, .int), (.uint, .uint)]) { value throws(CELError) in
            switch value.kind {
            case .int(let number): return .int(~number)
            case .uint(let number): return .uint(~number)
            default: throw .noOverload("math.bitNot", value)
            }
        },
        shift("math.bitShiftLeft") { $0 << $1 },
        shift("math.bitShiftRight") { $0 >> $1 },
    ]

    private static func binary(
        _ name: String, _ ints: @escaping @Sendable (Int64, Int64) -> Int64,
        _ uints: @escaping @Sendable (UInt64, UInt64) -> UInt64
    ) -> CELFunction {
        .binary(name, .function, [(.int, .int, .int), (.uint, .uint, .uint)]) { left, right throws(CELError) in
            switch (left.kind, right.kind) {
            case (.int(let left), .int(let right)): return .int(ints(left, right))
            case (.uint(let left), .uint(let right)): return .uint(uints(left, right))
            default: throw .noOverload(name, left, right)
            }
        }
    }

    /// Shifts an int as its bits: zeros are shifted in from the left, not the sign.
    private static func shift(
        _ name: String, _ shift: @escaping @Sendable (UInt64, UInt64) -> UInt64
    ) -> CELFunction {
        .binary(name, .function, [(.int, .int, .int), (.uint, .int, .uint)]) { value, distance throws(CELError) in
            guard case .int(let distance) = distance.kind else { throw .noOverload(name, value, distance) }
            guard distance >= 0 else { throw CELError(.argument, "bits cannot be shifted by \(distance)") }
            switch value.kind {
            case .int(let number):
                return .int(Int64(bitPattern: shift(UInt64(bitPattern: number), UInt64(distance))))
            case .uint(let number): return .uint(shift(number, UInt64(distance)))
            default: throw .noOverload(name, value)
            }
        }
    }
}

import BatonValues
import Testing

struct IdentifiersTests {
    private struct Constant: RandomNumberGenerator {
        var value: UInt64

        mutating func next() -> UInt64 { value }
    }

    @Test func `a UUID of version 7 begins with its time`() {
        var zeros = Constant(value: 0)
        var ones = Constant(value: .max)
        #expect(
            Identifiers.uuid7(wallMicroseconds: 0x017F_22E2_79B0 * 1000, using: &zeros)
                == "017f22e2-79b0-7000-8000-000000000000")
        #expect(
            Identifiers.uuid7(wallMicroseconds: 0x017F_22E2_79B0 * 1000 + 999, using: &ones)
                == "017f22e2-79b0-7fff-bfff-ffffffffffff")
        #expect(Identifiers.uuid7(wallMicroseconds: -1, using: &zeros) == "00000000-0000-7000-8000-000000000000")
    }

    @Test func `a UUID of version 4 says so`() {
        var zeros = Constant(value: 0)
        var ones = Constant(value: .max)
        #expect(Identifiers.uuid4(using: &zeros) == "00000000-0000-4000-8000-000000000000")
        #expect(Identifiers.uuid4(using: &ones) == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    }

    @Test func `no two identifiers are alike`() {
        var random = SystemRandomNumberGenerator()
        #expect(Set((0..<1000).map { _ in Identifiers.uuid7(wallMicroseconds: 0, using: &random) }).count == 1000)
        #expect(Set((0..<1000).map { _ in Identifiers.uuid4(using: &random) }).count == 1000)
        #expect(Identifiers.randomBytes(32).count == 32 && Identifiers.randomBytes(32) != Identifiers.randomBytes(32))
        #expect(Identifiers.randomHex(bytes: 4).utf8.count == 8)
    }
}

struct ClockReadingTests {
    @Test func `the monotonic clock never goes back`() {
        let first = ClockReading.monotonicNanoseconds()
        #expect(ClockReading.monotonicNanoseconds() >= first)
        #expect(ClockReading.wallMicroseconds() > 1_600_000_000_000_000)
    }
}

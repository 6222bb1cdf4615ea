import FuzzTargets
import Testing

@testable import BatonJSON

struct JSONNumberTests {
    @Test(arguments: [
        "0", "-0", "1.10", "1e3", "1E+03", "123456789012345678901234567890", "0.1e-7", "-9223372036854775808",
    ])
    func `the characters of a number are kept`(_ text: String) throws {
        #expect(try #require(JSONNumber(text: text)).text == text)
        #expect(JSONWriter.compact(try JSONParser.parse("[\(text)]")) == "[\(text)]")
    }

    @Test(arguments: [
        "", "+1", "01", "-", ".5", "1.", "1e", "1e+", " 1", "1 ", "0x1F", "NaN", "Infinity", "1_000", "--1", "１",
    ])
    func `what is not a number of JSON is refused`(_ text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test(
        arguments: [
            ("1", "1.0"), ("1", "10e-1"), ("0", "-0"), ("0", "-0.000e99"), ("100", "1e2"), ("1.5", "15E-1"),
            ("9223372036854775807", "9223372036854775807.0"), ("1e1000000", "10e999999"), ("-0.5", "-5.0e-1"),
            ("1e400", "10e399"), ("0e5", "0e-5"),
        ])
    func `numbers of one value are equal and hash alike`(_ left: String, _ right: String) throws {
        let (left, right) = (try #require(JSONNumber(text: left)), try #require(JSONNumber(text: right)))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(JSONNumber.compare(left, right) == 0)
    }

    @Test(
        arguments: [
            ("1", "2"), ("-2", "-1"), ("-1", "0"), ("0", "1e-999999"), ("9007199254740992", "9007199254740993.0"),
            ("0.1", "0.1000000000000000055511151231257827"), ("1e400", "2e400"), ("-1e400", "1e-400"),
            ("-1e999999999999999999", "-1e999999999999999998"), ("9223372036854775807", "9223372036854775808"),
            ("1e-400", "2e-400"), ("0.99", "1"), ("99", "1e2"),
        ])
    func `order is exact where doubles would round`(_ less: String, _ more: String) throws {
        let (less, more) = (try #require(JSONNumber(text: less)), try #require(JSONNumber(text: more)))
        #expect(less < more)
        #expect(JSONNumber.compare(more, less) > 0)
        #expect(less != more)
    }

    @Test(
        arguments: [
            ("1.0", 1), ("10e-1", 1), ("-9223372036854775808", Int64.min), ("-922337203685477580.8e1", Int64.min),
            ("9223372036854775807", Int64.max), ("9223372036854775808", nil), ("-9223372036854775809", nil),
            ("1.5", nil), ("1e18", 1_000_000_000_000_000_000), ("1e19", nil), ("1e-1", nil), ("-0", 0), ("0e9999", 0),
        ])
    func `a whole value that fits is an integer however it is written`(_ text: String, _ value: Int64?) throws {
        #expect(try #require(JSONNumber(text: text)).int == value)
    }

    @Test(
        arguments: [
            ("18446744073709551615", UInt64.max), ("18446744073709551616", nil), ("-1", nil), ("-0.0", 0), ("2e1", 20),
            ("1e20", nil),
        ])
    func `an unsigned integer goes up to 64 bits`(_ text: String, _ value: UInt64?) throws {
        #expect(try #require(JSONNumber(text: text)).uint == value)
    }

    @Test(
        arguments: [
            ("1", true), ("1.0", true), ("1e400", true), ("2.50e1", true), ("2.50e0", false), ("2.50e2", true),
            ("0.0", true),
            ("1e-1", false),
        ])
    func `being an integer goes by value`(_ text: String, _ isInteger: Bool) throws {
        #expect(try #require(JSONNumber(text: text)).isInteger == isInteger)
    }

    @Test(
        arguments: [
            (0.1, "0.1"), (1.0, "1"), (-0.0, "-0"), (1e300, "1e+300"), (-2.5, "-2.5"),
            (Double.leastNonzeroMagnitude, "5e-324"), (1_700_000_000_500_000, "1700000000500000"),
            (0x1p53, "9007199254740992"), (0x1p54, "18014398509481984"), (1e18, "1000000000000000000"),
            (-0x1p63, "-9223372036854775808"), (0x1p63, "9223372036854775808"),
            (0x1.fffffffffffffp63, "18446744073709549568"), (0x1p64, "1.8446744073709552e+19"),
            (-0x1.0000000000001p63, "-9.223372036854778e+18"),
        ])
    func `a double has all digits where it is whole and fits 64 bits, else its shortest text`(
        _ value: Double, _ text: String
    ) throws {
        let number = try #require(JSONNumber(exactly: value))
        #expect(number.text == text)
        #expect(number.double == value)
        #expect(JSONNumber(text: text) != nil)
    }

    @Test(arguments: 0..<65)
    func `a whole double of any size has the text of its integer`(_ bits: Int) throws {
        var numbers = SeededNumbers(seed: UInt64(bits))
        for _ in 0..<50 {
            // Up to 53 significant bits, as far to the left as `bits` says: each is a double.
            let significant = numbers.next() >> UInt64(max(64 - bits, 11))
            let whole = bits > 53 ? significant << UInt64(bits - 53) : significant
            #expect(JSONNumber(exactly: Double(whole))?.text == String(whole))
            if whole > 0, let negative = Int64(exactly: -Double(whole)) {
                #expect(JSONNumber(exactly: -Double(whole))?.text == String(negative))
            }
        }
    }

    @Test(arguments: 0..<8)
    func `the text of any double reads back as the same double`(_ seed: Int) throws {
        var numbers = SeededNumbers(seed: UInt64(seed))
        for _ in 0..<500 {
            let value = Double(bitPattern: numbers.next())
            guard value.isFinite else { continue }
            let text = try #require(JSONNumber(exactly: value)).text
            #expect(JSONNumber(text: text)?.double == value, "\(text)")
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a double that is no number has no JSON`(_ value: Double) {
        #expect(JSONNumber(exactly: value) == nil)
    }

    @Test func `neighbours that no double tells apart are not equal`() throws {
        let (even, odd) = (try JSONParser.parse("9007199254740992"), try JSONParser.parse("9007199254740993"))
        #expect(even != odd)
        #expect(even == (try JSONParser.parse("9007199254740992.0")))
        #expect(odd == (try JSONParser.parse("90071992547409930e-1")))
        #expect(try JSONParser.parse("1e400") != JSONParser.parse("2e400"))
    }

    @Test(arguments: [
        "1e999999999999999999", "-1e-999999999999999999", "0e999999999999999999", "0.1e999999999999999999",
    ])
    func `a huge exponent is a number like another, and nothing is written out`(_ text: String) throws {
        let number = try #require(JSONNumber(text: text))
        #expect(number.text == text)
        #expect(number == number)
        #expect(number.int == (text.hasPrefix("0e") ? 0 : nil))
        #expect(number.uint == (text.hasPrefix("0e") ? 0 : nil))
        #expect(number.isInteger == !text.hasPrefix("-"))
        #expect(!number.double.isNaN)
        #expect(number.isWithin(JSONNumber(0), of: number))
        #expect(!number.isWithin(JSONNumber(1), of: JSONNumber(5)))
        #expect(Set([number, number]).count == 1)
        #expect(JSONWriter.compact(.number(number)) == text)
    }

    @Test func `a million digits are compared and hashed as they are`() throws {
        let digits = String(repeating: "7", count: 1_000_000)
        let number = try #require(JSONNumber(text: digits))
        let same = try #require(JSONNumber(text: digits + ".0"))
        let other = try #require(JSONNumber(text: digits.dropLast() + "8"))
        #expect(number == same)
        #expect(number.hashValue == same.hashValue)
        #expect(number < other)
        #expect(number.int == nil)
        #expect(JSONWriter.compact(.number(same)) == digits + ".0")
    }

    @Test func `a very long exponent is refused and costs nothing`() {
        #expect(JSONNumber(text: "1e" + String(repeating: "9", count: 1000)) == nil)
        #expect(JSONNumber(text: "1e" + String(repeating: "0", count: 1000) + "1")?.int == 10)
    }
}

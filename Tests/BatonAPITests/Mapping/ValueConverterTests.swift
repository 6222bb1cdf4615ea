import BatonJSON
import BatonValues
import Testing

@testable import BatonAPI

/// The converter on its own; what `as` makes of values stands in the tests of captures.
@Suite struct ValueConverterTests {
    private let converter = ValueConverter()

    @Test func `a scalar becomes JSON, a date a moment`() throws {
        #expect(try converter.convert("42", to: .integer) == .json(42))
        #expect(try converter.convert(1, to: .boolean) == .json(true))
        #expect(try converter.convert(1.50, to: .string) == .json("1.5"))
        let moment = try #require(Timestamp(seconds: 1_700_000_000))
        #expect(try converter.convert(1_700_000_000, to: .date(.unix)) == .timestamp(moment))
    }

    @Test func `a URL must be absolute when it comes from no response`() throws {
        #expect(try converter.convert("http://a.test/x", to: .url) == .json("http://a.test/x"))
        let failure = #expect(throws: ConversionFailure.self) { try converter.convert("/x", to: .url) }
        #expect(failure?.kind == .mappingFormat)
    }

    @Test func `a failure in a list says where`() {
        let failure = #expect(throws: ConversionFailure.self) {
            try converter.convert([[1], [2, "x"]], to: .list(.list(.integer)))
        }
        #expect(failure?.position == [.index(1), .index(1)])
        #expect(failure?.wanted == "an integer")
        #expect(failure?.brief == #""x""#)
    }
}

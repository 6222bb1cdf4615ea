import Testing

@testable import BatonJSON

struct JSONParsingConformanceTests {
    static let folder = "json/test_parsing"

    /// What the specification leaves open (`i_…`) and this parser takes; all others of these are refused.
    static let taken: Set<String> = [
        "i_number_double_huge_neg_exp.json", "i_number_neg_int_huge_exp.json", "i_number_pos_double_huge_exp.json",
        "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json", "i_number_real_underflow.json",
        "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json",
        "i_structure_500_nested_arrays.json", "i_structure_UTF-8_BOM_empty_object.json",
    ]

    @Test(arguments: ConformanceData.files(in: folder))
    func `a conformance text is taken or refused as RFC 8259 says`(_ name: String) throws {
        let bytes = try #require(ConformanceData.read("\(Self.folder)/\(name)"))
        if name.hasPrefix("y_") || Self.taken.contains(name) {
            let value = try JSONParser.parse(bytes)
            #expect(try JSONParser.parse(JSONWriter.compactBytes(value)) == value)
            #expect(try JSONParser.parse(JSONWriter.pretty(value)) == value)
        } else {
            let error = #expect(throws: JSONParseError.self) { try JSONParser.parse(bytes) }
            #expect((0...bytes.count).contains(error?.offset ?? -1))
        }
    }

    @Test func `all conformance texts are there`() {
        let files = ConformanceData.files(in: Self.folder)
        #expect(files.isEmpty || files.count == 318)
    }
}

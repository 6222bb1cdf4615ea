import ConformanceData
import Testing

@testable import BatonJSON

struct JSONParsingConformanceTests {
    static let folder = "json/test_parsing"

    @Test(arguments: ConformanceData.files(in: folder))
    func `a conformance text is taken or refused as RFC 8259 says`(_ name: String) throws {
        let bytes = try #require(ConformanceData.read("\(Self.folder)/\(name)"))
        let choice = Choice.all[name]
        if name.hasPrefix("y_") || choice.map({ $0.refusal == nil }) == true {
            let value = try JSONParser.parse(bytes)
            #expect(try JSONParser.parse(JSONWriter.compactBytes(value)) == value)
            #expect(try JSONParser.parse(JSONWriter.pretty(value)) == value)
        } else {
            let error = #expect(throws: JSONParseError.self) { try JSONParser.parse(bytes) }
            #expect((0...bytes.count).contains(error?.offset ?? -1))
            if let refusal = choice?.refusal { #expect(error?.message == refusal) }
        }
    }

    @Test func `all conformance texts are present, and every implementation-defined text is decided`() {
        let files = ConformanceData.files(in: Self.folder)
        #expect(files.isEmpty || files.count == 318)
        #expect(files.isEmpty || Set(files.filter { $0.hasPrefix("i_") }) == Set(Choice.all.keys))
    }
}

extension JSONParsingConformanceTests {
    /// What this parser does where the specification leaves it open (`i_…`), and why.
    enum Choice {
        /// Taken: a number is its digits, whatever a double could hold, and is written as it came.
        case exact
        /// Taken: 512 levels are allowed.
        case depth
        /// Taken: the mark is skipped, since servers send it.
        case mark
        /// Refused: an exponent of more than 18 digits could not be compared in fixed space.
        case exponent
        /// Refused: half a pair is no character, and a replacement would not be what the server sent.
        case surrogate
        /// Refused, and never repaired: a check would compare what was not there.
        case utf8
        /// Refused: what is exchanged is UTF-8 (section 8.1).
        case utf16
        /// Refused: without a mark it is not known to be UTF-16, and NUL is no blank.
        case nul(found: String)

        /// The message; nil for what is taken.
        var refusal: String? {
            switch self {
            case .exact, .depth, .mark: nil
            case .exponent: "the exponent of this number has too many digits"
            case .surrogate: "this escape is half of a surrogate pair, which is no character"
            case .utf8: "the text is not valid UTF-8"
            case .utf16: "the text is UTF-16, and JSON is UTF-8"
            case .nul(let found): found
            }
        }

        static let all: [String: Choice] = [
            "i_number_double_huge_neg_exp.json": .exact,
            "i_number_huge_exp.json": .exponent,
            "i_number_neg_int_huge_exp.json": .exact,
            "i_number_pos_double_huge_exp.json": .exact,
            "i_number_real_neg_overflow.json": .exact,
            "i_number_real_pos_overflow.json": .exact,
            "i_number_real_underflow.json": .exact,
            "i_number_too_big_neg_int.json": .exact,
            "i_number_too_big_pos_int.json": .exact,
            "i_number_very_big_negative_int.json": .exact,
            "i_object_key_lone_2nd_surrogate.json": .surrogate,
            "i_string_1st_surrogate_but_2nd_missing.json": .surrogate,
            "i_string_1st_valid_surrogate_2nd_invalid.json": .surrogate,
            "i_string_UTF-16LE_with_BOM.json": .utf16,
            "i_string_UTF-8_invalid_sequence.json": .utf8,
            "i_string_UTF8_surrogate_U+D800.json": .utf8,
            "i_string_incomplete_surrogate_and_escape_valid.json": .surrogate,
            "i_string_incomplete_surrogate_pair.json": .surrogate,
            "i_string_incomplete_surrogates_escape_valid.json": .surrogate,
            "i_string_invalid_lonely_surrogate.json": .surrogate,
            "i_string_invalid_surrogate.json": .surrogate,
            "i_string_invalid_utf-8.json": .utf8,
            "i_string_inverted_surrogates_U+1D11E.json": .surrogate,
            "i_string_iso_latin_1.json": .utf8,
            "i_string_lone_second_surrogate.json": .surrogate,
            "i_string_lone_utf8_continuation_byte.json": .utf8,
            "i_string_not_in_unicode_range.json": .utf8,
            "i_string_overlong_sequence_2_bytes.json": .utf8,
            "i_string_overlong_sequence_6_bytes.json": .utf8,
            "i_string_overlong_sequence_6_bytes_null.json": .utf8,
            "i_string_truncated-utf-8.json": .utf8,
            "i_string_utf16BE_no_BOM.json": .nul(found: "expected a value, found U+0000"),
            "i_string_utf16LE_no_BOM.json": .nul(found: "expected a value, found U+0000"),
            "i_structure_500_nested_arrays.json": .depth,
            "i_structure_UTF-8_BOM_empty_object.json": .mark,
        ]
    }
}

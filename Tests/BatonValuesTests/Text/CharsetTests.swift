import Testing

@testable import BatonValues

/// Bytes in the encodings of the Encoding Standard become UTF-8.
@Suite struct CharsetTests {
    struct Encoded: Sendable, CustomTestStringConvertible {
        let label: String
        let bytes: [UInt8]
        let text: String
        var testDescription: String { "\(label) \(bytes)" }

        init(_ label: String, _ bytes: [UInt8], _ text: String) {
            self.label = label
            self.bytes = bytes
            self.text = text
        }
    }

    static let encoded: [Encoded] = [
        Encoded("UTF-8", [0xC3, 0xBC], "ü"), Encoded("us-ascii", [0x41, 0xC3, 0xBC], "Aü"),
        Encoded("utf-16", [0xAC, 0x20], "€"), Encoded("UTF-16LE", [0xAC, 0x20], "€"),
        Encoded("utf-16be", [0xD8, 0x3D, 0xDE, 0x00], "😀"),
        Encoded("ISO-8859-1", [0x67, 0xFC, 0x80], "gü€"), Encoded("latin1", [0xFF], "ÿ"),
        Encoded("windows-1252", [0x81], "\u{81}"),
        Encoded("iso-8859-2", [0xB1], "ą"), Encoded("iso-8859-5", [0xD0], "а"), Encoded("iso-8859-15", [0xA4], "€"),
        Encoded("windows-1250", [0x9A], "š"), Encoded("windows-1251", [0xE0], "а"),
        Encoded("windows-1258", [0xFE], "₫"),
        Encoded("koi8-r", [0xC1], "а"), Encoded("KOI8-U", [0xA4], "є"), Encoded("ibm866", [0xA0], "а"),
        Encoded("macintosh", [0x8A], "ä"),
        Encoded("windows-874", [0xA1], "ก"), Encoded("tis-620", [0xA1], "ก"),
        Encoded("gb2312", [0xC4, 0xE3, 0xBA, 0xC3], "你好"), Encoded("gbk", [0x80 + 0x05, 0x40], "匑"),
        Encoded("gb18030", [0x81, 0x30, 0x81, 0x30], "\u{80}"),
        Encoded("big5", [0xA7, 0x41], "你"), Encoded("big5", [0xA1, 0xFE], "／"), Encoded("big5", [0x88, 0x62], "Ê̄"),
        Encoded("EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
        Encoded("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本"), Encoded("sjis", [0x87, 0x40], "①"),
        Encoded("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x21], "日!"),
        Encoded("euc-kr", [0xC7, 0xD1], "한"), Encoded("ks_c_5601-1987", [0xB1, 0xDB], "글"),
    ]

    @Test(arguments: encoded)
    func `bytes of an encoding become the text that they mean`(_ item: Encoded) throws {
        let charset = try #require(Charset(label: item.label))
        #expect(charset.utf8(of: item.bytes) == Array(item.text.utf8))
        #expect(charset.repairedUTF8(of: item.bytes) == Array(item.text.utf8))
    }

    @Test(arguments: encoded)
    func `a text becomes the bytes that mean it`(_ item: Encoded) throws {
        guard let bytes = Charset.bytes(of: item.text, label: item.label) else {
            // What only readers take for part of the encoding.
            #expect(["us-ascii", "ISO-8859-1", "windows-1252"].contains(item.label), "\(item)")
            return
        }
        let charset = try #require(Charset(label: item.label))
        let mark: [UInt8] = item.label == "utf-16" ? [0xFF, 0xFE] : []
        #expect(bytes.starts(with: mark))
        #expect(charset.utf8(of: bytes.dropFirst(mark.count)) == Array(item.text.utf8))
    }

    @Test(arguments: [
        ("ascii", "ü"), ("iso-8859-1", "€"), ("iso-8859-1", "ą"), ("windows-1252", "ą"), ("iso-8859-2", "€"),
        ("koi8-r", "ü"), ("gbk", "😀"), ("shift_jis", "ü"), ("euc-jp", "😀"), ("utf-7", "a"), ("", "a"),
    ])
    func `a character that an encoding lacks has no bytes in it`(_ label: String, _ text: String) {
        #expect(Charset.bytes(of: "a\(text)", label: label) == nil)
    }

    static let invalid: [Encoded] = [
        Encoded("utf-8", [0x41, 0xFF, 0x42], "A\u{FFFD}B"), Encoded("utf-16le", [0x41, 0x00, 0x42], "A\u{FFFD}"),
        Encoded("utf-16be", [0xD8, 0x3D, 0x00, 0x41], "\u{FFFD}A"), Encoded("koi8-r", [], ""),
        Encoded("euc-jp", [0x41, 0xFF, 0x42], "A\u{FFFD}B"), Encoded("euc-jp", [0x41, 0xC6], "A\u{FFFD}"),
        Encoded("gb18030", [0x81, 0x30, 0x81], "\u{FFFD}"), Encoded("shift_jis", [0xA0, 0x41], "\u{FFFD}A"),
    ]

    @Test(arguments: invalid)
    func `invalid bytes are refused, or replaced one by one`(_ item: Encoded) throws {
        let charset = try #require(Charset(label: item.label))
        #expect((charset.utf8(of: item.bytes) == nil) == !item.bytes.isEmpty)
        #expect(charset.repairedUTF8(of: item.bytes).map { String(decoding: $0, as: UTF8.self) } == item.text)
    }

    @Test(arguments: [
        "", "utf-7", "utf-32", "iso-2022-kr", "hz-gb-2312", "utf-8 ", "../../etc/passwd", "latin-1//IGNORE",
    ])
    func `a label that the standard does not list, or calls unsafe, is none`(_ label: String) {
        #expect(Charset(label: label) == nil)
    }

    @Test(arguments: CharsetLabels.names.keys.sorted())
    func `every label names an encoding that this system decodes`(_ label: String) throws {
        let charset = try #require(Charset(label: label.uppercased()))
        let isUTF16 = charset.isUTF16
        let text = charset.utf8(of: isUTF16 ? [] : Array("a <b>".utf8))
        #expect(text == Array((isUTF16 ? "" : "a <b>").utf8))
    }

    @Test func `a long text is decoded across the pieces of the system`() throws {
        let charset = try #require(Charset(label: "euc-jp"))
        let bytes = [0x41] + Array(repeating: [0xC6, 0xFC] as [UInt8], count: 30_000).flatMap(\.self)
        let text = "A" + String(repeating: "日", count: 30_000)
        #expect(charset.utf8(of: bytes) == Array(text.utf8))
        #expect(charset.repairedUTF8(of: bytes) == Array(text.utf8))
    }

    @Test(arguments: [
        ("<?xml version='1.0' encoding='KOI8-R'?><a/>", false, "koi8-r"), ("<a encoding='x'/>", false, ""),
        ("<?xml version='1.0'?><a encoding='x'/>", false, ""),
        ("<!DOCTYPE html><META CharSet = \"Shift_JIS\">", true, "shift_jis"),
        ("<meta http-equiv=content-type content='text/html; charset=gb2312'>", true, "gb2312"),
        ("<!-- <meta charset=koi8-r> --><meta charset=utf-8>", true, "utf-8"), ("<!-- <meta charset=koi8-r>", true, ""),
        ("<meta charset=x>", false, ""), ("<p>", true, ""),
    ])
    func `a document declares its encoding`(_ text: String, _ isHTML: Bool, _ label: String) {
        #expect(Charset.declaredLabel(in: Array(text.utf8), isHTML: isHTML) == label)
    }

    /// Units of all kinds, surrogates above all, in both orders of bytes, whole and cut.
    @Test(arguments: 0..<200) func `UTF-16 is read as the standard library reads it`(_ seed: Int) {
        var random = Numbers(state: UInt64(seed))
        let units = (0..<Int.random(in: 0..<12, using: &random)).map { _ -> UInt16 in
            switch Int.random(in: 0..<4, using: &random) {
            case 0: UInt16.random(in: 0xD800...0xDBFF, using: &random)
            case 1: UInt16.random(in: 0xDC00...0xDFFF, using: &random)
            case 2: UInt16.random(in: 0...0x7F, using: &random)
            default: UInt16.random(in: .min ... .max, using: &random)
            }
        }
        let repaired = Array(String(decoding: units, as: UTF16.self).utf8)
        let valid = String(validating: units, as: UTF16.self).map { Array($0.utf8) }
        for (charset, isBig) in [(Charset.utf16BE, true), (.utf16LE, false)] {
            let bytes = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            let ordered =
                isBig ? bytes : stride(from: 0, to: bytes.count, by: 2).flatMap { [bytes[$0 + 1], bytes[$0]] }
            #expect(charset.repairedUTF8(of: ordered) == repaired)
            #expect(charset.utf8(of: ordered) == valid)
            #expect(charset.repairedUTF8(of: ordered + [0x41]) == repaired + Array("\u{FFFD}".utf8))
            #expect(charset.utf8(of: ordered + [0x41]) == nil)
        }
    }
}

/// The same numbers for the same seed.
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
    }
}

extension EscapeReader {
    /// A character reference of XML or HTML: `&amp;`, `&#38;` or `&#x26;`.
    func reference(at index: Int) -> Escape? {
        let end = min(index + Self.longestReference, text.count)
        guard index + 2 < end, let semicolon = text[(index + 1)..<end].firstIndex(of: UInt8(ascii: ";")) else {
            return openNumber(at: index, before: end)
        }
        let scalar =
            text[index + 1] == UInt8(ascii: "#")
            ? number(from: index + 2, to: semicolon)
            : Self.names[String(decoding: text[(index + 1)..<semicolon], as: UTF8.self)]
        return scalar.map { Escape(end: semicolon + 1, meaning: .scalar($0)) } ?? openNumber(at: index, before: end)
    }

    /// `&#38` without its semicolon, which browsers accept.
    private func openNumber(at index: Int, before end: Int) -> Escape? {
        guard text[index + 1 < text.count ? index + 1 : index] == UInt8(ascii: "#") else { return nil }
        let isHex = index + 2 < end && text[index + 2] | 0x20 == UInt8(ascii: "x")
        let first = index + (isHex ? 3 : 2)
        guard first < end else { return nil }
        let digits = text[first..<end].prefix {
            0x30...0x39 ~= $0 || isHex && (0x41...0x46 ~= $0 || 0x61...0x66 ~= $0)
        }
        // A number that was cut is another number: its remains cannot be decoded, and `CutEscape` handles them.
        var next = digits.endIndex
        if next < text.count, text[next] == UInt8(ascii: "\"") { next += 1 }
        if next < text.count, text[next] == Redactor.ellipsisStart { return nil }
        return number(from: index + 2, to: digits.endIndex).map { Escape(end: digits.endIndex, meaning: .scalar($0)) }
    }

    private func number(from start: Int, to end: Int) -> Unicode.Scalar? {
        guard start < end else { return nil }
        if text[start] | 0x20 == UInt8(ascii: "x") {
            var first = start + 1
            while end - first > 8, text[first] == UInt8(ascii: "0") { first += 1 }
            return hex(at: first, count: end - first).flatMap(Unicode.Scalar.init)
        }
        var value: UInt32 = 0
        for byte in text[start..<end] {
            guard 0x30...0x39 ~= byte, value < 0x11_0000 else { return nil }
            value = value * 10 + UInt32(byte & 15)
        }
        return Unicode.Scalar(value)
    }

    /// The most bytes of a reference; a number may have leading zeros.
    private static let longestReference = 24

    /// Those names of HTML that encoders write: ASCII and Latin-1.
    private static let names: [String: Unicode.Scalar] = {
        var names: [String: Unicode.Scalar] = [:]
        let marks =
            "! excl \" quot # num $ dollar % percnt & amp ' apos ( lpar ) rpar * ast + plus , comma . period / sol "
            + ": colon ; semi < lt = equals > gt ? quest @ commat [ lsqb [ lbrack \\ bsol ] rsqb ] rbrack ^ Hat "
            + "_ lowbar ` grave { lcub { lbrace | verbar | vert } rcub } rbrace"
        let words = marks.split(separator: " ")
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            names[String(words[index + 1])] = words[index].unicodeScalars.first
        }
        for (name, character) in [("AMP", "&"), ("LT", "<"), ("GT", ">"), ("QUOT", "\"")] as [(String, Unicode.Scalar)]
        {
            names[name] = character
        }
        names["Tab"] = "\t"
        names["NewLine"] = "\n"
        for (offset, name) in latin1.split(separator: " ").enumerated() {
            names[String(name)] = Unicode.Scalar(UInt32(0xA0 + offset))
        }
        return names
    }()

    /// The names of U+00A0 and the following characters.
    private static let latin1 =
        "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr "
        + "deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest "
        + "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml "
        + "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig "
        + "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml "
        + "eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
}

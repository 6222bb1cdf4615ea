import BatonDiagnostics

extension MissingSpace {
    /// The edits that add the space behind a colon, and the quotes that the value needs once it is a value of its own;
    /// nil if the intended end of the value is unknown.
    static func edits(_ file: SourceFile, behind colon: Int) -> [Correction.Edit]? {
        let space = Correction.Edit(colon + 1..<colon + 1, " ")
        let value = ValueExtent.of(file, from: colon + 1, isInFlow: false)
        let bytes = file.bytes[value]
        guard let first = bytes.first, let last = bytes.last else { return [space] }
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let end = Parentheses.stringEnd(file.bytes, from: value.lowerBound, before: value.upperBound)
            return end == value.upperBound ? [space] : nil
        case UInt8(ascii: "[") where last == UInt8(ascii: "]"), UInt8(ascii: "{") where last == UInt8(ascii: "}"):
            return [space]
        case UInt8(ascii: "*"), UInt8(ascii: "&"):
            if isAnchored(bytes) { return [space] }
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            // The header of a block scalar, whose lines follow.
            if bytes.dropFirst().allSatisfy({ "+-123456789".utf8.contains($0) }) { return [space] }
        default:
            let text = String(decoding: bytes, as: UTF8.self)
            if Quoting.quotedIfNeeded(text, isInFlow: false) == text { return [space] }
        }
        return [space, .init(value, Quoting.quoted(String(decoding: bytes, as: UTF8.self)))]
    }

    /// Whether a text is `*name`, or `&name` followed by a value.
    private static func isAnchored(_ text: ArraySlice<UInt8>) -> Bool {
        let name = text.dropFirst().prefix { $0 > UInt8(ascii: " ") }
        let isName = !name.isEmpty && name.allSatisfy { $0 == UInt8(ascii: "_") || isWordByte($0) }
        let isAlone = name.endIndex == text.endIndex
        return isName && isAlone == (text.first == UInt8(ascii: "*"))
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

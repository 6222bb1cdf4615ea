import BatonJSON
import BatonRecords
import BatonSecrets
import BatonValues

/// The part of a body that a report shows: all of a small one, of a large one the beginning, or the lines around the
/// place that failed. JSON is laid out, one member a line, unless it is short or has lines of its own.
struct BodyExcerpt {
    /// Maximum bytes of the excerpt.
    static let limit = 4 << 10
    /// Maximum bytes of a body that are read for its beginning.
    static let readLimit = 64 << 10
    /// Maximum bytes of a body that is laid out to find a place in it.
    static let layoutLimit = 8 << 20
    /// Maximum bytes of JSON that stays on its line.
    private static let lineLimit = 240

    let mask: (String) -> MaskedText

    /// - Parameters:
    ///   - bytes: the body, or its beginning.
    ///   - size: bytes of the whole body.
    ///   - focus: the place in the document that failed.
    /// - Returns: the text, and the number of its line, from 0, at which the place begins; nil for an empty body.
    func text(_ bytes: [UInt8], size: Int, focus: JSONPlace? = nil) -> (text: MaskedText, line: Int?)? {
        guard !bytes.isEmpty else { return nil }
        if let sentence = Self.binary(bytes) { return (sentence, nil) }
        return laidOut(bytes, size, focus) ?? (beginning(of: bytes, size), nil)
    }

    /// The body itself, up to the length of an excerpt; nil where the excerpt that people see is all of it.
    ///
    /// - Parameters:
    ///   - bytes: the body, or its beginning, in UTF-8 if it is text.
    ///   - size: bytes of the whole body as it was sent or came.
    ///   - isWhole: whether `bytes` is all of it.
    func content(_ bytes: [UInt8], size: Int, isWhole: Bool, shown: MaskedText?) -> BodyContent? {
        guard Self.isText(bytes, isWhole: isWhole) else {
            let form: BodyContent.Form = holdsSecret(bytes) ? .none : .bytes(Array(bytes.prefix(Self.limit)))
            return BodyContent(form, size: size, isCut: !isWhole || bytes.count > Self.limit)
        }
        let whole = masked(bytes)
        let head = whole.reshaped { CutText.beginning($0, Self.limit) }
        let isCut = !isWhole || head != whole
        if !isCut, head == shown { return nil }
        return BodyContent(.text(head), size: size, isCut: isCut)
    }

    /// Whether bytes that are no text hold a secret as it is written in UTF-8.
    func holdsSecret(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return mask(text).text != text
    }

    /// Whether all bytes are characters of UTF-8; the last character of a beginning may be cut.
    private static func isText(_ bytes: [UInt8], isWhole: Bool) -> Bool {
        if bytes.contains(0) { return false }
        return (0...(isWhole ? 0 : 3)).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
    }

    private func beginning(of bytes: [UInt8], _ size: Int) -> MaskedText {
        let text = masked(bytes)
        guard text.text.utf8.count > Self.limit else { return text }
        let head = text.reshaped { CutText.beginning($0, Self.limit) }
        return "\(head)\n… (\(size) bytes)"
    }

    private func masked(_ bytes: [UInt8]) -> MaskedText {
        // Masked before it is cut: a part of a secret must not remain.
        let shown = bytes.count > Self.readLimit ? Array(bytes.prefix(Self.readLimit)) : bytes
        // The beginning of a secret that was cut here is masked too.
        let mark = shown.count < bytes.count ? "…" : ""
        return mask(String(decoding: shown, as: UTF8.self) + mark)
    }

    /// A description of bytes that are not text.
    static func binary(_ bytes: [UInt8]) -> MaskedText? {
        bytes.prefix(512).contains(0) ? "(\(bytes.count) bytes of binary data)" : nil
    }

    /// Nil for a body that is no JSON, and for JSON that is shown best as it came.
    private func laidOut(_ bytes: [UInt8], _ size: Int, _ focus: JSONPlace?) -> (text: MaskedText, line: Int?)? {
        guard bytes.count == size, bytes.count > Self.lineLimit, bytes.count <= Self.layoutLimit,
            bytes.count > Self.limit || !bytes.contains(UInt8(ascii: "\n")), (try? JSONParser.parse(bytes)) != nil
        else { return nil }
        // Masked before it is laid out: a secret may be a whole object, and would not be found over several lines.
        var line: Int?
        let text = mask(String(decoding: bytes, as: UTF8.self)).reshaped { text in
            let excerpt = JSONLayout(text, focus: focus ?? JSONPlace()).excerpt(limit: Self.limit, size: size)
            line = excerpt.line
            return excerpt.text
        }
        return (text, line)
    }
}

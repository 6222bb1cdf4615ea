import BatonRecords
import BatonSecrets
import BatonValues

/// A body as an archive holds it: as it came, in base64 where it is no text.
struct HARBody {
    /// Nil where nothing of the body is known.
    let text: String?
    let isBase64: Bool
    /// Bytes of the whole body; -1 where it is not known.
    let size: Int
    /// What the text is not, in a sentence; nil where it is the whole body.
    let comment: String?

    /// Nil for no body.
    ///
    /// - Parameters:
    ///   - shown: the excerpt that people see, or a sentence in its place.
    ///   - content: the body itself; nil where the excerpt is all of it.
    init?(_ shown: MaskedText?, _ content: BodyContent?) {
        if shown == nil, content == nil { return nil }
        guard let content else {
            (text, isBase64, comment) = (shown?.text, false, nil)
            // Where a secret is hidden, the text does not tell the size.
            size = shown.map { $0.text.contains(Redactor.mask) ? -1 : $0.text.utf8.count } ?? 0
            return
        }
        size = content.size ?? -1
        switch content.form {
        case .text(let masked): (text, isBase64) = (masked.text, false)
        case .bytes(let bytes): (text, isBase64) = (Base64.encode(bytes), true)
        case .none:
            (text, isBase64) = (nil, false)
            comment = shown.map { CutText.head($0.text, FailurePart.valueLimit) }
            return
        }
        comment = content.isCut ? "only the beginning of the body" : nil
    }
}

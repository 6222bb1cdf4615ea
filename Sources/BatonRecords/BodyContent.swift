import BatonJSON
package import BatonSecrets
import BatonValues

/// A body as it was sent or as it came, where people see it otherwise: cut, laid out, or as a sentence.
///
/// Reports that other programs read show it.
package struct BodyContent: Sendable, Equatable {
    package enum Form: Sendable, Equatable {
        case text(MaskedText)
        /// Bytes that are no text, and hold no secret.
        case bytes([UInt8])
        /// Nothing of it is kept: a file, the parts of a form, a stream, bytes with a secret in them.
        case none
    }

    package var form: Form
    /// Bytes of the whole body, secrets included; nil where it is not known.
    package var size: Int?
    /// Whether only the beginning is kept.
    package var isCut: Bool

    package init(_ form: Form, size: Int? = nil, isCut: Bool = false) {
        self.form = form
        self.size = size
        self.isCut = isCut
    }
}

extension EventForm {
    static func json(_ content: BodyContent) -> JSONValue {
        var object = EventObject()
        switch content.form {
        case .text(let text): object.set("text", text)
        case .bytes(let bytes): object.set("base64", Base64.encode(bytes))
        case .none: break
        }
        object.set("size", content.size.map(Int64.init))
        object.set("cut", content.isCut)
        return object.json
    }

    static func bodyContent(_ value: JSONValue) throws(RunEventError) -> BodyContent {
        let fields = try EventFields(value, "the content of a body")
        var form = BodyContent.Form.none
        if let text = try fields.optionalMasked("text") {
            form = .text(text)
        } else if let digits = try fields.optionalString("base64") {
            guard let bytes = Base64.decode(digits) else {
                throw RunEventError(.malformed, "the content of a body is no base64")
            }
            form = .bytes(bytes)
        }
        return BodyContent(
            form, size: try fields.optionalInteger("size").map { Int($0) }, isCut: try fields.flag("cut"))
    }
}

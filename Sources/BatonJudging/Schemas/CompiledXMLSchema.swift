import BatonHTTP
import BatonLanguage
import BatonValues
package import BatonXML
import Synchronization

/// A compiled XML Schema for checks of responses.
package final class CompiledXMLSchema: Sendable {
    /// The file as written.
    private let written: String
    /// The library may change a schema while it validates, so that one thread uses it at a time.
    private let validator: Mutex<XMLSchemaValidator>

    /// Number of violations that a failure lists.
    private static let shown = 20

    package init(_ validator: sending XMLSchemaValidator, written: String) {
        self.validator = Mutex(validator)
        self.written = written
    }

    /// What is expected, in the words of a message.
    var described: String { "a document that fits \(written)" }

    /// Why a response does not fit; nil where it does.
    func failure(of response: StepResponse) -> (Failure.Kind, (Wording) -> ComparisonFailure.Words)? {
        // The reader of Baton bounds what a server can occupy the library with.
        switch response.xml {
        case .empty: return notXML("\(response.bodyName) is empty")
        case .failed(let error): return notXML(response.words(of: error))
        case .document(let document) where document.isHTML:
            return notXML("\(response.htmlName), perhaps a page that tells of an error or asks to log in")
        case .document(let document):
            guard document.mostAttributes <= XMLSchemaValidator.mostAttributes else {
                return tooLarge(
                    "an element of the body has \(document.mostAttributes) attributes",
                    most: "\(XMLSchemaValidator.mostAttributes)")
            }
        }
        let body = response.http.body
        guard body.count <= XMLSchemaValidator.mostBytes else {
            return tooLarge(
                "the body has \(body.count) bytes", most: "\(XMLSchemaValidator.mostBytes / 1_000_000) MB")
        }
        let charset = response.http.headers.first("content-type").flatMap(MediaType.charset)
        let violations: [XMLSchemaValidator.Violation]
        do throws(XMLError) {
            violations = try validator.withLock { validator throws(XMLError) in
                try validator.violations(in: body, charset: charset)
            }
        } catch {
            return notXML(response.words(of: error))
        }
        if violations.isEmpty { return nil }
        return (.check, { [described] wording in Self.words(violations, described, wording) })
    }

    private func notXML(_ message: String) -> (Failure.Kind, (Wording) -> ComparisonFailure.Words) {
        (.notXML, { _ in .init(expected: "XML", actual: "none", message: message) })
    }

    private func tooLarge(_ size: String, most: String) -> (Failure.Kind, (Wording) -> ComparisonFailure.Words) {
        (
            .check,
            { [described] _ in
                .init(
                    expected: described, actual: size,
                    message: "\(size), and at most \(most) are held against a schema")
            }
        )
    }

    private static func words(
        _ violations: [XMLSchemaValidator.Violation], _ described: String, _ wording: Wording
    ) -> ComparisonFailure.Words {
        let lines = violations.prefix(shown).map { violation in
            let text = ValueText.cut(violation.message, limit: 400, mask: wording.mask)
            return violation.line > 0 ? "line \(violation.line): \(text)" : text
        }
        let more = violations.count - 1
        var hint = lines.dropFirst().joined(separator: "\n")
        if violations.count > shown { hint += "\nand \(violations.count - shown) more" }
        return .init(
            expected: described, actual: Plural.count(violations.count, "violation"),
            message: (lines.first ?? "") + (more > 0 ? " (and \(more) more)" : ""),
            hint: hint.isEmpty ? nil : .explaining(hint))
    }
}

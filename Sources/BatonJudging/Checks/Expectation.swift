import BatonJSON
import BatonLanguage

/// Writes the operands of a test in the words of a message.
package struct Expectation {
    let scope: any TemplateScope
    let wording: Wording

    func text(_ test: Check.Test) -> String {
        switch test {
        case .equals(let template): value(template)
        case .document(let pattern, _): pattern.shown(wording)
        case .leadingBytes(let text): text.written
        case .xmlSchema(let schema): schema.described
        case .operators(let comparisons): comparisons.map { $0.operation.wanted(self) }.joined(separator: " and ")
        }
    }

    /// A value as JSON; in general words where it cannot be computed.
    func value(_ template: Template) -> String {
        (try? template.json(from: scope)).map { wording.json($0) } ?? "a value"
    }

    /// The filled text, or the text as written where it cannot be filled.
    func text(_ template: TextTemplate) -> String { (try? template.text(from: scope)) ?? template.written }
}

import BatonJSON
import BatonLanguage

/// The path from the root of a document to a place in it, as messages write it: `$.items[0]['a-b']`.
struct DocumentWay {
    typealias Step = JSONPlace.Step

    /// The beginning of the text: `$`.
    let root: String
    private(set) var steps: [Step] = []

    init(root: String, steps: [Step] = []) {
        self.root = root
        self.steps = steps
    }

    mutating func append(_ step: Step) { steps.append(step) }

    mutating func removeLast() { steps.removeLast() }

    func text(_ wording: Wording) -> String {
        var path = root
        for step in steps {
            switch step {
            case .index(let index): path += "[\(index)]"
            case .name(let name) where Self.isShorthand(name): path += "." + wording.mask(name)
            case .name(let name): path += "[" + Self.quoted(ValueText.cut(wording.mask(name))) + "]"
            }
        }
        return path
    }

    /// A name in single quotes, as in a normalized path of JSONPath (RFC 9535, 2.7).
    private static func quoted(_ name: String) -> String {
        let inner = ValueText.quote(name).dropFirst().dropLast()
        var text = ""
        var isEscaped = false
        for character in inner.unicodeScalars {
            if character == "\"", isEscaped { text.unicodeScalars.removeLast() }
            if character == "'" { text += "\\" }
            text.unicodeScalars.append(character)
            isEscaped = character == "\\" && !isEscaped
        }
        return "'\(text)'"
    }

    /// Whether a name may follow a dot, so that it needs no brackets.
    private static func isShorthand(_ name: String) -> Bool {
        guard let first = name.utf8.first, !first.isDigit, name.utf8.count <= 100 else { return false }
        return name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isLetterOrDigit }
    }
}

package import BatonJSON
import BatonLanguage
import BatonValues

/// Turns values into the words of a message: masked first, then made visible, then cut.
///
/// The order matters: half of a secret at a cut would not be recognised, nor would a secret whose no-break space is
/// written `\u00a0`.
package struct Wording {
    /// The maximum number of bytes that are read of one text; the shown part is far shorter.
    private static let readLimit = 64 << 10

    let mask: (String) -> String
    /// Whether every code point beyond ASCII is written as its number: for texts that look alike.
    var spellsOut = false

    package init(mask: @escaping (String) -> String = { $0 }) {
        self.mask = mask
    }

    /// JSON on one line, bounded whatever the size of the value.
    package func json(_ value: JSONValue) -> String {
        var writer = JSONExcerpt(limit: ValueText.limit, text: text, number: mask)
        writer.append(value)
        guard writer.isFull else { return writer.written }
        return writer.written + "… (\(Self.extent(of: value)))"
    }

    /// Text in quotes, invisible characters as their numbers.
    package func text(_ text: String) -> String {
        let isLong = text.utf8.count > Self.readLimit
        // The ellipsis marks the cut, so that the mask also covers a part of a secret before it.
        let whole = mask(isLong ? String(decoding: Array(text.utf8.prefix(Self.readLimit)), as: UTF8.self) + "…" : text)
        let kept = whole.prefix(ValueText.limit)
        let quoted = ValueText.quote(String(kept), spellsOut: spellsOut)
        return kept.endIndex == whole.endIndex && !isLong ? quoted : "\(quoted)… (\(text.utf8.count) bytes)"
    }

    func actual(_ actual: ActualValue) -> String {
        switch actual {
        case .text(let text): self.text(text)
        case .json(let value): json(value)
        case .matches(let values): json(.array(values))
        case .texts(let texts): json(.array(texts.map { .string($0) }))
        case .duration(let microseconds): ValueText.duration(microseconds)
        case .missing: "nothing"
        }
    }

    /// The size of a value that is cut: `12 elements`.
    private static func extent(of value: JSONValue) -> String {
        switch value {
        case .array(let elements): Plural.count(elements.count, "element")
        case .object(let object): Plural.count(object.count, "member")
        case .string(let text): Plural.count(text.utf8.count, "byte")
        case .number(let number): Plural.count(number.text.utf8.count, "digit")
        case .null, .bool: value.typeName
        }
    }

    /// `a string`, `an object`.
    package static func article(_ noun: String) -> String {
        if noun == "null" { return noun }
        return "\("aeio".contains(noun.first ?? "x") ? "an" : "a") \(noun)"
    }
}

/// The beginning of a value as JSON; stops where the limit is reached, whatever the size of the value.
private struct JSONExcerpt {
    let limit: Int
    let text: (String) -> String
    let number: (String) -> String
    var written = ""
    var isFull = false

    init(limit: Int, text: @escaping (String) -> String, number: @escaping (String) -> String) {
        self.limit = limit
        self.text = text
        self.number = number
    }

    mutating func append(_ value: JSONValue) {
        switch value {
        case .null, .bool: add(JSONWriter.compact(value))
        case .number(let number):
            let text = self.number(number.text)
            add(text.utf8.count <= limit ? text : String(text.prefix(limit)))
            if text.utf8.count > limit { isFull = true }
        case .string(let text): add(self.text(text))
        case .array(let elements):
            add("[")
            for (position, element) in elements.enumerated() where !isFull {
                if position > 0 { add(",") }
                append(element)
            }
            add("]")
        case .object(let object):
            add("{")
            for (position, member) in object.members.enumerated() where !isFull {
                if position > 0 { add(",") }
                add(text(member.name) + ":")
                append(member.value)
            }
            add("}")
        }
    }

    private mutating func add(_ part: String) {
        guard !isFull else { return }
        if written.utf8.count + part.utf8.count > limit, !written.isEmpty {
            written += part.prefix(max(0, limit - written.utf8.count))
            isFull = true
        } else {
            written += part
        }
    }
}

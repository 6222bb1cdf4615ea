/// Something that reads text from outside, and what must hold of it whatever the text says.
///
/// Crashes, hangs and memory are for the caller to notice.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case json, jsonpath, xpath, cel, yaml, workflow, openapi, csv, events

    /// Nil when all held; else a sentence about what did not.
    package func violation(in bytes: [UInt8]) -> String? {
        switch self {
        case .json: JSONTarget.violation(in: bytes)
        case .jsonpath: JSONPathTarget.violation(in: bytes)
        case .xpath: XPathTarget.violation(in: bytes)
        case .cel: CELTarget.violation(in: bytes)
        case .yaml: YAMLTarget.violation(in: bytes)
        case .workflow: WorkflowTarget.violation(in: bytes)
        case .openapi: OpenAPITarget.violation(in: bytes)
        case .csv: CSVTarget.violation(in: bytes)
        case .events: EventsTarget.violation(in: bytes)
        }
    }
}

/// SplitMix64: the same numbers for the same seed.
package struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed &* 0xD1B5_4A32_D192_ED03 &+ 1 }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// A text changed at random, the same way for the same seed.
package struct TextMutation {
    private var numbers: SeededNumbers

    package init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    private static let signs =
        Array("\"'\\{}[]():,.$@?*|&=!<>-+0 1e9\n\tn\u{0}é\u{FEFF}😀".utf8) + [0x80, 0xC0, 0xED, 0xFF]

    /// One to four changes of `text`: signs put in, taken out or exchanged, stretches doubled or left out, an end that
    /// comes too early, a stretch of `other` in the middle.
    package mutating func applied(to text: [UInt8], _ other: [UInt8]) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            let at = Int.random(in: 0...text.count, using: &numbers)
            let end = min(text.count, at + Int.random(in: 1...24, using: &numbers))
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: text.insert(Self.signs.randomElement(using: &numbers) ?? 0, at: at)
            case 1: text.removeSubrange(at..<end)
            case 2 where at < text.count: text[at] = Self.signs.randomElement(using: &numbers) ?? 0
            case 3: text.insert(contentsOf: Array(text[at..<end]), at: end)
            case 4: text.removeSubrange(at...)
            default:
                let start = Int.random(in: 0...other.count, using: &numbers)
                text.insert(contentsOf: other[start..<min(other.count, start + 24)], at: at)
            }
        }
        return text
    }

    package mutating func pick(_ texts: [[UInt8]]) -> [UInt8] { texts.randomElement(using: &numbers) ?? [] }
}

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

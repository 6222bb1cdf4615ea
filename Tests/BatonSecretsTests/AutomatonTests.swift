import Testing

@testable import BatonSecrets

/// The automaton against a search that is too simple to be wrong.
struct AutomatonTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    @Test(arguments: 1...60, [0, Automaton.fewestBytesForTrie])
    func `the automaton finds what a naive search finds, with a trie and without`(_ seed: UInt64, _ trieFrom: Int)
        throws
    {
        var random = Random(state: seed &* 0x9E37_79B9_7F4A_7C15)
        let letters = UInt8.random(in: 1...4, using: &random)
        func word(_ length: ClosedRange<Int>) -> [UInt8] {
            (0..<Int.random(in: length, using: &random)).map { _ in 97 + UInt8.random(in: 0..<letters, using: &random) }
        }
        let shortest = Int.random(in: 4...9, using: &random)
        let patterns = (0..<Int.random(in: 1...12, using: &random)).map { _ in word(shortest...shortest + 6) }
        let automaton = try #require(Automaton(patterns: patterns, trieFrom: trieFrom))
        for _ in 0..<40 {
            let text = word(0...80)
            var hits: [Range<Int>] = []
            text.withUnsafeBufferPointer { automaton.scan($0, into: &hits) }
            #expect(hits == naive(patterns, text))
        }
    }

    private func naive(_ patterns: [[UInt8]], _ text: [UInt8]) -> [Range<Int>] {
        var isHit = [Bool](repeating: false, count: text.count)
        var touches = [Bool](repeating: false, count: text.count + 1)
        for pattern in patterns where pattern.count <= text.count {
            for start in 0...text.count - pattern.count where text[start..<start + pattern.count].elementsEqual(pattern)
            {
                for index in start..<start + pattern.count { isHit[index] = true }
                touches[start] = true
            }
        }
        var hits: [Range<Int>] = []
        for index in text.indices where isHit[index] {
            if let last = hits.last, last.upperBound == index {
                hits[hits.count - 1] = last.lowerBound..<index + 1
            } else {
                hits.append(index..<index + 1)
            }
        }
        return hits
    }

    @Test func `patterns under four bytes make no automaton`() {
        #expect(Automaton(patterns: [[1, 2, 3], []]) == nil)
    }

    @Test func `a text made to fall back at every byte is still searched in one pass`() throws {
        let pattern = [UInt8](repeating: 97, count: 1000) + [98]
        let automaton = try #require(Automaton(patterns: [pattern], trieFrom: 0))
        var hits: [Range<Int>] = []
        let text = [UInt8](repeating: 97, count: 300_000) + [98]
        text.withUnsafeBufferPointer { automaton.scan($0, into: &hits) }
        #expect(hits == [299_000..<300_001])
    }
}

@Suite struct AutomatonLevelsTests {
    @Test func `secrets that come one by one are all masked, by few automata`() {
        let registry = SecretRegistry()
        for number in 1...500 {
            registry.add("token-\(number)-of-many")
            #expect(registry.redact("token-\(number)-of-many and token-1-of-many") == "*** and ***")
            // The binary logarithm, and one more.
            #expect(registry.redactor.automata.count <= Int.bitWidth - number.leadingZeroBitCount)
        }
        for number in 1...500 { #expect(registry.redact("token-\(number)-of-many") == "***") }
        #expect(registry.redact("token-501-of-many") == "token-501-of-many")
    }

    @Test func `many at once are one automaton, and few beside them do not make it anew`() {
        var levels = AutomatonLevels()
        levels.add((0..<100).map { Array("secret-\($0)".utf8) })
        #expect(levels.automata.count == 1)
        levels.add([Array("another".utf8)])
        #expect(levels.automata.count == 2)
    }
}

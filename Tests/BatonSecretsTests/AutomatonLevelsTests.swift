import Testing

@testable import BatonSecrets

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

import BatonSecrets
import Testing

struct MaskedTextTests {
    private static func registry() -> SecretRegistry {
        let registry = SecretRegistry()
        registry.add("lovelace-1815")
        return registry
    }

    @Test func `the registry masks what it knows`() {
        #expect(Self.registry().masked("password=lovelace-1815").text == "password=***")
        #expect(Self.registry().masked("nothing to hide").text == "nothing to hide")
    }

    @Test func `a literal takes masked texts and whole numbers`() {
        let masked = Self.registry().masked("lovelace-1815")
        let text: MaskedText = "status \(404) of \(masked), \(UInt8(7)) times"
        #expect(text.text == "status 404 of ***, 7 times")
    }

    @Test func `masked texts are joined and reshaped without a detour over plain text`() {
        let masked = Self.registry().masked("Lovelace is not lovelace-1815")
        #expect((masked + " at all").text == "Lovelace is not *** at all")
        #expect([masked, "b", "c"].joined(separator: ", ").text == "Lovelace is not ***, b, c")
        #expect(masked.reshaped { $0.uppercased() }.text == "LOVELACE IS NOT ***")
        #expect(masked.description == masked.text)
        #expect(MaskedText(recorded: "").isEmpty)
    }
}

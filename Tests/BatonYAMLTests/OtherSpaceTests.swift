import BatonValues
import Testing

/// Spaces that YAML does not know: U+00A0, which web pages have, U+3000 of Japanese keyboards, U+200B, which none can see.
@Suite struct OtherSpaceTests {
    static let spaces: [Character] = [
        "\u{A0}", "\u{1680}", "\u{2003}", "\u{200A}", "\u{200B}", "\u{202F}", "\u{205F}", "\u{2060}", "\u{3000}",
    ]

    private func text(_ marked: String, _ space: Character) -> String {
        marked.filter { !"⟦⟧".contains($0) }.replacing("~", with: String(space))
    }

    @Test(
        arguments: [
            "⟦~⟧get: /x\n", "get⟦~⟧: /x\n", "get:⟦~⟧/x\n", "get⟦~~⟧: /x\n", "-⟦~⟧get: /x\n", "- ⟦~⟧get: /x\n",
            "a: 1\n⟦~⟧b: 2\n", "a: 1\nb:⟦~⟧2\n", "a:\n  - x\n  -⟦~⟧y\n", "a: { ⟦~⟧b: 1 }\n",
            "a: { b⟦~⟧: 1 }\n", "a: [{ b: 1,⟦~⟧c: 2 }]\n", "a:\n ⟦~~⟧b: 1\n ⟦~~⟧c: 2\n",
            "steps:\n  - get: /x\n    expect⟦~⟧:\n      b: 1\n",
        ], spaces)
    func `a space of another kind that hides how the file is built is an error at its place, and the only one`(
        _ marked: String, _ space: Character
    ) {
        let found = Composed(text(marked, space))
        #expect(found.marked == marked.replacing("~", with: String(space)))
        let number = space.unicodeScalars.first?.codePoint ?? ""
        #expect(
            found.diagnostics.allSatisfy {
                $0.severity == .error && $0.code == "yaml.other-space"
                    && $0.message == "there is a space of another kind, \(number)"
            }, "\(found.messages)")
        #expect(found.root == nil)
        found.verifyCorrections()
    }

    @Test(
        arguments: [
            ("a: ⟦~⟧b\n", "this text begins with"), ("a: b⟦~⟧\n", "this text ends with"),
            ("a: [b, ⟦~⟧c]\n", "this text begins with"), ("a: [b⟦~⟧, c]\n", "this text ends with"),
            ("a: b\n  c⟦~⟧\n", "this text ends with"),
            ("a: 200⟦~⟧# ok\n", "before this `#`, which begins no comment, stands"),
        ], spaces)
    func `at the edge of a value it belongs to the value, with a warning`(
        _ example: (String, String), _ space: Character
    ) {
        let found = Composed(text(example.0, space))
        #expect(found.marked == example.0.replacing("~", with: String(space)))
        let number = space.unicodeScalars.first?.codePoint ?? ""
        #expect(found.diagnostics.map(\.severity) == [.warning])
        #expect(found.diagnostics.map(\.message) == ["\(example.1) a space of another kind, \(number)"])
        #expect(found.root?["a"] != nil)
    }

    @Test(
        arguments: [
            "a: b~c\n", "a: \"~b~\"\n", "a: '~b~'\n", "a: |\n  ~b~\n  ~~c\n", "# ~\na: 1 # ~x~\n", "b~c: 1\n",
            "\"~b\": 1\n", "a: b~~c~d\n", "a: >\n  ~b\n",
        ], spaces)
    func `inside of a text, in quotes and in comments it is an ordinary character`(
        _ pattern: String, _ space: Character
    ) {
        let found = Composed(text(pattern, space))
        #expect(found.messages == [])
        #expect(found.root != nil)
    }

    @Test(arguments: ["a: 1\n⟦\u{FEFF}⟧b: 2\n", "a: b⟦\u{FEFF}⟧c\n", "a: \"⟦\u{FEFF}⟧\"\n"])
    func `a byte order mark inside of a file is named with its place`(_ marked: String) {
        let found = Composed(marked.filter { !"⟦⟧".contains($0) })
        #expect(found.marked == marked)
        #expect(found.diagnostics.map(\.message) == ["a byte order mark (U+FEFF) may only begin the file"])
    }
}

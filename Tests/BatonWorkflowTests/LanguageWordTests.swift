import Testing

@testable import BatonWorkflow

/// Keys are known by their numbers: what has none is no key.
@Suite struct LanguageWordTests {
    @Test func `every key of every map is a word`() {
        for context in Language.contexts {
            for key in context.keys {
                #expect(key.word?.rawValue == key.name, "`\(key.name)` in \(context.title)")
                #expect(context[key.name] === key, "`\(key.name)` in \(context.title)")
            }
        }
    }

    @Test func `every operator is a word`() {
        for comparison in Operator.allCases {
            #expect(Language.Word(comparison.rawValue).flatMap(Operator.init) == comparison)
        }
        #expect(Operator(.steps) == nil)
    }

    @Test func `a word is its own number`() {
        #expect(Language.Word.allCases.count <= 256)
        for (number, word) in Language.Word.allCases.enumerated() {
            #expect(word.number == number)
            #expect(Language.Word(word.rawValue) == word)
        }
    }

    @Test(
        arguments: [
            "", "x", "step", "stepss", "Steps", "continue_on_failurf", "continue_on_failure_", "default_environmenu",
            "defaultXenvironment", "follow_redirectz", "$.name", "PROPFIND", "na\u{0}e",
        ])
    func `what only resembles a word is none`(_ text: String) {
        #expect(Language.Word(text) == nil)
    }

    @Test func `a set holds what was put into it, from the first word to the last`() throws {
        let all = Language.Word.allCases
        for (index, word) in all.enumerated() {
            let set: Language.Words = [word]
            let other: Language.Words = [all[(index + 1) % all.count]]
            #expect(set.contains(word) && !other.contains(word))
            #expect(set.meets([word]) && !set.meets(other))
            #expect(set.union(other).meets(other) && set.union(other).contains(word))
        }
        #expect(!Language.Words().contains(nil))
    }

    @Test func `a step has the words that mean something to it and no others`() {
        #expect(Language.step[.forEach]?.name == "for_each")
        #expect(Language.step[.startsWith] == nil)
        #expect(Language.operators[.noElement]?.name == "none")
    }
}

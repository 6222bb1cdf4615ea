import BatonDiagnostics
import BatonYAML
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

    @Test func `every operator is found by its name, and only by that`() {
        for word in OperatorWord.all { #expect(OperatorWord[word.name]?.key === word.key) }
        #expect(OperatorWord["steps"] == nil)
    }

    @Test func `a word is its own number`() {
        #expect(Language.Word.allCases.count <= 256)
        for (number, word) in Language.Word.allCases.enumerated() {
            #expect(word.number == number)
            #expect(Language.Word(word.rawValue) == word)
            #expect(Language.Word(number: number) == word)
        }
    }

    @Test func `the last word is the one that says so, and there is none behind it`() {
        #expect(Language.Word.allCases.last == Language.Word.last)
        for number in [-1, Language.Word.allCases.count, 255, 256, .max] {
            #expect(Language.Word(number: number) == nil)
        }
    }

    @Test(
        arguments: [
            "name: x\nsteps:\n  - get: /\n    expect: { status: 200, $.steps: 1, headers: { name: x } }\n",
            // A tab: libyaml reads it, and numbers nothing.
            "name:\tx\nsteps:\n  - get: /\n    expect: { status: 200, $.steps: 1 }\n",
            "x-a: &a { status: 200, \"he\\x61ders\": {} }\nsteps:\n  - get: /\n    expect: *a\n",
            "'name': x\n\"st\\teps\": 1\nna\u{ef}: 2\n",
        ])
    func `the number of a key is that of its text, whoever read the file`(_ text: String) throws {
        let root = try #require(Language.compose(SourceFile(path: "a.yaml", text: text), into: DiagnosticSink()))
        var count = 0
        func visit(_ node: YAMLNode) {
            for entry in node.entries ?? [] {
                count += 1
                #expect(Language.Word(entry) == Language.Word(entry.keyText), "\(entry.keyText)")
                visit(entry.value)
            }
            for item in node.items ?? [] { visit(item) }
        }
        visit(root)
        #expect(count > 2)
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

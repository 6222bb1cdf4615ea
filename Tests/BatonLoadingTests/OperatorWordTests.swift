import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonWorkflow

@Suite struct OperatorWordTests {
    @Test func `every operator is found by its name, and only by that`() {
        for word in OperatorWord.all { #expect(OperatorWord[word.name]?.key === word.key) }
        #expect(OperatorWord["steps"] == nil)
    }

    @Test(
        arguments: [
            "", "x", "step", "stepss", "Steps", "continue_on_failurf", "continue_on_failure_", "default_environmenu",
            "defaultXenvironment", "follow_redirectz", "$.name", "PROPFIND", "na\u{0}e",
        ])
    func `what only resembles a word is none`(_ text: String) {
        #expect(!Language.words.contains(text))
        #expect(Language.maps.allSatisfy { $0[text] == nil })
    }
}

import BatonDiagnostics
import BatonYAML
import Testing

/// The public YAML test suite: nothing invalid is read, and what is valid is read as it says or refused by name.
struct ConformanceTests {
    /// What this language leaves out, by the code of the first message: how many valid texts of the suite have it.
    private static let leftOut = [
        // Tags, and the directive for them.
        "yaml.tag": 37,
        // Another document, behind `---` or behind `...`.
        "yaml.second-document": 10, "yaml.text-after-document": 3,
        // Keys that are lists or maps, or nothing.
        "yaml.key-not-text": 14, "yaml.missing-key": 10,
        // Keys and list items with nothing after them.
        "yaml.empty-value": 14,
        // No document at all.
        "yaml.empty-file": 6,
        // Directives other than that of YAML 1.2.
        "yaml.directive": 8,
        // A dash that goes on with a text.
        "yaml.item-inside": 1,
        // A file of one text that looks like a key without its space.
        "yaml.missing-space": 1,
    ]

    @Test(arguments: SuiteCase.all.filter(\.isInvalid)) func `an invalid text of the YAML test suite is refused`(
        _ item: SuiteCase
    ) {
        #expect(!Composed(item.yaml).diagnostics.isEmpty)
    }

    @Test(arguments: SuiteCase.all.filter { !$0.isInvalid })
    func `a valid text of the YAML test suite is read to its events, unless it has what this language leaves out`(
        _ item: SuiteCase
    ) {
        let composed = Composed(item.yaml)
        if composed.diagnostics.isEmpty, let root = composed.root {
            #expect(SuiteEvents(root).lines == item.documentEvents)
        } else {
            #expect(composed.codes.first.map(Self.leftOut.keys.contains) == true, "\(composed.messages)")
        }
    }

    @Test func `the valid texts of the YAML test suite that are refused are counted by the reason`() {
        let cases = SuiteCase.all
        guard !cases.isEmpty else { return }
        #expect(cases.count == 402)
        #expect(cases.count(where: \.isInvalid) == 94)
        var counts: [String: Int] = [:]
        for item in cases where !item.isInvalid {
            if let code = Composed(item.yaml).codes.first { counts[code, default: 0] += 1 }
        }
        #expect(counts == Self.leftOut)
    }
}

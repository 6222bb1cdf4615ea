import BatonDiagnostics
import BatonYAML
import Testing

/// The public YAML test suite: nothing invalid is read, and what is valid is read as it says or refused by name.
struct ConformanceTests {
    /// What this language leaves out, by the first message: how many valid texts of the suite have it.
    private static let leftOut = [
        // Tags, and the directive for them.
        "yaml.unsupported: tags are not supported": 36,
        "yaml.unquoted-text: a text that begins with `…` must be quoted": 1,
        // Another document, behind `---` or behind `...`.
        "yaml.unsupported: a second document begins here; a file holds one": 10,
        "yaml.syntax: the document has ended above this line": 3,
        // Keys that are lists or maps, or nothing.
        "yaml.unsupported: a key must be text, not a list": 11,
        "yaml.unsupported: a key must be text, not a map": 3,
        "yaml.syntax: a key is missing before the colon": 10,
        // Keys and list items with nothing after them.
        "yaml.empty-value: `…` has no value": 11, "yaml.empty-value: this list item has no value": 3,
        // No document at all.
        "yaml.empty-file: the file is empty": 6,
        // Directives other than that of YAML 1.2.
        "yaml.syntax: only YAML 1.2 is read, not `…`": 4, "yaml.syntax: this directive is unknown": 4,
        // A dash that goes on with a text.
        "yaml.item-inside: this `…` begins no item: the line goes on with the text above it": 1,
        // A file of one text that looks like a key without its space.
        "yaml.syntax: a space is missing after the colon": 1,
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
            #expect(composed.reasons.first.map(Self.leftOut.keys.contains) == true, "\(composed.messages)")
        }
    }

    @Test func `the valid texts of the YAML test suite that are refused are counted by the reason`() {
        let cases = SuiteCase.all
        guard !cases.isEmpty else { return }
        #expect(cases.count == 402)
        #expect(cases.count(where: \.isInvalid) == 94)
        var counts: [String: Int] = [:]
        for item in cases where !item.isInvalid {
            if let reason = Composed(item.yaml).reasons.first { counts[reason, default: 0] += 1 }
        }
        #expect(counts == Self.leftOut)
    }
}

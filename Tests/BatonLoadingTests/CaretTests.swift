import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// The caret stands under the character that is wrong, however the text around it is quoted, folded or indented.
@Suite struct CaretTests {
    /// `⟦…⟧` encloses what is underlined.
    static let expressions = [
        "  - that: 1 == ⟦nope⟧", "  - that: size([\"é\"]) == ⟦nope⟧",
        "  - that: '\"it''s é😀\" == ⟦nope⟧'", "  - that: \"\\\"\\u00e9\\t\\\" == \\\n      ⟦nope⟧\"",
        "  - that: \"1\n\n      == ⟦nope⟧\"", "  - that: >\n      \"é\"\n      == ⟦nope⟧ || 1\n      == 2",
        "  - that: >2-\n      \"é\"\n        ==\n      ⟦nope⟧",
        "  - that: |\n      1 == 1\n\n      \"😀\" == ⟦nope⟧ # c",
        "  - that: |2-\n        1 == 1\n      \"é\" == ⟦nope⟧", "  - that: |+\n      [\"é\"] == [⟦nope⟧]\n\n\n",
        "  - that: 1\n      ==\n      ⟦nope⟧",
        "  - that:\n      - >-\n        \"é\" ==\n        ⟦nope⟧\n      - \"1 == 1\"",
        "  - log: é😀 $(⟦nope⟧) b", "  - log: 'é '' $(1) $(⟦nope⟧)'", "  - log: \"\\x41\\ud83d\\ude00 $(⟦nope⟧)\\n\"",
        "  - log: |\n      é\n        $(1 + ⟦nope⟧)\n", "  - log: >-\n      é\n      é\n\n      $(⟦nope⟧)\n",
        "  - set: { b: \"é\", a: \"😀 $(⟦nope⟧)\" }",
        "  - get: \"http://a/é\\\n      $(⟦nope⟧)\"",
        "  - get: http://a/\n    headers:\n      x-a: >-\n        é $(⟦nope⟧)",
    ]

    static let paths = [
        "  - get: http://a/\n    expect: { \"$.é[⟦x⟧]\": 1 }", "  - get: http://a/\n    expect:\n      $.é.a[⟦x⟧]: 1",
        "  - get: http://a/\n    capture: { a: '$[''é''][⟦x⟧]' }",
        "  - get: http://a/\n    capture: { a: \"$['\\u00e9'][⟦x⟧]\" }",
        "  - get: http://a/\n    capture:\n      a: >-\n        $['é']\n        [⟦x⟧]",
        "  - get: http://a/\n    capture:\n      a:\n        path: |-\n          $['😀'][⟦x⟧]",
    ]

    static let durations = [
        "  - wait: ⟦soon⟧", "  - wait: ⟦'é''s'⟧", "  - wait: ⟦\"\\u00e9\"⟧", "  - wait: ⟦>-\n      é\n      s⟧",
        "  - get: http://a/é\n    timeout: ⟦5⟧", "  - get: http://a/\n    expect: { duration: { lt: ⟦\"é\"⟧ } }",
    ]

    @Test(arguments: expressions, ["\n", "\r\n"]) func `the caret stands below the mistake in an expression`(
        _ marked: String, _ lineBreak: String
    ) throws {
        try verify(marked, lineBreak, "expression.unknown-name")
    }

    @Test(arguments: paths, ["\n", "\r\n"]) func `the caret stands below the mistake in a path`(
        _ marked: String, _ lineBreak: String
    ) throws {
        try verify(marked, lineBreak, "workflow.invalid-path")
    }

    @Test(arguments: durations, ["\n", "\r\n"]) func `the caret stands below the mistake in a duration`(
        _ marked: String, _ lineBreak: String
    ) throws {
        try verify(marked, lineBreak, "workflow.wrong-value")
    }

    private func verify(_ marked: String, _ lineBreak: String, _ code: String) throws {
        let yaml = "# é😀\nsteps:\n\(marked)\n".replacing("\n", with: lineBreak)
        let (text, range) = Loading.marked(yaml)
        let diagnostics = Loading.load(text).diagnostics
        let found = try #require(diagnostics.first { $0.code == code }, "\(diagnostics.map(\.message))")
        #expect(diagnostics.count == 1, "\(diagnostics.map(\.message))")
        let place = try #require(found.range)
        #expect(place.lower..<place.upper == range, "\(place.text)")
        try verifyRendering(of: found, text, range)
    }

    /// The same on the terminal: below the line, as wide as what is drawn.
    private func verifyRendering(of diagnostic: Diagnostic, _ text: String, _ range: Range<Int>) throws {
        let lines = DiagnosticRenderer().render(diagnostic).split(separator: "\n", omittingEmptySubsequences: false)
        let source = try #require(lines.dropFirst(3).first).drop { $0 != "|" }
        let carets = try #require(lines.dropFirst(4).first).drop { $0 != "|" }
        let before =
            String(decoding: Array(text.utf8)[..<range.lowerBound], as: UTF8.self)
            .split(whereSeparator: \.isNewline).last ?? ""
        let column = before.unicodeScalars.reduce(0) { $0 + ($1.value > 0x1F000 ? 2 : 1) }
        #expect(carets.prefix { $0 != "^" }.count == column + 2, "\(source)\n\(carets)")
    }
}

/// Where a mistake in an expression is, however its scalar is written.
@Suite struct ScalarPlaceTests {
    @Test(
        arguments: [
            "log: $(⟦nope⟧)",
            "log: a $(⟦nope⟧) b",
            "log: é $(⟦nope⟧)",
            "log: '$(⟦nope⟧)'",
            "log: 'it''s $(⟦nope⟧)'",
            "log: \"$(⟦nope⟧)\"",
            "log: \"\\t$(⟦nope⟧)\"",
            "log: \"\\u00e9 $(⟦nope⟧)\"",
            "log: \"\\L\\/ $(⟦nope⟧)\"",
            "log: one\n      two $(⟦nope⟧)",
            "log: one\n\n\n      two $(⟦nope⟧)",
            "log: 'one\n      two $(⟦nope⟧)'",
            "log: \"one \\\n      two $(⟦nope⟧)\"",
            "log: |\n      one\n      two $(⟦nope⟧)",
            "log: >\n      one\n      two $(⟦nope⟧)",
            "that: ⟦nope⟧ == 1",
            "that: |\n      1 == 1\n      ⟦nope⟧ == 1",
        ])
    func `a name that is not there is pointed to`(_ step: String) {
        let (text, range) = Loading.marked("steps:\n  - \(step)\n")
        let found = Loading.load(text).diagnostics.filter { $0.code == "expression.unknown-name" }
        #expect(found.map { $0.range.map { $0.lower..<$0.upper } } == [range])
    }
}

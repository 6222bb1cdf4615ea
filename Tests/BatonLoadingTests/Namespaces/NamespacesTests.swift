import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// `namespaces` of a file, of `defaults` and of a step.
@Suite struct NamespacesTests {
    private static let reserved = "names that begin with `xml` are reserved (Namespaces in XML, section 3)"
    private static let form = "a prefix is letters, digits, `-`, `_` and `.`, and begins with a letter or `_`"

    @Test(arguments: [
        ExpectedDiagnostic(
            "namespaces: ⟦{}⟧\nsteps: [ get: /x ]", "workflow.checks-nothing", "`namespaces` checks nothing",
            help: "write `{ s: \"urn:example:stock\" }`, or leave it out"),
        ExpectedDiagnostic(
            "namespaces: { ⟦_⟧: \"urn:a\" }\nsteps: [ get: /x ]", "workflow.invalid-name", "`_` cannot be a prefix",
            help: "it stands for the default namespace of the document already"),
        ExpectedDiagnostic(
            "namespaces: { ⟦xmlns⟧: \"urn:a\" }\nsteps: [ get: /x ]", "workflow.invalid-name",
            "`xmlns` cannot be a prefix", help: reserved),
        ExpectedDiagnostic(
            "namespaces: { ⟦a b⟧: \"urn:a\" }\nsteps: [ get: /x ]", "workflow.invalid-name",
            "`a b` cannot be a prefix", help: form),
        ExpectedDiagnostic(
            "steps: [ { get: /x, namespaces: { ⟦\"a:b\"⟧: \"urn:a\" } } ]", "workflow.invalid-name",
            "`a:b` cannot be a prefix", help: form),
        ExpectedDiagnostic(
            "defaults: { namespaces: { s: ⟦[a]⟧ } }\nsteps: [ get: /x ]", "workflow.wrong-type",
            "a prefix wants the name of a namespace, this is a list"),
        ExpectedDiagnostic(
            "namespaces: { s: ⟦\"$(x)\"⟧ }\nvars: { x: a }\nsteps: [ get: /x ]", "workflow.computed",
            "the name of a namespace must be known before the file runs",
            help: "write it out; it is the one that the document declares with `xmlns`"),
        ExpectedDiagnostic(
            "namespaces: { soap: \"urn:a\" }\nsteps: [ that: 'xpath(\"<a/>\", \"//⟦sop⟧:b\") == []' ]",
            "expression.argument",
            "the XPath `//sop:b` is not valid: `namespaces` has no prefix `sop`; did you mean `soap`?"),
        ExpectedDiagnostic(
            "namespaces: { a: \"urn:a\", b: \"urn:b\" }\nsteps: [ that: 'xpath(\"<a/>\", \"//⟦stock⟧:*\") == []' ]",
            "expression.argument",
            "the XPath `//stock:*` is not valid: `namespaces` has no prefix `stock`; it has `a`, `b`"),
        ExpectedDiagnostic(
            """
            namespaces: { a: "urn:a" }
            steps:
              - that: 'xpath("<a/>", "//b:b") == []'
                namespaces: { b: "urn:b" }
              - that: 'xpath("<a/>", "//⟦b⟧:b") == []'
            """, "expression.argument", "the XPath `//b:b` is not valid: `namespaces` has no prefix `b`; it has `a`"),
    ])
    func `what cannot be meant is refused`(_ item: ExpectedDiagnostic) {
        item.check(in: item.text)
    }

    @Test(arguments: [
        "steps: [ that: 'xpath(\"<a/>\", \"//any:b\") == []' ]",
        "namespaces: { a: \"urn:a\" }\nsteps: [ that: 'xpath(\"<a/>\", \"//_:b | //@xml:lang | //a:b\") == []' ]",
        "defaults: { namespaces: { a: \"urn:a\" } }\nvars: { x: '$(xpath(\"<a/>\", \"//a:b\"))' }\nsteps: [ get: /x ]",
        """
        steps:
          - namespaces: { a: "urn:a" }
            steps:
              - that: 'xpath("<a/>", "//a:b") == []'
              - get: /x
                namespaces: { c-d.e: "urn:c" }
                expect: { that: 'xpath(response.body, "//a:b/c-d.e:d") == []' }
        """,
    ])
    func `what makes sense is fine`(_ text: String) {
        #expect(Loading.load(text).diagnostics.map(\.message) == [])
    }
}

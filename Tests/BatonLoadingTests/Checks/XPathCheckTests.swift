import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// `expect: { xpath: … }`: what holds, what does not, and what is no check.
@Suite struct XPathCheckTests {
    private static let body =
        #"<shop xmlns:s="urn:s"><item id="1" s:n="12"><name>Tea &amp; pot</name></item><item id="2"><name>Lamp</name></item><total> 73.50</total><n>7</n></shop>"#

    private static func messages(_ check: String, _ body: String = Self.body) throws -> [String] {
        try Checking.failures(of: "xpath:\n        \(check)", body: body).map { "\($0.kind) \($0.message)" }
    }

    @Test(arguments: [
        "//n: 7", "//n: '7'", "//n: { gt: 6, lte: 7 }", "//item[@id=2]/name: Lamp", "string(//name): Tea & pot",
        "//item[1]/@s:n: { matches: '^12$' }", "\"//name\": [Tea & pot, Lamp]", "\"//name\": { length: 2 }",
        "//name: { each: { type: string }, any: { eq: Lamp }, none: { eq: lamp } }", "//nobody: { exists: false }",
        "//name: { exists: true }", "//item[@id=3]: { empty: true }", "//item[@id=3]/name: []",
        "(//item)[9]: { length: 0 }", "//nobody: []", "//nobody: { empty: true }",
        "//nobody[@id=1]/name: { none: { eq: x } }",
        "//item[@id=3]: { none: { eq: x } }", "//item[@id=3] | //nobody: []",
        "//total/part: []", "//total/part/price: { none: { gt: 1 } }",
        "count(//item): 2", "count(//item): { gte: 2 }", "boolean(//n): true", "//n: { not: { eq: 8 } }",
        "//name: { not: { contains: lamp, length: 3 } }", "//name: { eq: [Tea & pot, Lamp] }",
        "//name: { sorted: desc }",
        "//name: { unique: true }", "normalize-space(//total): 73.50",
    ])
    func `a check that holds says nothing`(_ check: String) throws {
        #expect(try Self.messages(check) == [])
    }

    @Test(arguments: [
        ("//n: 8", "check.failed xpath //n: expected 8, got \"7\""),
        ("//nobody: x", "check.failed xpath //nobody: expected \"x\", but the XPath finds nothing"),
        ("//name: Lamp", "check.failed xpath //name: the XPath finds 2 nodes, and the check is of one"),
        ("//name: { contains: a }", "check.failed xpath //name: the XPath finds 2 nodes, and the check is of one"),
        ("count(//item): 3", "check.failed xpath count(//item): expected 3, got 2"),
        ("boolean(//n): false", "check.failed xpath boolean(//n): expected false, got true"),
        (
            "//name: { length: 3 }",
            "check.failed xpath //name: expected length 3, got length 2: [\"Tea & pot\",\"Lamp\"]"
        ),
        (
            "number(//name[1]): 1",
            "check.failed xpath number(//name[1]): the XPath gives nan, which is no number that can be compared"
        ),
        (
            "//no:n: 7",
            "check.failed xpath //no:n: the XPath cannot be used: the document declares no prefix `no`; it has `s`"
        ),
    ])
    func `a check that does not hold says why`(_ check: String, _ message: String) throws {
        #expect(try Self.messages(check) == [message])
    }

    @Test(arguments: [
        ("", "the body is empty"), ("{}", "the body cannot be read as XML: "),
        ("<a>", "the body cannot be read as XML: "),
    ])
    func `a body that is none fails with its own kind, whatever the check says`(_ body: String, _ why: String) throws {
        for check in ["//a: { exists: false }", "//a: []", "count(//a): 0", "//a: { not: { eq: 1 } }"] {
            let found = try #require(try Self.messages(check, body).first)
            #expect(found.hasPrefix("response.not_xml xpath ") && found.contains(why), "\(found)")
        }
    }

    private static let prices = "<r><p>24.5</p><p>49</p><q>10</q><q>9</q><v>1.10</v><v>1.1</v><w>b</w><w>10</w></r>"

    @Test(arguments: [
        "//p: [24.5, 49]", "//p: { eq: [24.5, '49'] }", "//p: ['24.5', '49']", "//p: { each: { gt: 20 } }",
        "//p: { each: { gte: 24.50, lt: 49.1 } }", "//p: { any: { eq: 49 } }", "//p: { any: 49.0 }",
        "//p: { each: { in: [24.5, 49] } }", "//p: { each: { ne: 48 } }",
        "//p: { each: { close_to: { value: 37, tolerance: 13 } } }",
        "//p: { none: 50 }", "//p: { none: { lt: 20 } }", "//p: { length: 2, contains: 49 }",
        "//p: { length: 2, contains: [49.0, '24.5'] }",
        "//p: { length: 2, not_contains: 50 }", "//p: { not: { any: { gt: 50 } } }", "//p: { sorted: asc }",
        "//q: { sorted: desc }", "//q: { ne: [9, 10] }", "//p: { length: 2, in: [[24.5, 49], []] }",
        "//p: { each: { type: string } }",
        // Nothing asks for numbers here, and versions are none.
        "//v: { unique: true }", "//w: { sorted: desc }",
    ])
    func `of all nodes, too, text that is a number is compared as one`(_ check: String) throws {
        #expect(try Self.messages(check, Self.prices) == [])
    }

    @Test(arguments: [
        (
            "//p: { none: 49 }",
            #"check.failed xpath //p: expected no element to be 49, but element 1 is "49""#
        ),
        ("//p: { none: { eq: 49 } }", #"check.failed xpath //p: expected no element to be 49, but element 1 is "49""#),
        (
            "//p: { each: { ne: 49 } }",
            #"check.failed xpath //p: element 1: expected anything but 49, got "49""#
        ),
        (
            "//p: { each: { not_in: [49] } }",
            #"check.failed xpath //p: element 1: expected none of [49], got "49""#
        ),
        ("//p: { ne: [24.5, 49] }", #"check.failed xpath //p: expected anything but [24.5,49], got ["24.5","49"]"#),
        (
            "//p: { length: 2, not_contains: 49 }",
            #"check.failed xpath //p: expected not to contain 49, got ["24.5","49"]"#
        ),
        (
            "//p: { length: 2, not_in: [[24.5, 49]] }",
            #"check.failed xpath //p: expected none of [[24.5,49]], got ["24.5","49"]"#
        ),
        (
            "//q: { sorted: asc }",
            #"check.failed xpath //q: expected elements in ascending order, but element 0 and the next are "10" before "9""#
        ),
        ("//p: [24.5, 50]", #"check.failed xpath //p: nodes[1]: expected 50, got "49""#),
        ("//p: [24.5]", #"check.failed xpath //p: nodes[1]: expected nothing, got "49""#),
        ("//p: [1, 24.5, 49]", #"check.failed xpath //p: nodes[0]: expected 1, got nothing"#),
        ("//p: { each: { gt: 30 } }", #"check.failed xpath //p: element 0: expected greater than 30, got "24.5""#),
        (
            "//w: { each: { gt: 3 } }",
            #"check.failed xpath //w: element 0: expected greater than 3, got "b", which is no number"#
        ),
    ])
    func `of all nodes, a number that is not as expected fails the check`(_ check: String, _ message: String) throws {
        #expect(try Self.messages(check, Self.prices) == [message])
    }

    @Test func `a text that is another number gets no advice about JSON`() throws {
        let failures = try Checking.failures(of: "xpath:\n        //p: [24.5, 50]", body: Self.prices)
        #expect(failures.map(\.hint) == [nil])
    }

    @Test func `a node list of one node is still a list`() throws {
        let one = "<shop><name>ab</name></shop>"
        #expect(try Self.messages("//name: { length: 2 }", one).count == 1)
        #expect(try Self.messages("//name: [ab]", one) == [])
    }

    private static func file(_ check: String) -> String { "steps:\n  - get: /x\n    expect: { xpath: \(check) }\n" }

    @Test(arguments: [
        ExpectedDiagnostic(
            file("⟦{}⟧"), "workflow.checks-nothing", "`xpath` checks nothing",
            help: "write an XPath and what it must find"),
        ExpectedDiagnostic(
            file("{ \"//a[@b ⟦=⟧= 1]\": x }"), "workflow.invalid-path",
            "the XPath `//a[@b == 1]` is not valid: expected `]`, found `=`; equality is written with one `=`"),
        ExpectedDiagnostic(
            file("{ ⟦\"//a[$(id)]\"⟧: x }") + "vars: { id: 1 }", "workflow.computed",
            "an XPath is written out here, so that no value can change what it means",
            help: "a computed one is `that: xpath(response.body, …) == …`, or `value: $(xpath(response.body, …))`"),
        ExpectedDiagnostic(
            file("{ //⟦sop⟧:a: x }") + "namespaces: { soap: \"urn:a\" }", "workflow.invalid-path",
            "the XPath `//sop:a` is not valid: `namespaces` has no prefix `sop`; did you mean `soap`?"),
        ExpectedDiagnostic(
            file("⟦//a⟧"), "workflow.wrong-type", "`xpath` wants a map, this is a text"),
    ])
    func `what is no check is refused`(_ item: ExpectedDiagnostic) {
        item.check(in: item.text)
    }

    @Test(arguments: [
        ("{ xpath: //n }", "\"7\""), ("{ xpath: //n, as: integer }", "7"), ("{ xpath: count(//item) }", "2"),
        ("{ xpath: //name, as: \"[string]\" }", "[\"Tea & pot\",\"Lamp\"]"),
        ("{ xpath: \"//item[@id=9]\", as: \"[string]\" }", "[]"),
        ("{ xpath: //nobody, as: \"[string]\" }", "[]"),
        ("{ xpath: /nobody/name, as: \"[string]\" }", "mapping.missing v: the XPath `/nobody/name` finds nothing"),
        ("{ xpath: //nobody, as: \"[string]\", default: [] }", "[]"),
        ("{ xpath: //nobody, default: none }", "\"none\""),
        ("{ xpath: //nobody, optional: true }", "null"), ("{ xpath: boolean(//n) }", "true"),
        ("{ regex: \"T(..)\", in: { xpath: \"//name[. = 'Tea & pot']\" } }", "\"ea\""),
        ("{ xpath: //nobody }", "mapping.missing v: the XPath `//nobody` finds nothing"),
        (
            "{ xpath: //name }",
            "mapping.type v: the XPath `//name` finds 2 nodes: \"Tea & pot\", \"Lamp\""
        ),
        ("{ xpath: //name, secret: true }", "mapping.type v: the XPath `//name` finds 2 nodes"),
        ("{ xpath: //total, as: integer }", "mapping.type v: expected an integer at `//total`, got \" 73.50\""),
    ])
    func `a capture takes one node, or all of them where a list is wanted`(_ source: String, _ shown: String) throws {
        #expect(try Capturing.capture(source, body: Self.body).shown == shown)
    }

    @Test func `a capture from what is no XML fails with that`() throws {
        let shown = try Capturing.capture("{ xpath: //a, optional: true }", body: "{}").shown
        #expect(shown.hasPrefix("response.not_xml v: the body cannot be read as XML: "), "\(shown)")
    }

    private static let named = #"<r xmlns="urn:d" a="1"><item><b/></item></r>"#

    @Test(arguments: [
        "//item: x", "//item: { exists: false }", "//item: []", "count(//item): 0", "boolean(//item): false",
        "boolean(not(//item)): true", "//_:item/item: { exists: false }", "string(//item): ''",
        "\"//_:r[item]\": { exists: false }",
    ])
    func `a name that the document cannot have proves nothing`(_ check: String) throws {
        let message =
            "`item` has no namespace, and every element of the document has one: write `_:item`, where `_` is its default namespace `urn:d`"
        let found = try Self.messages(check, Self.named)
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix(": " + message) == true, "\(found)")
    }

    private static let envelope =
        #"<s:e xmlns:s="urn:s"><fault/><s:b><order xmlns="urn:o"><id>1</id></order></s:b></s:e>"#

    @Test(arguments: ["//order/id: 1", "//order: { exists: false }", "count(//id): 0"])
    func `a name that has a default namespace in a part of the document proves nothing without it`(
        _ check: String
    ) throws {
        let name = check.contains("order") ? "order" : "id"
        let found = try Self.messages(check, Self.envelope)
        #expect(
            found.first?.hasSuffix(
                ": `\(name)` has no namespace, and in the document it has one: write `_:\(name)`, where `_` is its default namespace `urn:o`"
            ) == true, "\(found)")
        let second = Self.envelope.replacing("<fault/>", with: "<x xmlns='urn:x'/>")
        let other = try Self.messages(check, second)
        #expect(
            other.first?.contains("write `n:\(name)`, and at the top of the file `namespaces: { n: \"urn:o\" }`")
                == true,
            "\(other)")
    }

    @Test(arguments: ["//fault: { exists: true }", "//none: { exists: false }", "//_:order/_:id: 1"])
    func `a name that the document has without a namespace is looked for`(_ check: String) throws {
        #expect(try Self.messages(check, Self.envelope) == [])
    }

    @Test(arguments: [
        "//_:item: { exists: true }", "count(//_:item): 1", "//@a: 1", "//@b: { exists: false }",
        "//_:none: { exists: false }", "\"//*[local-name()='none']\": { exists: false }", "count(//item | //_:item): 1",
        "boolean(//item or //_:item): true",
    ])
    func `a name with its namespace is looked for`(_ check: String) throws {
        #expect(try Self.messages(check, Self.named) == [])
    }

    @Test func `an element without a namespace may be missing where others have none`() throws {
        #expect(try Self.messages("//item: { exists: false }", #"<r xmlns="urn:d"><b xmlns=""/></r>"#) == [])
        #expect(try Self.messages("//item: { exists: false }", #"<p:r xmlns:p="urn:d"/>"#) == [])
    }

    private static let calendars =
        #"<multistatus xmlns="DAV:" xmlns:C="urn:c"><response><C:calendar/></response></multistatus>"#

    /// What is said of a check under `namespaces`.
    private static func advice(_ check: String, _ namespaces: String, _ body: String) throws -> String? {
        let declared = namespaces.isEmpty ? "" : "\n    namespaces: { \(namespaces) }"
        let found = try messages(check + declared, body)
        return found.first?.split(separator: ": write ").last.map { String($0) }
    }

    @Test(arguments: [
        ("", "`C:calendar`, where `C` is its prefix of `urn:c`"),
        ("cal: urn:c", "`cal:calendar`, where `cal` is `urn:c` in `namespaces`"),
        ("d: 'DAV:'", "`n:calendar`, and add `n: \"urn:c\"` to `namespaces`"),
        ("n: 'DAV:'", "`nn:calendar`, and add `nn: \"urn:c\"` to `namespaces`"),
    ])
    func `a name that the document has with a prefix gets the prefix that finds it`(
        _ namespaces: String, _ advice: String
    ) throws {
        for check in ["//calendar: { exists: false }", "count(//calendar): 0", "boolean(not(//calendar)): true"] {
            #expect(try Self.advice(check, namespaces, Self.calendars) == advice)
        }
        #expect(try Self.messages("//C:calendar: { exists: true }", Self.calendars) == [])
    }

    @Test(arguments: [
        // The default namespace of the root is not that of the element.
        (
            #"<r xmlns="urn:d"><x xmlns="urn:x"><item/></x></r>"#,
            "`n:item`, and at the top of the file `namespaces: { n: \"urn:x\" }`"
        ),
        // Two prefixes of one namespace, and a prefix that is another one at first.
        (#"<r xmlns="urn:d" xmlns:d="urn:d"><d:item/></r>"#, "`_:item`, where `_` is its default namespace `urn:d`"),
        (
            #"<p:r xmlns:p="urn:p"><x xmlns="urn:x" xmlns:p="urn:q"><p:item/></x></p:r>"#,
            "`n:item`, and at the top of the file `namespaces: { n: \"urn:q\" }`"
        ),
        (#"<s:e xmlns:s="urn:s"><s:item/></s:e>"#, "`s:item`, where `s` is its prefix of `urn:s`"),
        (#"<s:e xmlns:s="urn:s"><s:item/><code/></s:e>"#, "`s:item`, where `s` is its prefix of `urn:s`"),
    ])
    func `what is advised finds the element`(_ body: String, _ advice: String) throws {
        #expect(try Self.advice("//item: { exists: false }", "", body) == advice)
    }

    @Test func `beside elements without a namespace a name with a prefix is another name`() throws {
        #expect(
            try Self.messages(
                "//link: { exists: false }", #"<rss xmlns:a="urn:a"><channel><a:link/></channel></rss>"#) == [])
    }

    private static let page = "<!DOCTYPE html><ul><LI ID=1>a</LI><svg viewBox='0'><linearGradient/></svg></ul>"

    @Test(arguments: [
        ("//UL: { exists: false }", "UL"), ("//LI: { length: 0 }", "LI"), ("count(//SCRIPT): 0", "SCRIPT"),
        ("boolean(not(//Script)): true", "Script"), ("//@viewBox: '0'", "viewBox"),
        ("//linearGradient: { exists: true }", "linearGradient"), ("\"//li[not(@ID)]\": { exists: true }", "ID"),
    ])
    func `a name with capital letters is no name in HTML`(_ check: String, _ name: String) throws {
        let found = try Self.messages(check, Self.page)
        #expect(found.count == 1)
        #expect(
            found.first?.hasSuffix(
                ": names are in lower case in HTML, and the body was read as HTML, as it begins so: write `\(name.lowercased())` instead of `\(name)`"
            ) == true, "\(found)")
    }

    @Test(arguments: [
        "//li/@id: 1", "//ol: { exists: false }", "//LI | //li: { exists: true }", "//@viewbox: '0'",
        "\"//li[@ID = 1 or @id = 1]\": a",
    ])
    func `a name that HTML may have is looked for`(_ check: String) throws {
        #expect(try Self.messages(check, Self.page) == [])
    }

    @Test(arguments: ["//s:ul: { exists: false }", "count(//s:ul): 0", "//s:ul: a"])
    func `HTML has no namespaces, also where the file declares some`(_ check: String) throws {
        let advice = try Self.advice(check, "s: urn:s", Self.page)
        #expect(advice == "`ul` instead of `s:ul`")
    }
}

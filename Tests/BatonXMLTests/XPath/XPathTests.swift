import Testing

@testable import BatonXML

/// What queries of XPath 1.0 find.
@Suite struct XPathTests {
    static let catalogue = """
        <?xml version="1.0"?>
        <catalogue xmlns:s="urn:example:stock" xml:lang="en-GB">
          <item id="1" s:count="12"><name>Teapot</name><price>24.50</price></item>
          <item id="2" s:count="0"><name>Lamp &amp; shade</name><price>49.00</price></item>
        </catalogue>
        """

    /// One text, one place for each kind of node.
    static let kinds = """
        <!-- top --><?style a="b"?><r><a n="1">x<b>y</b><!-- in --><b n="2">z<c/>w</b></a><a n="3"><b>10</b></a>\
        <d><d><d n="4"><b>5</b></d></d></d><e xml:id="e" xml:lang="de"> 7 <![CDATA[<&]]></e><f>é€😀</f></r>
        """

    static let found: [(String, String, XPath.Result)] = [
        (catalogue, "//name", .texts(["Teapot", "Lamp & shade"])),
        (catalogue, "//item/@id", .texts(["1", "2"])),
        (catalogue, "//item[@s:count > 0]/name", .texts(["Teapot"])),
        (catalogue, "sum(//price)", .number(73.5)),
        (catalogue, "count(//nothing)", .number(0)),
        (catalogue, "//nothing", .texts([])),
        (catalogue, "string(//item[2]/name)", .text("Lamp & shade")),
        (catalogue, "//item[1]/price < 30", .boolean(true)),
        (catalogue, "name(//@s:count)", .text("s:count")),
        (catalogue, "namespace-uri(//@s:*)", .text("urn:example:stock")),
        (catalogue, "//@xml:lang", .texts(["en-GB"])),
        (catalogue, "count(//item[lang('en')])", .number(2)),
        (kinds, "//a/b", .texts(["y", "zw", "10"])),
        (kinds, "//b[1]", .texts(["y", "10", "5"])),
        (kinds, "(//b)[1]", .texts(["y"])),
        (kinds, "//b[last()]", .texts(["zw", "10", "5"])),
        (kinds, "//a[1]/b[2]/preceding-sibling::node()[1]", .texts([" in "])),
        (kinds, "//c/ancestor::*[@n][1]/@n", .texts(["2"])),
        (kinds, "//c/following::b", .texts(["10", "5"])),
        (kinds, "//c/preceding::text()", .texts(["x", "y", "z"])),
        (kinds, "//d//d/@n | //a/@n", .texts(["1", "3", "4"])),
        (kinds, "/comment() | /processing-instruction('style')", .texts([" top ", "a=\"b\""])),
        (kinds, "name(/processing-instruction())", .text("style")),
        (kinds, "/r/a/text()", .texts(["x"])),
        (kinds, "//e/text()", .texts([" 7 <&"])),
        (kinds, "count(//node())", .number(24)),
        (kinds, "//b[. > 5]", .texts(["10"])),
        (kinds, "//a/@n = //b/@n", .boolean(false)),
        (kinds, "//a/@n < //b/@n", .boolean(true)),
        (kinds, "//a/@n != //a/@n", .boolean(true)),
        (kinds, "//b/@n != //b/@n", .boolean(false)),
        (kinds, "//nothing = //b", .boolean(false)),
        (kinds, "//nothing != ''", .boolean(false)),
        (kinds, "//nothing = false()", .boolean(true)),
        (kinds, "string(//nothing)", .text("")),
        (kinds, "number(//nothing) = number(//nothing)", .boolean(false)),
        (kinds, "id('x e')/@xml:id", .texts(["e"])),
        (kinds, "string-length(//f)", .number(3)),
        (kinds, "substring(//f, 2, 1)", .text("€")),
        (kinds, "translate(//f, 'é€', 'e')", .text("e😀")),
        (kinds, "normalize-space(//e)", .text("7 <&")),
    ]

    @Test(arguments: found)
    func `a query finds nodes, texts, numbers and booleans`(_ text: String, _ path: String, _ found: XPath.Result)
        throws
    {
        #expect(try XPath.parse(path).evaluate(in: XMLDocument(text)) == found)
        #expect(try XPath.parse(path).evaluate(in: XMLDocument(Array(text.utf8))) == found)
    }

    static let computed: [(String, XPath.Result)] = [
        ("1 + 2 * 3 - 4 div 2", .number(5)), ("-7 mod 3", .number(-1)), ("--3", .number(3)), ("- 2 - -3", .number(1)),
        ("1 = 1 = 1", .boolean(true)), ("3 > 2 > 1", .boolean(false)), ("1 < 2 and 2 < 1 or true()", .boolean(true)),
        ("'a' = \"a\"", .boolean(true)), ("'1' = 1", .boolean(true)), ("true() = 'x'", .boolean(true)),
        ("boolean('false')", .boolean(true)), ("boolean('')", .boolean(false)), ("not(0)", .boolean(true)),
        ("string(1 div 0)", .text("Infinity")), ("string(-1 div 0)", .text("-Infinity")),
        ("string(0 div 0)", .text("NaN")), ("string(-0)", .text("0")), ("string(1.10)", .text("1.1")),
        ("string(10000000000000 * 1000000000000)", .text("10000000000000000000000000")),
        ("string(1 div 1000000000)", .text("0.000000001")), ("string(123456.789)", .text("123456.789")),
        ("number(' -1.50 ')", .number(-1.5)), ("number('.5') + number('5.')", .number(5.5)),
        ("string(number('1e3'))", .text("NaN")), ("string(number('-'))", .text("NaN")),
        ("round(2.5) + round(-2.5)", .number(1)), ("floor(-1.5)", .number(-2)), ("ceiling(1.2)", .number(2)),
        ("substring('12345', 1.5, 2.6)", .text("234")), ("substring('12345', 0, 3)", .text("12")),
        ("substring('12345', 0 div 0, 3)", .text("")), ("substring('12345', -42, 1 div 0)", .text("12345")),
        ("substring('12345', 2)", .text("2345")),
        ("concat('a', 1, true())", .text("a1true")), ("starts-with('abc', '')", .boolean(true)),
        ("contains('aabaab', 'aab')", .boolean(true)), ("contains('aaab', 'aac')", .boolean(false)),
        ("substring-before('1999/04/01', '/')", .text("1999")), ("substring-after('1999/04/01', '/')", .text("04/01")),
        ("substring-after('abc', 'x')", .text("")), ("translate('bar', 'abc', 'AB')", .text("BAr")),
        ("translate('--aaa--', 'abc-', 'ABC')", .text("AAA")), ("normalize-space('  a \n b ')", .text("a b")),
        // Names that are operators elsewhere.
        ("count(/div | /and/or | /mod[mod mod mod])", .number(0)), ("count(/*/*)", .number(0)),
        ("count(/ | /x)", .number(2)), ("count(/.//.)", .number(2)), ("count(/..)", .number(0)),
    ]

    @Test(arguments: computed)
    func `operators and functions compute as the specification says`(_ path: String, _ found: XPath.Result) throws {
        #expect(try XPath.parse(path).evaluate(in: XMLDocument("<x/>")) == found)
    }

    /// What a prefix means is what the document declares first; `_` is its default namespace.
    @Test func `prefixes are those of the document`() throws {
        let soap = """
            <s:Envelope xmlns:s="urn:soap" xmlns="urn:shop"><s:Body><m:Price xmlns:m="urn:m">5</m:Price>\
            <Item xmlns:s="urn:other"><s:x/></Item></s:Body></s:Envelope>
            """
        let document = try XMLDocument(soap)
        for (path, texts) in [
            ("/s:Envelope/s:Body/m:Price", ["5"]), ("//_:Item", [""]), ("//Item", []), ("//s:x", []),
            ("//_:*", [""]),
        ] {
            #expect(try XPath.parse(path).evaluate(in: document) == .texts(texts), "\(path)")
        }
    }

    static let failing: [(String, String, String)] = [
        ("<a/>", "x:b", "the document declares no prefix `x`, nor any other"),
        ("<a xmlns:s='u' xmlns:t='v'/>", "x:b", "the document declares no prefix `x`; it has `s`, `t`"),
        ("<a/>", "//_:a", "the document declares no default namespace"),
    ]

    @Test(arguments: failing)
    func `a prefix that the document does not have is an error`(_ text: String, _ path: String, _ message: String)
        throws
    {
        let path = try XPath.parse(path)
        let document = try XMLDocument(text)
        #expect(throws: XPathEvaluationError(message: message)) { try path.evaluate(in: document) }
    }
}

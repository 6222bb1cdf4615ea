import Testing

@testable import BatonXML

/// Which texts are XML, and what is wrong with others.
@Suite struct XMLReaderTests {
    private static func text(_ bytes: [UInt8], _ path: String = "string(/*)") throws -> XPath.Result {
        try XPath.parse(path).evaluate(in: XMLDocument(bytes))
    }

    static let texts: [(String, String)] = [
        ("<a>x</a>", "x"), ("\u{FEFF}<a>x</a>", "x"), ("  \n<a>x</a>\n", "x"), ("<a/>", ""), ("<a ></a >", ""),
        ("<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;</a>", "<>&\"'A😀"), ("<a>1\r\n2\r3</a>", "1\n2\n3"),
        ("<a>&#13;</a>", "\r"), ("<a><![CDATA[<b>]]>&amp;<![CDATA[]]></a>", "<b>&"),
        ("<a>x<!-- - -->y<?p ?>z</a>", "xyz"),
        ("<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a>x</a>", "x"),
        ("<!DOCTYPE a [<!-- ' ]> --><!ELEMENT a (#PCDATA)><!ATTLIST a b CDATA '>'><?p ]> ?>]><a>x</a>", "x"),
        ("<élan·1.-_>x</élan·1.-_>", "x"), ("<a xmlns='u'><b xmlns=''>x</b></a>", "x"),
    ]

    @Test(arguments: texts) func `XML is read as it is meant`(_ text: String, _ found: String) throws {
        #expect(try Self.text(Array(text.utf8)) == .text(found))
    }

    /// The declarations of a document, its element, and the same document without entities.
    static let entities: [(String, String, String)] = [
        ("<!ENTITY e 'x'>", "<a>1&e;2</a>", "<a>1x2</a>"), ("<!ENTITY e ''>", "<a>1&e;2</a>", "<a>12</a>"),
        ("<!ENTITY e \"<b c='d'>x</b>\">", "<a>&e;&e;</a>", "<a><b c='d'>x</b><b c='d'>x</b></a>"),
        ("<!ENTITY e '<!-- c --><?p q?><![CDATA[<]]>'>", "<a>&e;</a>", "<a><!-- c --><?p q?><![CDATA[<]]></a>"),
        ("<!ENTITY f '[&e;]'><!ENTITY e 'x'>", "<a b='&f;'>&f;</a>", "<a b='[x]'>[x]</a>"),
        ("<!ENTITY e 'first'><!ENTITY e 'second'>", "<a>&e;</a>", "<a>first</a>"),
        (
            "<!ENTITY lt '&#38;#60;'><!ENTITY e '&lt;&amp;&#65;'>", "<a b='&e;'>&e;</a>",
            "<a b='&lt;&amp;A'>&lt;&amp;A</a>"
        ),
        ("<!ENTITY e '&#60;b/>'>", "<a>&e;</a>", "<a><b/></a>"),
        ("<!ENTITY e '&#38;#60;'>", "<a b='&e;'/>", "<a b='&lt;'/>"),
        ("<!ENTITY e '1\r\n2&#13;3\r4'>", "<a>&e;</a>", "<a>1\n2&#13;3\n4</a>"),
        ("<!ENTITY e '1\r\n2&#10;3'>", "<a b='&e;'/>", "<a b='1 2 3'/>"),
        ("<!ENTITY e '\"'>", "<a b=\"&e;\"/>", "<a b='\"'/>"),
        ("<!ENTITY é 'ü'><!ENTITY n.1-x 'z'>", "<a>&é;&n.1-x;</a>", "<a>üz</a>"),
        ("<!ENTITY e '<p:b/>'>", "<a xmlns:p='u'>&e;</a>", "<a xmlns:p='u'><p:b/></a>"),
        ("<!ENTITY e \"<b xmlns='u'><c/></b>\">", "<a>&e;<c/></a>", "<a><b xmlns='u'><c/></b><c/></a>"),
        ("<!ENTITY % p 'x'><!ENTITY % q SYSTEM 'q'><!ENTITY u SYSTEM 'u' NDATA gif>", "<a>y</a>", "<a>y</a>"),
        ("<!ELEMENT a ANY><!ATTLIST a b CDATA '100%'><!ENTITY e 'x'><!-- %e; -->", "<a>&e;</a>", "<a>x</a>"),
    ]

    @Test(arguments: entities)
    func `an entity of the document stands for its text`(
        _ declarations: String, _ element: String, _ plain: String
    ) throws {
        let read = try XMLDocument("<!DOCTYPE a [\n\(declarations)\n]>\(element)")
        let expected = try XMLDocument(plain)
        let paths = [
            "string(/)", "count(//node())", "count(//@*)", "string(/a/@b)", "count(//*[namespace-uri()='u'])",
            "string(//text()[1])",
        ]
        for path in try paths.map({ try XPath.parse($0) }) {
            #expect(try path.evaluate(in: read) == path.evaluate(in: expected), "\(path.text)")
        }
    }

    @Test func `values of attributes have spaces for line breaks that are not escaped`() throws {
        let text = "<a b=' 1\n2\t3\r\n4&#10;5&lt; \"' c=\"'\"/>"
        #expect(try Self.text(Array(text.utf8), "/a/@*") == .texts([" 1 2 3 4\n5< \"", "'"]))
    }

    static let failures: [(String, String)] = [
        ("", "line 1: it is empty"), (" \n ", "line 1: it is empty"), ("x", "line 1: it does not begin with `<`"),
        ("{\"a\": 1}", "line 1: it does not begin with `<`"), ("<!-- x -->", "line 1: it has no element"),
        ("<a", "line 1: `<a` has no `>`"), ("<a>\n<b>\n", "line 3: `<b>` of line 2 is not closed"),
        ("<a>\n</b>", "line 2: `</b>` closes `<a>` of line 1"),
        (
            "<p>x<br></p>",
            "line 1: `</p>` closes `<br>` of line 1; what is served as `text/html`, or begins with `<!DOCTYPE html>` or `<html`, is read as HTML"
        ),
        ("<a/><b/>", "line 1: there is a second element at the top"), ("<a/>x", "line 1: there is text behind the end"),
        ("<a/></a>", "line 1: `</a>` closes nothing"), ("</a>", "line 1: `</a>` closes nothing"),
        ("<a b>", "line 1: expected `=` behind `b`, found `>`"),
        ("<a b=c>", "line 1: the value of `b` must stand in quotes"),
        ("<a b='c>", "line 1: the value of `b` has no closing quote"),
        ("<a b='<'/>", "line 1: `<` in the value of `b` must be written `&lt;`"),
        ("<a b='1'c='2'/>", "line 1: expected a space, `/` or `>`, found `c`"),
        ("<a\nb='1' b='2'/>", "line 2: the attribute `b` stands twice in one tag"),
        ("<a xmlns='u' xmlns='u'/>", "line 1: the attribute `xmlns` stands twice in one tag"),
        ("<a xmlns:x='u' xmlns:y='u' x:b='1' y:b='2'/>", "line 1: the attribute `y:b` stands twice in one tag"),
        ("<x:a/>", "line 1: the prefix `x` of `x:a` is not declared"),
        ("<a x:b='1'/>", "line 1: the prefix `x` of `x:b` is not declared"),
        ("<a><b xmlns:x='u'/><x:c/></a>", "line 1: the prefix `x` of `x:c` is not declared"),
        ("<a xmlns:x=''/>", "line 1: the prefix `x` is declared as nothing"),
        ("<a:/>", "line 1: a name stands behind the colon of `a:`"),
        ("<1/>", "line 1: expected a tag's name, found `1`"),
        ("<a>&nbsp;</a>", "line 1: the entity `&nbsp;` is not known: XML has `amp`, `lt`, `gt`, `quot`, `apos`"),
        ("<a>1 & 2</a>", "line 1: `&` in a text must be written `&amp;`"),
        ("<a>&#0;</a>", "line 1: `&#0;` is no character of XML"),
        ("<a>&#xD800;</a>", "line 1: `&#xD800;` is no character of XML"),
        ("<a>&#+5;</a>", "line 1: `&#+5;` is no character of XML"),
        ("<a>]]></a>", "line 1: `]]>` in text must be written `]]&gt;`"),
        ("<a>\u{1}</a>", "line 1: found a control character, which XML does not have"),
        ("<a>\u{FFFF}</a>", "line 1: found `\u{FFFF}`, which XML does not have"),
        ("<a><!-- x", "line 1: the comment is not closed: there is no `--`"),
        ("<a><!-- -- --></a>", "line 1: `--` may not stand in a comment"),
        ("<a><![CDATA[x</a>", "line 1: the CDATA section is not closed: there is no `]]>`"),
        ("<a><?p", "line 1: the processing instruction is not closed: there is no `?>`"),
        ("<a/>\n<?xml version='1.0'?>", "line 2: the XML declaration stands only at the very beginning"),
        ("<!DOCTYPE a", "line 1: `<!DOCTYPE` has no `>`"),
        (
            "<!DOCTYPE a [<!ENTITY % e SYSTEM 'file:///etc/passwd'>%e;]><a/>",
            "line 1: the document type takes declarations from an entity (`%…;`), which are not read"
        ),
        (
            "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>\n<a>&e;</a>",
            "line 2: the entity `&e;` stands in another file, and no document makes Baton read one"
        ),
        (
            "<!DOCTYPE a [<!ENTITY e PUBLIC 'p' 'file:///x'>]>\n<a b='&e;'/>",
            "line 2: the entity `&e;` stands in another file, and no document makes Baton read one"
        ),
        ("<!DOCTYPE a [<!ENTITY e '&e;'>]>\n<a>&e;</a>", "line 2: the entity `&e;` contains itself"),
        (
            "<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f 'x&e;'>]>\n<a b='&e;'/>",
            "line 2: the entity `&e;` contains itself"
        ),
        (
            "<!DOCTYPE a [<!ENTITY e '<b>'>]><a>\n&e;</b></a>",
            "line 2: `<b>` begins in the entity `&e;` and does not end in it"
        ),
        ("<!DOCTYPE a [<!ENTITY e 'x</a>'>]>\n<a>&e;", "line 2: `</a>` closes nothing"),
        (
            "<!DOCTYPE a [<!ENTITY e '<b/>'>]>\n<a c='&e;'/>",
            "line 2: the entity `&e;` holds `<`, which the value of an attribute may not"
        ),
        ("<!DOCTYPE a [<!ENTITY e 'x>]>\n<a/>", "line 1: the value of the entity `e` has no closing quote"),
        ("<!DOCTYPE a [<!ENTITY e >]><a/>", "line 1: the entity `e` has no value"),
        ("<!DOCTYPE a [<!ENTITY 1 'x'>]><a/>", "line 1: expected the name of an entity, found `1`"),
        ("<!DOCTYPE a [<!ENTITY e '1%f;'>]><a/>", "line 1: `%` in the value of the entity `e` must be written `&#37;`"),
        ("<!DOCTYPE a [<!ENTITY e 'a & b'>]><a/>", "line 1: `&` in a text must be written `&amp;`"),
        (
            "<!DOCTYPE a [<!ENTITY e '&f;'>]>\n<a>&e;</a>",
            "line 2: the entity `&f;` is not known: XML has `amp`, `lt`, `gt`, `quot`, `apos`"
        ),
    ]

    @Test(arguments: failures) func `what is no XML says why, with its line`(_ text: String, _ message: String) {
        let error = #expect(throws: XMLError.self) { try XMLDocument(text) }
        #expect(error?.description == message)
    }

    static let encoded: [([UInt8], String)] = [
        ([0xFF, 0xFE] + "<a>ü😀</a>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, "ü😀"),
        ("<a>ü</a>".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }, "ü"),
        (Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xFC, 0x80] + Array("</a>".utf8), "ü€"),
        (Array("<?xml version=\"1.0\" encoding=\"utf-8\"?><a>ü</a>".utf8), "ü"),
        (Array("<html><meta charset=latin1><p>".utf8) + [0xFC], "ü"),
    ]

    @Test(arguments: encoded) func `bytes are read in the encoding that they declare`(_ bytes: [UInt8], _ found: String)
        throws
    {
        #expect(try Self.text(bytes) == .text(found))
    }

    @Test func `a text is read as it is, whatever encoding it declares`() throws {
        let document = try XMLDocument("<?xml version='1.0' encoding='KOI8-R'?><a>ü</a>")
        #expect(try XPath.parse("string(/a)").evaluate(in: document) == .text("ü"))
    }

    static let unreadable: [([UInt8], String)] = [
        (Array("<?xml version='1.0' encoding='UTF-7'?><a>ü</a>".utf8), "the encoding that it declares is not known"),
        (Array("<?xml version='1.0' encoding='EUC-JP'?><a>".utf8) + [0xFC], "it is not in `euc-jp`, which it declares"),
        (Array("<a>".utf8) + [0xFF], "it is not in UTF-8, and no other encoding is declared"),
        ([0xFF, 0xFE, 0x3C], "it begins as UTF-16 does and is not in it"),
        ([0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x3C], "it begins as UTF-16 does and is not in it"),
    ]

    @Test(arguments: unreadable)
    func `bytes in no known encoding are refused`(_ bytes: [UInt8], _ message: String) {
        let error = #expect(throws: XMLError.self) { try XMLDocument(bytes) }
        #expect(error?.description == message)
    }
}

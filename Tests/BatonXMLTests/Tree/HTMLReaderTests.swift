import BatonXML
import Testing

/// HTML is read as browsers read it, as far as queries see.
@Suite struct HTMLReaderTests {
    static let page = """
        <!-- generated -->
        <!DOCTYPE html>
        <html><head><meta charset="utf-8"><title>Grüße &amp; more</title><script>if (a<b) { x("</p>"); }</script></head>
        <body CLASS="x"><p class=offer>Teapot<br>24.50<p class=offer>Lamp<a href="/items?a=1&b=2&lt=3">more</a>
        <ul><li>one<li>two <b>bold</ul><table><tr><td>1<td>2<tr><th>3</table>
        <form><input name=a value='1' disabled><select><option>A<option selected>B</select><textarea><b>&lt;</textarea></form>
        <dl><dt>t<dd>d<dt>t2</dl>&copy 2024&nbsp;&#8364;&#x20AC; &unknown; 1 < 2 <!-- c --></body></html>
        """

    static let found: [(String, XPath.Result)] = [
        ("//title", .texts(["Grüße & more"])), ("//script", .texts(["if (a<b) { x(\"</p>\"); }"])),
        ("/html/head/*[1]/@charset", .texts(["utf-8"])), ("/html/body/@class", .texts(["x"])),
        ("/html/body/p[@class='offer']", .texts(["Teapot24.50", "Lampmore\n"])),
        ("//a/@href", .texts(["/items?a=1&b=2&lt=3"])), ("//ul/li", .texts(["one", "two bold"])),
        ("//table/tr/td", .texts(["1", "2"])), ("//table/tr[2]/th", .texts(["3"])),
        ("//input/@*", .texts(["a", "1", ""])), ("//select/option[@selected]", .texts(["B"])),
        ("//textarea", .texts(["<b><"])), ("//dl/dt", .texts(["t", "t2"])), ("//dl/dd", .texts(["d"])),
        ("//comment()", .texts([" c "])),
        ("//dl/following-sibling::text()", .texts(["© 2024\u{A0}€€ &unknown; 1 < 2 "])),
        ("count(/html/body/*)", .number(6)),
    ]

    @Test(arguments: found) func `a page is found through`(_ path: String, _ found: XPath.Result) throws {
        #expect(try XPath.parse(path).evaluate(in: XMLDocument(Self.page)) == found)
    }

    static let trees: [(String, String, [String])] = [
        (
            "<html><title>x</title><h1>Hi</h1>text", "/html/head/title | /html/body/h1 | /html/body/text()",
            ["x", "Hi", "text"]
        ),
        ("<!doctype html><p>a<div>b</div>c</p>", "/html/body/*", ["a", "b"]),
        ("<html><body><div><p>a</div>b<p>c", "/html/body/p", ["c"]),
        ("<html><td>loose</td>x", "/html/body/td", ["loose"]),
        ("<html><div><table><td>a</div>b</table>c</div>d", "/html/body/div", ["abc"]),
        ("<html><b><i>x</b>y</i>z", "//i", ["x"]), ("<html></p></x><p>a</p >b", "//p", ["a"]),
        ("<html><ul><li>a<ul><li>b</ul><li>c</ul>", "/html/body/ul/li", ["ab", "c"]),
        ("<html><head></head> <body>a</body></html>b", "/html/body", ["ab"]),
        ("<html><body>a<html><head><body b>c", "/html/body", ["ac"]),
        ("<html><frameset><frame src=a></frameset>", "//frame/@src", ["a"]),
        ("<html><P ID=1 id=2>x", "//p/@id", ["1"]), ("<html><a href='x>y", "//a", []),
        ("<html><p =a b = c d= 'e' f='g'h>x", "//p/@*", ["", "c", "e", "g", ""]),
        ("<html><br/><hr>x</br>", "/html/body/*", ["", ""]), ("<html><svg:x a:b=1>y", "/html/body/*", ["y"]),
        ("<html><style>a</styl>b</STYLE>c", "//style", ["a</styl>b"]), ("<html><script>a", "//script", ["a"]),
        ("<html><!-- a", "//comment()", [" a"]), ("<html><!--><p>a</p>", "//p", ["a"]),
        ("<html><!---><p>a</p>", "//p", ["a"]), ("<html><!----><p>a</p>", "//p", ["a"]),
        ("<html><!-- a --!><p>b</p>", "//p | //comment()", [" a ", "b"]),
        ("<html><!-- a --!b --><p>c</p>", "//p", ["c"]),
        ("<html><!--->--><p>a</p>", "//p", ["a"]), ("<html><!--a->--><p>b</p>", "//comment()", ["a->"]),
        ("<!--><html><p>a", "//p", ["a"]), ("<!-- a --!><html><p>b", "//p", ["b"]), ("<html\t><p>a", "//p", ["a"]),
        ("<HTML/><p>a", "//p", ["a"]), ("<!DOCTYPE html><p>a<br>", "//p", ["a"]),
        ("<html><p>a\u{0}b", "//p", ["a\u{FFFD}b"]),
        ("<html>&#0;&#xD800;&#99999999999;&amp", "/html/body", ["\u{FFFD}\u{FFFD}&#99999999999;&"]),
    ]

    @Test(arguments: trees)
    func `tags that are missing or wrong are understood`(_ text: String, _ path: String, _ found: [String]) throws {
        #expect(try XPath.parse(path).evaluate(in: XMLDocument(text)) == .texts(found))
    }

    @Test(arguments: [
        "<htmlReport><errorCount>3</errorCount></htmlReport>",
        "<!DOCTYPE htmlx><htmlx><errorCount>3</errorCount></htmlx>",
        "<html:a xmlns:html='u'><errorCount>3</errorCount></html:a>",
        "<html-report><errorCount>3</errorCount></html-report>",
    ])
    func `a root whose name only begins with html is XML`(_ text: String) throws {
        #expect(try XPath.parse("//errorCount").evaluate(in: XMLDocument(text)) == .texts(["3"]))
    }

    @Test(arguments: ["<?xml version='1.0'?><!DOCTYPE html><html><br></html>", "<htm><br></htm>", "<p><br></p>"])
    func `what does not begin as HTML is XML`(_ text: String) {
        #expect(throws: XMLError.self) { try XMLDocument(text) }
    }
}

import Testing

@testable import BatonXML

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
        ("//table/tbody/tr/td", .texts(["1", "2"])), ("//table/tbody/tr[2]/th", .texts(["3"])),
        ("//input/@*", .texts(["a", "1", ""])), ("//select/option[@selected]", .texts(["B"])),
        ("//textarea", .texts(["<b><"])), ("//dl/dt", .texts(["t", "t2"])), ("//dl/dd", .texts(["d"])),
        ("//comment()", .texts([" c "])),
        ("//dl/following-sibling::text()", .texts(["© 2024\u{A0}€€ &unknown; 1 < 2 "])),
        ("count(/html/body/*)", .number(5)),
    ]

    @Test(arguments: found) func `a page is found through`(_ path: String, _ found: XPath.Result) throws {
        #expect(try XPath.parse(path).evaluate(in: XMLDocument(Self.page)) == found)
    }

    static let trees: [(String, String, [String])] = [
        (
            "<html><title>x</title><h1>Hi</h1>text", "/html/head/title | /html/body/h1 | /html/body/text()",
            ["x", "Hi", "text"]
        ),
        ("<!doctype html><p>a<div>b</div>c</p>", "/html/body/*", ["a", "b", ""]),
        ("<html><body><div><p>a</div>b<p>c", "/html/body/p", ["c"]),
        ("<html><td>loose</td>x", "/html/body/td", ["loose"]),
        ("<html><div><table><td>a</div>b</table>c</div>d", "/html/body/div", ["abc"]),
        ("<html><b><i>x</b>y</i>z", "//i", ["x", "y"]), ("<html></p></x><p>a</p >b", "//p", ["", "a"]),
        ("<html><ul><li>a<ul><li>b</ul><li>c</ul>", "/html/body/ul/li", ["ab", "c"]),
        ("<html><head></head> <body>a</body></html>b", "/html/body", ["ab"]),
        ("<html><body>a<html><head><body b>c", "/html/body", ["ac"]),
        ("<html><frameset><frame src=a></frameset>", "//frame/@src", ["a"]),
        ("<html><P ID=1 id=2>x", "//p/@id", ["1"]), ("<html><a href='x>y", "//a", []),
        ("<html><p =a b = c d= 'e' f='g'h>x", "//p/@*", ["", "c", "e", "g", ""]),
        ("<html><br/><hr>x</br>", "/html/body/*", ["", "", ""]), ("<html><svg:x a:b=1>y", "/html/body/*", ["y"]),
        ("<html><style>a</styl>b</STYLE>c", "//style", ["a</styl>b"]), ("<html><script>a", "//script", ["a"]),
        ("<html><!-- a", "//comment()", [" a"]), ("<html><!--><p>a</p>", "//p", ["a"]),
        ("<html><!---><p>a</p>", "//p", ["a"]), ("<html><!----><p>a</p>", "//p", ["a"]),
        ("<html><!-- a --!><p>b</p>", "//p | //comment()", [" a ", "b"]),
        ("<html><!-- a --!b --><p>c</p>", "//p", ["c"]),
        ("<html><!--->--><p>a</p>", "//p", ["a"]), ("<html><!--a->--><p>b</p>", "//comment()", ["a->"]),
        ("<!--><html><p>a", "//p", ["a"]), ("<!-- a --!><html><p>b", "//p", ["b"]), ("<html\t><p>a", "//p", ["a"]),
        ("<HTML/><p>a", "//p", ["a"]), ("<!DOCTYPE html><p>a<br>", "//p", ["a"]),
        ("<html><p>a\u{0}b", "//p", ["a\u{FFFD}b"]),
        ("<html>&#0;&#xD800;&#99999999999;&amp", "/html/body", ["\u{FFFD}\u{FFFD}\u{FFFD}&"]),
    ]

    @Test(arguments: trees)
    func `tags that are missing or wrong are understood`(_ text: String, _ path: String, _ found: [String]) throws {
        #expect(try XPath.parse(path).evaluate(in: XMLDocument(text)) == .texts(found))
    }

    /// A page's body, and what browsers make of it: elements in brackets, texts in between.
    static let bodies: [(String, String)] = [
        // What the end tag of an inline element ends too early goes on behind it.
        ("<p>1<b>2<i>3</b>4</i>5</p>", "p[1b[2i[3]]i[4]5]"), ("<b>1<p>2</b>3</p>", "b[1]p[b[2]3]"),
        ("<b>1<i>2<p>3</b>4", "b[1i[2]]i[p[b[3]4]]"), ("<b>1<span>2<p>3</b>4", "b[1span[2]]p[b[3]4]"),
        ("<b>1<div>2<p>3</b>4", "b[1]div[b[2]p[b[3]4]]"), ("<p><b>x<p>y", "p[b[x]]p[b[y]]"),
        ("<b><i><u>x</b>y", "b[i[u[x]]]i[u[y]]"), ("<a href=1>x<a href=2>y", "a(href=1)[x]a(href=2)[y]"),
        ("<a href=1>x<div>y<a href=2>z</a>", "a(href=1)[x]div[a(href=1)[y]a(href=2)[z]]"),
        ("<b>x</b></b></i>y", "b[x]y"), ("<div><b>x</div>y</b>z", "div[b[x]]b[y]z"),
        (
            "<p><b class=a><b class=a><b class=a><b class=a>x<p>y",
            "p[b(class=a)[b(class=a)[b(class=a)[b(class=a)[x]]]]]p[b(class=a)[b(class=a)[b(class=a)[y]]]]"
        ),
        ("<nobr>x<nobr>y", "nobr[x]nobr[y]"), ("<span><div></span>x</div>y", "span[div[x]y]"),
        ("<h1>a<h2>b</h1>c", "h1[a]h2[b]c"), ("<button>a<button>b", "button[a]button[b]"),
        ("<b>x<table><td>y</b>z</table>w", "b[xtable[tbody[tr[td[yz]]]]w]"),
        ("<i>a<b>b<div>c<p>d</i>e", "i[ab[b]]b[div[i[c]p[i[d]e]]]"),
        ("</p>x</br>y", "p[]xbr[]y"),
        // Parts of tables that no tag names.
        ("<table><tr><td>1", "table[tbody[tr[td[1]]]]"), ("<table><td>1<td>2", "table[tbody[tr[td[1]td[2]]]]"),
        ("<table><thead><tr><th>a<tbody><tr><td>b", "table[thead[tr[th[a]]]tbody[tr[td[b]]]]"),
        ("<table><tr><td>1</tr><tr><td>2</table>", "table[tbody[tr[td[1]]tr[td[2]]]]"),
        ("<table><col><col><tr><td>1", "table[colgroup[col[]col[]]tbody[tr[td[1]]]]"),
        ("<table><caption>c<tr><td>1", "table[caption[c]tbody[tr[td[1]]]]"),
        ("<table><thead><td>1</table>", "table[thead[tr[td[1]]]]"),
        ("<table><tr><td><table><tr><td>in</table>x</table>", "table[tbody[tr[td[table[tbody[tr[td[in]]]]x]]]]"),
        // What may not stand in a table stands before it.
        ("<table>x<tr><td>1", "xtable[tbody[tr[td[1]]]]"),
        ("<table><b><tr><td>aaa</td></tr>bbb</table>ccc", "b[]b[bbb]table[tbody[tr[td[aaa]]]]b[ccc]"),
        ("<table><tr><p>x<td>1", "p[x]table[tbody[tr[td[1]]]]"),
        ("<table><tr><td><b>x</td><td>y</table>z", "table[tbody[tr[td[b[x]]td[y]]]]z"),
        // The first line break belongs to the tag.
        ("<pre>\n\nx\n</pre>", "pre[\nx\n]"), ("<textarea>\nx\n</textarea>", "textarea[x\n]"),
        ("<pre>x\n</pre><p>\nx", "pre[x\n]p[\nx]"), ("<listing>\nx", "listing[x]"),
        // Numbers of windows-1252.
        ("&#128;&#x92;&#150;&#159;&#129;&#141;", "€’–Ÿ\u{81}\u{8D}"),
        ("&#0;&#xD800;&#x110000;&#;", "\u{FFFD}\u{FFFD}\u{FFFD}&#;"),
    ]

    @Test(arguments: bodies) func `misnested tags become what browsers make of them`(_ text: String, _ outline: String)
        throws
    {
        let tree = try XMLTree.read("<!DOCTYPE html><html><body>" + text, limits: XMLTree.Limits())
        let body = try #require(tree.nodes.indices.first { tree.localName($0) == "body" })
        #expect(tree.outline(of: body) == "body[\(outline)]")
    }

    @Test(arguments: [
        "<html>" + String(repeating: "<b>", count: 400) + String(repeating: "<p>x</b>", count: 2000),
        "<html>" + (0..<400).map { "<b x=\($0)>" }.joined() + String(repeating: "<p>x", count: 50),
        "<html><b>" + String(repeating: "<div>", count: 300) + String(repeating: "</b><b>", count: 2000),
        "<html>" + String(repeating: "<table><b>", count: 100) + String(repeating: "x</b>", count: 2000),
        "<html>" + String(repeating: "<a href=1><div>", count: 200),
        "<html>" + String(repeating: "<p><b><i><u>x", count: 100),
    ])
    func `tags misnested on purpose are read in bounded time, or refused for their depth`(_ text: String) throws {
        do throws(XMLError) {
            let tree = try XMLTree.read(text, limits: XMLTree.Limits())
            #expect(tree.nodes.count < 500_000)
        } catch {
            #expect(error.message == "elements stand inside each other deeper than 512")
        }
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

extension XMLTree {
    fileprivate func localName(_ node: Int) -> String? {
        nodes[node].kind == .element ? names[Int(nodes[node].name)].local : nil
    }

    /// The nodes inside of one, as in `p[text b[bold]]`, with attributes in parentheses.
    fileprivate func outline(of node: Int) -> String {
        var attributes: [String] = []
        var content = ""
        var child = node + 1
        while child < Int(nodes[node].end) {
            switch nodes[child].kind {
            case .attribute:
                let name = names[Int(nodes[child].name)].local
                attributes.append("\(name)=\(String(decoding: value(of: Int32(child)), as: UTF8.self))")
            case .text: content += String(decoding: value(of: Int32(child)), as: UTF8.self)
            case .element: content += outline(of: child)
            case .root, .comment, .instruction: break
            }
            child = Int(nodes[child].end)
        }
        let shown = attributes.isEmpty ? "" : "(\(attributes.joined(separator: ",")))"
        return "\(localName(node) ?? "")\(shown)[\(content)]"
    }
}

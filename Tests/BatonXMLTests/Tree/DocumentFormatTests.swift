import BatonXML
import Testing

/// The media type says how a document is written; its beginning only where there is none.
@Suite struct DocumentFormatTests {
    @Test(arguments: [
        ("text/html", XMLDocument.Format.html), ("TEXT/HTML; Charset=utf-8", .html), ("text/html ;x", .html),
        ("text/html,text/html", .html), ("application/xhtml+xml", .xml), ("application/xml;charset=utf-8", .xml),
        ("text/xml", .xml), ("image/svg+xml", .xml), ("application/soap+xml; action=x", .xml), ("text/plain", nil),
        ("application/json", nil), ("application/octet-stream", nil), ("text/htmlx", nil), ("html", nil), ("", nil),
    ])
    func `a media type names a format`(_ type: String, _ format: XMLDocument.Format?) {
        #expect(XMLDocument.Format(mediaType: type) == format)
    }

    static let xhtml = """
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">\
        <html xmlns="http://www.w3.org/1999/xhtml"><head><title>1.1. Installation</title><link href="style.css" /></head>\
        <body><h1>1.1. Installation <a href="#I">#</a></h1><p>Grüße &amp; more<br /><a href="/next">Next</a></p></body></html>
        """

    /// What libxml2's parser of HTML finds as well.
    static let pages: [(String, String, XPath.Result)] = [
        (xhtml, "count(//a)", .number(2)), (xhtml, "string(//title)", .text("1.1. Installation")),
        (xhtml, "//@href", .texts(["style.css", "#I", "/next"])),
        (xhtml, "normalize-space(/html/body)", .text("1.1. Installation #Grüße & moreNext")),
        ("<form action=/login><input name=user><p>one<p>two</form>", "//p/text()", .texts(["one", "two"])),
        ("<form action=/login><input name=user><p>one<p>two</form>", "count(//*)", .number(6)),
        ("<body class=x><h1>Hi</h1><a href=/a>a</a></body>", "//h1 | //a/@href", .texts(["Hi", "/a"])),
        (
            "<TITLE>Old</TITLE><BODY BGCOLOR=white><H1>News</H1><UL><LI><A HREF=1.html>one</A><LI><A HREF='2.html'>2</UL>",
            "//@href", .texts(["1.html", "2.html"])
        ),
        ("maintenance", "string(/html/body)", .text("maintenance")), ("", "count(//*)", .number(0)),
        ("{\"a\": 1}", "count(//a)", .number(0)),
        ("<pre>a\r\nb\rc\r\r\n</pre>", "string(//pre)", .text("a\nb\nc\n\n")),
    ]

    @Test(arguments: pages)
    func `what is said to be HTML is read as HTML however it begins`(
        _ text: String, _ path: String, _ found: XPath.Result
    )
        throws
    {
        #expect(try XPath.parse(path).evaluate(in: XMLDocument(Array(text.utf8), format: .html)) == found)
    }

    @Test func `what is said to be XML is read as XML however it begins`() throws {
        let page = Array("<!DOCTYPE html><html xmlns='urn:x'><Title>t</Title></html>".utf8)
        #expect(try XPath.parse("count(//Title)").evaluate(in: XMLDocument(page, format: .xml)) == .number(0))
        #expect(
            try XPath.parse("//x:Title", namespaces: ["x": "urn:x"]).evaluate(in: XMLDocument(page, format: .xml))
                == .texts(["t"]))
        #expect(throws: XMLError.self) { try XMLDocument(Array("<html><br></html>".utf8), format: .xml) }
    }

    @Test(arguments: [
        ("<?xml version='1.0' encoding='iso-8859-1'?><p>", "é"),
        ("<?xml version='1.0' encoding='utf-8'?><meta charset=latin1><p>", "é"),
        ("<p><meta charset=windows-1252>", "é"),
    ])
    func `a page declares its encoding as HTML does, and else as XML does`(_ head: String, _ found: String) throws {
        let document = try XMLDocument(Array(head.utf8) + [0xE9], format: .html)
        #expect(try XPath.parse("string(//p)").evaluate(in: document) == .text(found))
    }
}

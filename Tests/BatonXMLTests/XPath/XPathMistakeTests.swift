import BatonXML
import Testing

/// What is wrong with a query is said with its place before any document is there.
@Suite struct XPathMistakeTests {
    /// The place stands between brackets.
    static let mistakes: [(String, String)] = [
        ("⟦⟧", "it is empty"), ("⟦  ⟧", "it is empty"),
        ("//a[⟦⟧", "expected a path or a value, found the end of the XPath"),
        ("//a[⟦]⟧", "expected a condition or a position, found `]`"),
        ("//a[@b='x'⟦⟧", "expected `]`, found the end of the XPath"),
        ("//a[@b=⟦'x]⟧", "the text that begins here has no closing `'`"),
        ("//a[@b⟦=⟧='x']", "expected `]`, found `=`; equality is written with one `=`"),
        ("//a[b ⟦&⟧& c]", "expected `]`, found `&`; `and` is written in letters"),
        ("a ⟦|⟧| b", "found `|` after the query; `or` is written in letters"),
        (
            "//a[⟦!⟧b]",
            "expected the name of an element or attribute, or `*`, found `!`; a condition is negated by `not(…)`"
        ),
        ("//div⟦#⟧x", "found `#` after the query; an element by its id is `//*[@id='name']`"),
        (
            "⟦#⟧x",
            "expected the name of an element or attribute, or `*`, found `#`; an element by its id is `//*[@id='name']`"
        ),
        ("5 ⟦%⟧ 2", "found `%` after the query; the remainder is written `mod`"),
        ("//⟦⟧", "expected the name of an element or attribute, or `*`, found the end of the XPath"),
        (
            "a/⟦[⟧1]",
            "expected the name of an element or attribute, or `*`, found `[`; before a predicate stands a name or `*`"
        ),
        ("//a ⟦b⟧", "found `b` after the query"), ("(//a⟦⟧", "expected `)`, found the end of the XPath"),
        ("//a⟦)⟧", "found `)` after the query"),
        ("s:⟦⟧", "expected a name or `*` after `s:`, found the end of the XPath"),
        ("//a[⟦$x⟧]", "there are no variables here; a value is put into the text of the XPath"),
        ("⟦nope⟧()", "there is no XPath function `nope`"),
        ("⟦strng⟧(a)", "there is no XPath function `strng`; did you mean `string`?"),
        ("⟦length⟧(a)", "there is no XPath function `length`; write `string-length`"),
        ("⟦size⟧(a)", "there is no XPath function `size`; write `count`"),
        ("⟦trim⟧(a)", "there is no XPath function `trim`; write `normalize-space`"),
        (
            "⟦lower-case⟧(a)",
            "there is no XPath function `lower-case`: it belongs to XPath 2.0, here is 1.0, "
                + "which has `translate(text, 'ABC', 'abc')`"
        ),
        (
            "⟦fn:matches⟧(a, 'b')",
            "there is no XPath function `fn:matches`: it belongs to XPath 2.0, here is 1.0; work on with what the XPath finds"
        ),
        ("⟦contains⟧(a)", "`contains` takes 2 arguments, not 1"),
        ("⟦count⟧()", "`count` takes 1 argument, not 0"),
        ("⟦concat⟧('a')", "`concat` takes 2 arguments or more, not 1"),
        ("⟦substring⟧('a')", "`substring` takes 2 or 3 arguments, not 1"),
        ("count(⟦'a'⟧)", "`count` works on nodes, not on a text"),
        ("sum(⟦1 + 1⟧ )", "`sum` works on nodes, not on a number"),
        ("a | ⟦'b'⟧", "`|` works on nodes, not on a text"), ("⟦true()⟧ | a", "`|` works on nodes, not on a boolean"),
        ("⟦'a'⟧/b", "a step works on nodes, not on a text"),
        ("⟦(1)⟧[1]", "a predicate works on nodes, not on a number"),
        ("contains(a⟦;⟧ b)", "expected `,` or `)`, found `;`"),
        ("⟦folowing⟧::a", "there is no axis `folowing`; did you mean `following`?"),
        ("⟦namespace⟧::a", "the axis `namespace` is not supported"),
        (
            "//a/⟦last⟧()",
            "`last` is no test for nodes: a step ends with a name, `*`, `text()`, `node()` or `comment()`"
        ),
        ("//text(⟦'⟧a')", "expected `)` after `text(`, found `'`"),
        ("a⟦\u{1}⟧", "found a control character after the query"),
    ]

    @Test(arguments: mistakes) func `what is no query says why, and where`(_ marked: String, _ message: String) throws {
        let start = try #require(marked.firstRange(of: "⟦"))
        let end = try #require(marked.firstRange(of: "⟧"))
        let text = String(
            marked[..<start.lowerBound] + marked[start.upperBound..<end.lowerBound] + marked[end.upperBound...])
        let before = marked[..<start.lowerBound].utf8.count
        let length = marked[start.upperBound..<end.lowerBound].utf8.count
        let error = #expect(throws: XPathError.self) { try XPath.parse(text) }
        #expect(error == XPathError(message: message, range: before..<before + length))
    }
}

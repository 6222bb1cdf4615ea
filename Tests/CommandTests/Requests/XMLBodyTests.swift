import CommandCalls
import ProjectFolders
import Testing

/// What `$(…)` in an `xml` body becomes, by where it stands.
@Suite struct XMLBodyTests {
    static let cases: [(value: String, xml: String, body: String)] = [
        ("a & <b> \\\"c\\\" 'd'", "<x>$(v)</x>", "<x>a &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39;</x>"),
        ("a & <b> \\\"c\\\" 'd'", "<x y='$(v)'/>", "<x y='a &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39;'/>"),
        ("1\\n2\\t3", "<x y=\"$(v)\">$(v)</x>", "<x y=\"1&#10;2&#9;3\">1\n2\t3</x>"),
        ("a]]>b & <c>", "<x><![CDATA[$(v)]]></x>", "<x><![CDATA[a]]]]><![CDATA[>b & <c>]]></x>"),
        ("><evil/>", "<x><![CDATA[a]]$(v)]]></x>", "<x><![CDATA[a]]]]><![CDATA[><evil/>]]></x>"),
        (
            "a]]", "<x><![CDATA[$(v)$(\">b\")]]></x>",
            "<x><![CDATA[a]]]]><![CDATA[]]><![CDATA[>b]]></x>"
        ),
        ("]>", "<x><![CDATA[a]$(v)]]></x>", "<x><![CDATA[a]]]><![CDATA[]>]]></x>"),
        ("item", "<$(v) n=\"1\"></$(v)>", "<item n=\"1\"></item>"),
        ("<i/>", "<x>$(raw(v))</x>", "<x><i/></x>"),
        ("<i/>", "<x y=\"1>2\">$( raw(v) )</x>", "<x y=\"1>2\"><i/></x>"),
        ("<i/>)", "<x>$(raw(v.replace(\")\", \"\")))</x>", "<x><i/></x>"),
        ("<i/>", "<x>$(raw(v) + v)</x>", "<x>&lt;i/&gt;&lt;i/&gt;</x>"),
        ("<x>&amp;</x>", "$(v)", "<x>&amp;</x>"),
        ("<x/>", "<?xml version=\"1.0\"?><!-- a > b -->$(v)", "<?xml version=\"1.0\"?><!-- a > b --><x/>"),
        ("&", "<!DOCTYPE x [ <!ENTITY e \"1\"> ]><x/>$(v)", "<!DOCTYPE x [ <!ENTITY e \"1\"> ]><x/>&"),
        ("&", "<a><b/>$(v)<c></c>$(v)</a>", "<a><b/>&amp;<c></c>&amp;</a>"),
    ]

    @Test(arguments: cases)
    func `a value is escaped by where it stands`(_ value: String, _ xml: String, _ body: String) async throws {
        let recording = try Recording()
        let result = try await recording.run(
            "vars: { v: \"\(value)\" }\nsteps:\n  - post: /x\n    xml: |-\n      \(xml)\n")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try recording.last(result).text == body)
    }

    @Test(arguments: [
        ("a\\0b", "<x>$(v)</x>", "`v` holds U+0000, which XML cannot hold"),
        ("a b", "<$(v)/>", "`v` stands in a tag or a comment, and is no name"),
        ("-->", "<!-- $(v) --><x/>", "`v` stands in a tag or a comment, and is no name"),
    ])
    func `a value that cannot stand there fails the step`(
        _ value: String, _ xml: String, _ words: String
    ) async throws {
        let recording = try Recording()
        let result = try await recording.run(
            "vars: { v: \"\(value)\" }\nsteps:\n  - post: /x\n    xml: '\(xml)'\n")
        #expect(result.exitCode != 0)
        #expect(result.output.contains(words), "\(result.everything)")
        #expect(recording.requests.isEmpty)
    }

    @Test func `an escaped secret is masked`() async throws {
        let recording = try Recording()
        let result = try await recording.run(
            "steps:\n  - post: /x\n    xml: <x>$(secrets.KEY)</x>\n    expect: { status: 404 }\n",
            environment: ["KEY": "hunter<2>&hunter"], "--secret", "KEY", "-vv")
        #expect(result.exitCode == 1)
        #expect(!result.everything.contains("hunter"), "\(result.everything)")
        #expect(try recording.last(result).text == "<x>hunter&lt;2&gt;&amp;hunter</x>")
    }
}

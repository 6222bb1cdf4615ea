import BatonFiles
import Testing

struct GlobTests {
    @Test(arguments: [
        ("*.yaml", "a.yaml", true), ("*.yaml", "x/a.yaml", false), ("**/*.yaml", "x/y/a.yaml", true),
        ("**/*.yaml", "a.yaml", true), ("x/**", "x/y/z", true), ("x/**/z", "x/z", true), ("x/**/z", "x/y/w/z", true),
        ("x/**/z", "xz", false), ("**/auth*.yaml", "unauth.yaml", false), ("**/auth*.yaml", "auth.yaml", true),
        ("**/auth*.yaml", "a/oauth.yaml", false), ("**/auth*.yaml", "a/b/auth2.yaml", true), ("**/ep", "deep", false),
        ("a/**/b/**/c", "a/b/c", true), ("a/**/b/**/c", "a/x/b/y/z/c", true), ("a/**/b/**/c", "a/xb/c", false),
        ("**/**/a", "a", true), ("**/**/a", "x/a", true), ("**/**/a", "xa", false), ("**/", "a/", true),
        ("x**/y", "xab/y", true), ("a?c", "abc", true), ("a?c", "a/c", false), ("a?c", "ac", false),
        ("[a-c]1", "b1", true), ("[!a-c]1", "b1", false), ("[!a-c]1", "d1", true), ("[]]", "]", true),
        ("[a", "[a", true), ("{a,b}.yaml", "b.yaml", true), ("{a,b{c,d}}", "bd", true), ("{a}", "{a}", true),
        (#"\*"#, "*", true), (#"\*"#, "a", false), ("", "", true), ("", "a", false), ("*", "", true),
        ("ä*", "äöü", true),
        ("a/*/c", "a/b/c", true), ("a/*/c", "a/b/b/c", false), ("**", "", true),
    ])
    func `a path matches a pattern or does not, as listed`(_ pattern: String, _ text: String, _ matches: Bool) {
        #expect(Glob(pattern).matches(text) == matches)
    }

    @Test(arguments: [
        ("{a,b}.yaml", ["a: a.yaml", "b: b.yaml"]),
        ("x/{a,}{1,2}", ["a: x/a{1,2}", ": x/{1,2}", "1: x/{a,}1", "2: x/{a,}2"]),
        ("{a,b{c,d}}", ["a: a", "b{c,d}: b{c,d}"]), ("{a}*", []), ("a", []), (#"\{a,b}"#, []), ("{a,b", []),
    ])
    func `each choice of a pattern has a pattern of its own`(_ pattern: String, _ choices: [String]) {
        #expect(Glob.choices(of: pattern).map { "\($0.text): \($0.pattern)" } == choices)
    }

    @Test func `in names a star also covers slashes`() {
        #expect(Glob("GET /*", isPath: false).matches("GET /items/1"))
        #expect(Glob("*login*", isPath: false).matches("a/login b"))
    }

    @Test func `a pattern made to be slow is not`() {
        let pattern = Glob(String(repeating: "*a", count: 200))
        #expect(!pattern.matches(String(repeating: "a", count: 2000) + "b"))
        #expect(!Glob(String(repeating: "{a,b}", count: 40)).matches("c"))
    }
}

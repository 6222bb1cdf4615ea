import BatonImport
import Testing

@Suite struct `The parser of scripts` {
    @Test(arguments: [
        // What collections say.
        (
            "pm.test('ok', function () { pm.response.to.have.status(200); });",
            "(call (. pm test) \"ok\" (function [] {(call (. (. (. (. pm response) to) have) status) 200)}))"
        ),
        ("tests['a'] = responseCode.code === 200", "(= ([] tests \"a\") (=== (. responseCode code) 200))"),
        (
            "const { id, name: n = 'x' } = pm.response.json();",
            "(const ({(\"id\" id) (\"name\" (default n \"x\"))} (call (. (. pm response) json))))"
        ),
        (
            "pm.sendRequest(u, (err, res) => { if (err) return; f(res) })",
            "(call (. pm sendRequest) u (function [err res] {(if err (return)) (call f res)}))"
        ),
        ("let r = await pm.sendRequest(u)", "(let (r (await (call (. pm sendRequest) u))))"),
        ("#!/usr/bin/env node\na", "a"), ("\u{FEFF}a", "a"),
        // Automatic semicolons (ECMA-262, 11.9): offending tokens, restricted productions, and lines that go on.
        ("a\nb", "a b"), ("{ 1\n2 } 3", "{1 2} 3"), ("a = b\n+ c", "(= a (+ b c))"), ("a\n(b)", "(call a b)"),
        ("a\n++\nb", "a (++ b)"), ("return\na", "(return) a"),
        (
            "x: while (1) { continue\nx }",
            "(label x (while 1 {(continue) x}))"
        ),
        ("do x; while (0) y", "(do x 0) y"), ("var a\n/b/g", "(var (a)) /b/g"), ("a\n/b/g", "(/ (/ a b) g)"),
        ("() => {}\n(a)", "(function [] {}) a"), ("async\nfunction f() {}", "async (declare f [] {})"),
        ("let\nx", "(let (x))"), ("if (a) b\nelse c", "(if a b c)"),
        // The slash.
        ("a = /[/]/.test(b) / c", "(= a (/ (call (. /[/]/ test) b) c))"), ("x = a / b / c", "(= x (/ (/ a b) c))"),
        ("(a) / b", "(/ a b)"), ("{} /a/", "{} /a/"), ("`${/}/}`", "(template \"\" /}/ \"\")"),
        ("a++ / 2", "(/ (a ++) 2)"), ("typeof /=/", "(typeof /=/)"),
        // Arrows and patterns, which begin as expressions.
        ("a => b => c", "(function [a] => {(return (function [b] => {(return c)}))})"),
        (
            "({ a = 1, ...r }, [b,, c] = []) => 0",
            "(function [{(\"a\" (default a 1)) ...r} (default [b _ c] [])] => {(return 0)})"
        ),
        ("[a.b, c = 1, ...d] = e", "(= [(. a b) (default c 1) ...d] e)"),
        ("({ a: b.c } = d)", "(= {(\"a\" (. b c))} d)"),
        ("async (a) => await a", "(async function [a] => {(return (await a))})"),
        ("async(a)", "(call async a)"),
        (
            "for (const [k, v] of Object.entries(o));",
            "(for-of [k v] (call (. Object entries) o) ;)"
        ),
        ("for (x in y) z", "(for-in x y z)"),
        (
            "for (var i = 0, n = ('a' in b); i < n; i++) {}",
            "(for (var (i 0) (n (in \"a\" b))) (< i n) (i ++) {})"
        ),
        // Members and calls.
        ("new a.B(c).d", "(. (new (. a B) c) d)"), ("new new X()()", "(new (new X))"), ("new X", "(new X)"),
        ("a?.b?.[c]?.(d)", "(?.call (?.[] (?. a b) c) d)"), ("a?.5:1", "(? a 0.5 1)"),
        ("a.if.class", "(. (. a if) class)"), ("f`x${1}y`", "(tag f \"x\" 1 \"y\")"),
        // Operators.
        ("2 ** 3 ** 2", "(** 2 (** 3 2))"), ("a + b * c - d", "(- (+ a (* b c)) d)"),
        ("a ?? b ?? c", "(?? (?? a b) c)"), ("!a.b && -c", "(&& (! (. a b)) (- c))"),
        ("a ? b : c ? d : e", "(? a b (? c d e))"), ("a = b = c", "(= a (= b c))"), ("a, b", "(, a b)"),
        // Literals.
        ("017 + 0x1f + 09 + 1_0", "(+ (+ (+ 15 31) 9) 10)"), ("'\\u{1F600}\\0\\101\\\nx'", "\"😀\\0Ax\""),
        ("'\\ud800' + '\\udc00\\ud800'", "(+ \"\u{FFFD}\" \"\u{FFFD}\u{FFFD}\")"),
        (
            "({ 0x10: 1, 'a b': 2, [c]: 3, d() {} })",
            "{(\"16\" 1) (\"a b\" 2) ([c] 3) (\"d\" (function [] {}))}"
        ),
        ("\\u0061b.c", "(. ab c)"), ("try { a } catch { b }", "(try {a} (catch {b}))"),
        ("f(a, ...b,)", "(call f a ...b)"), ("let = 1; yield; of", "(= let 1) yield of"),
    ])
    func `reads a source as its tree`(source: String, tree: String) {
        #expect(JavaScriptOutcome(source).text == tree)
    }

    @Test(arguments: [
        ("class A {}", "1:1 classes are not read"), ("a = class {}", "1:5 classes are not read"),
        ("\nfunction* f() {}", "2:9 generators are not read"), ("({ *f() {} })", "1:4 generators are not read"),
        ("({ get a() { return 1 } })", "1:4 getters and setters are not read"),
        ("import a from 'b'", "1:1 modules are not read"),
        ("with (a) b", "1:1 `with` is not read"), ("a\n<!-- b", "2:1 HTML-like comments are not read"),
        ("a\n--> b", "2:1 HTML-like comments are not read"), ("é = 10n", "1:5 numbers of the type BigInt are not read"),
        ("a b", "1:3 expected an operator, `;` or a new line, found a name"),
        ("f(a", "1:4 expected `,`, found the end of the script"),
        ("{", "1:2 expected `}`, found the end of the script"),
        ("'a\n'", "1:1 this string has no end on its line"),
        ("/a", "1:1 this regular expression has no end on its line"),
        ("`a${b", "1:6 expected `}`, found the end of the script"), ("/* a", "1:1 this comment has no `*/`"),
        ("1 = a", "1:1 nothing can be assigned to this"), ("a() = b", "1:1 nothing can be assigned to this"),
        ("(a.b) => c", "1:2 no name is bound here"), ("({ a = 1 })", "1:6 a property has its value behind `:`"),
        ("a ?? b || c", "1:8 `??` needs parentheses beside `||` and `&&`"),
        ("-a ** b", "1:4 `**` needs parentheses around the operator before it"),
        ("if (a) let b", "1:8 a declaration needs a block around it here"),
        ("const a", "1:8 expected `=` and a value, found the end of the script"),
        ("throw\na", "2:1 the value of `throw` stands on its line"), ("1a", "1:1 this is no number"),
        ("var if", "1:5 expected a name, `[` or `{`, found the keyword `if`"),
        ("()", "1:3 expected `=>` behind these parentheses, found the end of the script"),
        ("a\n=> b", "2:1 expected a value, found `=>`"),
        ("a = '\\u{110000}'", "1:6 `\\u` needs four hexadecimal digits, or a code point in braces"),
    ])
    func `says where and why it refuses a source`(source: String, message: String) {
        #expect(JavaScriptOutcome(source).text == message)
    }

    @Test(arguments: [
        ("(", "", ")"), ("[", "", "]"), ("f(", "", ")"), ("{", "", "}"), ("({a:", "1", "})"), ("a=>", "1", ""),
        ("`${", "1", "}`"), ("a=", "1", ""), ("a?b:", "c", ""), ("new ", "A", ""), ("if(a)", "b", ""),
        ("function f(){", "", "}"), ("x:", ";", ""), ("[a,", "b", "]=c"), ("a[", "0", "]"), ("for(;;)", ";", ""),
    ])
    func `refuses what is nested too deeply`(opening: String, middle: String, closing: String) {
        for count in [300, 20_000] {
            let source =
                String(repeating: opening, count: count) + middle + String(repeating: closing, count: count)
            #expect(JavaScriptOutcome(source).text.contains("nested in more than 200 levels"))
        }
        let source = String(repeating: opening, count: 60) + middle + String(repeating: closing, count: 60)
        #expect(!JavaScriptOutcome(source).text.contains("levels"))
    }

    @Test(arguments: ["+a", ".a", "[0]", "()", "?.a", "`t`", "**a", "&&a", "??a"])
    func `refuses a longer chain than code can walk through`(link: String) {
        #expect(!JavaScriptOutcome("a" + String(repeating: link, count: 400)).text.contains("more than"))
        for count in [600, 100_000] {
            #expect(
                JavaScriptOutcome("a" + String(repeating: link, count: count)).text
                    .contains("more than 500 operators, members and calls"))
        }
    }

    @Test func `adds up chains that lie in each other`() {
        var source = "a"
        for _ in 0..<20 { source = "(\(source))" + String(repeating: "+a", count: 60) }
        #expect(JavaScriptOutcome(source).text.contains("more than 500"))
        let besides = (0..<100).map { _ in "a" + String(repeating: ".b", count: 60) }.joined(separator: ",")
        #expect(!JavaScriptOutcome("f(\(besides))").text.contains("more than"))
    }

    @Test func `refuses more than 5 MB`() {
        #expect(
            JavaScriptOutcome(String(repeating: " ", count: 5_000_001)).text == "1:1 the script is longer than 5 MB")
    }

    @Test func `keeps the parentheses in the range of an expression`() throws {
        let program = try JavaScriptParser.program("x;\n (a.b)  ;")
        guard case .expression(let value) = program.statements[1].kind else {
            throw JavaScriptError(line: 0, column: 0, message: "")
        }
        #expect(program.source.text(value.range) == "(a.b)")
        #expect(program.source.text(program.statements[1].range) == "(a.b)  ;")
        #expect(program.source.line(at: value.range.lowerBound) == 2)
        #expect(program.source.column(at: value.range.lowerBound) == 2)
    }
}

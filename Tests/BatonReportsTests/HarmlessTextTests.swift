import BatonRecords
import BatonValues
import Testing

struct HarmlessTextTests {
    @Test(arguments: [
        ("::error::x", ": :error::x"),
        ("a ::b", "a ::b"),
        ("a\n \t::b", "a\n \t: :b"),
        ("a\r::b", "a\r: :b"),
        ("\u{FEFF}\u{A0}\u{3000}::b", "\u{FEFF}\u{A0}\u{3000}: :b"),
        ("\u{1B}[2m::b", "\u{1B}[2m: :b"),
        ("\u{1B}[1;31m \u{1B}[0m::b\u{1B}[", "\u{1B}[1;31m \u{1B}[0m: :b\u{1B}["),
        ("\u{1B}::b", "\u{1B}: :b"),
        ("##[group]x", "# #[group]x"),
        ("x ##vso[a]", "x # #vso[a]"),
        ("##VSO[a]", "# #VSO[a]"),
        ("###[a]", "## #[a]"),
        ("##teamcity[a]", "# #teamcity[a]"),
        ("## heading [a]", "## heading [a]"),
        ("[[ATTACHMENT|/a]]", "[ [ATTACHMENT|/a]]"),
        ("[[[attachment|/a]]", "[[ [attachment|/a]]"),
        ("[[x]]", "[[x]]"),
        ("xsection_start:1:a", "xsection_start :1:a"),
        ("section_end:1:a", "section_end :1:a"),
        ("travis_fold:start:a", "travis_fold :start:a"),
        ("x Travis_Time:start:a", "x Travis_Time :start:a"),
        ("travis_fold", "travis_fold"),
        ("#\u{1B}[m#[error]a", "#\u{1B}[m #[error]a"),
        ("##\u{1B}[0m[error]a", "# #\u{1B}[0m[error]a"),
        (":\u{1B}[1m\u{1B}[2m:error::a", ":\u{1B}[1m\u{1B}[2m :error::a"),
        ("section\u{1B}[m_start:1:a", "section\u{1B}[m_start :1:a"),
        ("[\u{1B}[m[ATTACHMENT|/a]]", "[\u{1B}[m [ATTACHMENT|/a]]"),
        ("::1", ": :1"),
        ("+++ x", "+ ++ x"), ("--- x", "- -- x"), ("~~~ x", "~ ~~ x"), ("^^^ +++", "^ ^^ +++"),
        ("a\n+++\tx\r--- y", "a\n+ ++\tx\r- -- y"), ("\u{1B}[1m+\u{1B}[0m++ x", "\u{1B}[1m+\u{1B}[0m ++ x"),
        ("---", "---"), ("---\n", "---\n"), (" --- x", " --- x"), ("--junit --- x", "--junit --- x"),
        ("++++ x", "++++ x"),
        ("", ""),
        ("#", "#"), ("##", "##"), (":", ":"), ("[[", "[["),
    ])
    func `commands of CI systems are broken by one space`(_ text: String, _ expected: String) {
        #expect(EscapedCICommands.of(text) == expected)
        #expect(EscapedCICommands.of(EscapedCICommands.of(text)) == EscapedCICommands.of(text))
    }

    @Test(arguments: [
        ("plain\ttext\n", "plain\ttext\n"),
        ("\u{1B}[31mred\u{1B}[0m", "red"),
        ("\u{1B}]0;title\u{7}x", "x"),
        ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
        ("\u{9B}2Jx", "x"),
        ("\u{1B}(Bx\u{1B}cx", "xx"),
        ("\u{1B}[", "#x1B["),
        ("\u{1B}", "#x1B"),
        ("\u{1B}]0;never ends", "#x1B]0;never ends"),
        ("a\r\nb\rc", "a\nb#x0Dc"),
        ("\u{7}\u{8}\u{7F}\u{85}", "#x07#x08#x7F#x85"),
        ("a\u{202E}b\u{2069}", "a#x202Eb#x2069"),
        ("a\u{FFFE}\u{FFFF}\u{FFFD}", "a#xFFFE#xFFFF\u{FFFD}"),
        ("Grüße 日本語 🦆 – “x”", "Grüße 日本語 🦆 – “x”"),
    ])
    func `nothing that steers a terminal is left`(_ text: String, _ expected: String) {
        #expect(PrintableText.of(text) == expected)
    }

    @Test func `a line has no breaks`() {
        #expect(PrintableText.line("a\nb\tc\r\nd") == "a b c d")
    }

    @Test(arguments: [
        ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("🦆", 2), ("👩‍👩‍👧", 2), ("", 0), ("✓", 1), ("…", 1),
    ])
    func `the width of a text is its number of terminal columns`(_ text: String, _ width: Int) {
        #expect(TextWidth.of(text) == width)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("日本語", 4, "日…"), ("日本語", 1, "…"), ("abc", 0, ""),
    ])
    func `what is too wide is cut visibly`(_ text: String, _ width: Int, _ expected: String) {
        #expect(TextWidth.fitting(text, width) == expected)
    }

    @Test(arguments: [
        (0 as Int64, "1970-01-01T00:00:00"), (1_787_306_400_000_000, "2026-08-21T10:00:00"),
        (951_782_399_000_000, "2000-02-28T23:59:59"), (951_782_400_000_000, "2000-02-29T00:00:00"),
        (-1, "1969-12-31T23:59:59"), (.min, "0001-01-01T00:00:00"), (.max, "9999-12-31T23:59:59"),
    ])
    func `timestamps follow the calendar`(_ moment: Int64, _ expected: String) {
        #expect(TimeText.timestamp(moment) == expected)
    }

    @Test(arguments: [
        (0 as Int64, "0.000", "0.0 ms"), (499, "0.000", "0.5 ms"), (500, "0.001", "0.5 ms"), (9_949, "0.010", "9.9 ms"),
        (84_000, "0.084", "84 ms"), (1_234_567, "1.235", "1.2 s"), (999_499, "0.999", "999 ms"),
        (999_500, "1.000", "1.0 s"), (125_000_000, "125.000", "2 min 5 s"), (4_320_000_000, "4320.000", "1 h 12 min"),
        (-5, "0.000", "0.0 ms"),
    ])
    func `spans are written without exponent`(_ span: Int64, _ seconds: String, _ short: String) {
        #expect(TimeText.seconds(span) == seconds)
        #expect(TimeText.short(span) == short)
    }

    @Test func `a hash is the same in every version`() {
        #expect(StableHash.of("a", "b").text == StableHash.of("a", "b").text)
        #expect(StableHash.of("a", "b").text != StableHash.of("ab").text)
        #expect(StableHash.of("workflows/orders.yaml").text == "981dadada6885c87")
    }
}

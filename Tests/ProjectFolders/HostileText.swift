/// Text that would steer a terminal or command another tool, if it were shown as it came.
package enum HostileText {
    /// What build services obey wherever it stands, in any case of letters.
    package static let commands = [
        "[[ATTACHMENT|", "##[", "##vso[", "##teamcity[", "section_start:", "section_end:", "travis_fold:",
        "travis_time:",
    ]

    /// Each on a line of its own, and behind what a reader might trim or end a line at.
    package static let lines: [String] =
        [
            "[[ATTACHMENT|/etc/passwd]]", "x[[attachment|/etc/passwd]]", "##[error]hacked", "##[GROUP]hacked",
            "##vso[task.setvariable variable=a]b", "##VSO[task.complete]", "##teamcity[testFailed name='x']",
            "section_start:1:hacked", "x section_end:1:hacked", "travis_fold:start:hacked", "travis_time:start:hacked",
            "##\u{1B}[0m[error]split", "#\u{1B}[m#[error]split", "travis\u{1B}[0m_fold:start:split",
            "[[ATT\u{1B}[0mACHMENT|split]]", "##\u{7}[error]split", "+++ hacked", "--- hacked", "~~~ hacked", "^^^ +++",
        ]
        + [
            "", " ", "\t", " \t ", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{3000}",
            "\u{FEFF}", "\u{200B}", "\u{1B}[0m", "\u{8}",
        ]
        .map { "\($0)::error file=a,line=1::hacked" }
        + [
            "\u{1B}[2J\u{1B}[1;1H", "\u{1B}[5;45mblink\u{1B}[25m", "\u{1B}]0;title\u{7}",
            "\u{1B}]8;;http://evil\u{1B}\\",
            "\u{1B}]52;c;aGFja2Vk\u{7}", "\u{1B}P1$qm\u{1B}\\", "\u{1B}_apc\u{1B}\\", "\u{1B}cunfinished \u{1B}[",
            "\u{9B}31m",
            "\u{9D}0;title\u{9C}", "\u{90}dcs\u{9C}", "\u{202E}desrever\u{2066}\u{200F}",
            "bell\u{7} back\u{8}\u{8} del\u{7F}",
            "]]> <b>&amp;</b> \"'", "\u{FFFE}\u{FFFF}", "\u{2028}\u{2029}\u{85}",
        ]

    package static let all = lines.joined(separator: "\n")

    /// The same as a header's value may hold it: no line ends and no NUL.
    package static let header = lines.filter { !$0.contains { $0 == "\r" } }.joined(separator: " \t")

    /// The same as an escaped JSON string, NUL and bells among it.
    package static var json: String {
        var text = "\""
        for scalar in ("\u{0}" + all).unicodeScalars {
            let isPlain = (0x20...0x7E).contains(scalar.value) && scalar != "\"" && scalar != "\\"
            if isPlain {
                text.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return text + "\""
    }

    /// What is left in an output that would still do harm, each with a little of what stands around it.
    package static func remains(in output: [UInt8]) -> [String] {
        var found: [String] = []
        let text = String(decoding: output, as: UTF8.self)
        if Array(text.utf8) != output { found.append("bytes that are no UTF-8") }
        let scalars = Array(text.unicodeScalars)
        func around(_ index: Int) -> String {
            String(String.UnicodeScalarView(scalars[max(0, index - 30)..<min(scalars.count, index + 30)]))
                .debugDescription
        }
        for (index, scalar) in scalars.enumerated() where isHarmful(scalar.value) {
            found.append("U+\(String(scalar.value, radix: 16)) in \(around(index))")
        }
        let lowered = text.lowercased()
        for command in commands where lowered.contains(command.lowercased()) { found.append(command) }
        for line in text.split(whereSeparator: { $0.isNewline }) {
            let start = line.unicodeScalars.drop {
                $0.properties.isWhitespace || [.format, .control].contains($0.properties.generalCategory)
            }
            let isGroup = ["+++ ", "--- ", "~~~ ", "^^^ "].contains { String(line).hasPrefix($0) }
            if isGroup || String(start).hasPrefix("::") {
                found.append("a line begins with \(String(start.prefix(40)))")
            }
        }
        return Array(found.prefix(10))
    }

    private static func isHarmful(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF:
            true
        default: false
        }
    }
}

/// The passwords of a `.netrc` file, which curl reads when a request says `netrc: true`.
enum NetrcPasswords {
    /// Maximum bytes of a file, as in curl.
    static let limit = 1 << 20

    /// The passwords after `password` and `account`; errors in the file are left to curl.
    static func find(in text: String) -> [String] {
        var passwords: [String] = []
        var isInMacro = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if isInMacro {
                isInMacro = !line.allSatisfy(\.isWhitespace)
                continue
            }
            var words = words(of: line)[...]
            while let word = words.popFirst() {
                switch word {
                case "password", "account": if let value = words.popFirst() { passwords.append(value) }
                case "macdef":
                    isInMacro = true
                    words = []
                default: break
                }
            }
        }
        return passwords
    }

    /// Splits a line at spaces; a word in double quotes may contain spaces and escapes.
    private static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var rest = line[...]
        while let first = rest.firstIndex(where: { !$0.isWhitespace }) {
            rest = rest[first...]
            var word = ""
            if rest.first == "#" { break }
            if rest.first == "\"" {
                rest.removeFirst()
                while let character = rest.popFirst(), character != "\"" {
                    guard character == "\\", let escaped = rest.popFirst() else {
                        word.append(character)
                        continue
                    }
                    switch escaped {
                    case "n": word.append("\n")
                    case "r": word.append("\r")
                    case "t": word.append("\t")
                    default: word.append(escaped)
                    }
                }
            } else {
                word = String(rest.prefix { !$0.isWhitespace })
                rest = rest.dropFirst(word.count)
            }
            words.append(word)
        }
        return words
    }
}

import BatonRegex

/// I-Regexp (RFC 9485), the small common part of regular expression languages that JSONPath speaks.
///
/// It is checked by its own grammar and written anew for PCRE2: `.` is any character but line feed and carriage return,
/// and there are neither captures nor lazy quantifiers. `^` and `$` are anchors, as the conformance cases of RFC 9535
/// have it, and not plain characters.
struct IRegexp {
    /// Why a text is no I-Regexp.
    struct Failure: Error, Equatable {
        /// One sentence without a full stop.
        let message: String
        /// The UTF-8 offsets in the text that are to blame, empty at its end when something is missing; nil when it is
        /// the whole.
        let range: Range<Int>?
    }

    /// How deeply groups may stand inside each other.
    static let maximumDepth = 100
    /// How often a part may be repeated, if it is counted at all.
    static let maximumCount = 65_535

    let scalars: [Unicode.Scalar]
    var position = 0
    var output = String.UnicodeScalarView()
    private var depth = 0

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    static func compile(_ text: String, isWhole: Bool) throws(Failure) -> Pattern {
        let translation = try translate(text)
        do {
            return try Pattern(translation, options: isWhole ? .wholeText : [])
        } catch {
            // What is well-formed can only be too much of it.
            let message = error.code == .missing ? error.message : "this regular expression is too large"
            throw Failure(message: message, range: nil)
        }
    }

    /// The same expression in PCRE2's syntax.
    static func translate(_ text: String) throws(Failure) -> String {
        var translator = IRegexp(text)
        try translator.branches()
        guard translator.position == translator.scalars.count else {
            throw translator.failure("this `)` closes nothing")
        }
        return String(translator.output)
    }

    /// At the character that comes next, or from `start` up to and with it.
    func failure(_ problem: String, from start: Int? = nil) -> Failure {
        func offset(_ position: Int) -> Int {
            scalars[..<min(position, scalars.count)].reduce(0) { $0 + UTF8.width($1) }
        }
        return Failure(
            message: "this is not a regular expression of JSONPath (I-Regexp, RFC 9485): \(problem)",
            range: offset(start ?? position)..<offset(position + 1))
    }

    func peek() -> Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func branches() throws(Failure) {
        depth += 1
        guard depth <= Self.maximumDepth else { throw failure("groups are nested too deeply") }
        while let scalar = peek(), scalar != ")" {
            if scalar == "|" {
                position += 1
                output.append("|")
            } else {
                try atom(scalar)
                try quantifier()
            }
        }
        depth -= 1
    }

    private mutating func atom(_ scalar: Unicode.Scalar) throws(Failure) {
        switch scalar {
        case "(":
            let start = position
            position += 1
            guard peek() != "?" else { throw failure("a group has no options, it begins with `(` alone", from: start) }
            output.append(contentsOf: "(?:".unicodeScalars)
            try branches()
            guard peek() == ")" else {
                position = start
                throw failure("this `(` is not closed")
            }
            position += 1
            output.append(")")
        case ".":
            position += 1
            output.append(contentsOf: "[^\\n\\r]".unicodeScalars)
        case "\\": _ = try escape()
        case "[": try characterClass()
        case "*", "+", "?": throw failure("`\(scalar)` has nothing before it to repeat")
        case "]", "{", "}": throw failure("`\(scalar)` must be written `\\\(scalar)`")
        case "^", "$":
            position += 1
            output.append(scalar)
        default:
            position += 1
            write(scalar)
        }
    }

    private mutating func quantifier() throws(Failure) {
        guard let scalar = peek() else { return }
        if scalar == "*" || scalar == "+" || scalar == "?" {
            position += 1
            output.append(scalar)
        } else if scalar == "{" {
            try counts()
        } else {
            return
        }
        switch peek() {
        case "?", "+", "*", "{": throw failure("a part is repeated by one quantifier, and there are no lazy ones")
        default: break
        }
    }

    private mutating func counts() throws(Failure) {
        let start = position
        position += 1
        let least = try count()
        var most: Int?
        let hasComma = peek() == ","
        if hasComma {
            position += 1
            most = try count()
        }
        guard let least, peek() == "}" else { throw failure("a count is written {2}, {2,} or {2,5}", from: start) }
        if let most, most < least { throw failure("the smaller count comes first", from: start) }
        position += 1
        output.append(contentsOf: "{\(least)\(hasComma ? "," : "")\(most.map(String.init) ?? "")}".unicodeScalars)
    }

    /// Nil where no digit is.
    private mutating func count() throws(Failure) -> Int? {
        let start = position
        var value = 0
        while let scalar = peek(), ("0"..."9").contains(scalar) {
            value = min(value * 10 + Int(scalar.value - 0x30), Self.maximumCount + 1)
            position += 1
        }
        guard value <= Self.maximumCount else {
            position -= 1
            throw failure("a part is repeated at most 65535 times", from: start)
        }
        return position > start ? value : nil
    }

    /// Writes a character that means itself.
    mutating func write(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: output.append("\\")
        default: break
        }
        output.append(scalar)
    }
}

import BatonDiagnostics

/// Messages about text that is not valid YAML syntax.
extension Diagnostic {
    static func yamlMissingSpace(_ file: SourceFile, colon: Int) -> Diagnostic {
        if let space = MissingSpace.otherSpace(file, behind: colon) { return yamlOtherSpace(file, space, mended: " ") }
        return Diagnostic(
            "yaml.syntax", "a space is missing after the colon",
            at: SourceRange(file: file, colon..<colon + 1),
            correction: SourceLine(file, at: colon).correction(colon + 1..<colon + 1, " ", isCertain: true))
    }

    static func yamlMissingSpace(_ file: SourceFile, dash: Int) -> Diagnostic {
        Diagnostic(
            "yaml.syntax", "a space is missing after the dash of a list item",
            at: SourceRange(file: file, dash..<dash + 1),
            correction: SourceLine(file, at: dash).correction(dash + 1..<dash + 1, " "))
    }

    static func yamlMissingColon(at range: SourceRange, correction: Correction?) -> Diagnostic {
        Diagnostic(
            "yaml.syntax", "this line is no `key: value`", at: range, help: section(range.text),
            correction: correction)
    }

    /// The advice for a section of a Hurl file.
    static func section(_ line: String) -> Message? {
        let words = [
            "[Asserts]": "expect:", "[Captures]": "capture:", "[QueryStringParams]": "query:", "[Query]": "query:",
            "[FormParams]": "form:", "[Form]": "form:", "[MultipartFormData]": "multipart:",
            "[Multipart]": "multipart:", "[Cookies]": "cookies:", "[BasicAuth]": "auth:",
        ]
        if line == "[Options]" { return "the options stand on the step itself" }
        return words[line].map { "a section of Hurl is a key here: `\($0)`" }
    }

    static func yamlLongKey(at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.too-large", "a key may have at most 1024 characters, on one line", at: range)
    }

    static func yamlMissingComma(_ file: SourceFile, at place: Int) -> Diagnostic {
        Diagnostic(
            "yaml.syntax", "a comma is missing here", at: SourceRange(file: file, place..<place),
            correction: SourceLine(file, at: place).correction(place..<place, ","))
    }

    /// - Parameter end: the offset at which the closing quote was probably forgotten.
    static func yamlOpenQuote(_ file: SourceFile, at quote: Int, closing: Int?, end: Int) -> Diagnostic {
        Diagnostic(
            "yaml.quotes", closing == nil ? "this quote is never closed" : "this quote is not closed on its line",
            at: SourceRange(file: file, quote..<quote + 1),
            notes: closing.map { [.init("the next quote is here", at: SourceRange(file: file, $0..<$0 + 1))] } ?? [],
            correction: SourceLine(file, at: quote).correction(
                end..<end, String(Character(Unicode.Scalar(file.bytes[quote])))))
    }

    static func yamlOpenBracket(
        _ file: SourceFile, at bracket: Int, noticed: Int?, correction: Correction?
    ) -> Diagnostic {
        let shown = Character(Unicode.Scalar(file.bytes[bracket]))
        return Diagnostic(
            "yaml.open-bracket", "this `\(shown)` is not closed", at: SourceRange(file: file, bracket..<bracket + 1),
            notes: noticed.map { [.init("this cannot stand within it", at: SourceRange(file: file, $0..<$0 + 1))] }
                ?? [], correction: correction)
    }

    static func yamlWrongBracket(_ file: SourceFile, at bracket: Int, opened: Int?) -> Diagnostic {
        let shown = Character(Unicode.Scalar(file.bytes[bracket]))
        return Diagnostic(
            "yaml.open-bracket", "this `\(shown)` closes nothing that is open here",
            at: SourceRange(file: file, bracket..<bracket + 1),
            notes: opened.map { [.init("what is open began here", at: SourceRange(file: file, $0..<$0 + 1))] } ?? [])
    }

    static func yamlEscape(_ file: SourceFile, _ escape: Range<Int>, in scalar: Int) -> Diagnostic {
        let shown = String(decoding: file.bytes[escape], as: UTF8.self)
        let line = SourceLine(file, at: scalar)
        let end = Parentheses.stringEnd(file.bytes, from: scalar, before: line.range.upperBound)
        let correction = end.flatMap { line.correction(scalar..<$0, Quoting.withoutUnknownEscapes(file, scalar..<$0)) }
        return Diagnostic(
            "yaml.quotes", "`\(shown)` is no escape that double quotes know", at: SourceRange(file: file, escape),
            help: correction == nil ? "double the backslash, or use single quotes" : nil, correction: correction)
    }

    static func yamlHexadecimal(_ file: SourceFile, _ escape: Range<Int>, digits: Int) -> Diagnostic {
        let shown = String(decoding: file.bytes[escape], as: UTF8.self)
        return Diagnostic(
            "yaml.quotes", "`\(shown)` needs \(digits) hexadecimal digits", at: SourceRange(file: file, escape))
    }

    static func yamlCodePoint(_ file: SourceFile, _ escape: Range<Int>) -> Diagnostic {
        let shown = String(decoding: file.bytes[escape], as: UTF8.self)
        return Diagnostic("yaml.quotes", "`\(shown)` is no character", at: SourceRange(file: file, escape))
    }

    static func yamlTabIndentation(at range: SourceRange, lines: Int, correction: Correction?) -> Diagnostic {
        Diagnostic(
            "yaml.tab", "indentation may not contain tabs", at: range,
            help: lines > 1
                ? "indent with spaces; \(lines) lines of this file are indented with tabs" : "indent with spaces",
            correction: correction)
    }

    static func yamlTab(at range: SourceRange, correction: Correction?) -> Diagnostic {
        Diagnostic("yaml.tab", "a tab may not stand here", at: range, help: "use a space", correction: correction)
    }

    static func yamlIndentation(at range: SourceRange, _ message: Message, correction: Correction? = nil)
        -> Diagnostic
    {
        Diagnostic("yaml.indentation", message, at: range, correction: correction)
    }

    static func yamlWiderBlankLine(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.indentation", "this line is indented less than an empty line above it, where the text begins",
            at: range, help: "remove the spaces of the empty lines above")
    }

    static func yamlSyntax(at range: SourceRange, _ message: Message, help: Message? = nil) -> Diagnostic {
        Diagnostic("yaml.syntax", message, at: range, help: help)
    }
}

/// Messages about values that YAML reads differently than intended; each message shows the corrected line.
extension Diagnostic {
    /// The help where no corrected line can be shown.
    static let quotingHelp: Message = "quote the value"

    /// A value in flow style that contains brackets, commas or a colon.
    static func yamlUnquotedInFlow(_ file: SourceFile, _ extent: Range<Int>) -> Diagnostic {
        let isTemplate = zip(file.bytes[extent], file.bytes[extent].dropFirst()).contains {
            $0 == (UInt8(ascii: "$"), UInt8(ascii: "("))
        }
        guard !isTemplate || Parentheses.areClosed(file.bytes, in: extent) else {
            return yamlOpenTemplate(file, extent)
        }
        let kind = isTemplate ? "an expression" : "a text"
        return Diagnostic(
            "yaml.unquoted-text",
            "within `{ }` and `[ ]`, \(kind) with any of `, [ ] { }` or `: ` must be quoted",
            at: SourceRange(file: file, extent)
        ).quoting(file, extent, isCertain: isTemplate || isOneText(file.bytes[extent]))
    }

    /// Whether a text in flow style is one text and nothing else: a comma or a colon may begin another entry.
    private static func isOneText(_ text: ArraySlice<UInt8>) -> Bool {
        !text.contains { [UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "#")].contains($0) }
    }

    static func yamlOpenTemplate(_ file: SourceFile, _ extent: Range<Int>) -> Diagnostic {
        Diagnostic("yaml.quotes", "this `$(` is not closed", at: SourceRange(file: file, extent))
    }

    /// A value in block style that contains a colon with a space behind it.
    static func yamlColonInside(_ file: SourceFile, _ extent: Range<Int>) -> Diagnostic {
        Diagnostic(
            "yaml.unquoted-text",
            "a value that contains `: ` must be quoted", at: SourceRange(file: file, extent)
        ).quoting(file, extent)
    }

    static func yamlCommentInside(_ file: SourceFile, _ extent: Range<Int>) -> Diagnostic {
        Diagnostic(
            "yaml.unquoted-text",
            "` #` begins a comment; a value that contains it must be quoted", at: SourceRange(file: file, extent)
        ).quoting(file, extent)
    }

    /// A line that looks like a list item but continues the text above it.
    static func yamlItemInside(_ file: SourceFile, _ whole: Range<Int>, dash: Int) -> Diagnostic {
        Diagnostic(
            "yaml.item-inside", "this `-` begins no item: the line goes on with the text above it",
            at: SourceRange(file: file, dash..<dash + 1),
            notes: [
                .init("the text begins here", at: SourceRange(file: file, whole.lowerBound..<whole.lowerBound + 1))
            ],
            help: "indent all items of a list alike, or write a text of several lines below `|`")
    }

    /// A value whose first character is an indicator of YAML.
    static func yamlIndicator(_ file: SourceFile, _ extent: Range<Int>) -> Diagnostic {
        let first = extent.isEmpty ? "%" : Character(Unicode.Scalar(file.bytes[extent.lowerBound]))
        let shown = first == "`" ? "a backtick" : "`\(first)`"
        return Diagnostic(
            "yaml.unquoted-text",
            "a text that begins with \(shown) must be quoted", at: SourceRange(file: file, extent)
        ).quoting(file, extent)
    }

    /// Text that follows the end of a quoted text or a collection on its line.
    static func yamlTextAfter(_ file: SourceFile, _ whole: Range<Int>, extent: Range<Int>) -> Diagnostic {
        let last = Character(Unicode.Scalar(file.bytes[whole.upperBound - 1]))
        let end = last == "\"" || last == "'" ? "closing quote" : "closing `\(last)`"
        if let meant = Quoting.withEscapedQuotes(file, extent) {
            return Diagnostic(
                "yaml.unquoted-text", "in single quotes a quote is doubled, and `\\` is no escape",
                at: SourceRange(file: file, extent),
                correction: SourceLine(file, at: extent.lowerBound).correction(extent, meant))
        }
        return Diagnostic(
            "yaml.unquoted-text", "text follows the \(end): such a value must be quoted as a whole",
            at: SourceRange(file: file, extent)
        ).quoting(file, extent)
    }

    static func yamlTemplateMarker(_ file: SourceFile, _ marker: Range<Int>) -> Diagnostic {
        .templateMarker(
            shortened(String(decoding: file.bytes[marker], as: UTF8.self)), at: SourceRange(file: file, marker))
    }

    static func yamlTag(_ file: SourceFile, _ tag: Range<Int>) -> Diagnostic {
        var upper = tag.upperBound
        while upper < file.bytes.count, file.bytes[upper] == UInt8(ascii: " ") { upper += 1 }
        let line = SourceLine(file, at: tag.lowerBound)
        let isAlone = line.contents.upperBound <= upper
        let correction = isAlone ? nil : line.correction(tag.lowerBound..<upper, "")
        return Diagnostic(
            "yaml.unsupported", "tags are not supported", at: SourceRange(file: file, tag),
            help: correction == nil ? "remove it" : nil, correction: correction)
    }

    private func quoting(_ file: SourceFile, _ extent: Range<Int>, isCertain: Bool = false) -> Diagnostic {
        let text = Quoting.quoted(String(decoding: file.bytes[extent], as: UTF8.self))
        var diagnostic = self
        diagnostic.correction = SourceLine(file, at: extent.lowerBound).correction(extent, text, isCertain: isCertain)
        if diagnostic.correction == nil { diagnostic.help = Diagnostic.quotingHelp }
        return diagnostic
    }
}

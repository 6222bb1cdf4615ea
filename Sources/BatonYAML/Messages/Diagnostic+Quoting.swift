import BatonDiagnostics

/// Messages about values that YAML reads differently than intended; each message shows the corrected line.
extension Diagnostic {
    /// The help where no corrected line can be shown.
    static let quotingHelp: Message = "quote the value"

    /// A value in flow style that contains brackets, commas or a colon.
    static func yamlUnquotedInFlow(_ file: SourceFile, _ extent: Range<Int>) -> Diagnostic {
        let isTemplate = holdsTemplate(file, extent)
        guard !isTemplate || Parentheses.areClosed(file.bytes, in: extent) else {
            return yamlOpenTemplate(file, extent)
        }
        let kind = isTemplate ? "an expression" : "a text"
        return Diagnostic(
            isTemplate ? "yaml.unquoted-template" : "yaml.unquoted-text",
            "within `{ }` and `[ ]`, \(kind) with any of `, [ ] { }` or `: ` must be quoted",
            at: SourceRange(file: file, extent)
        ).quoting(file, extent, isCertain: isTemplate || isOneText(file.bytes[extent]))
    }

    /// Whether a text in flow style is one text and nothing else: a comma or a colon may begin another entry.
    private static func isOneText(_ text: ArraySlice<UInt8>) -> Bool {
        !text.contains { [UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "#")].contains($0) }
    }

    static func yamlOpenTemplate(_ file: SourceFile, _ extent: Range<Int>) -> Diagnostic {
        Diagnostic("yaml.open-template", "this `$(` is not closed", at: SourceRange(file: file, extent))
    }

    /// A value in block style that contains a colon with a space behind it.
    static func yamlColonInside(_ file: SourceFile, _ extent: Range<Int>) -> Diagnostic {
        Diagnostic(
            holdsTemplate(file, extent) ? "yaml.unquoted-template" : "yaml.unquoted-text",
            "a value that contains `: ` must be quoted", at: SourceRange(file: file, extent)
        ).quoting(file, extent)
    }

    static func yamlCommentInside(_ file: SourceFile, _ extent: Range<Int>) -> Diagnostic {
        Diagnostic(
            holdsTemplate(file, extent) ? "yaml.unquoted-template" : "yaml.unquoted-text",
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
            holdsTemplate(file, extent) ? "yaml.unquoted-template" : "yaml.unquoted-text",
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
            "yaml.tag", "tags are not supported", at: SourceRange(file: file, tag),
            help: correction == nil ? "remove it" : nil, correction: correction)
    }

    private static func holdsTemplate(_ file: SourceFile, _ extent: Range<Int>) -> Bool {
        zip(file.bytes[extent], file.bytes[extent].dropFirst()).contains {
            $0 == (UInt8(ascii: "$"), UInt8(ascii: "("))
        }
    }

    private func quoting(_ file: SourceFile, _ extent: Range<Int>, isCertain: Bool = false) -> Diagnostic {
        let text = Quoting.quoted(String(decoding: file.bytes[extent], as: UTF8.self))
        var diagnostic = self
        diagnostic.correction = SourceLine(file, at: extent.lowerBound).correction(extent, text, isCertain: isCertain)
        if diagnostic.correction == nil { diagnostic.help = Diagnostic.quotingHelp }
        return diagnostic
    }
}

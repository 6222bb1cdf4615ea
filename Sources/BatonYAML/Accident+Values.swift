import BatonDiagnostics

/// The accidents that a value's text shows, each with the edit that makes the rest of the file readable.
extension Accident {
    static func unquotedInFlow(_ file: SourceFile, from start: Int) -> Accident {
        let extent = ValueExtent.of(file, from: start, isInFlow: true)
        if !ForeignMarker.all(file.bytes, in: extent).isEmpty { return foreign(file, extent, isInFlow: true) }
        return Accident(diagnostic: .yamlUnquotedInFlow(file, extent), edit: .placeholder(extent))
    }

    static func foreign(_ file: SourceFile, _ extent: Range<Int>, isInFlow: Bool) -> Accident {
        guard let marker = ForeignMarker.all(file.bytes, in: extent).first else { return indicator(file, extent) }
        return Accident(
            diagnostic: .yamlForeignTemplate(file, marker, value: extent, isInFlow: isInFlow),
            edit: .placeholder(extent))
    }

    static func indicator(_ file: SourceFile, _ extent: Range<Int>) -> Accident {
        Accident(diagnostic: .yamlIndicator(file, extent), edit: .placeholder(extent))
    }

    static func indicator(_ file: SourceFile, from start: Int, isInFlow: Bool) -> Accident {
        indicator(file, ValueExtent.of(file, from: start, isInFlow: isInFlow))
    }

    static func commentInside(_ file: SourceFile, _ extent: Range<Int>) -> Accident {
        Accident(diagnostic: .yamlCommentInside(file, extent), edit: .placeholder(extent))
    }

    static func itemInside(_ file: SourceFile, _ whole: Range<Int>, dash: Int) -> Accident {
        Accident(diagnostic: .yamlItemInside(file, whole, dash: dash), edit: .placeholder(whole))
    }

    static func missingSpace(_ file: SourceFile, colon: Int) -> Accident {
        Accident(
            diagnostic: .yamlMissingSpace(file, colon: colon),
            edit: .init(range: colon + 1..<colon + 1, replacement: [UInt8(ascii: " ")]))
    }

    /// More text on the line where a quoted text, a list, a map or an alias has ended.
    static func textAfter(_ file: SourceFile, _ whole: Range<Int>, isInFlow: Bool) -> Accident {
        let line = SourceLine(file, at: whole.lowerBound)
        let first = file.bytes[whole.lowerBound]
        let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
        if whole.upperBound > line.range.upperBound {
            if isQuoted {
                return openQuote(file, at: whole.lowerBound, closing: whole.upperBound - 1, isInFlow: isInFlow)
            }
            let rest = ValueExtent.of(file, from: whole.upperBound, isInFlow: isInFlow)
            return Accident(
                diagnostic: .yamlSyntax(at: SourceRange(file: file, rest), "no text may follow here"),
                edit: .blank(rest))
        }
        var next = whole.upperBound
        while line.isBlank(next) { next += 1 }
        if isInFlow, Array("\"'[{".utf8).contains(file.bytes[next]) {
            return missingComma(file, at: whole.upperBound)
        }
        let extent = ValueExtent.of(file, from: whole.lowerBound, isInFlow: isInFlow)
        if first == UInt8(ascii: "*") { return indicator(file, extent) }
        return Accident(
            diagnostic: .yamlTextAfter(file, whole, extent: extent), edit: .placeholder(extent))
    }

    /// A quoted text without its end: that was probably meant to stand behind the value on the same line.
    static func openQuote(_ file: SourceFile, at quote: Int, closing: Int?, isInFlow: Bool) -> Accident {
        let isQuote = quote < file.bytes.count && Array("\"'".utf8).contains(file.bytes[quote])
        guard isQuote else {
            // A quote that an edit put there.
            let place = SourceRange(file: file, quote..<quote)
            return Accident(diagnostic: .yamlSyntax(at: place, "a quote before this is not closed"))
        }
        let line = SourceLine(file, at: quote)
        var end = ValueExtent.of(file, from: quote, isInFlow: isInFlow).upperBound
        if MissingSpace.afterDashes(line) == quote,
            let colon = (quote..<end).first(where: {
                file.bytes[$0] == UInt8(ascii: ":") && (line.isBlank($0 + 1) || $0 + 1 == line.contents.upperBound)
            })
        {
            end = colon
        }
        return Accident(
            diagnostic: .yamlOpenQuote(file, at: quote, closing: closing, end: end),
            edit: .init(range: end..<end, replacement: [file.bytes[quote]]))
    }

    static func missingComma(_ file: SourceFile, at place: Int) -> Accident {
        Accident(
            diagnostic: .yamlMissingComma(file, at: place),
            edit: .init(range: place..<place, replacement: [UInt8(ascii: ",")]))
    }

    /// A tag, or a text that begins with an exclamation mark.
    static func tag(_ file: SourceFile, _ tag: Range<Int>, isInFlow: Bool, isAlone: Bool) -> Accident {
        let extent = ValueExtent.of(file, from: tag.lowerBound, isInFlow: isInFlow)
        let second = tag.count > 1 ? file.bytes[tag.lowerBound + 1] : 0
        var next = tag.upperBound
        while next < extent.upperBound, file.bytes[next] == UInt8(ascii: " ") { next += 1 }
        let startsNode = next < extent.upperBound && Array("\"'[{|>".utf8).contains(file.bytes[next])
        let isText = (next < extent.upperBound || isAlone) && !startsNode
        guard isText, second != UInt8(ascii: "!"), second != UInt8(ascii: "<"), second != 0 else {
            return Accident(
                diagnostic: .yamlTag(file, tag), edit: isAlone ? .placeholder(tag) : .blank(tag))
        }
        var accident = indicator(file, extent)
        accident.diagnostic?.code = "yaml.tag"
        return accident
    }
}

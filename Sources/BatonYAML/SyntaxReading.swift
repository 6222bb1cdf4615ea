import BatonDiagnostics

/// Translates libyaml's complaint into what is wrong where.
///
/// libyaml blames the place where it noticed; each case here finds the place where the mistake was made.
struct SyntaxReading {
    let file: SourceFile
    let context: Int
    let problem: Int
    let isInFlow: Bool
    /// The brackets that libyaml is in, as far as its events told; the innermost is the last.
    let openBrackets: [Int]
    private let words: SyntaxProblem

    init(_ words: SyntaxProblem, file: SourceFile, context: Int, problem: Int, openBrackets: [Int]) {
        self.words = words
        self.file = file
        // An edit may have put behind the end what libyaml complains of.
        self.context = min(context, max(0, file.bytes.count - 1))
        self.problem = problem
        self.isInFlow = words.isInFlow
        self.openBrackets = openBrackets
    }

    private var openBracket: Int? { openBrackets.last }

    /// One accident, or many of a kind at once.
    var accidents: [Accident] {
        switch words.kind {
        case .escape(let isUnknown):
            EscapeReading(file, scalar: context, problem: problem, isUnknown: isUnknown).accidents
        case .firstCharacter where problemByte == UInt8(ascii: "\t"):
            TabReading(file, at: problem).accidents
        case .lineAmongItems, .lineAmongKeys: misplacedLine
        case .colonInValue: misplacedColon
        case .noColon: [missingColon]
        case .flow: [brokenFlow]
        case .content: [missingContent]
        case .firstCharacter: [indicator(at: problem)]
        case .openQuote: [.openQuote(file, at: context, closing: nil, isInFlow: isInFlow)]
        case .undefinedTag:
            [
                .tag(
                    file, NodeProperties(file.bytes, from: problem).tag ?? at(problem), isInFlow: isInFlow,
                    isAlone: false)
            ]
        case .secondDocument: [Accident(diagnostic: .yamlSecondDocument(file, at: problem))]
        case .dashInValue: [misplacedDash]
        case .colonInFlow: [tightColon]
        case .questionMark: [.indicator(file, from: problem, isInFlow: isInFlow)]
        case .indicator: [indicator(at: context)]
        case .other: [general("YAML cannot be read from here on")]
        }
    }

    private func general(_ message: String) -> Accident {
        Accident(diagnostic: .yamlSyntax(at: SourceRange(file: file, at(problem)), message))
    }

    /// The byte at an offset, or the end of the file.
    private func at(_ offset: Int) -> Range<Int> {
        min(offset, file.bytes.count)..<min(offset + 1, file.bytes.count)
    }

    private var problemByte: UInt8? { problem < file.bytes.count ? file.bytes[problem] : nil }

    /// A value that begins with a character that YAML reserves, or that goes on with one behind another such character.
    private func indicator(at offset: Int) -> Accident {
        let line = SourceLine(file, at: offset)
        if isInFlow {
            let start = FlowLine(line, from: openBracket).valueStart(around: offset)
            return start == offset ? .indicator(file, from: offset, isInFlow: true) : .unquotedInFlow(file, from: start)
        }
        var start = MissingSpace.afterDashes(line)
        if let colon = line.keyColon, colon < offset {
            start = colon + 1
            while start < offset, line.isBlank(start) { start += 1 }
        }
        guard start < offset, file.bytes[start] == UInt8(ascii: "!") else {
            return .indicator(file, from: offset, isInFlow: false)
        }
        return .tag(file, NodeProperties(file.bytes, from: start).tag ?? at(start), isInFlow: false, isAlone: true)
    }

    // MARK: Colons

    /// `: ` where no key can be: within a value, after a line that lacks its space, or indented too deep.
    private var misplacedColon: [Accident] {
        let line = SourceLine(file, at: problem)
        if let colon = line.keyColon, colon < problem {
            var start = colon + 1
            while start < problem, line.isBlank(start) { start += 1 }
            let extent = ValueExtent.of(file, from: start, isInFlow: false)
            return [Accident(diagnostic: .yamlColonInside(file, extent), edit: .placeholder(extent))]
        }
        guard let previous = line.previous else { return [general("a colon may not stand here")] }
        if let colon = MissingSpace.colon(in: previous) { return [.missingSpace(file, colon: colon)] }
        if previous.keyColon != nil {
            let message = "this line is indented under `\(keyText(of: previous))`, which has a value already"
            let column = MissingSpace.afterDashes(previous) - previous.range.lowerBound
            return IndentedBlock(line).accidents(message, movedTo: column)
        }
        return [noKey(previous)]
    }

    /// In flow style, a colon with a bracket or a comma right behind it.
    private var tightColon: Accident {
        let start = FlowLine(SourceLine(file, at: problem), from: openBracket).valueStart(around: problem)
        let isExpression = !Parentheses.areClosed(file.bytes, in: start..<max(start, problem))
        return isExpression ? .unquotedInFlow(file, from: start) : .missingSpace(file, colon: problem)
    }

    /// A line among keys that is no key.
    private var missingColon: Accident {
        let line = SourceLine(file, at: context)
        if let colon = MissingSpace.colon(line.file.bytes, in: context..<max(context, line.contents.upperBound)) {
            return .missingSpace(file, colon: colon)
        }
        if line.contents.count > 1024 {
            return Accident(diagnostic: .yamlLongKey(at: SourceRange(file: file, at(context))))
        }
        return noKey(line)
    }

    /// A colon is added where lines are indented below, as values of a key; else the line is passed over.
    private func noKey(_ line: SourceLine) -> Accident {
        let contents = max(line.contents.lowerBound, MissingSpace.afterDashes(line))..<line.contents.upperBound
        let range = SourceRange(file: file, contents)
        var next = line.number + 1
        while next < file.lineStarts.count, SourceLine(file, number: next).isBlankOrComment { next += 1 }
        let isParent =
            next <= file.lineStarts.count && SourceLine(file, number: next).indentation > line.indentation
        let end = contents.upperBound..<contents.upperBound
        return Accident(
            diagnostic: .yamlMissingColon(at: range, correction: isParent ? line.correction(end, ":") : nil),
            edit: isParent ? .init(range: end, replacement: [UInt8(ascii: ":")]) : .blank(contents))
    }

    private func keyText(of line: SourceLine) -> String {
        let start = MissingSpace.afterDashes(line)
        let text = String(decoding: file.bytes[start..<(line.keyColon ?? start)], as: UTF8.self)
        return Diagnostic.shortened(text)
    }

    // MARK: Lines

    private var misplacedLine: [Accident] {
        let line = SourceLine(file, at: problem)
        guard line.contents.lowerBound == problem else {
            let rest = problem..<max(problem, line.contents.upperBound)
            return [
                Accident(
                    diagnostic: .yamlSyntax(at: SourceRange(file: file, rest), "no text may follow here"),
                    edit: rest.isEmpty ? nil : .blank(rest))
            ]
        }
        if problemByte == UInt8(ascii: ":") {
            return [Accident(diagnostic: .yamlMissingKey(at: SourceRange(file: file, at(problem))))]
        }
        let range = SourceRange(file: file, line.contents)
        let indentations = indentationsAbove(line)
        if !indentations.contains(line.indentation) {
            return [Accident(diagnostic: .yamlIndentation(at: range, misfit(line.indentation, indentations)))]
        }
        let isItem = problemByte == UInt8(ascii: "-")
        guard case .lineAmongItems = words.kind, !isItem else {
            let message = isItem ? "a list item stands here among the keys of a map" : "no text may stand here"
            return [Accident(diagnostic: .yamlIndentation(at: range, message))]
        }
        let block = IndentedBlock(line)
        return block.accidents(
            "this line stands among the items of a list but does not begin with `- `", movedTo: block.columnOfItemAbove)
    }

    private func misfit(_ indentation: Int, _ above: [Int]) -> String {
        let fitting = above.map(String.init).joined(separator: " or ")
        return "this line is indented by \(indentation), which fits no line above: expected \(fitting)"
    }

    /// The indentations of the blocks above a line, from the innermost out; those of list items twice, since what
    /// stands behind the dash may go on too.
    private func indentationsAbove(_ line: SourceLine) -> [Int] {
        var indentations: [Int] = []
        var above = line.previous
        while let candidate = above, indentations.count < 20 {
            let dashes = MissingSpace.afterDashes(candidate) - candidate.range.lowerBound
            for indentation in [dashes, candidate.indentation] where indentation < indentations.last ?? .max {
                indentations.append(indentation)
            }
            if candidate.indentation == 0 { break }
            above = candidate.previous
        }
        return indentations
    }

    private var misplacedDash: Accident {
        let extent = ValueExtent.of(file, from: problem, isInFlow: isInFlow)
        return Accident(
            diagnostic: .yamlSyntax(
                at: SourceRange(file: file, extent), "a list cannot begin on the line of its key",
                help: "begin it on the next line, or quote the value if it is text"),
            edit: .placeholder(extent))
    }

    // MARK: Flow style

    private var brokenFlow: Accident {
        let opened = openBracket ?? context
        guard let byte = problemByte else { return openBracketAccident(opened, noticed: nil) }
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
            return Accident(diagnostic: .yamlWrongBracket(file, at: problem, opened: opened))
        }
        let line = SourceLine(file, at: problem)
        if Array("\"'[{".utf8).contains(byte) {
            var end = problem
            while end > opened + 1, file.bytes[end - 1] <= UInt8(ascii: " ") { end -= 1 }
            return .missingComma(file, at: end)
        }
        let openingLine = SourceLine(file, at: opened)
        if line.number != openingLine.number {
            let isNextKey = file.bytes[opened] == UInt8(ascii: "{") && line.indentation > openingLine.indentation
            if isNextKey, byte == UInt8(ascii: ":"), let previous = line.previous {
                return .missingComma(file, at: previous.contents.upperBound)
            }
            return openBracketAccident(opened, noticed: problem)
        }
        return general("a comma or the end of this `\(Character(Unicode.Scalar(file.bytes[opened])))` is expected here")
    }

    private func openBracketAccident(_ bracket: Int, noticed: Int?) -> Accident {
        let line = SourceLine(file, at: bracket)
        let end = ValueExtent.of(file, from: bracket, isInFlow: false).upperBound
        // What goes on over several lines may end anywhere.
        let isOnOneLine = noticed.map { SourceLine(file, at: $0).previous?.number == line.number } ?? false
        guard isOnOneLine, end > bracket + 1, file.bytes[end - 1] != UInt8(ascii: ",") else {
            return Accident(diagnostic: .yamlOpenBracket(file, at: bracket, noticed: noticed, correction: nil))
        }
        let open = openBrackets.reversed().prefix { line.range.contains($0) && $0 <= bracket }
        let closing = open.map { file.bytes[$0] == UInt8(ascii: "[") ? " ]" : " }" }.joined()
        let text = closing.dropFirst(file.bytes[bracket + 1] == UInt8(ascii: " ") ? 0 : 1)
        let edit = Correction.Edit(end..<end, String(text))
        return Accident(
            diagnostic: .yamlOpenBracket(
                file, at: bracket, noticed: noticed, correction: line.correction(edit.range, edit.text)),
            edit: .init(edit))
    }

    private var missingContent: Accident {
        switch problemByte {
        case nil:
            if let openBracket { return openBracketAccident(openBracket, noticed: nil) }
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
            if !isInFlow, openBracket == nil { return .indicator(file, from: problem, isInFlow: false) }
            if problemByte == UInt8(ascii: ",") { return general("a value is missing before this comma") }
            return Accident(diagnostic: .yamlWrongBracket(file, at: problem, opened: openBracket))
        // YAML 1.2 lets a text within brackets begin with a colon, libyaml does not.
        case UInt8(ascii: ":") where openBracket != nil: return .indicator(file, from: problem, isInFlow: true)
        default:
            if let openBracket { return openBracketAccident(openBracket, noticed: problem) }
        }
        return general("a value is expected here")
    }
}

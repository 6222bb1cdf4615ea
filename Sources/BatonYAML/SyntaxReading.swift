import BatonDiagnostics

/// Translates libyaml's complaint into what is wrong where.
///
/// libyaml blames the place where it noticed; each case here finds the place where the mistake was made.
struct SyntaxReading {
    let file: SourceFile
    let context: Int
    let problem: Int
    let isInFlow: Bool
    /// The bracket that libyaml is in, as far as its events told.
    let openBracket: Int?
    private let words: SyntaxProblem

    init(_ words: SyntaxProblem, file: SourceFile, context: Int, problem: Int, openBracket: Int?) {
        self.words = words
        self.file = file
        self.context = context
        self.problem = problem
        self.isInFlow = words.isInFlow
        self.openBracket = openBracket
    }

    /// One accident, or many of a kind at once.
    var accidents: [Accident] {
        switch words.problem {
        case "found unknown escape character", "did not find expected hexdecimal number",
            "found invalid Unicode character escape code":
            EscapeReading(
                file, scalar: context, problem: problem, isUnknown: words.problem == "found unknown escape character"
            ).accidents
        default: [accident]
        }
    }

    private var accident: Accident {
        switch words.problem {
        case "mapping values are not allowed in this context":
            return misplacedColon
        case "could not find expected ':'":
            return missingColon
        case "did not find expected key", "did not find expected '-' indicator":
            return misplacedLine
        case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
            return brokenFlow
        case "did not find expected node content":
            return missingContent
        case "found character that cannot start any token", "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            return wrongStart
        case "found unexpected end of stream", "found unexpected document indicator":
            return Accident(diagnostic: .yamlOpenQuote(file, at: context, closing: nil))
        case "found undefined tag handle":
            return .tag(
                file, NodeProperties(file.bytes, from: problem).tag ?? at(problem), isInFlow: isInFlow, isAlone: false)
        case "did not find expected <document start>":
            return Accident(diagnostic: .yamlSecondDocument(file, at: problem))
        case "block sequence entries are not allowed in this context":
            return misplacedDash
        case "found unexpected ':'":
            return tightColon
        case "mapping keys are not allowed in this context":
            return .indicator(file, from: problem, isInFlow: isInFlow)
        default:
            return byContext
        }
    }

    /// The complaints about what begins with an indicator name the value they were in.
    private var byContext: Accident {
        switch words.context {
        case "while scanning an anchor", "while scanning an alias", "while scanning a block scalar",
            "while scanning a tag", "while parsing a tag", "while scanning a directive":
            return indicator(at: context)
        default:
            return general("this is not YAML: \(words.problem)")
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
        if let colon = keyColon(of: line), colon < offset {
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
    private var misplacedColon: Accident {
        let line = SourceLine(file, at: problem)
        if let colon = keyColon(of: line), colon < problem {
            var start = colon + 1
            while start < problem, line.isBlank(start) { start += 1 }
            let extent = ValueExtent.of(file, from: start, isInFlow: false)
            return Accident(diagnostic: .yamlColonInside(file, extent), edit: .placeholder(extent))
        }
        guard let previous = line.previous else { return general("a colon may not stand here") }
        if let colon = MissingSpace.colon(in: previous) { return .missingSpace(file, colon: colon) }
        if keyColon(of: previous) != nil {
            let message = "this line is indented under `\(keyText(of: previous))`, which has a value already"
            return Accident(diagnostic: .yamlIndentation(at: SourceRange(file: file, line.contents), message))
        }
        return noKey(previous)
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
            diagnostic: .yamlMissingColon(at: range, help: isParent ? line.replacing(end, with: ":") : nil),
            edit: isParent ? .init(range: end, replacement: [UInt8(ascii: ":")]) : .blank(contents))
    }

    /// The colon behind the first key of a line.
    private func keyColon(of line: SourceLine) -> Int? {
        let end = line.contents.upperBound
        var at = MissingSpace.afterDashes(line)
        if at < end, file.bytes[at] == UInt8(ascii: "\"") || file.bytes[at] == UInt8(ascii: "'") {
            at = Parentheses.stringEnd(file.bytes, from: at, before: end) ?? at
        }
        while at < end {
            if file.bytes[at] == UInt8(ascii: ":"), at + 1 == end || line.isBlank(at + 1) { return at }
            at += 1
        }
        return nil
    }

    private func keyText(of line: SourceLine) -> String {
        let start = MissingSpace.afterDashes(line)
        let text = String(decoding: file.bytes[start..<(keyColon(of: line) ?? start)], as: UTF8.self)
        return Diagnostic.shortened(text)
    }

    // MARK: Lines

    private var misplacedLine: Accident {
        let line = SourceLine(file, at: problem)
        let wantsItem = words.problem == "did not find expected '-' indicator"
        guard line.contents.lowerBound == problem else {
            let rest = problem..<max(problem, line.contents.upperBound)
            return Accident(
                diagnostic: .yamlSyntax(at: SourceRange(file: file, rest), "no text may follow here"),
                edit: rest.isEmpty ? nil : .blank(rest))
        }
        if problemByte == UInt8(ascii: ":") {
            return Accident(diagnostic: .yamlMissingKey(at: SourceRange(file: file, at(problem))))
        }
        let range = SourceRange(file: file, line.contents)
        let indentations = indentationsAbove(line)
        if !indentations.contains(line.indentation) {
            return Accident(diagnostic: .yamlIndentation(at: range, misfit(line.indentation, indentations)))
        }
        let isItem = problemByte == UInt8(ascii: "-")
        let message =
            wantsItem && !isItem
            ? "this line stands among the items of a list but does not begin with `- `"
            : isItem ? "a list item stands here among the keys of a map" : "no text may stand here"
        return Accident(diagnostic: .yamlIndentation(at: range, message))
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
        Accident(diagnostic: .yamlOpenBracket(file, at: bracket, noticed: noticed))
    }

    private var missingContent: Accident {
        switch problemByte {
        case nil:
            if let openBracket { return openBracketAccident(openBracket, noticed: nil) }
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
            if !isInFlow { return .indicator(file, from: problem, isInFlow: false) }
            if problemByte == UInt8(ascii: ",") { return general("a value is missing before this comma") }
            return Accident(diagnostic: .yamlWrongBracket(file, at: problem, opened: openBracket))
        default:
            if let openBracket { return openBracketAccident(openBracket, noticed: problem) }
        }
        return general("a value is expected here")
    }

    // MARK: First characters

    private var wrongStart: Accident {
        guard problemByte == UInt8(ascii: "\t") else { return indicator(at: problem) }
        let line = SourceLine(file, at: problem)
        guard problem <= line.contents.lowerBound else {
            return Accident(diagnostic: .yamlTab(at: SourceRange(file: file, at(problem))), edit: .blank(at(problem)))
        }
        let lines = (line.number...file.lineStarts.count).count { number in
            let line = SourceLine(file, number: number)
            return file.bytes[line.range.lowerBound..<line.contents.lowerBound].contains(UInt8(ascii: "\t"))
        }
        let tabs = SourceRange(file: file, problem..<max(problem + 1, line.contents.lowerBound))
        return Accident(diagnostic: .yamlTabIndentation(at: tabs, lines: lines))
    }
}

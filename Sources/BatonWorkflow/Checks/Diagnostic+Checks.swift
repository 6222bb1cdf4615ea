import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonRegex
import BatonText
import BatonYAML

extension Diagnostic {
    static func cannotHold(
        _ message: String, at range: SourceRange, notes: [Note] = [], help: String?
    ) -> Diagnostic {
        Diagnostic("workflow.cannot-hold", message, at: range, notes: notes, help: help)
    }

    static func operatorDoesNotFit(
        _ name: String, _ type: SubjectType, written: String, at range: SourceRange
    ) -> Diagnostic {
        var help: String?
        if type.hasElements || type.types == .array {
            let value = written.contains("\n") ? "…" : written
            help = "for all elements write `{ each: { \(name): \(value) } }`, for one `any`, for their number `length`"
        } else if type.isText {
            help = "a text takes `eq`, `in`, `contains`, `starts_with`, `ends_with`, `matches`, `length`, `is`, `gt`, …"
        } else if type.types?.contains(.number) == true {
            help = "a number takes `eq`, `ne`, `gt`, `gte`, `lt`, `lte`, `in`, `not_in`"
        }
        return Diagnostic(
            "workflow.operator-does-not-fit", "`\(name)` does not fit \(type.title), which is \(type.described)",
            at: range, help: help)
    }

    /// - Parameter name: the operator, or what is checked.
    static func neverEqual(_ type: SubjectType, _ node: YAMLNode, to name: String) -> Diagnostic {
        let written = node.scalar.map { "`\($0.text)`" } ?? node.kindName
        let value = node.scalar == nil || node.range.text.contains("\n") ? "…" : node.range.text
        let help: String?
        if type.hasElements, name == Membership.Relation.notIn.rawValue {
            help = "it gives a list: write `{ each: { not_in: [ … ] } }`"
        } else if type.hasElements, ["ne", "not", "none"].contains(name) {
            help = "it gives a list: write `{ none: \(value) }`"
        } else if type.hasElements {
            help = "it gives a list: write `[\(value)]`, or `{ each: … }`, `{ contains: … }`"
        } else if type.isText, node.isNull {
            help = "for what must not be there write `{ exists: false }`"
        } else if type.isText, node.items != nil {
            help = "for any of them write `{ in: [ … ] }`, for all of them `{ contains: [ … ] }`"
        } else if type.hasTexts, let text = node.scalar?.text, !text.isEmpty {
            help = "for one of them write `{ contains: \(text) }`, for exactly these `[\(text)]`"
        } else if type.types == .array {
            help = "write `{ length: … }` for how many there are"
        } else {
            help = node.scalar.flatMap { OperatorText.operation($0.text) }.map { "write `\($0)`" }
        }
        return .cannotHold("\(type.title) is \(type.described) and never \(written)", at: node.range, help: help)
    }

    static func invalidPattern(_ error: PatternError, in node: YAMLNode, after start: Int = 0) -> Diagnostic {
        let offset = start + (error.offset ?? 0)
        let map = node.sourceMap
        let length = node.scalar?.text.utf8.count ?? 0
        let range = offset < length ? map.range(offset..<offset + 1) : map.range(max(0, length - 1)..<length)
        return Diagnostic(
            "workflow.invalid-pattern", "the regular expression is not valid: \(error.message)", at: range,
            help: "brackets, `.`, `?`, `*`, `+`, `^`, `$`, `|` have a meaning; a `\\` before them takes it away")
    }

    static func invalidDigest(_ text: String, at range: SourceRange) -> Diagnostic {
        .cannotHold(
            "`sha256` is 64 hexadecimal digits, this is \(Wording.count(text.unicodeScalars.count, "character"))",
            at: range, help: "`sha256sum FILE` prints it")
    }

    static func invalidHex(_ text: String, at range: SourceRange) -> Diagnostic {
        .cannotHold(
            "`starts_with_hex` wants two hexadecimal digits for each byte", at: range,
            help: "write `89504e47`, or with spaces `89 50 4e 47`")
    }

    // MARK: - Documents

    static func unknownWildcard(_ word: String, at range: SourceRange) -> Diagnostic {
        if word == "matches" {
            return Diagnostic(
                "workflow.unknown-wildcard", "`<matches>` needs a regular expression", at: range,
                help: "write `<matches ^[A-Z]+$>`")
        }
        let known = DocumentPattern.Wildcard.words + ["matches"]
        let foreign = ["int": "integer", "bool": "boolean", "float": "number", "str": "string", "list": "array"]
        let help: String
        if let nearest = foreign[word.lowercased()] ?? Spelling.nearest(to: word, in: known) {
            help = "did you mean `<\(nearest)\(nearest == "matches" ? " …" : "")>`?"
        } else {
            help = "there is " + known.map { $0 == "matches" ? "`<matches …>`" : "`<\($0)>`" }.joined(separator: " ")
        }
        return Diagnostic(
            "workflow.unknown-wildcard", "`<\(word)>` is no wildcard", at: range,
            help: "\(help); for this very text write `$(\"<\(word)>\")`")
    }

    /// - Parameter isInList: whether it is an element of a list, which has no operators.
    static func wildcardOutsideDocument(_ text: String, isInList: Bool, at range: SourceRange) -> Diagnostic {
        let message = "`\(text)` is a wildcard only in `json` and `json_includes`"
        if isInList {
            return Diagnostic(
                "workflow.wildcard-outside-document", message, at: range,
                help:
                    "look at the elements with `{ each: … }` or `{ any: … }`; for this very text write `$(\"\(text)\")`"
            )
        }
        let word = String(text.dropFirst().dropLast())
        let instead: String
        if ValueFormat(rawValue: word) != nil {
            instead = "`{ is: \(word) }`"
        } else if word == "any" {
            instead = "`{ exists: true }`"
        } else if word == "absent" {
            instead = "`{ exists: false }`"
        } else if word.hasPrefix("matches ") {
            instead = "`{ matches: … }`"
        } else {
            instead = "`{ type: \(word) }`"
        }
        return Diagnostic(
            "workflow.wildcard-outside-document", message, at: range,
            help: "write \(instead) here; for this very text write `{ eq: \"\(text)\" }`")
    }

    static func absentOutsideObject(at range: SourceRange) -> Diagnostic {
        .cannotHold(
            "`<absent>` stands for a member of an object", at: range, help: "write it as `name: <absent>` in a map")
    }

    // MARK: - Outcomes

    /// Reports a kind of failure that is never the outcome of a request.
    static func neverAnOutcome(_ kind: Failure.Kind, known: [String], at range: SourceRange) -> Diagnostic {
        let failed = CallOutcome.mappingFailedName
        let help =
            switch kind.family {
            case "response", "mapping":
                known.contains(failed)
                    ? "a call whose result cannot be made ends in `\(failed)`" : "a request ends in \(list(known))"
            default: "a step that cannot do its request is an error, whatever it expects"
            }
        return Diagnostic(
            "workflow.unknown-outcome", "`\(kind)` is never expected: no exchange with a server ends in it", at: range,
            help: help)
    }

    private static func list(_ outcomes: [String]) -> String {
        outcomes.map { "`\($0)`" }.joined(separator: ", ")
    }

    static func unknownOutcome(_ text: String, known: [String], at range: SourceRange) -> Diagnostic {
        let help: String
        if let nearest = Spelling.nearest(to: text, in: known) {
            help = "did you mean `\(nearest)`?"
        } else if let nearest = known.first(where: { $0.hasSuffix(".\(text)") }) {
            help = "did you mean `\(nearest)`?"
        } else if known.contains(where: { $0.hasPrefix(text + ".") }) {
            help = "for all of that kind write `{ starts_with: \(text). }`"
        } else {
            help = "there is " + list(known)
        }
        return Diagnostic("workflow.unknown-outcome", "`\(text)` is no outcome", at: range, help: help)
    }

    /// - Parameter word: an operator that looks at a part of the outcome's name.
    static func unmetOutcome(
        _ word: String, _ text: String, known: [String], at range: SourceRange
    ) -> Diagnostic {
        let families = known.compactMap { name in name.firstIndex(of: ".").map { String(name[...$0]) } }
        let wording =
            switch word {
            case Affix.End.start.rawValue: "begins with"
            case Affix.End.end.rawValue: "ends with"
            case _ where Containment.Relation(rawValue: word) != nil: "contains"
            default: "matches"
            }
        let near =
            PatternMatch.Relation(rawValue: word) != nil
            ? nil : Spelling.nearest(to: text, in: families) ?? Spelling.nearest(to: text, in: known)
        return Diagnostic(
            "workflow.unknown-outcome", "no outcome \(wording) `\(text)`", at: range,
            help: near.map { "did you mean `\($0)`?" }
                ?? "there is " + known.map { "`\($0)`" }.joined(separator: ", "))
    }

    static func listOfOutcomes(_ node: YAMLNode) -> Diagnostic {
        .cannotHold(
            "a request has one outcome, never a list", at: node.range,
            help: "for any of them write `{ in: [ … ] }`")
    }

    static func neverChecked(
        _ name: String, outcome: String, at range: SourceRange, because other: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            "workflow.never-checked", "`\(name)` is never looked at: `\(outcome)` means that there is no response",
            at: range, notes: [Note("expected here", at: other)], help: "take one of the two out")
    }

    static func invalidStatus(_ text: String, at range: SourceRange) -> Diagnostic {
        let first = text.prefix(1)
        let isClass = text.utf8.count == 3 && text.lowercased().hasSuffix("x") && "12345".contains(first)
        return Diagnostic(
            "workflow.invalid-status", "`\(text)` is no status", at: range,
            help: isClass
                ? "a class is written `\(first)xx`"
                : "write a number from 100 to 999, a class such as `2xx`, or a list of these")
    }
}

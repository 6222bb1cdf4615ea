import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRegex
import BatonValues
import BatonYAML

extension Diagnostic {
    static func cannotHold(_ message: Message, at range: SourceRange, help: Message?) -> Diagnostic {
        Diagnostic("workflow.cannot-hold", message, at: range, help: help)
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
                "workflow.wrong-value", "`<matches>` needs a regular expression", at: range,
                help: "write `<matches ^[A-Z]+$>`")
        }
        let known = DocumentPattern.Wildcard.words + ["matches"]
        let foreign = ["int": "integer", "bool": "boolean", "float": "number", "str": "string", "list": "array"]
        let help: Message
        if let nearest = foreign[word.lowercased()] ?? Spelling.nearest(to: word, in: known) {
            help = "did you mean `<\(nearest)\(nearest == "matches" ? " …" : "")>`?"
        } else {
            help = "there is " + known.map { $0 == "matches" ? "`<matches …>`" : "`<\($0)>`" }.joined(separator: " ")
        }
        return Diagnostic(
            "workflow.wrong-value", "`<\(word)>` is no wildcard", at: range,
            help: "\(help); for this very text write `$(\"<\(word)>\")`")
    }

    static func absentOutsideObject(at range: SourceRange) -> Diagnostic {
        .cannotHold(
            "`<absent>` stands for a member of an object", at: range, help: "write it as `name: <absent>` in a map")
    }

    static func invalidStatus(_ text: String, at range: SourceRange) -> Diagnostic {
        let first = text.prefix(1)
        let isClass = text.utf8.count == 3 && text.lowercased().hasSuffix("x") && "12345".contains(first)
        return Diagnostic(
            "workflow.wrong-value", "`\(text)` is no status", at: range,
            help: isClass
                ? "a class is written `\(first)xx`"
                : "write a number from 100 to 599, a class such as `2xx`, or a list of these")
    }
}

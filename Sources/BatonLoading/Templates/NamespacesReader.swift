import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonYAML

/// Reads `namespaces`: a map of the prefixes of XPaths to namespaces.
struct NamespacesReader {
    let sink: DiagnosticSink

    func namespaces(_ node: YAMLNode) -> [String: String] {
        let entries = node.entries ?? []
        if entries.isEmpty {
            sink.report(
                .checksNothing(
                    "`namespaces`", at: node.range, help: "write `{ s: \"urn:example:stock\" }`, or leave it out"))
        }
        var namespaces: [String: String] = [:]
        for entry in entries {
            guard isPrefix(entry.keyText) else {
                sink.report(.noPrefix(entry.keyText, at: entry.key.range))
                continue
            }
            if let name = name(entry.value) { namespaces[entry.keyText] = name }
        }
        return namespaces
    }

    /// Whether the text is a name without a colon; `_` and names that begin with `xml` are reserved.
    private func isPrefix(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, text != "_", !text.lowercased().hasPrefix("xml") else { return false }
        return first.isInName && !first.isDigit
            && bytes.allSatisfy {
                $0.isInName || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
            }
    }

    private func name(_ node: YAMLNode) -> String? {
        guard let text = node.scalar?.text, !node.isNull, !text.isEmpty else {
            sink.report(.wrongType(wanted: "the name of a namespace", what: "a prefix", node: node))
            return nil
        }
        guard !CELTemplate.isNeeded(for: text) else {
            sink.report(.computedNamespace(at: node.range))
            return nil
        }
        return text
    }
}

extension Diagnostic {
    static func noPrefix(_ text: String, at range: SourceRange) -> Diagnostic {
        let isTaken = text == "_" || text.lowercased().hasPrefix("xml")
        return Diagnostic(
            "workflow.invalid-name", "`\(text)` cannot be a prefix", at: range,
            help: text == "_"
                ? "it stands for the default namespace of the document already"
                : isTaken
                    ? "names that begin with `xml` are reserved (Namespaces in XML, section 3)"
                    : "a prefix is letters, digits, `-`, `_` and `.`, and begins with a letter or `_`")
    }

    static func computedNamespace(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "the name of a namespace must be known before the file runs", at: range,
            help: "write it out; it is the one that the document declares with `xmlns`")
    }
}

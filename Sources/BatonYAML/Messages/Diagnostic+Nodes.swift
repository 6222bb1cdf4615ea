import BatonDiagnostics
import BatonValues

/// Messages about mistakes in keys, values and aliases that are valid YAML syntax.
extension Diagnostic {
    static func yamlDuplicateKey(_ text: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.duplicate-key", "the key `\(shortened(text))` stands here a second time", at: range,
            notes: [.init("first here", at: first)])
    }

    static func yamlKeyNotScalar(isMapping: Bool, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.key-not-text", "a key must be text, not a \(isMapping ? "map" : "list")", at: range,
            help: section(range.text) ?? "quote what is meant as text")
    }

    static func yamlMergeKey(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.merge-key", "merge keys (`<<`) are not supported", at: range,
            help: "write the keys out, or \"<<\" in quotes if a key of that name is meant")
    }

    static func yamlNothingToMerge(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.merge-key", "`<<` wants a map or a list of maps, whose keys are merged", at: range,
            help: "write an alias of a map: `<<: *name`")
    }

    static func yamlMissingKey(at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.missing-key", "a key is missing before the colon", at: range)
    }

    /// - Parameters:
    ///   - key: the range in which the key is written, which may be the anchor of an alias.
    ///   - range: the range in which the key is used.
    static func yamlMissingValue(
        of text: String, isPlain: Bool, writtenAt key: SourceRange, at range: SourceRange, isInFlow: Bool
    ) -> Diagnostic {
        if isInFlow, isPlain, let colon = MissingSpace.colon(in: key) {
            return .yamlMissingSpace(key.file, colon: colon)
        }
        let isAfterComma = isInFlow && !isFollowedByColon(key)
        return Diagnostic(
            "yaml.empty-value", "`\(shortened(text))` has no value", at: range,
            help: isAfterComma
                ? "write `\(shortened(text)): …`, or quote the whole text if the comma before is part of it"
                : "write `null`, `\"\"`, `{}` or `[]`")
    }

    private static func isFollowedByColon(_ key: SourceRange) -> Bool {
        key.file.bytes[key.upper...].first { $0 > UInt8(ascii: " ") } == UInt8(ascii: ":")
    }

    static func yamlMissingItem(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.empty-value", "this list item has no value", at: range, help: "write `null`, `\"\"`, `{}` or `[]`")
    }

    static func yamlUnknownAlias(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
        let nearest = Spelling.nearest(to: name, in: known)
        return Diagnostic(
            "yaml.unknown-alias", "no anchor `&\(shortened(name))` stands before this alias", at: range,
            help: nearest.map { "did you mean `*\($0)`?" } ?? "quote the value if `*` is meant as text")
    }

    static func yamlSecondAnchor(at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.anchor", "a value has one anchor at most, and an alias has none", at: range, help: "remove it")
    }

    static func yamlRecursiveAlias(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.recursive-alias", "`&\(shortened(name))` contains itself through this alias", at: range)
    }

    static func yamlAliasExpansion(limit: Int, at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.alias-expansion", "the aliases up to here stand for more than \(limit) values", at: range)
    }

    static func shortened(_ text: String) -> String {
        text.count > 60 ? text.prefix(60) + "…" : text
    }
}

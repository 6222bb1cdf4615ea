import BatonDiagnostics
import BatonValues

/// Messages about the document as a whole: directives, several documents, limits.
extension Diagnostic {
    static func yamlEmptyFile(_ file: SourceFile) -> Diagnostic {
        Diagnostic("yaml.empty-file", "the file is empty", at: SourceRange(startOf: file))
    }

    static func yamlSecondDocument(_ file: SourceFile, at start: Int) -> Diagnostic {
        let line = SourceLine(file, at: start).contents
        let isMarker = file.bytes[start...].starts(with: Array("---".utf8))
        return Diagnostic(
            isMarker ? "yaml.unsupported" : "yaml.syntax",
            isMarker ? "a second document begins here; a file holds one" : "the document has ended above this line",
            at: SourceRange(file: file, start..<(isMarker ? start + 3 : max(start + 1, line.upperBound))),
            help: isMarker ? "put it into a file of its own" : nil)
    }

    static func yamlDirectiveWithoutDocument(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.syntax", "a line that begins with `%` is a directive, and `---` must follow it", at: range)
    }

    static func yamlRepeatedVersion(at range: SourceRange, first: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.syntax", "the YAML version is declared twice", at: range, notes: [.init("first here", at: first)])
    }

    static func yamlOtherVersion(_ version: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.syntax", "only YAML 1.2 is read, not `\(version)`", at: range, help: "remove this line")
    }

    static func yamlTagDirective(at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.unsupported", "tags are not supported", at: range, help: "remove this line")
    }

    static func yamlUnknownDirective(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.syntax", "this directive is unknown", at: range,
            help: "remove this line, or quote it if it is text")
    }

    static func yamlTooDeep(limit: Int, at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.too-large", "lists and maps are nested more than \(limit) deep", at: range)
    }

    static func yamlTooManyNodes(limit: Int, at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.too-large", "the file holds more than \(limit) values", at: range)
    }
}

/// Messages about files that are not text, or only partly text.
extension Diagnostic {
    static func yamlTooLarge(_ file: SourceFile, limit: Int) -> Diagnostic {
        Diagnostic(
            "yaml.too-large", "the file has \(file.bytes.count) bytes; at most \(limit) are read",
            at: SourceRange(startOf: file))
    }

    static func yamlNotUTF8(_ byte: UInt8, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.encoding", "the byte 0x\(hexadecimal(UInt32(byte), 2)) here is not UTF-8", at: range,
            help: "save the file as UTF-8")
    }

    static func yamlUTF16(_ bytes: UnsafeBufferPointer<UInt8>, _ file: SourceFile) -> Diagnostic? {
        guard bytes.count >= 2, (bytes[0], bytes[1]) == (0xFF, 0xFE) || (bytes[0], bytes[1]) == (0xFE, 0xFF) else {
            return nil
        }
        return Diagnostic(
            "yaml.encoding", "the file is UTF-16", at: SourceRange(startOf: file), help: "save the file as UTF-8")
    }

    static func yamlControlCharacter(_ value: UInt32, at range: SourceRange) -> Diagnostic {
        let name = hexadecimal(value, 4)
        if value == 0xFEFF {
            return Diagnostic(
                "yaml.encoding", "a byte order mark (U+FEFF) may only begin the file", at: range,
                help: "remove it")
        }
        let kind = value == 0x2028 || value == 0x2029 || value == 0x85 ? "line separator" : "control character"
        return Diagnostic(
            "yaml.encoding", "the \(kind) U+\(name) may not stand in a file", at: range,
            help: "remove it, or write \"\\u\(name)\" in double quotes")
    }

    /// A space of another kind at a place where only the ordinary one separates.
    ///
    /// - Parameter mended: what belongs there; nil for as many ordinary spaces as there seem to be.
    static func yamlOtherSpace(_ file: SourceFile, _ range: Range<Int>, mended: String? = nil) -> Diagnostic {
        let spaces = String(decoding: file.bytes[range], as: UTF8.self).unicodeScalars
        let mended = mended ?? String(repeating: " ", count: spaces.count { !$0.isSpaceWithoutWidth })
        return Diagnostic(
            "yaml.other-space", "there is a space of another kind, \(spaces.first?.codePoint ?? "")",
            at: SourceRange(file: file, range), help: "write an ordinary space",
            correction: SourceLine(file, at: range.lowerBound).correction(range, mended))
    }

    /// A space of another kind that belongs to a text.
    ///
    /// - Parameter words: the beginning of the sentence, such as "this text ends with".
    static func yamlOtherSpace(_ file: SourceFile, _ range: Range<Int>, inText words: String) -> Diagnostic {
        let space = String(decoding: file.bytes[range], as: UTF8.self).unicodeScalars.first
        return Diagnostic(
            .warning, "yaml.other-space", "\(words) a space of another kind, \(space?.codePoint ?? "")",
            at: SourceRange(file: file, range), help: "write an ordinary space, or quote the text if it is meant")
    }

    private static func hexadecimal(_ value: UInt32, _ width: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// Messages about mistakes in keys, values and aliases that are valid YAML syntax.
extension Diagnostic {
    static func yamlDuplicateKey(_ text: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.duplicate-key", "the key `\(shortened(text))` stands here a second time", at: range,
            notes: [.init("first here", at: first)])
    }

    static func yamlKeyNotScalar(isMapping: Bool, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.unsupported", "a key must be text, not a \(isMapping ? "map" : "list")", at: range,
            help: section(range.text) ?? "quote what is meant as text")
    }

    static func yamlMergeKey(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.unsupported", "merge keys (`<<`) are not supported", at: range,
            help: "write the keys out, or \"<<\" in quotes if a key of that name is meant")
    }

    static func yamlNothingToMerge(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.unsupported", "`<<` wants a map or a list of maps, whose keys are merged", at: range,
            help: "write an alias of a map: `<<: *name`")
    }

    static func yamlMissingKey(at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.syntax", "a key is missing before the colon", at: range)
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
            "yaml.alias", "no anchor `&\(shortened(name))` stands before this alias", at: range,
            help: nearest.map { "did you mean `*\($0)`?" } ?? "quote the value if `*` is meant as text")
    }

    static func yamlSecondAnchor(at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.alias", "a value has one anchor at most, and an alias has none", at: range, help: "remove it")
    }

    static func yamlRecursiveAlias(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.alias", "`&\(shortened(name))` contains itself through this alias", at: range)
    }

    static func yamlAliasExpansion(limit: Int, at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.too-large", "the aliases up to here stand for more than \(limit) values", at: range)
    }

    static func shortened(_ text: String) -> String {
        text.count > 60 ? text.prefix(60) + "…" : text
    }
}

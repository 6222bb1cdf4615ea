import BatonDiagnostics

/// Messages about the document as a whole: directives, several documents, limits.
extension Diagnostic {
    static func yamlEmptyFile(_ file: SourceFile) -> Diagnostic {
        Diagnostic("yaml.empty-file", "the file is empty", at: SourceRange(startOf: file))
    }

    static func yamlSecondDocument(_ file: SourceFile, at start: Int) -> Diagnostic {
        let line = SourceLine(file, at: start).contents
        let isMarker = file.bytes[start...].starts(with: Array("---".utf8))
        return Diagnostic(
            isMarker ? "yaml.second-document" : "yaml.text-after-document",
            isMarker ? "a second document begins here; a file holds one" : "the document has ended above this line",
            at: SourceRange(file: file, start..<(isMarker ? start + 3 : max(start + 1, line.upperBound))),
            help: isMarker ? "put it into a file of its own" : nil)
    }

    static func yamlDirectiveWithoutDocument(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.directive", "a line that begins with `%` is a directive, and `---` must follow it", at: range)
    }

    static func yamlRepeatedVersion(at range: SourceRange, first: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.directive", "the YAML version is declared twice", at: range, notes: [.init("first here", at: first)])
    }

    static func yamlOtherVersion(_ version: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.directive", "only YAML 1.2 is read, not `\(version)`", at: range, help: "remove this line")
    }

    static func yamlTagDirective(at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.tag", "tags are not supported", at: range, help: "remove this line")
    }

    static func yamlUnknownDirective(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "yaml.directive", "this directive is unknown", at: range,
            help: "remove this line, or quote it if it is text")
    }

    static func yamlTooDeep(limit: Int, at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.too-deep", "lists and maps are nested more than \(limit) deep", at: range)
    }

    static func yamlTooManyNodes(limit: Int, at range: SourceRange) -> Diagnostic {
        Diagnostic("yaml.too-many-nodes", "the file holds more than \(limit) values", at: range)
    }
}

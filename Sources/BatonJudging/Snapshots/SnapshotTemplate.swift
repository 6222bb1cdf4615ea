package import BatonDiagnostics
package import BatonLanguage

/// `expect: { snapshot: … }`: the body of the response is held against a file beside the workflow.
package final class SnapshotTemplate: Sendable {
    package let name: TextTemplate
    /// JSONPaths to what is neither recorded nor compared.
    let ignored: [PathTemplate]
    let matched: [Matched]
    let lineEnds: LineEnds
    package let range: SourceRange

    /// How the line ends of XML, HTML and other text are compared.
    package enum LineEnds: String, Sendable, CaseIterable {
        /// CR LF and LF are one, because git changes them in the files of a checkout.
        case alike
        case exact
    }

    /// A place whose value changes from run to run, but not its kind.
    package struct Matched: Sendable {
        /// A JSONPath; each value that it finds must match the wildcard.
        package let path: PathTemplate
        let written: String
        let wildcard: DocumentPattern.Wildcard

        package init(path: PathTemplate, written: String, wildcard: DocumentPattern.Wildcard) {
            self.path = path
            self.written = written
            self.wildcard = wildcard
        }
    }

    package init(
        name: TextTemplate, ignored: [PathTemplate] = [], matched: [Matched] = [], lineEnds: LineEnds = .alike,
        range: SourceRange
    ) {
        self.name = name
        self.ignored = ignored
        self.matched = matched
        self.lineEnds = lineEnds
        self.range = range
    }

    /// Whether there are JSONPaths, so that the body must be JSON.
    var needsJSON: Bool { !ignored.isEmpty || !matched.isEmpty }
}

/// The names of snapshots, which are names of files on every system.
package enum SnapshotName {
    /// The most bytes of a name.
    static let mostBytes = 100

    /// The rest of the sentence "`NAME` …" about a text that is no name; nil for a name.
    package static func violation(in name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.utf8.count > mostBytes { return "is longer than \(mostBytes) bytes" }
        if let scalar = name.unicodeScalars.first(where: { !isAllowed($0) }) {
            return "holds \(ValueText.quote(String(scalar), spellsOut: true))"
        }
        for (edge, title) in [(" ", "space"), (".", "dot")] where name.hasPrefix(edge) || name.hasSuffix(edge) {
            return "begins or ends with a \(title)"
        }
        if let format = SnapshotReading.Format.allCases.first(where: { name.hasSuffix(".\($0.ending)") }) {
            return "ends in `.\(format.ending)`, which the file gets by itself"
        }
        return nil
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "-", "_", ".": return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .nonspacingMark, .spacingMark:
            return true
        default: return false
        }
    }

    package static let advice =
        "a name has letters, digits, `-`, `_`, `.` and spaces: it names a file beside the workflow"
}

extension Language {
    /// `expect: { snapshot: … }` written as a map.
    package enum Snapshot {
        package static let name = Key(
            "name", .text, "The name of its file, without an ending.", example: "name: items")
        package static let ignore = Key(
            "ignore", .textList,
            "JSONPaths to what is neither recorded nor compared: members are left out, elements of lists are null.",
            example: "ignore: [$.date]")
        package static let match = Key(
            "match", .map,
            "JSONPaths to wildcards: each value there must match, and the wildcard is recorded in its place.",
            example: "match: { $.id: <uuid> }")
        package static let lineEnds = Key(
            "line_ends", .plainText,
            "Of text: `alike` compares CR LF and LF as one line end, since git changes them in checkouts; `exact` tells them apart.",
            unlessWritten: "`alike`",
            values: .all(of: SnapshotTemplate.LineEnds.self), example: "line_ends: exact")
        package static let map = Map("`snapshot`", [name, ignore, match, lineEnds], rules: [.all([name])])
    }
}

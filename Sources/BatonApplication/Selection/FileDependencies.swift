import BatonDiagnostics
import BatonFiles
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonWorkflow
import BatonYAML

/// Finds dependencies between files: a file depends on the files whose paths it contains, and on their dependencies.
///
/// All texts in a file, and all texts in its expressions, are checked without regard to their meaning: this also finds
/// paths under keys added later, and at worst runs a workflow unnecessarily. Where a part of a path is computed,
/// `data/$(name).csv`, every matching file counts.
final class FileDependencies {
    private enum Mention {
        case path(String)
        case pattern(Glob)
        /// The whole name is computed, so it may be any file.
        case anything
    }

    /// URI prefixes that JSON Schemas refer to, with the files or folders to which they map.
    private let schemas: [SchemaLibrary.Mapping]
    private var known: [String: [Mention]] = [:]
    /// Maximum bytes of a file that is searched: larger files hold data, and name no files.
    private static let largest = 4_000_000

    init(schemas: [SchemaLibrary.Mapping]) {
        self.schemas = schemas
    }

    /// - Parameters:
    ///   - path: absolute.
    ///   - changed: absolute paths.
    ///   - guesses: whether a completely computed name counts as any file.
    func isAffected(_ path: String, by changed: Set<String>, guesses: Bool = true) -> Bool {
        cause(in: path, of: changed, guesses: guesses) != nil
    }

    /// The changed file that the file at `path` is, or depends on; nil for none.
    func cause(in path: String, of changed: Set<String>, guesses: Bool = true) -> String? {
        if changed.isEmpty { return nil }
        var pending = [path]
        var seen: Set<String> = [path]
        func changedFile(_ path: String) -> String? {
            if changed.contains(path) { return path }
            // What a link leads to is read, too.
            return (try? RealPath.of(path)).flatMap { changed.contains($0) ? $0 : nil }
        }
        while let next = pending.popLast() {
            if let found = changedFile(next) { return found }
            for mention in mentions(in: next) {
                switch mention {
                case .path(let path):
                    if let found = changedFile(path) { return found }
                    if Self.mayMention(path), seen.insert(path).inserted { pending.append(path) }
                case .pattern(let pattern):
                    if let found = changed.first(where: pattern.matches) { return found }
                case .anything:
                    if guesses, let any = changed.min() { return any }
                }
            }
        }
        return nil
    }

    /// Whether the two files are the same, or `file` depends on the one at `path`.
    ///
    /// - Parameter path: absolute, without links, as is `file`.
    func names(_ path: String, in file: String) -> Bool { isAffected(file, by: [path], guesses: false) }

    /// Files that name others in attributes: `<xs:include schemaLocation="item.xsd"/>`.
    private static let xmlEndings = [".xsd", ".xml"]

    private static func mayMention(_ path: String) -> Bool {
        ([".yaml", ".yml", ".json"] + xmlEndings).contains { FileEnding.has(path, $0) }
    }

    private func mentions(in path: String) -> [Mention] {
        if let found = known[path] { return found }
        var found: [Mention] = []
        let folder = RealPath.folder(of: path)
        if !FileEnding.has(path, ".json") {
            let snapshots = PathText.join(folder, "snapshots/\(RealPath.name(of: path))")
            found.append(.pattern(Glob(Self.escaped(snapshots[...]) + "/*", isPath: false)))
        }
        if Self.mayMention(path), let bytes = try? FileReading.bytes(of: path, limit: Self.largest) {
            if Self.xmlEndings.contains(where: { FileEnding.has(path, $0) }) {
                let text = String(decoding: bytes, as: UTF8.self)
                for candidate in Self.candidates(in: text) { mention(candidate, from: folder).map { found.append($0) } }
                known[path] = found
                return found
            }
            let file = SourceFile(path: path, bytes: bytes)
            YAMLComposer.compose(file, into: DiagnosticSink())?.visitTexts { text in
                for path in ComputedPaths.of(text) {
                    found.append(path.map { .pattern(self.pattern($0, from: folder)) } ?? .anything)
                }
                for candidate in Self.candidates(in: text) { mention(candidate, from: folder).map { found.append($0) } }
            }
        }
        known[path] = found
        return found
    }

    private func mention(_ text: Substring, from folder: String) -> Mention? {
        guard !text.isEmpty, text.utf8.count < 1024, !text.contains(where: \.isNewline) else { return nil }
        let text = String(text)
        if let mapping = schemas.first(where: { text.hasPrefix($0.uri) }) {
            let rest = text.dropFirst(mapping.uri.count).prefix { $0 != "#" }
            return .path(PathText.absolute(mapping.path + rest))
        }
        guard text.contains("$(") else { return .path(PathText.absolute(RealPath.join(folder, text))) }
        guard let pattern = Self.pattern(text) else { return nil }
        return .pattern(self.pattern(pattern, from: folder))
    }

    private func pattern(_ text: String, from folder: String) -> Glob {
        Glob(PathText.absolute(RealPath.join(folder, text)), isPath: false)
    }

    /// The text itself, the texts in its expressions, and the part before a `#`, as in references of schemas.
    private static func candidates(in text: String) -> [Substring] {
        var found: [Substring] = [text[...]]
        if let fragment = text.firstIndex(of: "#"), fragment != text.startIndex { found.append(text[..<fragment]) }
        for quote in ["\"", "'"] as [Character] where text.contains(quote) {
            let parts = text.split(separator: quote, omittingEmptySubsequences: false)
            for index in stride(from: 1, to: parts.count, by: 2) { found.append(parts[index]) }
        }
        return found
    }

    /// A path with `*` for each expression; nil where too little text is left to distinguish files.
    static func pattern(_ text: String) -> String? {
        var pattern = ""
        var literal = 0
        var rest = text[...]
        while let start = rest.firstRange(of: "$(") {
            pattern += escaped(rest[..<start.lowerBound])
            literal += rest[..<start.lowerBound].count
            var depth = 1
            var index = start.upperBound
            while depth > 0, index < rest.endIndex {
                if rest[index] == "(" { depth += 1 }
                if rest[index] == ")" { depth -= 1 }
                index = rest.index(after: index)
            }
            pattern += "*"
            rest = rest[index...]
        }
        pattern += escaped(rest)
        return literal + rest.count >= 3 ? pattern : nil
    }

    static func escaped(_ text: Substring) -> String {
        // Characters with a meaning in patterns match any character.
        String(text.map { "*?[]{}\\".contains($0) ? "?" : $0 })
    }
}

extension YAMLNode {
    /// Visits every scalar and every key as text.
    fileprivate func visitTexts(_ visit: (String) -> Void) {
        var pending = [self]
        while let node = pending.popLast() {
            switch node.kind {
            case .scalar(let scalar): visit(scalar.text)
            case .sequence(let items): pending += items
            case .mapping(let entries):
                for entry in entries { visit(entry.keyText) }
                pending += entries.map(\.value)
            }
        }
    }
}

/// Patterns for the files that expressions read by a computed name: `file('../data/' + name + '.txt')`.
enum ComputedPaths {
    /// A pattern for each call of `file` in a text whose argument is more than one literal, `../data/*.txt`; nil for an
    /// argument without a literal part.
    static func of(_ text: String) -> [String?] {
        guard text.contains("file") else { return [] }
        return text.matches(of: /\bfile\s*\(/).compactMap { call -> String?? in
            let parts = parts(of: text[call.range.upperBound...])
            guard parts.count > 1 || parts.first?.literal == nil else { return .none }
            let literals = parts.compactMap(\.literal)
            guard literals.joined().count >= 3 else { return .some(nil) }
            // Without a literal beginning the file may be in any folder.
            return .some(
                (parts.first?.literal == nil ? "/" : "")
                    + parts.map { $0.literal.map { FileDependencies.escaped(Substring($0)) } ?? "*" }.joined())
        }
    }

    private struct Part {
        /// Nil for a computed part.
        var literal: String?
    }

    /// The operands of `+`, up to the parenthesis that closes the call.
    private static func parts(of text: Substring) -> [Part] {
        var parts: [Part] = []
        var current = ""
        var depth = 0
        var quote: Character?
        func end() {
            let word = current.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
            let literal = String(word)
            let isLiteral =
                literal.count >= 2 && (literal.first == "'" || literal.first == "\"") && literal.last == literal.first
                && !literal.dropFirst().dropLast().contains { $0 == literal.first || $0 == "\\" }
            parts.append(Part(literal: isLiteral ? String(literal.dropFirst().dropLast()) : nil))
            current = ""
        }
        for character in text {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == "(" || character == "[" || character == "{" {
                depth += 1
            } else if character == ")" || character == "]" || character == "}" {
                if depth == 0 { break }
                depth -= 1
            } else if character == "+", depth == 0 {
                end()
                continue
            }
            current.append(character)
        }
        end()
        return parts
    }
}

/// The files on which every workflow depends: baton.yaml with all that it names, such as API files, contracts, workflows of
/// `before` and files that its expressions read, and the variable and secret files of the command line.
struct ProjectWideFiles {
    /// Absolute, without `.` and `..`.
    private let paths: [String]
    private let project: String

    init(_ options: RunOptions, _ workspace: Workspace) {
        var paths = options.variableFiles + options.secretFiles
        // Without a project, baton.yaml may be created later.
        project = PathText.absolute(RealPath.join(workspace.root, ProjectSearch.fileName))
        paths.append(project)
        self.paths = paths.map { PathText.absolute(RealPath.join(workspace.workingFolder, $0)) }
    }

    /// The first project-wide file that is in `files` or depends on one of them; links may be resolved there or not.
    func first(in files: Set<String>, _ dependencies: FileDependencies) -> String? {
        paths.first { files.contains($0) || (try? RealPath.of($0)).map(files.contains) == true }
            ?? dependencies.cause(in: project, of: files)
    }
}

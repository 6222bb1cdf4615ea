/// The folders of a target that name each other's types in a circle, so that none can be read without the others.
///
/// Only types that are declared once in the target, at the beginning of a line and not for their file alone, count. A name
/// behind a dot is a member of something else, `Language.Step`.
struct FolderKnots {
    private var folders: Set<Substring> = []
    private var owners: [Substring: Set<Substring>] = [:]
    private var names: [Substring: Set<Substring>] = [:]

    /// - Parameter files: paths below the target's folder with their text.
    init(_ files: [(path: String, text: String)]) {
        for (path, text) in files {
            let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
            folders.insert(folder)
            for line in text.split(separator: "\n") where line.first != "/" && line.first != " " {
                if let type = Self.declared(in: line) { owners[type, default: []].insert(folder) }
            }
            for line in text.split(separator: "\n") {
                names[folder, default: []].formUnion(Self.capitalised(in: line))
            }
        }
    }

    /// The knots, each with its folders in order.
    var all: [[Substring]] {
        let reached = Dictionary(uniqueKeysWithValues: folders.map { ($0, reach(from: $0)) })
        var knots: Set<[Substring]> = []
        for folder in folders {
            let knot = folders.filter { reached[folder]?.contains($0) == true && reached[$0]?.contains(folder) == true }
            if knot.count > 1 { knots.insert(knot.sorted()) }
        }
        return knots.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// A type of each step from one folder of a knot to another.
    func reasons(in knot: [Substring]) -> [String] {
        knot.flatMap { from in
            knot.compactMap { to in
                from == to
                    ? nil
                    : names[from, default: []].sorted().first { owners[$0] == [to] }.map {
                        "\(Self.title(from)) names \($0) of \(Self.title(to))"
                    }
            }
        }
    }

    static func title(_ folder: Substring) -> String { folder.isEmpty ? "the target's own folder" : "\(folder)/" }

    private func reach(from folder: Substring) -> Set<Substring> {
        var seen: Set<Substring> = []
        var open = [folder]
        while let next = open.popLast() {
            for name in names[next, default: []] {
                guard let owner = owners[name], owner.count == 1, let to = owner.first, to != next else { continue }
                if seen.insert(to).inserted { open.append(to) }
            }
        }
        return seen
    }

    /// The type that a line declares for other files.
    private static func declared(in line: Substring) -> Substring? {
        var words = line.split { $0 == " " || $0 == ":" || $0 == "<" || $0 == "{" || $0 == "(" }[...]
        let modifiers: Set<Substring> = ["public", "package", "internal", "final", "indirect"]
        while let word = words.first, word.hasPrefix("@") || modifiers.contains(word) { words.removeFirst() }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
        guard let kind = words.popFirst(), kinds.contains(kind) else { return nil }
        return words.first
    }

    /// The words of a line that begin with a capital letter, without its comment and its texts.
    private static func capitalised(in line: Substring) -> Set<Substring> {
        var found: Set<Substring> = []
        var isInText = false
        var before: Character = " "
        var index = line.startIndex
        while index < line.endIndex {
            let character = line[index]
            if character == "\"" { isInText.toggle() }
            if !isInText, character == "/", line[index...].hasPrefix("//") { break }
            guard character.isLetter || character == "_" else {
                before = character
                index = line.index(after: index)
                continue
            }
            let rest = line[index...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            if !isInText, character.isUppercase, before != "." { found.insert(rest) }
            before = rest.last ?? " "
            index = rest.endIndex
        }
        return found
    }
}

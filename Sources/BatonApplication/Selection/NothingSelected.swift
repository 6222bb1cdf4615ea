import BatonFiles
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonRunner
import BatonValues
import BatonWorkflow

/// Finds the option that leaves no workflow, and what the user may have meant.
struct NothingSelected {
    private let selection: Selection
    private let workflows: [Workflow]

    init(_ loaded: LoadedWorkflows, _ selection: Selection) {
        self.selection = selection
        workflows = loaded.entries.filter { !$0.isLeftAlone }.compactMap(\.workflow)
    }

    var help: String {
        let tagged = workflows.filter { selection.matchesTags($0.tags) }
        if tagged.isEmpty { return aboutTags }
        let owned = tagged.filter { selection.matchesOwner($0.owner) }
        if owned.isEmpty { return counted(tagged, narrowing: !narrowsByTag) + aboutOwners(tagged) }
        return counted(owned, narrowing: !narrowsByTag && selection.owners.isEmpty) + aboutNames(owned)
    }

    private var narrowsByTag: Bool { !selection.tags.isEmpty || !selection.excludedTags.isEmpty }

    /// Says how many workflows the options before leave.
    private func counted(_ left: [Workflow], narrowing isFirst: Bool) -> String {
        if isFirst { return "" }
        return left.count == 1
            ? "1 workflow fits the other options; " : "\(left.count) workflows fit the other options; "
    }

    private var aboutTags: String {
        let tags = Set(workflows.flatMap(\.tags)).sorted()
        if tags.isEmpty { return "no workflow has tags" }
        let all = "there are the tags " + Self.listed(tags.map(TagExpression.quoted))
        for tag in selection.tags.flatMap(\.tags) where !tags.contains(tag) {
            return "no workflow has the tag `\(tag)`; " + (Self.meant(by: tag, of: tags) ?? all)
        }
        let wanted = workflows.count { workflow in
            selection.tags.isEmpty || selection.tags.contains { $0.holds(for: workflow.tags) }
        }
        if selection.tags.isEmpty { return "`--not-tag` leaves none of them" }
        if wanted == 0 { return "no workflow has these tags together; \(all)" }
        return "`--tag` fits \(Plural.count(wanted, "workflow")), and `--not-tag` leaves none of them"
    }

    /// What a word stands for that is no tag: two tags with the sign of another tool between them, a pattern, or a
    /// misspelt tag.
    fileprivate static func meant(by word: String, of tags: [String]) -> String? {
        for (signs, join) in [("|", "or"), ("&+", "and")] {
            let parts = word.split { signs.contains($0) }.map(String.init)
            if parts.count > 1, parts.allSatisfy(tags.contains) {
                return "write `" + parts.map(TagExpression.quoted).joined(separator: " \(join) ") + "`"
            }
        }
        if word.contains(where: "*?".contains) {
            let glob = Glob(word, isPath: false)
            let found = tags.filter(glob.matches)
            return "tags are written out"
                + (found.isEmpty ? "" : ": `" + found.map(TagExpression.quoted).joined(separator: " or ") + "`")
        }
        return Spelling.nearest(to: word, in: tags).map { "did you mean `\(TagExpression.quoted($0))`?" }
    }

    private func aboutOwners(_ workflows: [Workflow]) -> String {
        let owners = Set(workflows.compactMap(\.owner)).sorted()
        if owners.isEmpty { return "no workflow has an `owner`" }
        for owner in selection.owners {
            if let near = Spelling.nearest(to: owner, in: owners) {
                return "did you mean `--owner \(ShellWord.quote(near))`?"
            }
        }
        return "there are the owners " + Self.listed(owners)
    }

    private func aboutNames(_ workflows: [Workflow]) -> String {
        let names = workflows.map(\.name)
        guard let pattern = selection.names.first else { return "leave out an option" }
        if let row = pattern.firstRange(of: "[row="),
            Self.fits(names, String(pattern[..<row.lowerBound]).trimmingSpaces) > 0
        {
            let rows = workflows.flatMap { $0.rows?.names.prefix(Self.most).map(\.self) ?? [] }
            return rows.isEmpty ? "the workflow has no rows" : "there are the rows " + Self.listed(rows)
        }
        let near = NearNames(to: pattern, in: names).names
        if near.isEmpty { return "`--name` wants the whole name; `*` stands for any part of one" }
        var text = "names are matched whole; nearest: " + Self.listed(near.map { "`\($0)`" })
        let wider = "*\(pattern)*"
        let count = Self.fits(names, wider)
        if count > 0 { text += "; `--name \(ShellWord.quote(wider))` finds \(count)" }
        return text
    }

    private static func fits(_ names: [String], _ pattern: String) -> Int {
        let glob = Glob(pattern, isPath: false)
        return names.count(where: glob.matches)
    }

    /// Number of names that a message lists.
    private static let most = 12

    private static func listed(_ words: [String]) -> String {
        let rest = words.count - most
        return words.prefix(most).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

/// What the user selects by and no workflow has: a part of the selection may be empty although the rest selects
/// something.
struct UnmatchedChoices {
    /// A sentence for each.
    let sentences: [String]

    init(_ loaded: LoadedWorkflows, _ selection: Selection) {
        let workflows = loaded.entries.compactMap(\.workflow)
        let tags = Set(workflows.flatMap(\.tags)).sorted()
        var sentences: [String] = []
        func add(_ sentence: String) {
            if !sentences.contains(sentence) { sentences.append(sentence) }
        }
        for tag in (selection.tags + selection.excludedTags).flatMap(\.tags) where !tags.contains(tag) {
            let meant = NothingSelected.meant(by: tag, of: tags).map { "; \($0)" } ?? ""
            add("no workflow has the tag `\(tag)`\(meant)")
        }
        func check(
            _ patterns: [String], _ option: String, among words: [String],
            _ narrow: (inout Selection, String) -> Void
        ) {
            func fits(_ pattern: String) -> Bool {
                var one = Selection()
                narrow(&one, pattern)
                return workflows.contains(where: one.includesAny)
            }
            func near(_ pattern: String) -> String {
                Spelling.nearest(to: pattern, in: words).map { "; did you mean `\($0)`?" } ?? ""
            }
            for pattern in patterns where !words.contains(pattern) {
                if !fits(pattern) {
                    add("`\(option) '\(pattern)'` fits no workflow\(near(pattern))")
                    continue
                }
                for choice in Glob.choices(of: pattern) where !fits(choice.pattern) {
                    add("no workflow fits `\(choice.text)` in `\(option) '\(pattern)'`\(near(choice.pattern))")
                }
            }
        }
        check(selection.names, "--name", among: workflows.map(\.name)) { $0.names = [$1] }
        check(selection.owners, "--owner", among: workflows.compactMap(\.owner)) { $0.owners = [$1] }
        self.sentences = sentences
    }
}

/// The names that a pattern of `--name` may have meant, nearest first.
struct NearNames {
    let names: [String]

    init(to pattern: String, in all: [String]) {
        let folded = pattern.lowercased()
        let glob = Glob(folded, isPath: false)
        let bare = String(folded.filter { !"*?".contains($0) }).trimmingSpaces
        var found = all.filter { glob.matches($0.lowercased()) }
        if found.isEmpty, !bare.isEmpty { found = all.filter { $0.lowercased().contains(bare) } }
        if found.isEmpty, let near = Spelling.nearest(to: pattern, in: all) { found = [near] }
        var seen: Set<String> = []
        names = found.filter { seen.insert($0).inserted }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

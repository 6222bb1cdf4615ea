/// The explanation of one word: a row of a table of the reference, with what the language table adds.
package struct ReferenceEntry: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case key
        case `operator`
        case function
        case name
        /// `$(`, `&&`, `<uuid>`
        case sign
        case failure = "kind of failure"
        case code = "code of a message"
        case exitCode = "exit code"
        /// A word that says how a step, a workflow or a run ended: `passed`, `flaky`.
        case result = "word of results"
        /// A command of `baton`; the entries come from the commands.
        case command
        /// An option of the command line; the entries come from the commands.
        case option
    }

    /// The word itself: `retry`, `close_to`, `sha256`, `response.status`, `check.failed`, `workflow.unknown-key`.
    package let word: String
    package let kind: Kind
    /// What it belongs to: "a step, `defaults`" for a key, a heading of the page for a code, commands for an option.
    package let owner: String
    /// Where it may stand, from the top of a file: "workflow file › steps › retry".
    package var places: [String] = []
    /// How it is called, for functions: `regex(text, "id=([0-9]+)")`.
    package var call: String?
    /// The types of arguments and results, for functions: `(string, string) → string`.
    package var types: [String] = []
    /// The type of the value, in the words of the page: "number or map".
    package var value: String?
    /// The types of values that an operator can be applied to; empty for all types.
    package var fits: [String] = []
    /// The keys of the map that is the value.
    package var keys: [String] = []
    package private(set) var meaning: String
    /// How to mend it, for kinds of failure and codes.
    package var advice: String?
    package var related: [String] = []
    /// Words of other tools that mean the same.
    package var foreign: [String] = []
    /// The page and the heading under which the reference says more.
    package let page: String
    package private(set) var section: String
    /// The titles of the maps that hold the key.
    var maps: [String] = []

    package init(word: String, kind: Kind, owner: String, meaning: String, page: String, section: String) {
        self.word = word
        self.kind = kind
        self.owner = owner
        self.meaning = meaning
        self.page = page
        self.section = section
    }

    func isSame(as other: ReferenceEntry) -> Bool {
        kind == other.kind && word == other.word && owner == other.owner && kind == .key
    }

    /// Adds what a later table says of the same word.
    mutating func join(_ later: ReferenceEntry) {
        meaning += " " + later.meaning
        if later.value != nil { value = later.value }
        section = later.section
        related = later.related
    }

    /// "key of a step"; "function"; "code of a message".
    package var title: String {
        switch kind {
        case .key: "key of \(owner)"
        case .option: "option of \(owner)"
        case .name where !owner.isEmpty: "member of \(owner)"
        case .operator, .function, .name, .sign, .failure, .code, .exitCode, .result, .command: kind.rawValue
        }
    }
}

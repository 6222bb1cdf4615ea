/// Which case: a workflow file, or one row of it.
package final class CaseIdentity: Sendable {
    package let index: Int
    /// The file's path relative to the project folder, with `/`.
    package let path: String
    /// The workflow's `name`, else the file's name without its ending.
    package let name: String
    package let row: String?
    package let tags: [String]
    /// How many steps the file has, setup and teardown included.
    package let stepCount: Int
    /// Nil for nearly all: a run may have very many rows, each with an identity.
    private let rarities: Rarities?

    private final class Rarities: Sendable {
        let repetition: Int?
        let quarantine: CaseQuarantine?

        init?(_ repetition: Int?, _ quarantine: CaseQuarantine?) {
            if repetition == nil, quarantine == nil { return nil }
            self.repetition = repetition
            self.quarantine = quarantine
        }
    }

    package init(
        index: Int, path: String, name: String, row: String?, tags: [String], stepCount: Int, repetition: Int? = nil,
        quarantine: CaseQuarantine? = nil
    ) {
        self.index = index
        self.path = path
        self.name = name
        self.row = row
        self.tags = tags
        self.stepCount = stepCount
        rarities = Rarities(repetition, quarantine)
    }

    /// Which of several runs of the same case, from 1; nil where each runs once.
    package var repetition: Int? { rarities?.repetition }
    package var quarantine: CaseQuarantine? { rarities?.quarantine }

    /// What tells it apart from other cases of its file: `[row=ada]`, `[repeat=2]`.
    package var marks: String {
        (row.map { "[row=\($0)]" } ?? "") + (repetition.map { "[repeat=\($0)]" } ?? "")
    }

    /// The name with what tells it apart.
    package var title: String { marks.isEmpty ? name : "\(name) \(marks)" }

    func repeated(_ repetition: Int) -> CaseIdentity {
        CaseIdentity(
            index: index, path: path, name: name, row: row, tags: tags, stepCount: stepCount, repetition: repetition,
            quarantine: quarantine)
    }

    func numbered(_ index: Int) -> CaseIdentity {
        CaseIdentity(
            index: index, path: path, name: name, row: row, tags: tags, stepCount: stepCount, repetition: repetition,
            quarantine: quarantine)
    }
}

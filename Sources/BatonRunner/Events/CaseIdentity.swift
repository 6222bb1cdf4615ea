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

    /// Which of several runs of the same case, from 1; nil where each runs once.
    package let repetition: Int?
    package let quarantine: CaseQuarantine?

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
        self.repetition = repetition
        self.quarantine = quarantine
    }

    /// What tells it apart from other cases of its file: `[row=ada]`, `[repeat=2]`.
    package var marks: String {
        (row.map { "[row=\($0)]" } ?? "") + (repetition.map { "[repeat=\($0)]" } ?? "")
    }

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

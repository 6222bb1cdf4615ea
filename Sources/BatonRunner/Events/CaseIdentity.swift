/// Which case: a workflow file, or one row of it.
package final class CaseIdentity: Sendable {
    /// Why a case is part of a run.
    package enum Role: String, Sendable {
        /// It was asked for.
        case selected = "case"
        /// Others need it.
        case prerequisite
        /// baton.yaml has it run before everything, or after everything.
        case before, after
    }

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
        let role: Role
        let variant: String?

        init?(_ repetition: Int?, _ quarantine: CaseQuarantine?, _ role: Role, _ variant: String?) {
            if repetition == nil, quarantine == nil, role == .selected, variant == nil { return nil }
            self.repetition = repetition
            self.quarantine = quarantine
            self.role = role
            self.variant = variant
        }
    }

    package init(
        index: Int, path: String, name: String, row: String?, tags: [String], stepCount: Int, repetition: Int? = nil,
        role: Role = .selected, variant: String? = nil, quarantine: CaseQuarantine? = nil
    ) {
        self.index = index
        self.path = path
        self.name = name
        self.row = row
        self.tags = tags
        self.stepCount = stepCount
        rarities = Rarities(repetition, quarantine, role, variant)
    }

    package var role: Role { rarities?.role ?? .selected }
    /// Which of several runs of the same case, from 1; nil where each runs once.
    package var repetition: Int? { rarities?.repetition }
    package var quarantine: CaseQuarantine? { rarities?.quarantine }
    /// What others give to the inputs of one that they need: `user=ada`; nil where they give nothing.
    package var variant: String? { rarities?.variant }

    /// What tells it apart from other cases of its file: `[row=ada]`, `[user=ada]`, `[repeat=2]`.
    package var marks: String {
        (row.map { "[row=\($0)]" } ?? "") + (variant.map { "[\($0)]" } ?? "")
            + (repetition.map { "[repeat=\($0)]" } ?? "")
    }

    /// The name with what tells it apart.
    package var title: String { marks.isEmpty ? name : "\(name) \(marks)" }

    func repeated(_ repetition: Int) -> CaseIdentity { copy(index: index, repetition: repetition, role: role) }

    func numbered(_ index: Int) -> CaseIdentity { copy(index: index, repetition: repetition, role: role) }

    /// The same case at another place of a plan.
    func placed(at index: Int, as role: Role) -> CaseIdentity {
        copy(index: index, repetition: repetition, role: role)
    }

    private func copy(index: Int, repetition: Int?, role: Role) -> CaseIdentity {
        CaseIdentity(
            index: index, path: path, name: name, row: row, tags: tags, stepCount: stepCount, repetition: repetition,
            role: role, variant: variant, quarantine: quarantine)
    }
}

import BatonValues

/// Identity of a case: a workflow file, or one row of it.
///
/// A run may have very many rows, so what the rows of a file have in common is stored once. Its texts are not
/// `MaskedText`: names and tags hold no expressions, `Plan.masking` masks the secrets that are known before the run, and
/// a run whose rows have a secret in their names does not begin.
package final class CaseIdentity: Sendable {
    /// Why a case is part of a run.
    package enum Role: String, Sendable {
        /// The user selected it.
        case selected = "case"
        /// Another case needs it.
        case prerequisite
        /// baton.yaml lists it under `before` or `after`: it runs before or after all other cases.
        case before, after
        /// It stands for what is missing in a merged run, or for a run that did not start, and is no workflow.
        case gap
    }

    package let index: Int
    package let row: String?
    private let common: Common

    private final class Common: Sendable {
        let path: String
        let name: String
        let tags: [String]
        let stepCount: Int
        let repetition: Int?
        let quarantine: CaseQuarantine?
        let owner: String?
        let role: Role
        let variant: String?

        init(
            _ path: String, _ name: String, _ tags: [String], _ stepCount: Int, _ repetition: Int?,
            _ quarantine: CaseQuarantine?, _ owner: String?, _ role: Role, _ variant: String?
        ) {
            self.path = path
            self.name = name
            self.tags = tags
            self.stepCount = stepCount
            self.repetition = repetition
            self.quarantine = quarantine
            self.owner = owner
            self.role = role
            self.variant = variant
        }
    }

    package init(
        index: Int, path: String, name: String, row: String?, tags: [String], stepCount: Int, repetition: Int? = nil,
        role: Role = .selected, variant: String? = nil, quarantine: CaseQuarantine? = nil,
        owner: String? = nil
    ) {
        self.index = index
        self.row = row
        common = Common(path, name, tags, stepCount, repetition, quarantine, owner, role, variant)
    }

    private init(index: Int, row: String?, _ common: Common) {
        self.index = index
        self.row = row
        self.common = common
    }

    /// The file's path relative to the project folder, with `/`.
    package var path: String { common.path }
    /// The workflow's `name`, else the file's name without its ending.
    package var name: String { common.name }
    package var tags: [String] { common.tags }
    /// Number of steps in the file, setup and teardown included.
    package var stepCount: Int { common.stepCount }
    /// Number of this repetition of the case (`--repeat`), from 1; nil where each case runs once.
    package var repetition: Int? { common.repetition }
    package var quarantine: CaseQuarantine? { common.quarantine }
    /// The workflow's `owner`: the person or team responsible for it.
    package var owner: String? { common.owner }
    package var role: Role { common.role }
    /// The values that other workflows pass to the inputs of this needed one: `user=ada`; nil where they pass none. In a
    /// merged run also which shard it ran on, where it failed on several: `shard=2`.
    package var variant: String? { common.variant }

    /// Distinguishes the case from other cases of its file: `[row=ada]`, `[user=ada]`, `[repeat=2]`.
    package var marks: String {
        if row == nil, variant == nil, repetition == nil { return "" }
        return (row.map { "[row=\($0)]" } ?? "") + (variant.map { "[\($0)]" } ?? "")
            + (repetition.map { "[repeat=\($0)]" } ?? "")
    }

    /// The name followed by the marks.
    package var title: String {
        let marks = marks
        return marks.isEmpty ? name : "\(name) \(marks)"
    }

    package func repeated(_ repetition: Int) -> CaseIdentity { copy(index: index, repetition: repetition, role: role) }

    /// The same case with another index.
    package func numbered(_ index: Int) -> CaseIdentity { CaseIdentity(index: index, row: row, common) }

    /// The same case with another index and role in a plan.
    package func placed(at index: Int, as role: Role) -> CaseIdentity {
        // Rows go on sharing what they have in common.
        role == self.role ? numbered(index) : copy(index: index, repetition: repetition, role: role)
    }

    /// The same case as the result of a shard, where another shard has one too.
    package func ofShard(_ number: Int) -> CaseIdentity {
        CaseIdentity(
            index: index, path: path, name: name, row: row, tags: tags, stepCount: stepCount, repetition: repetition,
            role: role, variant: [variant, "shard=\(number)"].compactMap(\.self).joined(separator: ", "),
            quarantine: quarantine, owner: owner)
    }

    /// Another row of the same workflow.
    package func row(_ name: String, index: Int) -> CaseIdentity { CaseIdentity(index: index, row: name, common) }

    /// The same case with masked name, owner and tags; itself where they hold no secret.
    package func masked(_ mask: (String) -> String) -> CaseIdentity {
        let (name, owner, tags) = (mask(name), owner.map(mask), tags.map(mask))
        if name == self.name, owner == self.owner, tags == self.tags { return self }
        return CaseIdentity(
            index: index, path: path, name: name, row: row, tags: tags, stepCount: stepCount, repetition: repetition,
            role: role, variant: variant, quarantine: quarantine, owner: owner)
    }

    /// Whether all but row and place is stored once for both.
    package func isSibling(of other: CaseIdentity) -> Bool { common === other.common }

    private func copy(index: Int, repetition: Int?, role: Role) -> CaseIdentity {
        CaseIdentity(
            index: index, path: path, name: name, row: row, tags: tags, stepCount: stepCount, repetition: repetition,
            role: role, variant: variant, quarantine: quarantine, owner: owner)
    }
}

/// Names a case in a record of another one, whatever its number is in a run.
package struct CaseReference: Sendable, Hashable {
    package var path: String
    package var row: String?
    /// The values that other workflows passed to the inputs of a needed one; nil where they passed none.
    package var variant: String?

    package init(path: String, row: String?, variant: String? = nil) {
        self.path = path
        self.row = row
        self.variant = variant
    }

    package init(_ identity: CaseIdentity) {
        self.init(path: identity.path, row: identity.row, variant: identity.variant)
    }

    package static func == (left: CaseReference, right: CaseReference) -> Bool { left.key == right.key }

    package func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// Names are the same by their bytes, not by the characters that these show.
    private var key: [TextKey?] { [TextKey(path), row.map { TextKey($0) }, variant.map { TextKey($0) }] }
}

/// The quarantine of a case on the day of this run.
package struct CaseQuarantine: Sendable, Equatable {
    package var until: String
    package var reason: String
    package var owner: String?
    /// Whether its last day has passed, so that failures count again.
    package var isOver: Bool

    package init(until: String, reason: String, owner: String?, isOver: Bool) {
        self.until = until
        self.reason = reason
        self.owner = owner
        self.isOver = isOver
    }

    /// The quarantine's reason and the case's owner.
    package var why: String { owner.map { "\(reason) (\($0))" } ?? reason }

    /// The sentence that reports show for a case in quarantine, or one whose quarantine is over.
    ///
    /// - Parameter isBad: whether the case failed or could not run.
    package func sentence(isBad: Bool) -> String {
        if isOver {
            return isBad
                ? "its quarantine ended with \(until), it counts again: \(why)"
                : "its quarantine ended with \(until), and it passes: `quarantine` can go"
        }
        return isBad
            ? "quarantined until \(until): \(why)" : "quarantined until \(until), but it passes: `quarantine` can go"
    }
}

extension CaseRecord {
    /// Whether the case failed but does not count, because it is in quarantine. A file with errors always counts.
    package var isQuarantined: Bool {
        guard let quarantine = identity.quarantine, !quarantine.isOver else { return false }
        return (outcome == .failed || outcome == .error) && !isInvalidFile
    }
}

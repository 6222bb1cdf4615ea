package final class StepStarted: Sendable {
    package let caseIndex: Int
    package let index: Int
    /// For the status line only: a secret in it may become known later, so it is in no file.
    package let name: String

    package init(caseIndex: Int, index: Int, name: String) {
        self.caseIndex = caseIndex
        self.index = index
        self.name = name
    }
}

package final class StepStarted: Sendable {
    package let caseIndex: Int
    package let index: Int
    package let name: String

    package init(caseIndex: Int, index: Int, name: String) {
        self.caseIndex = caseIndex
        self.index = index
        self.name = name
    }
}

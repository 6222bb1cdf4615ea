/// Tells names of one workflow's test cases apart that are equal.
struct UniqueNames {
    /// As many are compared one by one: that takes less than a table.
    private static let mostCompared = 8

    /// All names, once there are more.
    private var table: Set<String> = []

    /// The name, or the name with ` #2` and so on where one of the cases has it, for the next of them.
    mutating func next(_ name: String, behind cases: [ReportedCase]) -> String {
        if isFree(name, behind: cases) { return name }
        var number = 2
        while !isFree("\(name) #\(number)", behind: cases) { number += 1 }
        return "\(name) #\(number)"
    }

    /// - Returns: true for each name once: it is taken from then on.
    private mutating func isFree(_ name: String, behind cases: [ReportedCase]) -> Bool {
        if cases.count < Self.mostCompared { return !cases.indices.contains { cases[$0].name == name } }
        if table.isEmpty { table = Set(cases.indices.map { cases[$0].name }) }
        return table.insert(name).inserted
    }
}

/// Makes the names of one workflow's test cases unique.
struct UniqueNames {
    /// Number of names up to which a linear search is faster than a hash table.
    private static let mostCompared = 8

    /// All names, once there are more than that.
    private var table: Set<String> = []

    /// The name for the next case, with ` #2` and so on appended where an earlier case has the same name.
    mutating func next(_ name: String, behind cases: [ReportedCase]) -> String {
        if isFree(name, behind: cases) { return name }
        var number = 2
        while !isFree("\(name) #\(number)", behind: cases) { number += 1 }
        return "\(name) #\(number)"
    }

    /// - Returns: whether the name was free; from now on it is taken.
    private mutating func isFree(_ name: String, behind cases: [ReportedCase]) -> Bool {
        if cases.count < Self.mostCompared { return !cases.indices.contains { cases[$0].name == name } }
        if table.isEmpty { table = Set(cases.indices.map { cases[$0].name }) }
        return table.insert(name).inserted
    }
}

/// Tells names of one workflow apart that are equal.
struct UniqueNames {
    /// As many are compared one by one: that takes less than a table.
    private static let mostListed = 8

    private var list: [String] = []
    private var table: Set<String> = []

    /// - Parameter count: how many names there will be.
    init(count: Int) { list.reserveCapacity(min(count, Self.mostListed)) }

    /// The name, or the name with ` #2` and so on where it is taken.
    mutating func add(_ name: String) -> String {
        if insert(name) { return name }
        var number = 2
        while !insert("\(name) #\(number)") { number += 1 }
        return "\(name) #\(number)"
    }

    private mutating func insert(_ name: String) -> Bool {
        if list.count < Self.mostListed {
            if list.contains(name) { return false }
            list.append(name)
            return true
        }
        if table.isEmpty { table = Set(list) }
        return table.insert(name).inserted
    }
}

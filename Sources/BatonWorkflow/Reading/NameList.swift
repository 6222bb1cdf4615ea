/// Names in the order in which they came, each once.
struct NameList {
    private(set) var names: [String] = []
    /// Empty as long as there are few: then they are looked through one by one, as in a `NameTable`.
    private var known: Set<String> = []

    private static var searched: Int { 12 }

    mutating func insert(_ name: String) {
        if names.count > Self.searched {
            guard known.insert(name).inserted else { return }
            names.append(name)
            return
        }
        for known in names where known == name { return }
        names.append(name)
        if names.count > Self.searched { known = Set(names) }
    }
}

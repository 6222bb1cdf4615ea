/// Unique names in order of insertion.
struct NameList {
    private(set) var names: [String] = []
    /// Empty for a short list, which is searched from front to back, as in a `NameTable`.
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

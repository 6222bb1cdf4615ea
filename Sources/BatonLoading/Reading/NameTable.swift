/// Values by name, in order of insertion.
///
/// Most files have a handful of names: a small table is searched from front to back, which is quicker than
/// hashing and takes one block of memory.
struct NameTable<Value> {
    struct Entry {
        let name: String
        var value: Value
    }

    /// Index by position, so that a value is read and changed in place.
    private(set) var entries: [Entry] = []
    /// Empty for a small table.
    private var positions: [String: Int] = [:]

    private static var searched: Int { 12 }
    /// The capacity reserved with the first name.
    private static var fewest: Int { 4 }

    init() {}

    mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    var names: [String] { entries.isEmpty ? [] : entries.map(\.name) }

    subscript(name: String) -> Value? { position(of: name).map { entries[$0].value } }

    /// Sets the value of a name, and returns its former value.
    @discardableResult
    mutating func update(_ name: String, _ value: Value) -> Value? {
        guard let position = position(of: name) else {
            append(name, value)
            return nil
        }
        let old = entries[position].value
        entries[position].value = value
        return old
    }

    /// Changes the value of a name in place; a missing name is inserted first.
    mutating func change<Result>(
        _ name: String, or first: @autoclosure () -> Value, _ change: (inout Value) -> Result
    ) -> Result {
        let position = position(of: name) ?? append(name, first())
        return change(&entries[position].value)
    }

    /// Changes every value in its place, in order.
    mutating func changeAll(_ change: (String, inout Value) -> Void) {
        for position in entries.indices { change(entries[position].name, &entries[position].value) }
    }

    func position(of name: String) -> Int? {
        if entries.count > Self.searched { return positions[name] }
        var position = 0
        while position < entries.count {
            if entries[position].name == name { return position }
            position += 1
        }
        return nil
    }

    @discardableResult
    private mutating func append(_ name: String, _ value: Value) -> Int {
        if entries.capacity == 0 { entries.reserveCapacity(Self.fewest) }
        entries.append(Entry(name: name, value: value))
        if entries.count > Self.searched {
            for position in positions.count..<entries.count { positions[entries[position].name] = position }
        }
        return entries.count - 1
    }
}

extension NameTable: Sendable where Value: Sendable {}
extension NameTable.Entry: Sendable where Value: Sendable {}

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

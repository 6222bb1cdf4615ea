/// Values by names, in the order in which the names came.
///
/// Most files have a handful of names: as long as there are few, they are looked through one by one, which is quicker than
/// hashing and takes one block of memory.
struct NameTable<Value> {
    struct Entry {
        let name: String
        var value: Value
    }

    /// By position, so that a value is read and changed in its place.
    private(set) var entries: [Entry] = []
    /// Empty as long as there are few.
    private var positions: [String: Int] = [:]

    private static var searched: Int { 12 }
    /// For so many there is room from the first on.
    private static var fewest: Int { 4 }

    init() {}

    mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    var names: [String] { entries.isEmpty ? [] : entries.map(\.name) }

    subscript(name: String) -> Value? { position(of: name).map { entries[$0].value } }

    /// Puts a value in the place of another of the same name; that one is given back.
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

    /// Changes the value of a name in its place, which is there from then on.
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

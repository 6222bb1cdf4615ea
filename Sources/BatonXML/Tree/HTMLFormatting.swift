/// The list of active formatting elements (WHATWG HTML, 13.2.4.3): `<b>`, `<a>` and the like that are open, or that
/// another end tag has closed too early.
struct HTMLFormatting {
    typealias Element = HTMLReader.OpenElement

    /// Nil is a marker: what stands before it counts only behind the element that it stands for, such as a table's cell.
    private var entries: [Element?] = []

    /// Adds an element; of four that are alike the first is dropped.
    mutating func add(_ element: Element, in tree: HTMLTree) {
        var alike: [Int] = []
        for index in entries.indices.reversed() {
            guard let entry = entries[index] else { break }
            if tree.areAlike(entry.node, element.node) { alike.append(index) }
        }
        if alike.count >= 3, let first = alike.last { entries.remove(at: first) }
        entries.append(element)
    }

    mutating func addMarker() { entries.append(nil) }

    mutating func removeToMarker() {
        while let last = entries.popLast(), last != nil {}
    }

    /// The last element of a name behind the last marker.
    func last(named name: Int32) -> Element? {
        for entry in entries.reversed() {
            guard let entry else { return nil }
            if entry.name == name { return entry }
        }
        return nil
    }

    /// The positions of the elements behind the last marker that are closed, up to the last one that is open.
    func closed(in open: [Element]) -> Range<Int> {
        var start = entries.endIndex
        while start > 0, let entry = entries[start - 1], open.lastIndex(where: { $0.node == entry.node }) == nil {
            start -= 1
        }
        return start..<entries.endIndex
    }

    subscript(index: Int) -> Element? {
        get { entries[index] }
        set { entries[index] = newValue }
    }

    func index(of node: HTMLTree.Node) -> Int? { entries.lastIndex { $0?.node == node } }

    mutating func insert(_ element: Element, at index: Int) { entries.insert(element, at: min(index, entries.count)) }

    mutating func remove(at index: Int) { entries.remove(at: index) }

    mutating func remove(_ node: HTMLTree.Node) {
        if let index = index(of: node) { entries.remove(at: index) }
    }
}

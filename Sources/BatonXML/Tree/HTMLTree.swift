/// The tree of a page while it is read. Unlike an `XMLTree` it can be changed, because misnested tags move elements that
/// are there already (WHATWG HTML, 13.2.6).
struct HTMLTree {
    /// The number of a node; 0 is the root.
    typealias Node = Int32

    private enum Kind {
        case root, element, text, comment
    }

    private struct Record {
        let kind: Kind
        /// The builder's number of an element's name.
        var name: Int32 = -1
        /// Of an element its attributes, otherwise its characters in `values`.
        var content = 0..<0
        var parent: Node = -1
        var first: Node = -1
        var last: Node = -1
        var previous: Node = -1
        var next: Node = -1
    }

    private var nodes = [Record(kind: .root)]
    private var attributes: [(name: Int32, value: Range<Int>)] = []
    private var values: [UInt8] = []
    private let limit: Int

    static let root: Node = 0

    /// - Parameter limit: the most nodes, attributes included.
    init(limit: Int) { self.limit = limit }

    // MARK: - Adding

    /// Makes an element that stands nowhere yet.
    mutating func element(
        _ name: Int32, _ attributes: [(name: Int32, value: [UInt8])]
    ) throws(XMLError) -> Node {
        let start = self.attributes.count
        for attribute in attributes {
            self.attributes.append((attribute.name, keep(attribute.value)))
        }
        return try append(Record(kind: .element, name: name, content: start..<self.attributes.count))
    }

    /// Makes an element with the name and the attributes of another one.
    mutating func copy(of element: Node) throws(XMLError) -> Node {
        let original = nodes[Int(element)]
        return try append(Record(kind: .element, name: original.name, content: original.content))
    }

    mutating func comment(_ value: some Collection<UInt8>, at place: Place) throws(XMLError) {
        insert(try append(Record(kind: .comment, content: keep(value))), at: place)
    }

    mutating func text(_ value: some Collection<UInt8>, at place: Place) throws(XMLError) {
        let before = place.next < 0 ? nodes[Int(place.parent)].last : nodes[Int(place.next)].previous
        if before >= 0, nodes[Int(before)].kind == .text, nodes[Int(before)].content.upperBound == values.count {
            values.append(contentsOf: value)
            nodes[Int(before)].content = nodes[Int(before)].content.lowerBound..<values.count
        } else {
            insert(try append(Record(kind: .text, content: keep(value))), at: place)
        }
    }

    private mutating func keep(_ value: some Collection<UInt8>) -> Range<Int> {
        let start = values.count
        values.append(contentsOf: value)
        return start..<values.count
    }

    private mutating func append(_ record: Record) throws(XMLError) -> Node {
        guard nodes.count + attributes.count < limit else {
            throw XMLError(message: "it has more than \(limit) nodes", line: 0)
        }
        nodes.append(record)
        return Node(nodes.count - 1)
    }

    // MARK: - Moving

    /// The end of an element, or the place before one of its children.
    struct Place {
        let parent: Node
        var next: Node = -1
    }

    /// The place before a node; nil for one that stands nowhere.
    func place(before node: Node) -> Place? {
        let parent = nodes[Int(node)].parent
        return parent < 0 ? nil : Place(parent: parent, next: node)
    }

    /// Puts a node at a place, away from where it stood.
    mutating func insert(_ node: Node, at place: Place) {
        remove(node)
        let (parent, next) = (Int(place.parent), place.next)
        let previous = next < 0 ? nodes[parent].last : nodes[Int(next)].previous
        nodes[Int(node)].parent = place.parent
        nodes[Int(node)].previous = previous
        nodes[Int(node)].next = next
        if previous < 0 { nodes[parent].first = node } else { nodes[Int(previous)].next = node }
        if next < 0 { nodes[parent].last = node } else { nodes[Int(next)].previous = node }
    }

    /// Makes all children of an element those of another one that has none.
    mutating func moveChildren(of element: Node, to other: Node) {
        (nodes[Int(other)].first, nodes[Int(other)].last) = (nodes[Int(element)].first, nodes[Int(element)].last)
        (nodes[Int(element)].first, nodes[Int(element)].last) = (-1, -1)
        var child = nodes[Int(other)].first
        while child >= 0 {
            nodes[Int(child)].parent = other
            child = nodes[Int(child)].next
        }
    }

    private mutating func remove(_ node: Node) {
        let record = nodes[Int(node)]
        guard record.parent >= 0 else { return }
        if record.previous < 0 {
            nodes[Int(record.parent)].first = record.next
        } else {
            nodes[Int(record.previous)].next = record.next
        }
        if record.next < 0 {
            nodes[Int(record.parent)].last = record.previous
        } else {
            nodes[Int(record.next)].previous = record.previous
        }
    }

    // MARK: - Reading

    /// Whether two elements have the same name and the same attributes, in any order.
    func areAlike(_ one: Node, _ other: Node) -> Bool {
        let (one, other) = (nodes[Int(one)], nodes[Int(other)])
        guard one.name == other.name, one.content.count == other.content.count else { return false }
        if one.content == other.content { return true }
        return zip(sorted(one.content), sorted(other.content)).allSatisfy {
            $0.name == $1.name && values[$0.value].elementsEqual(values[$1.value])
        }
    }

    private func sorted(_ range: Range<Int>) -> [(name: Int32, value: Range<Int>)] {
        attributes[range].sorted { $0.name < $1.name }
    }

    /// Tells a builder all nodes in document order.
    func write(to builder: inout XMLTreeBuilder) throws(XMLError) {
        var node = nodes[0].first
        while node >= 0 {
            let record = nodes[Int(node)]
            switch record.kind {
            case .text: try builder.text(values[record.content])
            case .comment: try builder.comment(values[record.content])
            case .root, .element:
                try builder.start(record.name)
                for attribute in attributes[record.content] {
                    try builder.attribute(attribute.name, values[attribute.value])
                }
                if record.first >= 0 {
                    node = record.first
                    continue
                }
                builder.end()
            }
            while node > 0, nodes[Int(node)].next < 0 {
                node = nodes[Int(node)].parent
                if node > 0 { builder.end() }
            }
            if node <= 0 { return }
            node = nodes[Int(node)].next
        }
    }
}

import BatonJSON
import BatonValues

/// What `ignore` and `match` change of a document before it is recorded or compared.
struct SnapshotEdits {
    enum Edit {
        /// A member is left out. An element of a list becomes null, so that the places behind it stay.
        case leftOut
        /// The wildcard is written in place of the value.
        case replaced(String)
    }

    private final class Node {
        var edit: Edit?
        var members: [TextKey: Node] = [:]
        var elements: [Int: Node] = [:]
    }

    private let root = Node()

    /// An edit of a place that has one already counts only if it leaves the place out.
    func add(_ edit: Edit, at place: JSONPlace) {
        var node = root
        for step in place.steps {
            let next: Node
            switch step {
            case .name(let name):
                next = node.members[TextKey(name)] ?? Node()
                node.members[TextKey(name)] = next
            case .index(let index):
                next = node.elements[index] ?? Node()
                node.elements[index] = next
            }
            node = next
        }
        if case .leftOut? = node.edit { return }
        node.edit = edit
    }

    func applied(to value: JSONValue) -> JSONValue { Self.applied(root, to: value) ?? .null }

    private static func applied(_ node: Node, to value: JSONValue) -> JSONValue? {
        switch node.edit {
        case .leftOut?: return nil
        case .replaced(let text)?: return .string(text)
        case nil: break
        }
        switch value {
        case .object(let object) where !node.members.isEmpty:
            var edited = JSONObject()
            for member in object.members {
                guard let child = node.members[TextKey(member.name)] else {
                    edited.append(member.name, member.value)
                    continue
                }
                if let value = applied(child, to: member.value) { edited.append(member.name, value) }
            }
            return .object(edited)
        case .array(let elements) where !node.elements.isEmpty:
            return .array(
                elements.enumerated().map { index, element in
                    node.elements[index].map { applied($0, to: element) ?? .null } ?? element
                })
        default: return value
        }
    }
}

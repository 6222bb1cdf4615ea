/// A YAML file in the making: ordered maps, lists and scalars, with comments before entries.
///
/// How this folder works together: ``WorkflowWriter`` turns an ``ImportedProject`` into documents, with one type for each part of
/// a workflow: `RequestWriter`, `CheckWriter`, `StatementWriter`. `TemplateText` writes texts with expressions.
/// `DocumentWriter` lays a document out as YAML, and `YAMLText` decides which texts need quotes. ``ImportReport`` lists what
/// is not carried over.
package struct Document: Sendable, Equatable {
    /// Lines of the comment at the top.
    package var header: [String] = []
    package var root = Map()

    package init() {}

    package indirect enum Value: Sendable, Equatable {
        /// A word that YAML gives a type: a number, `true`, `false`, `null`.
        case word(String)
        /// A text, which reads back as this text.
        case text(String)
        /// A text at a place where numbers and booleans are sent as they are written: `page: 2` in a query.
        case parameter(String)
        case list([Item])
        case map(Map)
    }

    package struct Item: Sendable, Equatable {
        package var comments: [String] = []
        package var value: Value

        package init(_ value: Value, comments: [String] = []) {
            self.value = value
            self.comments = comments
        }
    }

    /// A test of the source, of which an entry checks something.
    package struct Test: Sendable, Equatable {
        package var name: String
        /// The operator, where several stand in one map.
        package var comparison: String?
        /// The condition, where it is one line of a block.
        package var line: String?
        /// Whether an `if` or a loop stands around it in one condition, so that it may hold without having been looked at.
        package var isGuarded: Bool

        package init(name: String, comparison: String? = nil, line: String? = nil, isGuarded: Bool = false) {
            self.name = name
            self.comparison = comparison
            self.line = line
            self.isGuarded = isGuarded
        }
    }

    package struct Entry: Sendable, Equatable {
        package var comments: [String] = []
        package var key: String
        package var value: Value
        package var tests: [Test] = []

        package init(_ key: String, _ value: Value, comments: [String] = [], tests: [Test] = []) {
            self.key = key
            self.value = value
            self.comments = comments
            self.tests = tests
        }
    }

    /// What a step was made of.
    package struct Source: Sendable, Equatable {
        /// The names from the top, joined by " › ".
        package var request: String
        /// The place of the request among those of the source, from 0: several may have one name.
        package var place: Int
        package var role: Role

        package enum Role: Sendable { case before, request, after }
    }

    package struct Map: Sendable, Equatable {
        package var entries: [Entry] = []
        /// Comments behind the last entry.
        package var closing: [String] = []
        /// Whether each entry stands on a line of its own, however short they are.
        package var isBlock = false
        /// Of a step: the request of the source that it belongs to.
        package var source: Source?

        package init(_ entries: [Entry] = []) { self.entries = entries }

        package var isEmpty: Bool { entries.isEmpty }

        package mutating func add(_ key: String, _ value: Value?, comments: [String] = [], tests: [Test] = []) {
            guard let value else { return }
            entries.append(Entry(key, value, comments: comments, tests: tests))
        }

        /// Of a step: whether later ones run although it failed.
        var continues: Bool {
            get { self["continue_on_failure"] != nil }
            set { self["continue_on_failure"] = newValue ? .yes : nil }
        }

        package subscript(_ key: String) -> Value? {
            get { entries.first { $0.key == key }?.value }
            set {
                guard let index = entries.firstIndex(where: { $0.key == key }) else {
                    add(key, newValue)
                    return
                }
                if let newValue { entries[index].value = newValue } else { entries.remove(at: index) }
            }
        }
    }
}

extension Document.Value {
    package static let yes = Document.Value.word("true")
    package static let no = Document.Value.word("false")
    package static let null = Document.Value.word("null")

    package static func number(_ value: Int) -> Document.Value { .word(String(value)) }

    package static func texts(_ texts: [String]) -> Document.Value { .list(texts.map { Document.Item(.text($0)) }) }

    package static func map(_ entries: (String, Document.Value?)...) -> Document.Value {
        var map = Document.Map()
        for (key, value) in entries { map.add(key, value) }
        return .map(map)
    }

    package static func list(_ values: [Document.Value]) -> Document.Value { .list(values.map { Document.Item($0) }) }
}

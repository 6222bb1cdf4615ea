import BatonHTTP
import BatonValues

/// The path templates of a contract as a tree of segments: a path is found in as many steps as it has segments,
/// whatever the number of templates. What is written out wins over what is templated (OpenAPI 3.1, Paths Object).
package struct ContractPaths: Sendable {
    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        /// Segments with `{…}`: those with text around it first, then the one that takes any text.
        var templates: [(segment: SegmentTemplate, node: Int)] = []
        /// The operations that end here.
        var operations: [Int] = []
    }

    private var nodes = [Node()]

    init(_ operations: [Contract.Operation]) {
        for (index, operation) in operations.enumerated() { add(operation.path, index) }
        for index in nodes.indices { nodes[index].templates.sort { $0.segment.isPartial && !$1.segment.isPartial } }
    }

    private mutating func add(_ path: String, _ operation: Int) {
        var current = 0
        for segment in Self.segments(path) {
            let next: Int
            if !segment.utf8.contains(UInt8(ascii: "{")) {
                let text = Self.decoded(segment)
                next = nodes[current].literals[text] ?? nodes.count
                nodes[current].literals[text] = next
            } else if let known = nodes[current].templates.first(where: { $0.segment.text == segment }) {
                next = known.node
            } else {
                next = nodes.count
                nodes[current].templates.append((SegmentTemplate(segment), next))
            }
            if next == nodes.count { nodes.append(Node()) }
            current = next
        }
        nodes[current].operations.append(operation)
    }

    package static func segments(_ path: String) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    }

    static func decoded(_ text: String) -> String { String(decoding: PercentEncoding.decode(text), as: UTF8.self) }

    func find(
        _ method: String, _ path: String, in operations: [Contract.Operation], at servers: Set<Int>
    ) -> ContractMatch {
        var search = Search(
            nodes: nodes, segments: Self.segments(path), method: method, operations: operations, servers: servers)
        search.visit(0, 0)
        if let found = search.found { return .operation(found.index, values: found.values) }
        guard let (path, methods) = search.others else { return .noPath }
        return .noMethod(methods, path: path)
    }

    private struct Search {
        let nodes: [Node]
        let segments: [String]
        let method: String
        let operations: [Contract.Operation]
        let servers: Set<Int>
        var values: [(name: String, text: String)] = []
        /// Attempts at parameters with slashes that are left: several in one path could be tried endlessly.
        var tries = 10_000
        var found: (index: Int, values: [(name: String, text: String)])?
        /// The first template that fits, with the methods that it has.
        var others: (path: String, methods: [String])?

        mutating func visit(_ node: Int, _ depth: Int) {
            if found != nil { return }
            guard depth < segments.count else {
                let own = nodes[node].operations.filter { servers.contains(operations[$0].servers) }
                if let index = own.first(where: { operations[$0].method == method }) {
                    found = (index, values)
                } else if others == nil, let first = own.first {
                    others = (operations[first].path, own.map { operations[$0].method })
                }
                return
            }
            let segment = segments[depth]
            defer { visitRests(node, depth) }
            if let next = nodes[node].literals[ContractPaths.decoded(segment)] { visit(next, depth + 1) }
            for (template, next) in nodes[node].templates where found == nil && !template.takesSlashes {
                guard let own = template.values(in: segment) else { continue }
                values += own
                visit(next, depth + 1)
                values.removeLast(own.count)
            }
        }

        /// What takes several segments comes last, and takes as many as it can.
        private mutating func visitRests(_ node: Int, _ depth: Int) {
            for (template, next) in nodes[node].templates where found == nil && template.takesSlashes {
                for end in stride(from: segments.count, to: depth, by: -1) where found == nil && tries > 0 {
                    tries -= 1
                    values.append((template.names[0], segments[depth..<end].joined(separator: "/")))
                    visit(next, end)
                    values.removeLast()
                }
            }
        }
    }
}

extension Contract {
    /// The first template that differs from a path by a typing error; nil where one fits it.
    package func nearestPath(to path: String) -> String? {
        let segments = ContractPaths.segments(path)
        var near: String?
        for operation in operations {
            let own = ContractPaths.segments(operation.path)
            // What stands before the contract's paths has a few segments.
            guard own.count <= segments.count, segments.count - own.count < 8 else { continue }
            let sent = segments.suffix(own.count)
            let filled = zip(own, sent).map { $0.contains("{") ? $1 : $0 }
            if filled == Array(sent) { return nil }
            if near == nil,
                Spelling.nearest(to: sent.joined(separator: "/"), in: [filled.joined(separator: "/")]) != nil
            {
                near = operation.path
            }
        }
        return near
    }

    /// The first template that would fit a path if its last parameter could hold slashes, for advice.
    func templateWithoutSlashes(for path: String) -> (path: String, name: String)? {
        let segments = ContractPaths.segments(path)
        for operation in operations {
            let own = ContractPaths.segments(operation.path).map { SegmentTemplate($0) }
            guard let last = own.last, !last.isPartial, !last.takesSlashes,
                own.contains(where: { $0.names.isEmpty && !$0.text.isEmpty })
            else { continue }
            // What stands before the contract's paths has a few segments.
            for start in 0..<min(8, segments.count) where segments.count - start > own.count {
                let fits = zip(own.dropLast(), segments[start...]).allSatisfy { template, segment in
                    template.names.isEmpty
                        ? ContractPaths.decoded(template.text) == ContractPaths.decoded(segment)
                        : template.values(in: segment) != nil
                }
                if fits { return (operation.path, last.names[0]) }
            }
        }
        return nil
    }
}

/// A segment with `{…}` in it: `{id}`, `{name}.json`.
///
/// OpenAPI allows no `/` in the value of a parameter. `{name:path}`, as some frameworks write it, takes several segments.
package struct SegmentTemplate: Sendable {
    let text: String
    /// The texts around the names; one more than these.
    private let texts: [String]
    package let names: [String]
    /// Whether the segment is one `{name:path}`.
    let takesSlashes: Bool

    /// The name of a parameter without a converter: `file` for `file:path`.
    package static func plainName(_ name: String) -> String { String(name.prefix { $0 != ":" }) }

    /// The segment with its names left out, which is the same for templates of the same paths.
    package var shape: String { texts.joined(separator: "{}") + (takesSlashes ? ":path" : "") }

    package init(_ text: String) {
        self.text = text
        var texts: [String] = []
        var names: [String] = []
        var isPath = false
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            texts.append(String(rest[..<open]))
            let name = String(rest[rest.index(after: open)..<close])
            names.append(Self.plainName(name))
            isPath = name.hasSuffix(":path")
            rest = rest[rest.index(after: close)...]
        }
        texts.append(String(rest))
        self.texts = texts
        self.names = names
        takesSlashes = isPath && texts == ["", ""]
    }

    /// Whether there is text around the names.
    var isPartial: Bool { names.count != 1 || texts.contains { !$0.isEmpty } }

    /// The percent-encoded values; nil where the segment does not fit.
    ///
    /// Of several values the first takes as much as it can (`a.b.json` of `{name}.{format}` is `a.b` and `json`), so that the
    /// segment is read from its end.
    func values(in segment: String) -> [(name: String, text: String)]? {
        guard let first = texts.first, let last = texts.last, !names.isEmpty else { return segment == text ? [] : nil }
        guard segment.hasPrefix(first) else { return nil }
        var rest = segment.dropFirst(first.count)
        guard rest.hasSuffix(last) else { return nil }
        rest.removeLast(last.count)
        var values: [(name: String, text: String)] = []
        for (name, text) in zip(names, texts).dropFirst().reversed() {
            // A value has a character at least.
            guard !text.isEmpty, let start = rest.dropLast().indices.last(where: { rest[$0...].hasPrefix(text) }) else {
                return nil
            }
            let end = rest.index(start, offsetBy: text.count)
            guard end < rest.endIndex else { return nil }
            values.append((name, String(rest[end...])))
            rest = rest[..<start]
        }
        guard !rest.isEmpty else { return nil }
        values.append((names[0], String(rest)))
        return values.reversed()
    }
}

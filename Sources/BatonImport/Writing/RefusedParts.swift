/// A mistake that the loader finds in a written workflow.
package struct Refusal: Sendable {
    /// In bytes of the workflow's text.
    package var offset: Int
    package var reason: String
    package var advice: String

    package init(offset: Int, reason: String, advice: String) {
        self.offset = offset
        self.reason = reason
        self.advice = advice
    }
}

/// Takes what the loader refuses out of a workflow, so that one mistake costs one statement and not the run: each such part
/// becomes a note. An entry of `expect`, `capture` or `set` and a line of `that` go alone; a step goes whole where its condition
/// or its loop is refused.
struct RefusedParts {
    /// A part that is taken out.
    private struct Cut {
        var path: [Int]
        /// Of a block of `that`.
        var line: Int?
        /// The step around it, or the part itself; nil outside of steps.
        var step: [Int]?
        var note: ImportNote
        /// The variable that it gives a value.
        var variable: String?
    }

    private let document: Document
    private let places: [DocumentWriter.Place]
    private let text: [UInt8]
    private var cuts: [Cut] = []

    /// The document without what is refused, and a note for each part; nil where nothing can be left out.
    static func takenOut(
        _ refusals: [Refusal], of document: Document, declared: Set<String>, comment: (ImportNote) -> String
    ) -> (document: Document, notes: [ImportNote])? {
        var parts = RefusedParts(document)
        for refusal in refusals { parts.add(refusal) }
        if parts.cuts.isEmpty { return nil }
        return (parts.rest(declared, comment), parts.cuts.map(\.note))
    }

    private init(_ document: Document) {
        self.document = document
        places = DocumentWriter.places(in: document)
        text = Array(DocumentWriter.write(document).utf8)
    }

    // MARK: - What is taken out

    private mutating func add(_ refusal: Refusal) {
        let around = places.filter { $0.range.contains(refusal.offset) }
        guard let place = around.max(by: { $0.path.count < $1.path.count }) else { return }
        let keys = keys(on: place.path)
        let step = keys.indices.last { $0 > 0 && keys[$0] == nil && keys[$0 - 1] == "steps" }
        guard let kept = Self.kept(keys, step: step), kept <= place.path.count else { return }
        let path = Array(place.path.prefix(kept))
        let line = line(of: refusal.offset, in: path)
        let isIncluded = cuts.contains { path.starts(with: $0.path) && ($0.line == nil || $0.line == line) }
        if isIncluded { return }
        let cutKeys = keys.prefix(kept).compactMap(\.self)
        var variable: String?
        if cutKeys.count > 1, ["capture", "set", "vars"].contains(cutKeys[cutKeys.count - 2]) {
            variable = cutKeys.last
        }
        cuts.append(
            Cut(
                path: path, line: line, step: step.map { Array(path.prefix($0 + 1)) }, note: note(refusal, path, line),
                variable: variable))
    }

    /// How many keys and indices lead to the part that goes; nil where none can.
    private static func kept(_ keys: [String?], step: Int?) -> Int? {
        guard let step else {
            // `vars: { NAME: … }` and `defaults: { KEY: … }`.
            return ["vars", "defaults"].contains(keys.first ?? nil) ? 2 : nil
        }
        let inner = keys[(step + 1)...].map { $0 ?? "" }
        switch inner.first {
        case nil, "if", "while", "until", "for_each", "as", "steps", "log", "wait": return step + 1
        case let key? where methods.contains(key): return step + 1
        case "expect" where inner.count > 2 && ["headers", "cookies", "that"].contains(inner[1]): return step + 4
        case "expect", "capture", "set", "query", "headers", "form", "cookies", "that":
            return step + min(inner.count, 2) + 1
        default: return step + 2
        }
    }

    private static let methods: Set<String> = [
        "get", "post", "put", "patch", "delete", "head", "options", "request", "method",
    ]

    /// The values on the way to a part, with their keys; nil for the items of a list.
    private func walk(_ path: [Int]) -> [(key: String?, value: Document.Value)] {
        var found: [(key: String?, value: Document.Value)] = []
        var value = Document.Value.map(document.root)
        for index in path {
            switch value {
            case .map(let map):
                value = map.entries[index].value
                found.append((map.entries[index].key, value))
            case .list(let items):
                value = items[index].value
                found.append((nil, value))
            case .word, .text, .parameter: return found
            }
        }
        return found
    }

    private func keys(on path: [Int]) -> [String?] { walk(path).map(\.key) }

    private func bytes(of path: [Int]) -> ArraySlice<UInt8> {
        places.first { $0.path == path }.map { text[$0.range] } ?? []
    }

    /// The line of a block of conditions; nil for any other part.
    private func line(of offset: Int, in path: [Int]) -> Int? {
        guard let part = walk(path).last, part.key == "that", case .text(let block) = part.value,
            YAMLText.isBlock(block)
        else { return nil }
        let bytes = bytes(of: path)
        return bytes[..<min(max(offset, bytes.startIndex), bytes.endIndex)].count { $0 == UInt8(ascii: "\n") } - 1
    }

    private func note(_ refusal: Refusal, _ path: [Int], _ line: Int?) -> ImportNote {
        let way = walk(path)
        let names = way.compactMap { part -> String? in
            guard part.key == nil, case .map(let map) = part.value, case .text(let name)? = map["name"] else {
                return nil
            }
            return name
        }
        let keys = way.compactMap(\.key).filter { $0 != "steps" }
        var statement = String(decoding: bytes(of: path), as: UTF8.self)
        var test: String? = keys.contains("expect") || keys.contains("that") ? "" : nil
        if let line, case .text(let block)? = way.last?.value {
            let lines = Self.lines(block)
            statement = lines.indices.contains(line) ? lines[line] : ""
            if line > 0, lines.indices.contains(line), lines[line - 1].hasPrefix("# ") {
                test = String(lines[line - 1].dropFirst(2))
            }
        }
        test = tests(of: path, statement) ?? test
        return ImportNote(
            .lost, request: names.joined(separator: " › "),
            place: keys.isEmpty ? "step" : keys.joined(separator: " "), statement: statement,
            reason: "in a workflow this is a mistake: \(refusal.reason)", advice: refusal.advice, test: test)
    }

    /// The test that a part checks something of.
    private func tests(of path: [Int], _ statement: String) -> String? {
        guard let last = path.last,
            case .map(let map)? = path.count == 1 ? .map(document.root) : walk(path.dropLast()).last?.value,
            map.entries.indices.contains(last)
        else { return nil }
        return map.entries[last].tests.first { $0.line == nil || $0.line == statement }?.name
    }

    private static func lines(_ block: String) -> [String] {
        block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    // MARK: - What stays

    private func rest(_ declared: Set<String>, _ comment: (ImportNote) -> String) -> Document {
        var result = document
        if case .map(let root)? = rest(of: .map(document.root), [], comment) { result.root = root }
        if result.root["steps"] == nil {
            let nothing = StatementWriter.step([.init("log", .text("There is no request here."))])
            result.root.add("steps", .list([Document.Item(.map(nothing))]))
        }
        var variables = Document.Map()
        if case .map(let map)? = result.root["vars"] { variables = map }
        variables.isBlock = true
        // What nothing gives a value any more has the text of its template.
        for name in cuts.compactMap(\.variable) where variables[name] == nil && !declared.contains(name) {
            variables.add(name, .text("$(\(ExpressionText.literal("{{\(name)}}")))"))
        }
        if variables.isEmpty { return result }
        if result.root["vars"] == nil {
            let place = result.root.entries.firstIndex { $0.key == "defaults" } ?? 0
            result.root.entries.insert(.init("vars", .map(variables)), at: place)
        } else {
            result.root["vars"] = .map(variables)
        }
        return result
    }

    private func comments(ofStep path: [Int], _ comment: (ImportNote) -> String) -> [String] {
        cuts.filter { $0.step == path }.map { comment($0.note) }
    }

    /// Nil where nothing is left of the value.
    private func rest(of value: Document.Value, _ path: [Int], _ comment: (ImportNote) -> String) -> Document.Value? {
        let own = cuts.filter { $0.path == path }
        if own.contains(where: { $0.line == nil }) { return nil }
        switch value {
        case .word, .parameter: return value
        case .text(let block):
            let gone = Set(own.compactMap(\.line))
            return gone.isEmpty ? value : Self.without(gone, block).map { .text($0) }
        case .map(var map):
            map.entries = map.entries.enumerated().compactMap { index, entry in
                guard let rest = rest(of: entry.value, path + [index], comment) else { return nil }
                return Document.Entry(entry.key, rest, comments: entry.comments, tests: entry.tests)
            }
            if map.entries.allSatisfy({ Self.modifiers.contains($0.key) }) {
                if case .map(let old) = value, old.entries.count > map.entries.count { return nil }
            }
            let comments = comments(ofStep: path, comment)
            map.closing += comments
            map.isBlock = map.isBlock || !comments.isEmpty
            return .map(map)
        case .list(let items): return rest(of: items, path, comment)
        }
    }

    private func rest(of items: [Document.Item], _ path: [Int], _ comment: (ImportNote) -> String) -> Document.Value? {
        var kept: [Document.Item] = []
        var comments: [String] = []
        for (index, item) in items.enumerated() {
            let inner = path + [index]
            guard let rest = rest(of: item.value, inner, comment) else {
                comments += self.comments(ofStep: inner, comment)
                continue
            }
            kept.append(Document.Item(rest, comments: comments + item.comments))
            comments = []
        }
        if kept.isEmpty, !items.isEmpty { return nil }
        if !comments.isEmpty, case .map(var map) = kept[kept.count - 1].value {
            map.closing += comments
            map.isBlock = true
            kept[kept.count - 1].value = .map(map)
        }
        return .list(kept)
    }

    /// Keys of a step that does nothing by them.
    private static let modifiers: Set<String> = [
        "name", "id", "if", "while", "for_each", "as", "allow_empty", "continue_on_failure",
    ]

    /// A block of conditions without some lines, and without the names of tests that have none left; nil for no condition.
    private static func without(_ gone: Set<Int>, _ block: String) -> String? {
        var kept: [String] = []
        for (index, line) in lines(block).enumerated() where !gone.contains(index) {
            if line.isEmpty || line.hasPrefix("#"), kept.last?.hasPrefix("#") == true { kept.removeLast() }
            kept.append(line)
        }
        return kept.allSatisfy { $0.isEmpty || $0.hasPrefix("#") } ? nil : kept.joined(separator: "\n")
    }
}

import BatonDiagnostics
import BatonYAML
import Testing

@testable import BatonImport

@Suite struct `A document written as YAML` {
    @Test(arguments: 0..<200) func `reads back as the same values, whatever its texts are`(seed: Int) throws {
        var dice = Dice(UInt64(seed))
        var document = Document()
        document.header = [HostileTexts.any(&dice)]
        document.root = Self.map(&dice, depth: 0)
        document.root.add("last", .text("value"))
        let text = DocumentWriter.write(document)
        let sink = DiagnosticSink()
        let root = YAMLComposer.compose(SourceFile(path: "w.yaml", text: text), into: sink)
        let problems = sink.diagnostics.map { "\($0.message) \($0.range?.start.line ?? 0)" }
        try #require(problems.isEmpty, "\(problems)\n\(text)")
        #expect(try Read(#require(root)) == Read(.map(document.root)), "\(text)")
    }

    @Test(arguments: HostileTexts.words) func `keeps each hostile text as a key, a value, an item and within brackets`(
        text: String
    ) throws {
        var document = Document()
        document.root.add(text, .text(text))
        document.root.add("item of \(text)", .list([.text(text), .text(text)]))
        document.root.add("map of \(text)", .map((text, .text(text)), ("x", .list([.text(text)]))))
        let written = DocumentWriter.write(document)
        let sink = DiagnosticSink()
        let root = YAMLComposer.compose(SourceFile(path: "w.yaml", text: written), into: sink)
        #expect(sink.diagnostics.map(\.message.text) == [], "\(written)")
        #expect(try Read(#require(root)) == Read(.map(document.root)), "\(written)")
        #expect(!written.unicodeScalars.contains { $0 != "\n" && $0 != "\t" && YAMLText.needsEscape($0) })
    }

    @Test func `is laid out as the samples are`() {
        var step = Document.Map()
        step.isBlock = true
        step.add("post", .text("/items"))
        step.add(
            "json", .map(("name", .text("Ada")), ("tags", .texts(["a", "b"])), ("text", .text("1.10"))),
            comments: ["A body."])
        step.add("text", .text("one\ntwo\n"))
        step.add("that", .text("a == \"b\""))
        step.closing = ["the end"]
        var other = Document.Map()
        other.isBlock = true
        other.add("get", .text("/items"), comments: ["first"])
        other.add("query", .map(("page", .parameter("2"))))
        var document = Document()
        document.header = ["Made by hand."]
        document.root.add("name", .text("yes: no"))
        document.root.add("steps", .list([.init(.map(step), comments: ["Makes one."]), .init(.map(other))]))
        #expect(
            DocumentWriter.write(document) == """
                # Made by hand.
                name: "yes: no"
                steps:
                  # Makes one.
                  - post: /items
                    # A body.
                    json: { name: Ada, tags: [a, b], text: "1.10" }
                    text: |
                      one
                      two
                    that: a == "b"
                    # the end

                  # first
                  - get: /items
                    query: { page: 2 }

                """)
    }

    /// A document of random shape.
    static func map(_ dice: inout Dice, depth: Int) -> Document.Map {
        var map = Document.Map()
        map.isBlock = dice.chance(40)
        for _ in 0..<dice.number(0...4) {
            let key = HostileTexts.any(&dice)
            if map[key] != nil
                || map.entries.contains(where: { $0.key.unicodeScalars.elementsEqual(key.unicodeScalars) })
            {
                continue
            }
            let comments = dice.chance(15) ? [HostileTexts.any(&dice)] : []
            map.add(key, value(&dice, depth: depth + 1), comments: comments)
        }
        if dice.chance(10), !map.isEmpty { map.closing = [HostileTexts.any(&dice)] }
        return map
    }

    static func value(_ dice: inout Dice, depth: Int) -> Document.Value {
        switch dice.number(1...10) {
        case 1...6: .text(HostileTexts.any(&dice))
        case 7: .word(dice.one(of: ["1", "true", "null", "1.10"]))
        case 8 where depth < 5:
            .list(
                (0..<dice.number(0...3)).map { _ in
                    .init(value(&dice, depth: depth + 1), comments: dice.chance(10) ? ["c"] : [])
                })
        case 9 where depth < 5, 10 where depth < 5: .map(map(&dice, depth: depth))
        default: .text("x")
        }
    }
}

/// What a reader of a document sees, without its layout.
indirect enum Read: Equatable {
    case scalar(String, isText: Bool)
    case list([Read])
    case map([[Unicode.Scalar]], [Read])

    init(_ value: Document.Value) {
        switch value {
        case .word(let word): self = .scalar(word, isText: false)
        case .text(let text), .parameter(let text): self = .scalar(text, isText: true)
        case .list(let items): self = .list(items.map { Read($0.value) })
        case .map(let map):
            self = .map(map.entries.map { Array($0.key.unicodeScalars) }, map.entries.map { Read($0.value) })
        }
    }

    init(_ node: YAMLNode) {
        switch node.kind {
        case .scalar(let scalar): self = .scalar(scalar.text, isText: scalar.json.stringValue != nil)
        case .sequence(let items): self = .list(items.map { Read($0) })
        case .mapping(let entries):
            self = .map(entries.map { Array($0.keyText.unicodeScalars) }, entries.map { Read($0.value) })
        }
    }

    static func == (one: Read, other: Read) -> Bool {
        switch (one, other) {
        case (.scalar(let a, let isText), .scalar(let b, let isOtherText)):
            isText == isOtherText && a.unicodeScalars.elementsEqual(b.unicodeScalars)
        case (.list(let a), .list(let b)): a == b
        case (.map(let names, let a), .map(let others, let b)): names == others && a == b
        default: false
        }
    }
}

import BatonImport
import BatonJSON
import ConformanceData
import Testing
import Thoroughness

@Suite struct `Every script` {
    @Test func `that is made up has the tree that it was made from`() {
        for seed in 1...Thoroughness.of(400, nightly: 30000) {
            let script = GeneratedScript.make(seed: seed)
            let outcome = JavaScriptOutcome(script.text)
            guard outcome.text != script.tree else { continue }
            let common = zip(outcome.text, script.tree).prefix { $0 == $1 }.count
            let (has, wants) = (outcome.text.dropFirst(max(0, common - 60)), script.tree.dropFirst(max(0, common - 60)))
            Issue.record("seed \(seed): \(has.prefix(160)) is not \(wants.prefix(160)) of\n\(script.text)")
            return
        }
    }

    @Test func `that ends early or has a wrong byte is a tree or an error`() {
        let wrong = Array("(){}[]`'\"/\\=>;.,?:$0an* \n".utf8) + [0x00, 0xE2, 0xFF]
        for seed in 1...Thoroughness.of(6, nightly: 400) {
            let bytes = Array(GeneratedScript.make(seed: seed).text.utf8.prefix(400))
            for index in bytes.indices {
                JavaScriptOutcome(String(decoding: bytes[..<index], as: UTF8.self)).check()
                var changed = bytes
                changed[index] = wrong[(index &* 7 &+ seed) % wrong.count]
                JavaScriptOutcome(String(decoding: changed, as: UTF8.self)).check()
            }
        }
    }

    @Test func `of the collections that another runner is tested with is read`() throws {
        var count = 0
        for name in ConformanceData.files(in: "import/postman") where name.hasSuffix("collection.json") {
            guard let bytes = ConformanceData.read("import/postman/" + name) else { continue }
            for script in scripts(in: try JSONParser.parse(bytes)) {
                count += 1
                #expect(throws: Never.self, "\(name): \(script)") { try JavaScriptParser.program(script) }
            }
        }
        #expect(count == 0 || count >= 50)
    }

    private func scripts(in value: JSONValue) -> [String] {
        if let elements = value.arrayValue { return elements.flatMap(scripts) }
        guard case .object(let object) = value else { return [] }
        return object.members.flatMap { member -> [String] in
            guard member.name == "exec" else { return scripts(in: member.value) }
            if let text = member.value.stringValue { return [text] }
            return [(member.value.arrayValue ?? []).compactMap(\.stringValue).joined(separator: "\n")]
        }
    }
}

/// What became of a script: the tree as text, or where and why it was refused.
struct JavaScriptOutcome {
    var text: String
    private var source: String
    private var program: JavaScriptProgram?
    private var error: JavaScriptError?

    init(_ source: String) {
        self.source = source
        do {
            let program = try JavaScriptParser.program(source)
            self.program = program
            text = JavaScriptPrinter.print(program)
        } catch {
            self.error = error
            text = "\(error.line):\(error.column) \(error.message)"
        }
    }

    /// Places lie in the source, and statements in their order.
    func check() {
        if let error {
            let lines = source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            #expect(error.line >= 1 && error.line <= lines.count && error.column >= 1)
        }
        var end = 0
        for statement in program?.statements ?? [] {
            #expect(statement.range.lowerBound >= end && statement.range.upperBound <= source.utf8.count)
            end = statement.range.upperBound
        }
    }
}

import BatonCEL
import BatonImport
import BatonValues
import Synchronization
import Testing

@testable import BatonLanguage

@Suite struct `Made-up data` {
    @Test(arguments: FakeKind.all.map(\.name))
    func `has the form of its example, and varies`(_ name: String) throws {
        let kind = try #require(FakeKind.named(name))
        let values = try (1...300).map { seed in
            try value("fake(\"\(name)\")", SeededHost(seed: seed)).stringValue ?? ""
        }
        #expect(values.contains { Self.form(of: $0) == Self.form(of: kind.example) }, "\(values.prefix(3))")
        #expect(Set(values).count >= 3 && !values.contains(""))
    }

    /// The text with each run of letters and digits as `x`.
    private static func form(of text: String) -> String {
        var form = ""
        for character in text {
            let isWord = character.isLetter || character.isNumber
            if !isWord || form.last != "x" { form.append(isWord ? "x" : character) }
        }
        return form
    }

    @Test func `reaches nobody`() throws {
        for seed in 1...200 {
            let host = SeededHost(seed: seed)
            let text = { (kind: String) in try value("fake(\"\(kind)\")", host).stringValue ?? "" }
            #expect(try text("email").firstMatch(of: /^[a-z]+\.[a-z]+[0-9]+@example\.(com|net|org)$/) != nil)
            #expect(try text("url").firstMatch(of: /^https:\/\/[a-z-]+\.example\/[a-z]+$/) != nil)
            #expect(try text("domain").hasSuffix(".example"))
            #expect(try text("phone").firstMatch(of: /^\+1-[2-9][0-9][0-9]-555-01[0-9][0-9]$/) != nil)
            #expect(try text("ip").firstMatch(of: /^(192\.0\.2|198\.51\.100|203\.0\.113)\.[0-9]+$/) != nil)
            #expect(try text("ipv6").hasPrefix("2001:db8:"))
        }
    }

    @Test func `has IBANs with the right check digits`() throws {
        for seed in 1...200 {
            let iban = try value("fake(\"iban\")", SeededHost(seed: seed)).stringValue ?? ""
            let moved = iban.dropFirst(4) + "1314" + iban.dropFirst(2).prefix(2)
            #expect(moved.utf8.reduce(0) { ($0 * 10 + Int($1 - UInt8(ascii: "0"))) % 97 } == 1)
            #expect(iban.count == 22)
        }
    }

    @Test func `is refused by its kind, when the file is loaded or when it is known`() throws {
        let issues = Evaluating.issues("fake(\"emial\")")
        #expect(issues.map(\.message) == ["`fake` makes up no `emial`"])
        #expect(issues.map(\.help) == ["did you mean `email`?"])
        #expect(Evaluating.issues("fake(\"zebra crossing\")").first?.help?.contains("`email`, `password`") == true)
        let error = #expect(throws: CELError.self) { try Evaluating.value("fake(x)", x: .string("emial")) }
        #expect(error?.message == "`fake` makes up no such kind of text" && error?.help == "did you mean `email`?")
        #expect(try Evaluating.value("fake(x)", x: .string("noun")).stringValue != nil)
    }

    @Test func `stands for each dynamic variable of Postman`() throws {
        #expect(DynamicVariable.all.count == 118)
        for (name, variable) in DynamicVariable.all {
            let values = try (1...20).map { try value(variable.expression, SeededHost(seed: $0)) }
            #expect(values.allSatisfy { ($0.stringValue != nil) == variable.isText }, "\(name)")
            #expect(!(try values.map { try $0.templateText() }).contains(""), "\(name)")
        }
    }
}

private func value(_ text: String, _ host: SeededHost) throws -> CELValue {
    var messages: [String] = []
    let program = CELProgram.compile(text, in: Evaluating.declarations) { messages.append($0.message) }
    return try #require(program, "\(text): \(messages)").evaluate(host)
}

/// The numbers of a seed, and a clock that stands still.
private final class SeededHost: TemplateScope, FunctionHost {
    private let state: Atomic<UInt64>
    var host: any FunctionHost { self }

    init(seed: Int) { state = Atomic(UInt64(seed) &* 0x9E37_79B9_7F4A_7C15) }

    func value(at slot: Int) throws(CELError) -> CELValue? { nil }
    func noteSecret(_ text: String) {}
    func now() throws(CELError) -> Timestamp { try Evaluating.Host().now() }

    func random() throws(CELError) -> UInt64 {
        var hash = StableHash()
        hash.combine(state.wrappingAdd(1, ordering: .relaxed).newValue)
        return hash.value
    }

    func uuid4() throws(CELError) -> String { "four" }
    func uuid7() throws(CELError) -> String { "seven" }
    func read(_ path: String, limit: Int) throws(CELError) -> [UInt8] { try NoHost().read(path, limit: limit) }
}

import BatonCEL
import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// What functions, operators and macros make of a secret is secret.
@Suite struct TaintTests {
    /// Values of every type; of texts some of every kind that a function may want.
    private static let samples: [CELValue] = {
        let texts = [
            "12", "true", "abc", "a,b", "2026-08-21T00:00:00Z", "1s", "127.0.0.1", "127.0.0.0/8", "%s %s", "{}",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.x", "yyyy", "2026", "$.a", "$[0]", "//a", "<a>1</a>", "a.txt",
            "6162", "UTC",
            "id\n1\n", "noun",
        ]
        var samples = texts.map { CELValue.string($0) }
        samples += [
            .int(1 as Int), .int(0 as Int), .uint(2), .double(1.5), .true, .null, .bytes([0x61, 0x62]),
            .bytes([0x31, 0x32]), .bytes(Array("<a>1</a>".utf8)), .list([.optional(.int(1 as Int))]),
            .duration(.seconds(1)),
            .list([.int(1 as Int), .int(2 as Int)]), .list([.string("a"), .string("b")]),
            .list([.list([.int(1 as Int)])]),
            CELValue(json: ["a": 1]), .optional(.int(1 as Int)), .string(";"),
        ]
        for text in ["timestamp('2026-08-21T00:00:00Z')", "ip('127.0.0.1')", "cidr('127.0.0.0/8')", "type(1)"] {
            if let value = try? Evaluating.value(text) { samples.append(value) }
        }
        return samples
    }()

    private static let names = ["x0", "x1", "x2", "x3"]

    /// A call of a function by variables, however it is called.
    private static func call(_ name: String, _ count: Int, isMethod: Bool) -> String {
        let arguments = names.prefix(count)
        return isMethod
            ? "x0.\(name)(\(arguments.dropFirst().joined(separator: ", ")))"
            : "\(name)(\(arguments.joined(separator: ", ")))"
    }

    private static func program(_ text: String) -> CELProgram? {
        var declarations = CELDeclarations(library: FunctionLibrary.library)
        for (slot, name) in names.enumerated() { declarations.declare(name, slot: slot) }
        return CELProgram.compile(text, in: declarations) { _ in }
    }

    private static func evaluate(_ program: CELProgram, _ arguments: [CELValue]) -> Result<CELValue, CELError> {
        do throws(CELError) {
            return .success(try program.evaluate(Evaluating.Scope(arguments)))
        } catch {
            return .failure(error)
        }
    }

    /// Arguments for which the call has a value.
    private static func arguments(_ program: CELProgram, _ types: [CELType]) -> [CELValue]? {
        let candidates = types.map { type in samples.filter { fits($0, type) } }
        var indices = Array(repeating: 0, count: types.count)
        while true {
            guard zip(indices, candidates).allSatisfy({ $0 < $1.count }) else { return nil }
            let arguments = zip(indices, candidates).map { $1[$0] }
            if case .success = evaluate(program, arguments) { return arguments }
            var position = indices.count - 1
            while position >= 0 {
                indices[position] += 1
                if indices[position] < candidates[position].count { break }
                indices[position] = 0
                position -= 1
            }
            if position < 0 { return nil }
        }
    }

    private static func fits(_ value: CELValue, _ type: CELType) -> Bool {
        switch (type, value.kind) {
        case (.string, .string), (.bytes, .bytes), (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double),
            (.timestamp, .timestamp), (.duration, .duration), (.list, .list), (.map, .jsonObject),
            (.optional, .optional), (.null, .null), (.type, .type), (.native, .native), (.dyn, _):
            true
        default: false
        }
    }

    struct Call: Sendable, CustomTestStringConvertible {
        let function: String
        let types: [CELType]
        let isMethod: Bool

        var text: String { TaintTests.call(function, types.count, isMethod: isMethod) }
        var testDescription: String { "\(text) \(types)" }
    }

    /// Every form of every function that takes anything.
    static let calls: [Call] = {
        let library = FunctionLibrary.library
        func calls(_ names: [String], _ find: (String) -> CELFunction?, isMethod: Bool) -> [Call] {
            names.flatMap { name in
                (find(name)?.overloads ?? []).filter { !$0.parameters.isEmpty }.map {
                    Call(function: name, types: $0.parameters, isMethod: isMethod)
                }
            }
        }
        return calls(library.functionNames, library.function, isMethod: false)
            + calls(library.methodNames, library.method, isMethod: true)
    }()

    @Test(arguments: calls)
    func `every function hands on the secrecy of each argument, in its value and in its errors`(_ call: Call) throws {
        let program = try #require(Self.program(call.text))
        let arguments = try #require(Self.arguments(program, call.types), "no sample has a value")
        for position in arguments.indices {
            var secret = arguments
            secret[position].isTainted = true
            // A map that is put together of others is as secret as its entries.
            #expect(try Self.evaluate(program, secret).get().holdsTaint, "argument \(position)")
            // Of a type that no function takes.
            secret[position] = CELValue(.native(Nothing()), isTainted: true)
            switch Self.evaluate(program, secret) {
            case .success(let value): #expect(value.isTainted)
            case .failure(let error): #expect(error.isTainted, "the error `\(error.message)`")
            }
        }
    }

    private final class Nothing: CELNative {
        var nativeType: CELNativeType { CELNativeType("nothing") }

        func member(_ name: String) throws(CELError) -> CELValue? { nil }
    }

    @Test(arguments: calls)
    func `what no secret went into is none`(_ call: Call) throws {
        let program = try #require(Self.program(call.text))
        let arguments = try #require(Self.arguments(program, call.types))
        #expect(try !Self.evaluate(program, arguments).get().isTainted)
    }

    @Test func `no function is left out`() {
        let covered = Set(Self.calls.map(\.function))
        let withoutArguments = ["uuid", "uuid7", "now", "today", "optional.none", "omit"]
        let library = FunctionLibrary.library
        #expect(
            Set(library.functionNames + library.methodNames).subtracting(covered).sorted() == withoutArguments.sorted())
        #expect(Self.calls.count > 150)
    }

    @Test(arguments: [
        "secret", "secret + 'x'", "secret == 'a'", "secret != 'a'", "secret < 'z'", "secret in ['a']",
        "'a' in [secret]",
        "secret in {'a': 1}", "[secret]", "{'a': secret}", "{secret: 1}", "{'a': secret}.a",

        "{'s3cret': 1}[secret]", "[1, 2][size(secret) - 6]", "{'a': {'b': secret}}.a.b",
        "{'a': secret}.?a",
        "{'a': secret}[?'a'].orValue('')", "secret == 'a' ? 1 : 2", "true ? secret : ''", "secret == 'a' && true",
        "secret == 'a' || false",
        "!(secret == 'a')", "-size(secret)", "size(secret) + 1", "size(secret) * 2 - 1", "size(secret) / 2",
        "size(secret) % 4",
        "[1, 2].all(i, i < size(secret))", "[1, 2].exists(i, i > size(secret))",
        "[1, 2].exists_one(i, i == size(secret))",
        "[1, 2].map(i, i + size(secret))", "[1, 2].map(i, i < size(secret), i)", "[1, 2].filter(i, i < size(secret))",
        "[1, 2].filter(i, i > size(secret))", "[1, 2].sortBy(i, i * size(secret))", "[secret].all(s, s != '')",
        "[secret].exists(s, s == '')",
        "[1, 2].transformList(i, v, v + size(secret))", "{'a': 1}.transformMap(k, v, v + size(secret))",
        "{'a': 1}.transformMapEntry(k, v, {k + secret: v})", "cel.bind(s, secret, s + s)", "cel.bind(s, 1, secret)",
        "optional.of(secret).optMap(s, s + 'x')", "optional.of(1).optMap(s, secret)", "[?optional.of(secret)]",
        "{?'a': optional.of(secret)}",
        "[secret] + ['a']", "['a'] + [secret]", "'%s'.format([secret])", "type(secret)",
        "parse_json('{\"a\":\"' + secret + '\"}').a",
        "jsonpath({'a': secret}, '$.a')", "jsonpath({'a': 1}, '$.' + secret.substring(0, 0) + 'a')",
        "[secret].join(',')",
        "secret.split('c')[0]", "sha256(secret).substring(0, 6) == 'abcdef'", "int('1' + secret.substring(0, 0))",
        "dyn({'a': [secret]}).a[0]", "json([secret, 1])",
    ])
    func `operators and macros hand on what went into them`(_ text: String) throws {
        #expect(try Evaluating.value(text).holdsTaint)
    }

    @Test(arguments: [
        "[1, secret][0]", "([1] + [secret])[0]", "([secret] + [1])[1]", "{'a': secret, 'b': 1}.b",
        "has({'a': secret}.a)",
        "[secret, 'x'].map(t, t + '')[1]", "[secret, 'x'].filter(t, true)[1]",
        "{'a': secret, 'b': 1}.transformMap(k, v, v).b",
        "[[secret], [1]][1]", "cel.bind(l, [secret, 'x'], l + l)[3]", "merge({'a': secret}, {'b': 1}).b",
    ])
    func `what is beside a secret in a list or map is none`(_ text: String) throws {
        #expect(try !Evaluating.value(text).holdsTaint)
    }

    @Test(arguments: ["[secret, 'x'].filter(t, t != secret)[0]", "[1, ?optional.of(secret).optMap(s, 1)][0]"])
    func `what a secret has chosen is one`(_ text: String) throws {
        #expect(try Evaluating.value(text).holdsTaint)
    }

    @Test(arguments: [
        "int(secret)", "{'a': 1}[secret]", "[1][size(secret)]", "parse_json(secret)", "duration(secret)",
        "1 / (size(secret) - 6)",
        "timestamp(secret)", "regex('a', '(' + secret)",
    ])
    func `an error that tells of a secret is one`(_ text: String) {
        let error = #expect(throws: CELError.self) { try Evaluating.value(text) }
        #expect(error?.isTainted == true, "\(error?.message ?? "")")
    }
}

import BatonCEL
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// Of every function of the library: what is wrong with a call of it is found before anything runs, where it is.
@Suite struct FunctionSignatureTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let function: CELFunction
        let isMethod: Bool

        var name: String { function.name }
        var testDescription: String { isMethod ? "x.\(name)" : name }

        /// The call, and where its name and its arguments stand; arguments that are not given are `x`.
        func call(_ arguments: [String], name: String? = nil) -> String {
            let name = name ?? self.name
            return isMethod
                ? "\(arguments[0]).\(name)(\(arguments.dropFirst().joined(separator: ", ")))"
                : "\(name)(\(arguments.joined(separator: ", ")))"
        }
    }

    static let forms: [Form] = {
        let library = FunctionLibrary.library
        return library.functionNames.compactMap { library.function($0) }.map { Form(function: $0, isMethod: false) }
            + library.methodNames.compactMap { library.method($0) }.map { Form(function: $0, isMethod: true) }
    }()

    private static func marked(_ issue: CELDiagnostic, in text: String) -> String {
        String(decoding: Array(text.utf8)[issue.range], as: UTF8.self)
    }

    @Test(arguments: forms) func `a misspelt name is found, with what was meant`(_ form: Form) throws {
        let count = form.function.overloads[0].parameters.count
        let text = form.call(Array(repeating: "x", count: max(count, form.isMethod ? 1 : 0)), name: form.name + "q")
        let issues = Evaluating.issues(text)
        let issue = try #require(issues.first)
        #expect(issues.count == 1)
        #expect(issue.code == "expression.unknown-function")
        #expect(form.name.hasSuffix(Self.marked(issue, in: text).dropLast()))
        // `ipq` may be `ip` and `size` too: what is near enough is told.
        #expect(issue.help?.hasPrefix("did you mean `") == true, "\(issue.help ?? "no help")")
    }

    @Test(arguments: forms) func `a wrong number of arguments is found`(_ form: Form) throws {
        let counts = Set(form.function.overloads.map(\.parameters.count))
        let least = form.isMethod ? 1 : 0
        let wrong = (least...8).filter {
            !counts.contains($0) && (!form.function.isVariadic || $0 < (counts.min() ?? 0))
        }
        #expect(!wrong.isEmpty)
        for count in wrong {
            let text = form.call(Array(repeating: "x", count: count))
            let issues = Evaluating.issues(text)
            #expect(issues.map(\.code) == ["expression.argument"], "\(text)")
            let issue = try #require(issues.first)
            #expect(form.name.hasSuffix(Self.marked(issue, in: text)))
            #expect(issue.message.hasSuffix("not \(form.isMethod ? count - 1 : count)"), "\(issue.message)")
            if count > 0 {
                let forms = issue.help?.split(separator: "`").map(String.init).filter { $0.hasSuffix(")") } ?? []
                #expect(issue.help?.hasPrefix("call it as ") == true)
                #expect(forms.count == counts.count && forms.allSatisfy { $0.contains("\(form.name)(") }, "\(forms)")
            }
        }
    }

    private static let literals: [(text: String, type: CELType)] = [
        ("true", .bool), ("'a'", .string), ("7", .int), ("b'a'", .bytes), ("[1]", .list(.int)),
        ("{'a': 1}", .map(.string, .int)), ("1.5", .double), ("type(1)", .type),
    ]

    /// A function that takes anything has no wrong argument.
    private static let open = ["type", "dyn", "json", "optional.of", "optional.ofNonZeroValue"]

    @Test(arguments: forms) func `a literal of the wrong type is found where it stands`(_ form: Form) throws {
        var found = 0
        for overload in form.function.overloads {
            let alike = form.function.overloads.filter { $0.parameters.count == overload.parameters.count }
            for position in overload.parameters.indices {
                let wrong = Self.literals.first { literal in
                    alike.allSatisfy { !literal.type.mayBe($0.parameters[position]) }
                }
                guard let wrong else { continue }
                var arguments = Array(repeating: "x", count: overload.parameters.count)
                arguments[position] = wrong.text
                let text = form.call(arguments)
                let issues = Evaluating.issues(text)
                #expect(issues.map(\.code) == ["expression.wrong-type"], "\(text)")
                guard let issue = issues.first else { continue }
                #expect(Self.marked(issue, in: text) == wrong.text, "\(text)")
                let name = form.name.split(separator: ".").last ?? ""
                #expect(issue.message.hasPrefix("`\(name)` works on "), "\(issue.message)")
                #expect(issue.message.hasSuffix("not \(wrong.type)"), "\(issue.message)")
                found += 1
            }
        }
        let takesNothing = form.function.overloads.allSatisfy(\.parameters.isEmpty)
        let takesAnything = form.function.overloads.contains { $0.parameters.allSatisfy { $0 == .dyn } }
        #expect(found > 0 || takesNothing || takesAnything && Self.open.contains(form.name))
    }

    @Test func `methods of what the host lends are counted too`() {
        let text = "response.headers.contains()"
        let declarations = Roots.declarations
        var issues: [CELDiagnostic] = []
        #expect(CELProgram.compile(text, in: declarations) { issues.append($0) } == nil)
        #expect(issues.map(\.message) == ["`contains` takes 1 argument, not 0"])
    }
}

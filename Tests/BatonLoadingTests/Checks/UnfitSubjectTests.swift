import BatonDiagnostics
import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// A test that meets a value it was not made for fails, under `not` as well: the loader lets none through.
@Suite struct UnfitSubjectTests {
    private static let tests: [(test: Check.Test, actual: ActualValue)] = [
        (.document(.literal(5), .whole), .missing { .init(why: "nothing is there") }),
        (.leadingBytes(text), .text("x")),
        (.operators([comparison(DurationOrder(relation: .lt, bound: .literal(5)))]), .json(1)),
        (.operators([comparison(Negation(test: .leadingBytes(text)))]), .text("x")),
    ]

    private static let nowhere = SourceRange(file: SourceFile(path: "w.yaml", text: ""), 0..<0)
    private static let text = TextTemplate(pieces: [.literal("89")], written: "89", range: nowhere)

    private static func comparison(_ operation: any CheckOperator) -> Check.Comparison {
        Check.Comparison(operation: operation, range: nowhere)
    }

    @Test(arguments: tests.indices)
    func `a test that does not fit the value fails`(_ index: Int) throws {
        let mismatch = try Checking.mismatch(Self.tests[index].test, Self.tests[index].actual)
        #expect(mismatch?.reason == .unfit)
    }
}

import BatonDiagnostics
import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// Every operator against every kind of value: `+` holds, `-` fails, `!` does not fit the type and fails under `not`
/// as well. What is not there (`missing`) fails everything but `exists: false`, under `not` as well.
@Suite struct OperatorTableTests {
    private static let columns: [(name: String, actual: ActualValue)] = [
        ("null", .json(.null)), ("bool", .json(.bool(true))), ("int", .json(.number(JSONNumber(5)))),
        ("num", .json(number("1.50"))), ("big", .json(number("9007199254740993"))), ("str", .json(.string("abc"))),
        ("empty", .json(.string(""))), ("arr", .json([1, 2, 2])), ("arr0", .json([])),
        ("obj", .json(["a": 1])), ("miss", .missing { .init(why: "it is not there") }), ("text", .text("5")),
    ]

    private static func number(_ text: String) -> JSONValue { JSONNumber(text: text).map(JSONValue.number) ?? .null }

    static let table = """
        operator                                null bool int num big str empty arr arr0 obj miss text
        eq: 5                                    -    -    +   -   -   -   -     -   -    -   !    +
        eq: "abc"                                -    -    -   -   -   +   -     -   -    -   !    -
        eq: "5"                                  -    -    -   -   -   -   -     -   -    -   !    +
        eq: null                                 +    -    -   -   -   -   -     -   -    -   !    -
        eq: "null"                               -    -    -   -   -   -   -     -   -    -   !    -
        eq: true                                 -    +    -   -   -   -   -     -   -    -   !    -
        eq: []                                   -    -    -   -   -   -   -     -   +    -   !    -
        eq: [1, 2.0, 2]                          -    -    -   -   -   -   -     +   -    -   !    -
        eq: { a: 1 }                             -    -    -   -   -   -   -     -   -    +   !    -
        eq: 1.5                                  -    -    -   +   -   -   -     -   -    -   !    -
        eq: 9007199254740993.0                   -    -    -   -   +   -   -     -   -    -   !    -
        eq: 9007199254740992                     -    -    -   -   -   -   -     -   -    -   !    -
        ne: 5                                    +    +    -   +   +   +   +     +   +    +   !    -
        ne: "yes"                                +    +    +   +   +   +   +     +   +    +   !    +
        ne: 2                                    +    +    +   +   +   +   +     +   +    +   !    +
        ne: [5, abc]                             +    +    +   +   +   +   +     +   +    +   !    +
        ne: ["1", 2, "2"]                        +    +    +   +   +   +   +     +   +    +   !    +
        ne: { a: "1" }                           +    +    +   +   +   +   +     +   +    +   !    +
        ne: "true"                               +    +    +   +   +   +   +     +   +    +   !    +
        ne: "5"                                  +    +    +   +   +   +   +     +   +    +   !    -
        gt: 4                                    !    !    +   -   +   !   !     !   !    !   !    +
        gt: 9007199254740992                     !    !    -   -   +   !   !     !   !    !   !    -
        gte: 5                                   !    !    +   -   +   !   !     !   !    !   !    +
        lt: 5                                    !    !    -   +   -   !   !     !   !    !   !    -
        lte: 5                                   !    !    +   +   -   !   !     !   !    !   !    +
        gt: "abb"                                !    !    !   !   !   +   -     !   !    !   !    -
        lt: "10"                                 !    !    !   !   !   -   +     !   !    !   !    +
        in: [5, abc]                             -    -    +   -   -   +   -     -   -    -   !    +
        not_in: ["5", "1.5", "true"]             +    +    +   +   +   +   +     +   +    +   !    -
        not_in: [9, 2]                           +    +    +   +   +   +   +     +   +    +   !    +
        not_in: [5, abc]                         +    +    -   +   +   -   +     +   +    +   !    -
        contains: b                              !    !    !   !   !   +   -     -   -    -   !    -
        contains: 2                              !    !    !   !   !   -   -     +   -    -   !    -
        contains: "$([1, 2])"                    !    !    !   !   !   -   -     +   -    -   !    -
        contains: a                              !    !    !   !   !   +   -     -   -    +   !    -
        not_contains: b                          !    !    !   !   !   -   +     +   +    +   !    +
        not_contains: "2"                        !    !    !   !   !   +   +     +   +    +   !    +
        not_contains: 2                          !    !    !   !   !   +   +     -   +    +   !    +
        starts_with: a                           !    !    !   !   !   +   -     !   !    !   !    -
        starts_with: 5                           !    !    !   !   !   -   -     !   !    !   !    +
        ends_with: c                             !    !    !   !   !   +   -     !   !    !   !    -
        matches: "^[a-c]+$"                      !    !    !   !   !   +   -     !   !    !   !    -
        not_matches: b                           !    !    !   !   !   -   +     !   !    !   !    +
        length: 3                                !    !    !   !   !   +   -     +   -    -   !    -
        length: { gte: 1 }                       !    !    !   !   !   +   -     +   -    +   !    +
        length: { not: 1 }                       !    !    !   !   !   +   +     +   +    -   !    -
        empty: true                              !    !    !   !   !   -   +     -   +    -   !    -
        empty: false                             !    !    !   !   !   +   -     +   -    +   !    +
        exists: true                             +    +    +   +   +   +   +     +   +    +   -    +
        exists: false                            -    -    -   -   -   -   -     -   -    -   +    -
        type: string                             -    -    -   -   -   +   +     -   -    -   !    +
        type: integer                            -    -    +   -   +   -   -     -   -    -   !    -
        type: number                             -    -    +   +   +   -   -     -   -    -   !    -
        type: boolean                            -    +    -   -   -   -   -     -   -    -   !    -
        type: object                             -    -    -   -   -   -   -     -   -    +   !    -
        type: array                              -    -    -   -   -   -   -     +   +    -   !    -
        type: null                               +    -    -   -   -   -   -     -   -    -   !    -
        type: [null, string]                     +    -    -   -   -   +   +     -   -    -   !    +
        is: uuid                                 !    !    !   !   !   -   -     !   !    !   !    -
        is: json                                 !    !    !   !   !   -   -     !   !    !   !    +
        is: [uuid, json]                         !    !    !   !   !   -   -     !   !    !   !    +
        close_to: { value: 4, tolerance: 1 }     !    !    +   -   -   !   !     !   !    !   !    +
        close_to: { value: 1.4, tolerance: 0.1 } !    !    -   +   -   !   !     !   !    !   !    -
        each: { gte: 1 }                         !    !    !   !   !   !   !     +   !    !   !    !
        each: { gt: 1 }                          !    !    !   !   !   !   !     -   !    !   !    !
        each: { gt: "a" }                        !    !    !   !   !   !   !     !   !    !   !    !
        any: 1                                   !    !    !   !   !   !   !     +   !    !   !    !
        any: { gt: 2 }                           !    !    !   !   !   !   !     -   !    !   !    !
        any: { matches: a }                      !    !    !   !   !   !   !     !   !    !   !    !
        none: "2"                                !    !    !   !   !   !   !     +   +    !   !    !
        none: 3                                  !    !    !   !   !   !   !     +   +    !   !    !
        none: { lt: 2 }                          !    !    !   !   !   !   !     -   +    !   !    !
        none: { matches: a }                     !    !    !   !   !   !   !     !   +    !   !    !
        unique: true                             !    !    !   !   !   !   !     -   !    !   !    !
        unique: false                            !    !    !   !   !   !   !     +   !    !   !    !
        sorted: asc                              !    !    !   !   !   !   !     +   !    !   !    !
        sorted: desc                             !    !    !   !   !   !   !     -   !    !   !    !
        in_any_order: [2, 1, 2.0]                !    !    !   !   !   !   !     +   -    !   !    !
        in_any_order: [2, 1]                     !    !    !   !   !   !   !     -   -    !   !    !
        in_any_order: [2, 1, 1]                  !    !    !   !   !   !   !     -   -    !   !    !
        schema: { type: string }                 -    -    -   -   -   +   +     -   -    -   !    +
        schema: { minimum: 5 }                   +    +    +   -   +   +   +     +   +    +   !    +
        not: { eq: 5 }                           +    +    -   +   +   +   +     +   +    +   !    -
        not: "5"                                 +    +    +   +   +   +   +     +   +    +   !    -
        not: 5                                   +    +    -   +   +   +   +     +   +    +   !    -
        not: { gt: 4 }                           !    !    -   +   -   !   !     !   !    !   !    -
        not: { eq: 5, contains: b }              !    !    !   !   !   -   +     +   +    +   !    -
        not: { exists: false }                   +    +    +   +   +   +   +     +   +    +   -    +
        not: { exists: true }                    -    -    -   -   -   -   -     -   -    -   +    -
        not: { not: { type: string } }           -    -    -   -   -   +   +     -   -    -   !    +
        """

    struct Row: Sendable, CustomTestStringConvertible {
        let check: String
        let cells: [Character]
        var testDescription: String { check }
    }

    static let rows: [Row] = table.split(separator: "\n").dropFirst().map { line in
        let cells = line.split(separator: " ").suffix(columns.count)
        let end = line.index(line.startIndex, offsetBy: 40)
        return Row(
            check: String(line[..<end]).trimmed, cells: cells.compactMap(\.first))
    }

    @Test(arguments: rows)
    func `an operator holds, fails or does not fit`(_ row: Row) throws {
        let plain = try Checking.test("{ \(row.check) }")
        let negated = try Checking.test("{ not: { \(row.check) } }")
        #expect(row.cells.count == Self.columns.count)
        for (column, cell) in zip(Self.columns, row.cells) {
            let failure = try Checking.failure(plain, column.actual)
            let found: Character = failure == nil ? "+" : failure?.reason == .unmet ? "-" : "!"
            #expect(found == cell, "\(row.check) on \(column.name)")
            let opposite: Character = cell == "+" ? "-" : cell == "-" ? "+" : "!"
            let other = try Checking.failure(negated, column.actual)
            let seen: Character = other == nil ? "+" : other?.reason == .unmet ? "-" : "!"
            #expect(seen == opposite, "not: { \(row.check) } on \(column.name)")
            if let failure {
                let words = failure.words(Wording())
                #expect(!words.expected.isEmpty && !words.actual.isEmpty)
            }
        }
    }

    @Test func `every operator is in the table`() {
        let words = Set(Self.rows.map { String($0.check.prefix { $0 != ":" }) })
        #expect(words == Set(OperatorWord.all.map(\.name)))
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

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
        let failure = try Checking.failure(Self.tests[index].test, Self.tests[index].actual)
        #expect(failure?.reason == .unfit)
    }
}

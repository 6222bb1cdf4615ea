import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLoading

/// A test is an error of the file when it accepts every value of the domain, or none, as trying them all shows.
@Suite struct DomainLawTests {
    private static let comparisons = ["eq", "ne", "gt", "gte", "lt", "lte"].flatMap { word in
        [-1, 0, 1, 3].map { (word, $0) }
    }

    /// One operator, and each pair of different ones.
    static let tests: [[(word: String, number: Int)]] =
        comparisons.map { [$0] }
        + comparisons.flatMap { one in comparisons.filter { $0.0 > one.0 }.map { [one, $0] } }

    private static func holds(_ word: String, _ number: Int, _ value: Int) -> Bool {
        switch word {
        case "eq": value == number
        case "ne": value != number
        case "gt": value > number
        case "gte": value >= number
        case "lt": value < number
        default: value <= number
        }
    }

    @Test func `operators on a length are an error when they tell no lengths apart`() {
        for test in Self.tests {
            let held = (0...6).filter { value in test.allSatisfy { Self.holds($0.word, $0.number, value) } }
            let isStranger = test.contains { ["eq", "ne"].contains($0.word) && $0.number < 0 }
            let written = test.map { "\($0.word): \($0.number)" }.joined(separator: ", ")
            let loaded = Loading.load("steps:\n  - get: /x\n    expect:\n      $.v: { length: { \(written) } }\n")
            let isError = held.isEmpty || held.count == 7 || isStranger
            #expect(!loaded.diagnostics.isEmpty == isError, "\(written): \(loaded.diagnostics.map(\.message))")
            #expect(loaded.diagnostics.count <= 1)
        }
    }

    @Test(arguments: [
        "status: { lt: 600 }", "status: { gte: 100 }", "status: 999", "status: { ne: 700 }", "status: []",
        "status: { not: { gte: 100 } }", "size: { gte: 0 }", "size: { type: integer }", "size: hello",
        "duration: { gte: 0s }", "duration: { lt: 0s }", "duration: { eq: 1 }", "outcome: network.dsn",
        "outcome: { starts_with: netwrk }", "outcome: { in: [success, http.notfound] }",
        "outcome: { not_in: [nothing] }", "http_version: 4", "http_version: { in: [\"2\", \"4\"] }", "sha256: abc",
        "body: { exists: true }", "body: { type: string }", "body: [a]", "body: null", "headers: { a: null }",
        "headers: { a: { gt: 5, lt: 3 } }", "$.a: { type: [] }", "$.a: { in: [] }", "$.a: { gt: 5, lt: 3 }",
        "$.a: { eq: 1, ne: 1 }", "$.a: { exists: false, eq: 1 }", "$.a: { type: string, gt: 5 }",
        "$.a: { type: [string, integer, number, boolean, object, array, \"null\"] }", "$.a[*]: Ada",
        "$.a[*]: { ne: Ada }",
        "$.a[*]: { gt: 1 }", "$.a[*]: { in: [a, b] }", "redirects: { contains: 1, type: object }",
        "cookies: { a@secure: \"yes\" }", "$.a: { each: { gt: 5, lt: 3 } }", "$.a: { eq: true, type: number }",
    ])
    func `what no response decides is an error`(_ expect: String) {
        let loaded = Loading.load("steps:\n  - get: /x\n    expect:\n      \(expect)\n")
        #expect(loaded.diagnostics.count == 1, "\(loaded.diagnostics.map(\.message))")
        #expect(["workflow.cannot-hold", "workflow.checks-nothing"].contains(loaded.diagnostics.first?.code))
    }

    @Test(arguments: [
        "status: { lt: 599 }", "status: { not_in: [4xx, 503] }", "status: { not: 5xx }", "size: { gt: 0 }",
        "duration: { gt: 0s }", "outcome: { starts_with: network. }", "http_version: 2", "headers: { a: { ne: 5 } }",
        "headers: { a: 5 }", "headers: { a: true }", "headers: { a: { gt: 1, lt: 9 } }",
        "$.a: { ne: null, type: boolean }",
        "$.a: { type: boolean, exists: true }", "$.a: { gt: \"a\", lt: \"b\" }", "$.a: { gt: 1, lt: 1.5 }",
        "$.a: { gt: 9007199254740992 }", "$.a: { gt: 1e400 }",
        "$.a: { gt: 9007199254740992, lt: 9007199254740994 }", "$.a: { gt: 9007199254740992, lt: 9007199254740993 }",
        "$.a: { gt: 0, lt: 1e-399 }", "headers: { a: { gt: 9007199254740992, lt: 9007199254740993 } }",
        "$.a[*]: []", "$.a[*]: { none: 1 }", "$.a[*]: { not_contains: 1 }", "$.a[*]: { exists: false }",
        "$.a[*]: { exists: false, length: 0 }", "$.a: { exists: false }", "$.a: { exists: true, ne: 1 }",
        "duration: { gte: 5us, lte: 5us }",
        "cookies: { a@secure: true }", "cookies: { a@secure: { exists: true } }", "$.a: { contains: \"\" }",
        "$.a: { not: { contains: [1, 2] } }", "$.a: <uuid>", "$.a: \"> 5\"", "$.a: { matches: \"/^a/i\" }",
        "that: response.status == response.status", "that: 1 == 1 || true", "redirects: 0", "redirects: []",
    ])
    func `what some response decides is none`(_ expect: String) {
        let loaded = Loading.load("steps:\n  - get: /x\n    expect:\n      \(expect)\n")
        #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics.map(\.message))")
    }
}

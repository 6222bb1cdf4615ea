import BatonJSON
import BatonRunner
import Testing

@testable import BatonHistory

struct SQLQuestionTests {
    private let history = MadeHistory()

    private func rows(_ sql: String, limit: Int = 100) throws -> SQLRows {
        try HistoryReader.rows(of: sql, in: history.database, limit: limit)
    }

    @Test func `the views show all results and all steps alike`() throws {
        history.record([.init(results: ".F~s")])
        let results = try rows("SELECT outcome, attempts, flaky, owner FROM case_result ORDER BY position")
        #expect(
            MadeHistory.text.rows(results) == """
                outcome  attempts  flaky  owner
                passed   1         0
                failed   1         0      team-2
                passed   1         1      team-3
                skipped  1         0      team-4

                """)
        let steps = try rows(
            """
            SELECT case_position, position, kind, name, outcome, line, duration, checks, attempts, method, url_template,
                status FROM step_result ORDER BY 1, 2
            """)
        #expect(
            steps.rows.map { $0.map(\.text).joined(separator: " ") } == [
                "0 0 request List the orders passed 5 10000 1 1 GET /orders?page=$(page) 200",
                "1 0 request List the orders failed 5 10000 1 1 GET /orders?page=$(page) 200",
                "2 0 request List the orders passed 5 10000 1 2 GET /orders?page=$(page) 200",
            ])
        #expect(
            try rows("SELECT started FROM case_result WHERE position = 0").rows == [
                [.integer(SampleStart.of(1))]
            ])
    }

    private enum SampleStart {
        static func of(_ number: Int64) -> Int64 { 1_787_306_400_000_000 + number * MadeHistory.hour }
    }

    @Test func `values of every type have a form in JSON and on a line`() throws {
        history.record([.init(results: ".")])
        let answer = try rows("SELECT 1 AS a, 2.5 AS b, 'x' AS c, NULL AS d, x'FF00' AS e, x'6162' AS f")
        #expect(JSONWriter.compact(answer.json) == #"[{"a":1,"b":2.5,"c":"x","d":null,"e":"/wA=","f":"ab"}]"#)
        #expect(MadeHistory.text.rows(answer) == "a  b    c  d  e     f\n1  2.5  x     /wA=  ab\n")
    }

    @Test func `columns of one name are all there`() throws {
        history.record([.init(results: ".")])
        let answer = try rows("SELECT 1 AS a, 2 AS a, 3 AS b, 4 AS a, 5 AS \"a:1\"")
        #expect(JSONWriter.compact(answer.json) == #"[{"a":1,"a:1":2,"b":3,"a:2":4,"a:1:1":5}]"#)
    }

    @Test func `rows beyond the limit are named`() throws {
        history.record([.init(results: "....")])
        let answer = try rows("SELECT position FROM result", limit: 2)
        #expect(answer.isCut)
        #expect(MadeHistory.text.rows(answer).hasSuffix("more than 2 rows: the rest is left out\n"))
    }

    @Test(arguments: [
        "DELETE FROM run", "UPDATE run SET state = 'passed'", "ATTACH 'other.sqlite' AS other", "PRAGMA user_version",
        "CREATE TABLE t (a)", "CREATE TEMP TABLE t (a)", "VACUUM INTO 'copy.sqlite'", "DROP VIEW case_result", "BEGIN",
    ])
    func `a statement that does more than read is refused`(_ sql: String) throws {
        history.record([.init(results: ".")])
        let error = #expect(throws: HistoryError.self) { try rows(sql) }
        #expect(error?.code == .wrongSQL)
        #expect(error?.message == "the history can only be read: write one SELECT statement")
        #expect(try history.reader().recentRuns().map(\.state) == ["passed"])
    }

    @Test(arguments: [
        ("SELECT 1; SELECT 2", "only one statement can be run at a time"),
        ("SELECT unknown FROM run", "the statement cannot be run: no such column: unknown"),
        ("SELEC 1", "the statement cannot be run: near \"SELEC\": syntax error"),
        ("", "the statement cannot be run: empty statement"),
        ("SELECT load_extension('x')", "the statement cannot be run: not authorized"),
    ])
    func `a wrong statement says why`(_ sql: String, _ message: String) throws {
        history.record([.init(results: ".")])
        let error = #expect(throws: HistoryError.self) { try rows(sql) }
        #expect(error?.code == .wrongSQL)
        #expect(error?.message == message)
    }
}

import BatonJudging
import BatonLanguage
import BatonLoading
import BatonWorkflow
import ProjectFolders
import Testing

/// The table "Limits" of the reference: each of its rows names the test that shows it.
@Suite struct LimitsTableTests {
    /// What is limited, how, and the words by which the tests are found, in the file that holds them.
    private static let rows: [(what: String, most: String, file: String, tests: [String])] = [
        (
            "a workflow file", "10 MB (10,000,000 bytes), 1,000,000 values, 100 levels",
            "NightlyTests/InputLimitTests.swift",
            ["a file of more than 10 MB", "a million values", "100,000 brackets"]
        ),
        (
            "a folder of workflows", "200,000 files and folders, 32 levels", "BatonFilesTests/FolderWalkTests.swift",
            ["a tree beyond the limits is refused"]
        ),
        (
            "mistakes shown", "200 of a file and 1000 in all; the rest is counted",
            "NightlyTests/InputLimitTests.swift",
            ["100,000 mistakes", "many mistakes in many files are told up to a number"]
        ),
        (
            "values that aliases add", "100,000", "NightlyTests/InputLimitTests.swift", ["aliases that multiply"]
        ),
        (
            "variables that need one another", "some 80 in a row, fewer if their expressions are long",
            "NightlyTests/InputLimitTests.swift", ["10,000 variables that need one another"]
        ),
        (
            "an expression", "1 MiB, 200 levels of brackets", "NightlyTests/InputLimitTests.swift",
            ["an expression of more than 1 MiB", "an expression in 10,000 parentheses"]
        ),
        (
            "one evaluation",
            "10,000,000 elements gone through, 256 MB of texts and lists made, 5 s of processor time",
            "NightlyTests/InputLimitTests.swift", ["an expression that makes too much ends with its place"]
        ),
        (
            "a value", "256 MB with everything in it, 1000 lists and maps within each other",
            "NightlyTests/SharedValueTests.swift", ["lists of lists", "a list in itself, again and again"]
        ),
        (
            "a text or a body that templates make", "256 MB", "NightlyTests/SharedValueTests.swift",
            ["texts of texts", "a body of large values"]
        ),
        (
            "the variables of a workflow", "512 MB together", "NightlyTests/SharedValueTests.swift",
            ["large values under many names", "what the passes of a loop gave", "responses that later steps read"]
        ),
        (
            "workflows that call each other", "32 levels, and 1,000,000 steps in all",
            "CommandTests/Calling/CallExpansionTests.swift",
            ["files that call each other too deep", "steps that calls multiply"]
        ),
        (
            "`random_string`, `random_hex`, `lists.range`", "1,000,000 characters or elements",
            "NightlyTests/InputLimitTests.swift", ["what functions make and read has an end"]
        ),
        ("`file()`", "10 MB", "NightlyTests/InputLimitTests.swift", ["what functions make and read has an end"]),
        ("a data file", "10 MB", "CommandTests/LoopTests.swift", ["a data file of more than 10 MB"]),
        (
            "passes of a loop", "1,000,000", "BatonRunnerTests/Flow/LoopTests.swift",
            ["a loop has 1000000 passes at most"]
        ),
        (
            "rows of a workflow", "1,000,000", "BatonLoadingTests/Rows/RowDiagnosticsTests.swift",
            ["a workflow has 1000000 rows at most"]
        ),
        (
            "a regular expression", "2,000,000 steps in one text", "CommandTests/ExplosionTests.swift",
            ["a regular expression that explodes ends with its place"]
        ),
        (
            "a JSONPath", "40,000,000 steps in one document", "CommandTests/ExplosionTests.swift",
            ["a path that multiplies on a wide document ends"]
        ),
        (
            "an XPath", "10,000 bytes, 64 levels of brackets, 40,000,000 steps in one document",
            "BatonXMLTests/XPath/XPathLimitTests.swift",
            [
                "queries of ten thousand bytes are read and answered", "stand inside each other 64 times at most",
                "a query that multiplies its work is given up",
            ]
        ),
        (
            "XML or HTML for an XPath",
            "64 MB (64,000,000 bytes), 2,000,000 nodes, 512 levels, 10,000 attributes of one element, 10 MB for the references to its entities",
            "BatonXMLTests/Tree/HostileDocumentTests.swift",
            ["nodes and bytes are counted", "too much of something is refused"]
        ),
        (
            "a body in memory", "64 MB (64,000,000 bytes), or `max_response`",
            "ProcessTests/Harness/HostileWorkflow.swift", ["\"gzip-bomb\": Self(kind: \"network.too_large\")"]
        ),
        (
            "the events of a stream",
            "10,000, or `max`; 16 MB (16,000,000 bytes) for one, and as a body in memory for all",
            "CommandTests/Streams/StreamRunTests.swift",
            [
                "an event without end is cut off at its limit",
                "events without end are cut off at the limit of the whole",
            ]
        ),
        (
            "a JSON body", "5,000,000 values, 512 levels", "ProcessTests/Harness/HostileWorkflow.swift",
            ["json-10000000-values", "json-nested-100000"]
        ),
        (
            "a body held against an XML Schema", "16 MB (16,000,000 bytes), 256 attributes of one element",
            "CommandTests/XMLSchemaTests.swift",
            [
                "what is no XML fails with that, and what is too large too",
                "a server cannot occupy the schema with attributes",
            ]
        ),
        (
            "a snapshot", "5 MB (5,000,000 bytes)", "CommandTests/Requests/SnapshotTests.swift",
            ["a body that cannot be a snapshot fails, and nothing is written"]
        ),
        (
            "a document held against a schema", "50,000,000 steps, 800 schemas within each other",
            "CommandTests/SchemaTests.swift",
            ["a document that is nested too deeply for the schema fails without a verdict"]
        ),
        (
            "a contract, and each file that it refers to", "10 MB (10,000,000 bytes)",
            "CommandTests/Contracts/ContractRunTests.swift", ["a contract of more than 10 MB is refused"]
        ),
        (
            "warnings about a contract", "50 of a run", "CommandTests/Contracts/ContractRunTests.swift",
            ["warnings about a contract end after fifty of a run"]
        ),
        (
            "what a program writes", "10 MB (10,000,000 bytes)", "CommandTests/Programs/ExecTests.swift",
            ["wrote more than 10 MB, and was ended"]
        ),
        (
            "what is kept of what `log` writes", "65,536 bytes of one text, 1 MiB (1,048,576 bytes) of a workflow",
            "CommandTests/LogLimitTests.swift",
            [
                "a long text is masked, then cut, and says how long it was",
                "a workflow keeps one megabyte of what it logs, and says once that the rest is missing",
            ]
        ),
        (
            "headers of a response", "256 KiB, 100 kB for one line", "ProcessTests/Harness/HostileWorkflow.swift",
            ["headers-endless", "header-line-endless"]
        ),
        (
            "encodings of a body, one over the other", "5", "ProcessTests/Harness/HostileWorkflow.swift",
            ["encoding-chain"]
        ),
        (
            "cookies in a session", "3000, and 150 for one domain", "BatonHTTPTests/CookieTests.swift",
            ["many servers cannot fill the jar without end", "a server cannot fill the jar without end"]
        ),
    ]

    @Test func `every row has its test, and no row is missing`() throws {
        let page = try ReferencePage.reference()
        let table = try #require(page.tables.first { $0.section == "Limits" })
        #expect(table.rows.map(\.cells) == Self.rows.map { [$0.what, $0.most] })
    }

    @Test func `every test that a row names is there`() throws {
        for row in Self.rows {
            let text = try FileContents.text(of: "\(Repository.path)/Tests/\(row.file)")
            for test in row.tests { #expect(text.contains(test), "\(row.what): \(test)") }
        }
    }
}

import CommandCalls
import ProjectFolders
import Testing

/// `baton import --verify`: a run beside what Newman found.
@Suite struct VerifyTests {
    /// As Newman's reporter for JUnit writes it: a suite for each request, a case for each check.
    private static func junit(_ failed: Bool) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="Shop" tests="3" time="0.1">
          <testsuite name="Log in" id="1" tests="1" failures="0" errors="0" time="0.01">
            <testcase name="Status is 200" time="0.01" classname="Shop"/>
          </testsuite>
          <testsuite name="Items / Read" id="2" tests="2" failures="\(failed ? 1 : 0)" errors="0" time="0.01">
            <testcase name="two items" time="0.01" classname="Shop"/>
            <testcase name="all of them" time="0.01" classname="Shop">\(failed ? "<failure type=\"AssertionFailure\" message=\"no\"/>" : "")</testcase>
          </testsuite>
        </testsuites>
        """
    }

    private static func json(_ failed: Bool) -> String {
        """
        {"run":{"executions":[
        {"item":{"name":"Log in"},"assertions":[{"assertion":"Status is 200"}]},
        {"item":{"name":"Read"},"assertions":[{"assertion":"two items"},{"assertion":"all of them"\(failed ? ",\"error\":{\"name\":\"AssertionError\"}" : "")}]}]}}
        """
    }

    private static func verify(_ old: String, total: Int) async throws -> Baton.Result {
        let recording = try ShopCollection.recording(total: total)
        try recording.folder.write("old", old)
        return try await Baton(folder: recording.folder)(
            "import", "shop.json", "--postman-env", "env.json", "--verify", "old")
    }

    @Test(arguments: [true, false], [true, false])
    func `equal verdicts are exit code 0`(isJSON: Bool, hasFailed: Bool) async throws {
        let old = isJSON ? Self.json(hasFailed) : Self.junit(hasFailed)
        let result = try await Self.verify(old, total: hasFailed ? 99 : 25)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.hasSuffix("2 of 2 requests with the same verdict\n"), "\(result.output)")
    }

    @Test(arguments: [true, false])
    func `a request that ends otherwise is named with both verdicts`(isJSON: Bool) async throws {
        let name = isJSON ? "Read" : "Items › Read"
        let failed = try await Self.verify(isJSON ? Self.json(false) : Self.junit(false), total: 99)
        #expect(failed.exitCode == 1, "\(failed.everything)")
        #expect(
            failed.output.contains("\(name): passed there, failed ($.total: expected 99, got 25) here\n"),
            "\(failed.output)")
        let passed = try await Self.verify(isJSON ? Self.json(true) : Self.junit(true), total: 25)
        #expect(passed.exitCode == 1, "\(passed.everything)")
        #expect(passed.output.contains("\(name): failed (all of them) there, passed here\n"), "\(passed.output)")
        #expect(passed.output.hasSuffix("1 of 2 requests with the same verdict\n"))
    }

    @Test(arguments: ["", "{}", "<a/>", "nothing", "{\"run\":{\"executions\":[]}}", "<testsuites>"])
    func `a file that is no result is refused`(text: String) async throws {
        let result = try await Self.verify(text, total: 25)
        #expect(
            result.exitCode == 2 && result.errorOutput.contains("this is no result of Newman"), "\(result.everything)")
    }
}

/// What a JUnit report says of each workflow file.
package struct JUnitOutcomes {
    package struct Outcome {
        /// The `type` of the first failure or error, or `passed`.
        package var kind: String
        package var message: String
    }

    package private(set) var byFile: [String: Outcome] = [:]

    package init(_ report: String) throws {
        for suite in report.split(separator: "<testsuite ").dropFirst() {
            let file = Self.attribute("name", in: suite) ?? ""
            let bad = ["<failure ", "<error "].compactMap { suite.split(separator: $0, maxSplits: 1).dropFirst().first }
                .first
            byFile[file] =
                bad.map {
                    Outcome(
                        kind: Self.attribute("type", in: $0) ?? "", message: Self.attribute("message", in: $0) ?? "")
                } ?? Outcome(kind: suite.contains("<skipped") ? "skipped" : "passed", message: "")
        }
    }

    private static func attribute(_ name: String, in text: Substring) -> String? {
        text.split(separator: "\(name)=\"", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first.map {
            String($0.prefix { $0 != "\"" })
        }
    }
}

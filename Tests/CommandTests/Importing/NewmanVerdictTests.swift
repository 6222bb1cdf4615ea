import BatonTesting
import CommandCalls
import ConformanceData
import ProjectFolders
import Testing

/// Newman's own collections, each run as it is: against a server as they expect it, where Newman passes every assertion, and
/// against one that says the opposite, where it fails every assertion that reads the response.
@Suite struct NewmanVerdictTests {
    /// A collection with what a run of it must say.
    struct Collection: CustomTestStringConvertible {
        var name: String
        var hasEnvironment = false
        var repeatsRequests = false
        /// Failed steps with their messages, where the server is as the collection expects it. Newman has none: each is a
        /// difference that the report of the import names.
        var failed: [String] = []
        /// Failed checks where the server is contrary.
        var failedByContrary: Int

        var testDescription: String { name }
    }

    static let collections: [Collection] = [
        Collection(name: "bom-in-environment-file", hasEnvironment: true, failedByContrary: 1),
        Collection(name: "case-insen-header-sandbox", failedByContrary: 1),
        // Without its data file the test fails in Newman, too, at its first expectation.
        Collection(
            name: "comma-test-csv",
            failed: [
                #"CSV parsing tests: that: `"failed" == ""` is false"#
            ],
            failedByContrary: 1),
        Collection(name: "crypto-md5", failedByContrary: 1),
        // The body is sent compact, and a request without one has no Content-Length.
        Collection(
            name: "custom-http-method", repeatsRequests: true,
            failed: [
                #"raw: that: `response.body.contains("Content-Length: 16")` is false"#,
                #"raw: that: `response.body.contains("{ \"foo\": \"bar\" }")` is false"#,
                #"body disabled: that: `response.body.contains("Content-Length: 0")` is false"#,
            ],
            failedByContrary: 10),
        Collection(name: "disabled-and-duplicates", hasEnvironment: true, failedByContrary: 0),
        Collection(name: "dynamic-var-replacement", failedByContrary: 3),
        Collection(name: "esc-formdata", hasEnvironment: true, failedByContrary: 1),
        // Baton cannot authenticate by Hawk.
        Collection(
            name: "hawk-auth-test",
            failed: [
                #"test hawk auth success: $.message: expected "Hawk Authentication Successful", but there is nothing at this path; the body has args, form, headers"#
            ],
            failedByContrary: 1),
        // Baton cannot authenticate by OAuth 1.0a.
        Collection(
            name: "helper",
            failed: [
                #"OAuth: that: `request.headers[?"Authorization"].hasValue()` is false"#
            ],
            failedByContrary: 1),
        Collection(name: "multi-value-data", failedByContrary: 0),
        Collection(name: "newman-gzip-test", failedByContrary: 1),
        // After 302 a DELETE stays one (RFC 9110, 15.4.3), and no Referer is sent.
        Collection(
            name: "protocol-profile-behavior",
            failed: [
                #"followOriginalHttpMethod › followOriginalHttpMethod: false: $.method: expected "GET", got "DELETE""#,
                #"removeRefererHeaderOnRedirect › removeRefererHeaderOnRedirect: false: $.headers.referer: expected "http://localhost:4042/1", but there is nothing at this path"#,
            ],
            failedByContrary: 8),
        Collection(name: "redirect-test", failedByContrary: 0),
        // The body is sent compact.
        Collection(
            name: "request-body-with-get", repeatsRequests: true,
            failed: [
                #"raw: that: `response.body.contains("Content-Length: 16")` is false"#,
                #"raw: that: `response.body.contains("{ \"foo\": \"bar\" }")` is false"#,
            ],
            failedByContrary: 8),
        Collection(name: "request-name-in-script", failedByContrary: 0),
        Collection(name: "semicolon-tests", failedByContrary: 1),
        Collection(name: "slashed-variable-names", hasEnvironment: true, failedByContrary: 1),
        Collection(name: "super-sandbox-test", failedByContrary: 9),
        Collection(name: "timeout", failedByContrary: 0),
        Collection(name: "var-replacement", failedByContrary: 2),
    ]

    @Test(arguments: collections)
    func `a collection has the verdicts that Newman gives it`(_ collection: Collection) async throws {
        let result = try await run(collection, isContrary: false)
        guard let result else { return }
        #expect(result.failures.count == collection.failed.count, "\(result.output)")
        for (failure, wanted) in zip(result.failures, collection.failed) {
            #expect(failure.hasPrefix(wanted), "\(result.output)")
        }
    }

    @Test(arguments: collections)
    func `every assertion fails where the server says the opposite`(_ collection: Collection) async throws {
        let result = try await run(collection, isContrary: true)
        guard let result else { return }
        #expect(result.failures.count == collection.failedByContrary, "\(result.output)")
    }

    private struct Verdicts {
        var output: String
        /// "STEP: MESSAGE" of each failed check.
        var failures: [String]
    }

    private func run(_ collection: Collection, isContrary: Bool) async throws -> Verdicts? {
        let path = "import/postman/" + collection.name
        guard let source = ConformanceData.read(path + ".postman_collection.json") else { return nil }
        let server = EchoServer(repeatsRequests: collection.repeatsRequests, isContrary: isContrary).start()
        defer { server.stop() }
        let folder = try Folder()
        _ = try folder.write("collection.json", bytes: source)
        _ = try folder.write("test/integration/custom-http-method/upload-file.csv", "a,b\n")
        var arguments = ["run", "collection.json", "--base-url", server.url, "--verbose"]
        if collection.hasEnvironment, let environment = ConformanceData.read(path + ".postman_environment.json") {
            _ = try folder.write("environment.json", bytes: environment)
            arguments += ["--postman-env", "environment.json"]
        }
        let result = try await Baton(folder: folder).run(arguments)
        return Verdicts(output: result.output + result.errorOutput, failures: FailedSteps.failures(result.output))
    }
}

/// What the list of steps of `--verbose` says of failures.
enum FailedSteps {
    /// "STEP: MESSAGE" of each failed check.
    static func failures(_ output: String) -> [String] {
        var failures: [String] = []
        var step = ""
        for line in output.split(separator: "\n").prefix(while: { !$0.hasPrefix("── ") }) {
            let text = line.trimmingPrefix { $0 == " " }
            if let first = text.first, "✓✗!-".contains(first) {
                step = text.dropFirst(2).split(separator: "  ").first.map(String.init) ?? ""
            } else if line.hasPrefix("      ") {
                // Behind the place.
                let message =
                    text.prefix { $0 != " " }.contains(/\.(json|yaml):/) ? text.drop { $0 != " " }.dropFirst() : text
                failures.append("\(step): \(message)")
            }
        }
        return failures
    }
}

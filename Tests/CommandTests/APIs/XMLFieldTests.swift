import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Fields of types that are headers of the response or what an XPath finds in its body.
@Suite struct XMLFieldTests {
    private static let api = """
        namespaces: { o: urn:o }
        types:
          Order:
            id: { xpath: //o:id, as: integer }
            names: { xpath: //o:name, as: [string] }
            note: { xpath: //o:note, optional: true }
            tag: { header: etag }
        endpoints:
          order: { get: /order, result: Order }
        """

    private func run(_ body: String, _ that: String, headers: String = "ETag: abc\r\n") async throws -> Baton.Result {
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        try recording.folder.write("apis/a.yaml", Self.api)
        return try await recording.run(
            "use: { a: apis/a.yaml }\nsteps:\n  - call: a.order\n    expect: { that: '\(that)' }\n")
    }

    @Test func `a result is made of XML and headers`() async throws {
        let result = try await run(
            "<order xmlns=\"urn:o\"><id>7</id><name>a</name><name>b</name></order>",
            #"result.id == 7 && result.names == ["a", "b"] && result.note == null && result.tag == "abc""#)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `what does not fit is told with its place in the API file`() async throws {
        let result = try await run(
            "<order xmlns=\"urn:o\"><id>x</id><note/><note/></order>", "result.id == 7", headers: "")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(#"result: expected an integer in what `//o:id` finds, got "x" [mapping."#),
            "\(result.everything)")
        #expect(
            result.output.contains("result: expected one node in what `//o:note` finds, got 2 nodes"),
            "\(result.everything)")
        #expect(
            result.output.contains("result: expected a value in the header `etag`, got nothing [mapping.missing]"),
            "\(result.everything)")
        #expect(result.output.contains("apis/a.yaml:4:5"), "\(result.everything)")
    }

    @Test func `a body that is no XML fails the result`() async throws {
        let result = try await run("{}", "result.id == 7")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("[response.not_xml]"), "\(result.everything)")
    }
}

import Testing

@testable import BatonImport

@Suite struct `Saved responses` {
    private static func written(_ responses: String, script: String = "") throws -> WorkflowWriter.Written {
        let project = try ImportFormat.postman.read(
            PostmanSample.collection(
                #"""
                "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "tok-en-4711"}]},
                "item": [{"name": "Items", "item": [{"name": "../Read", "request": "http://a/x", "response": [\#(responses)],
                "event": [{"listen": "test", "script": {"exec": ["\#(script)"]}}]}]}]
                """#))
        var settings = WorkflowWriter.Settings()
        settings.samples = "samples/shop"
        return WorkflowWriter.write(project, settings)
    }

    private static func sample(_ written: WorkflowWriter.Written) -> String? {
        written.workflowText.split(separator: "\n").first { $0.contains("sample: ") }.map {
            String($0.drop { $0 == " " }.dropFirst("sample: ".count))
        }
    }

    @Test(arguments: [
        (#"{"code": 200, "body": "x"}"#, "", "{ file: samples/shop/items-read.txt }"),
        (#"{"code": 204}"#, "", "{ status: 204 }"),
        (#"{"code": 200}"#, "", "{ status: 200 }"),
        (
            #"{"code": 201, "body": "[1]", "header": [{"key": "Content-Type", "value": "application/json"}, {"key": "Date", "value": "x"}]}"#,
            "", "{ status: 201, headers: { content-type: application/json }, file: samples/shop/items-read.json }"
        ),
        (
            #"{"code": 200, "header": [{"key": "X-Total", "value": "7"}, {"key": "X-Total", "value": "8"}, {"key": "B", "value": "a\nb"}]}"#,
            "pm.test('t', () => pm.expect(pm.response.headers.get('x-total')).to.eql('7'))",
            "{ headers: { x-total: 7 } }"
        ),
        (#"{"code": 404}, {"code": 500}, {"code": 201}, {"code": 200}"#, "", "{ status: 201 }"),
        (#"{"code": 200}, {"code": 404}"#, "pm.test('t', () => pm.response.to.have.status(404))", "{ status: 404 }"),
        (
            #"{"code": 503}, {"code": 404}"#, "pm.test('t', () => pm.expect(pm.response.code).to.be.oneOf([404, 410]))",
            "{ status: 404 }"
        ),
        (#"{"code": 101}"#, "", nil),
    ])
    func `become the sample of their request`(responses: String, script: String, sample: String?) throws {
        let written = try Self.written(responses, script: script)
        #expect(Self.sample(written) == sample, "\(written.workflowText)")
        #expect(Loaded(written).problems == [], "\(written.workflowText)")
    }

    @Test(arguments: [
        ("plain tok-en-4711", "plain ***"),
        (#"{\"id\": 1.50}"#, #"{"id": 1.50}"#),
        (
            #"{\"a\": [{\"new_access_token\": \"ey-9\", \"token\": {\"x\": \"y\"}}], \"password\": 12, \"pwd\": null}"#,
            """
            {
              "a": [
                {
                  "new_access_token": "***",
                  "token": {
                    "x": "y"
                  }
                }
              ],
              "password": 0,
              "pwd": null
            }

            """
        ),
        ("$(x) {{y}}", "$(x) {{y}}"),
    ])
    func `keep their bodies but for secrets`(body: String, file: String) throws {
        let written = try Self.written(#"{"code": 200, "body": "\#(body)"}"#)
        #expect(written.samples.map(\.text) == [file])
    }

    @Test func `that are not written are told, and lose no verdict`() throws {
        let large = String(repeating: "x", count: SampleFiles.mostBytes + 1)
        let written = try Self.written(#"{"name": "huge", "code": 200, "body": "\#(large)"}"#)
        #expect(written.samples.isEmpty && Self.sample(written) == nil)
        let several = try Self.written(#"{"name": "one", "code": 200}, {"name": "two", "code": 400}"#)
        #expect((written.report.notes + several.report.notes).map(\.statement) == ["huge", "two"])
        #expect(!written.report.isLossy && !several.report.isLossy)
    }

    @Test(arguments: 0..<120) func `make sound workflows and files in their folder`(seed: Int) {
        var generated = GeneratedProject(seed)
        let project = generated.project()
        var settings = WorkflowWriter.Settings()
        settings.samples = "samples/shop"
        let written = WorkflowWriter.write(project, settings)
        #expect(Loaded(written).problems == [], "\(seed)\n\(written.workflowText)")
        let paths = written.samples.map(\.path)
        #expect(Set(paths).count == paths.count)
        for path in paths {
            #expect(path.hasPrefix("samples/shop/") && path.split(separator: "/").count == 3, "\(path)")
            #expect(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !path.contains(".."), "\(path)")
            #expect(written.workflowText.contains(path))
        }
        let secret = project.secrets[0].value
        #expect(!written.samples.contains { $0.text.contains(secret) })
    }
}

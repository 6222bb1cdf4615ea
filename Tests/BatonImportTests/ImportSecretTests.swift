import Testing

@testable import BatonImport

@Suite struct `Secrets of statements that are not carried over` {
    @Test(arguments: [
        (#"pm.request.headers.add({ key: "Authorization", value: "Bearer s-4711" })"#, "s-4711"),
        (#"pm.request.headers.upsert({ key: "X-Api-Key", value: "k-1815" })"#, "k-1815"),
        (#"var password = 'lovelace' ((("#, "lovelace"), (#"class A { m() { return 'Basic YTpi' } }"#, "YTpi"),
        (#"send({ "client_secret": "a\"b-1815" })"#, "b-1815"), ("login(`pwd`, `open-1815`", "open-1815"),
    ])
    func `are hidden where the statement is shown`(statement: String, secret: String) {
        #expect(!SecretText.hiding(statement).contains(secret), "\(SecretText.hiding(statement))")
    }

    @Test func `leave other statements as they are`() {
        let statement = #"pm.test("is \"new\"", () => next('it', `a`))"#
        #expect(SecretText.hiding(statement) == statement)
    }

    @Test func `a text that doubles at each pass is given up`() {
        let script = "let a = 'x'; for (let i = 0; i < 60; i++) { a += a } pm.variables.set('a', a)"
        let translation = ScriptSample.translation(of: script, phase: .before)
        #expect(translation.lost > 0)
    }
}

@Suite struct `Secrets of an environment` {
    @Test(arguments: [
        #""type": "secret", "value": "s-1815""#, #""type": "SECRET", "value": "s-1815""#,
        #""type": "secret", "value": { "password": "s-1815" }"#, #""type": "secret", "value": ["s-1815"]"#,
    ])
    func `stand in no file, whatever their shape`(members: String) throws {
        var input = PostmanSample.collection(
            #""item": [{"name": "r", "request": {"url": "http://a.example/{{key}}"}}]"#)
        input.environment = PostmanSample.file(#"{"name": "e", "values": [{"key": "key", \#(members)}]}"#, "e.json")
        let project = try ImportFormat.postman.read(input)
        let written = WorkflowWriter.write(project, WorkflowWriter.Settings())
        #expect(!(written.workflowText + (written.projectText ?? "")).contains("s-1815"))
        #expect(project.secrets.contains { $0.value.contains("s-1815") })
    }
}

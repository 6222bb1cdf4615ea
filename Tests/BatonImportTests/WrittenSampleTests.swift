import Testing

@testable import BatonImport

/// What a reader sees of a project in which everything common comes once.
@Suite struct `A written sample` {
    static var project: ImportedProject {
        func path(_ path: String) -> ImportText {
            var url = ImportText(expression: "baseUrl")
            url.append(.literal(path))
            return url
        }
        var login = ImportedRequest(name: "Log in", url: path("/login"))
        login.method = "POST"
        login.description = "Everybody begins here."
        login.auth = .none
        login.body = .json(
            .map([
                .init(name: ImportText("username"), value: .text(ImportText("ada"))),
                .init(name: ImportText("password"), value: .text(ImportText(expression: "secrets.ADA_PASSWORD"))),
            ]))
        login.before = [.set(name: "started", expression: "string(int(now()))")]
        login.after = [
            .check(
                ImportedCheck(name: "Status code is 200", subject: .status([ImportedOperator(.eq, .number("200"))]))),
            .check(
                ImportedCheck(
                    name: "a token comes back",
                    subject: .json(path: "$.token", [ImportedOperator(.type, .text(ImportText("string")))]))),
            .capture(name: "token", source: .path("$.token")),
            .note(
                ImportNote(
                    .lost, request: "Log in", place: "test script, line 9", statement: "eval(code)",
                    reason: "what it runs is not known",
                    advice: "write its checks here")),
        ]
        var read = ImportedRequest(name: "Read the items", url: path("/items"))
        read.query = [
            ImportedField(name: ImportText("page"), value: ImportText("2")),
            ImportedField(name: ImportText("sort"), value: ImportText("name"), isDisabled: true),
        ]
        read.after = [
            .check(
                ImportedCheck(name: "only cheap ones", subject: .condition("response.json.items.all(x, x.price < 10)"))),
            .check(ImportedCheck(name: "fast", subject: .duration([ImportedOperator(.lt, .number("500"))]))),
            .branch(
                test: "response.json.total > 100", then: [.next(request: "Clean up")],
                otherwise: [.set(name: "last", expression: "response.json.items[0].id")]),
        ]
        var write = ImportedRequest(name: "Write", url: path("/items/"))
        write.url.append(.expression("last"))
        write.method = "PUT"
        write.body = .text(ImportText("one\ntwo\n"), type: "text/csv")
        let clean = ImportedRequest(name: "Clean up", url: path("/items?all=true"))
        var folder = ImportedFolder(name: "Items")
        folder.items = [.request(read), .request(write)]
        var collection = ImportedCollection(name: "Shop")
        collection.auth = .bearer(ImportText(expression: "token"))
        collection.variables = [
            ImportedVariable(name: "size", value: .number("10"), description: "How many items a page has.")
        ]
        collection.items = [.request(login), .folder(folder), .request(clean)]
        var project = ImportedProject(collection: collection)
        project.environment = ImportedEnvironment(name: "Local machine")
        project.environment?.variables = [
            ImportedVariable(name: "baseUrl", value: .text(ImportText("http://127.0.0.1:8917")))
        ]
        project.secrets = [ImportedSecret(name: "ADA_PASSWORD", value: "lovelace-1815", place: "body of Log in")]
        return project
    }

    @Test func `reads as if a colleague had written it`() {
        let written = WorkflowWriter.write(Self.project)
        #expect(
            written.workflowText == #"""
                name: Shop
                vars:
                  # How many items a page has.
                  size: 10
                  # What it is until a script sets it.
                  last: '$("{{last}}")'
                  # The request that a script has chosen to be the next one.
                  next_request: ""
                defaults:
                  follow_redirects: true
                  auth: { bearer: $(token) }
                  expect: { status: [2xx, 3xx, 4xx, 5xx] }
                steps:
                  - set: { started: $(string(int(now()))) }

                  # Everybody begins here.
                  - post: /login
                    name: Log in
                    continue_on_failure: true
                    auth: none
                    json: { username: ada, password: $(secrets.ADA_PASSWORD) }
                    expect:
                      status: 200
                      # a token comes back
                      $.token: { type: string }
                    capture: { token: { path: $.token, optional: true, secret: true } }
                    # not carried over: eval(code)
                    # What it runs is not known. Write its checks here.

                  - name: Items
                    continue_on_failure: true
                    steps:
                      - get: /items
                        name: Read the items
                        continue_on_failure: true
                        query:
                          page: 2
                          # sort: name
                        expect:
                          # fast
                          duration: { lt: 500ms }
                          # only cheap ones
                          that: response.json.items.all(x, x.price < 10)
                        capture:
                          next_request: '$(response.json.total > 100 ? "Clean up" : next_request)'
                          last: "$(response.json.total > 100 ? last : response.json.items[0].id)"

                      - put: /items/$(last)
                        name: Write
                        if: next_request != "Clean up"
                        continue_on_failure: true
                        headers: { Content-Type: text/csv }
                        text: |
                          one
                          two

                  - get: /items?all=true
                    name: Clean up
                    continue_on_failure: true

                """#)
        #expect(
            written.projectText == #"""
                name: Shop
                workflows: .
                environments:
                  local-machine:
                    base_url: http://127.0.0.1:8917
                    # Read from the environment of the process; their values stand in no file.
                    secrets: [ADA_PASSWORD]

                """#)
        #expect(written.report.summary == "3 of 4 requests, 4 of 4 checks carried over")
    }
}

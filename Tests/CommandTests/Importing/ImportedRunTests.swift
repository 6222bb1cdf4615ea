import CommandCalls
import ProjectFolders
import Testing

/// Collections in the place of workflows.
@Suite struct ImportedRunTests {
    @Test func `a collection runs as it is`() async throws {
        let recording = try ShopCollection.recording()
        let run = try await Baton(folder: recording.folder)(
            "run", "shop.json", "--postman-env", "env.json", "--junit", "j.xml", "-v")
        #expect(run.exitCode == 0 && run.errorOutput == "", "\(run.everything)")
        #expect(recording.requests.map(\.target) == ["/login", "/items?page=1"])
        let junit = try recording.folder.read("j.xml")
        #expect(junit.contains(" › Items › Read\" classname"))
        #expect(!(run.everything + junit).contains(ShopCollection.password), "\(run.everything)")
        #expect(!(run.everything + junit).contains("t-4711-abcdef"), "\(run.everything)")
    }

    @Test func `a check that fails is a failure of its request, and the next one is sent`() async throws {
        let recording = try ShopCollection.recording(total: 99)
        let run = try await Baton(folder: recording.folder)(
            "run", "shop.json", "--postman-env", "env.json", "--junit", "j.xml")
        #expect(run.exitCode == 1, "\(run.everything)")
        #expect(run.output.contains("$.total: expected 99, got 25"), "\(run.output)")
        // The name of the test of the source.
        #expect(run.output.contains("# all of them"), "\(run.output)")
        #expect(try recording.folder.read("j.xml").contains("# all of them"))
    }

    @Test func `what is not carried over is said before and behind a run that passes`() async throws {
        let recording = try ShopCollection.recording(more: ShopCollection.lost)
        let run = try await Baton(folder: recording.folder)("run", "shop.json", "--postman-env", "env.json")
        #expect(run.exitCode == 0, "\(run.everything)")
        #expect(run.errorOutput.contains("not carried over: Items › Read, test script, line 3"), "\(run.errorOutput)")
        #expect(run.errorOutput.contains("1 of 4 checks"), "\(run.errorOutput)")
        #expect(run.output.contains("1 of 4 checks"), "\(run.output)")
    }

    @Test func `options of a run win over the source`() async throws {
        let recording = try ShopCollection.recording()
        try recording.folder.write("env.json", ShopCollection.environment("http://127.0.0.1:1"))
        let run = try await Baton(folder: recording.folder, environment: ["PASSWORD": "another-1815"])(
            "run", "shop.json", "--postman-env", "env.json", "--base-url", recording.server.url, "--secret", "PASSWORD")
        #expect(run.exitCode == 0, "\(run.everything)")
        #expect(
            recording.requests.first.map { String(decoding: $0.body, as: UTF8.self) }?.contains("another-1815") == true)
    }

    @Test func `each row of the data is a case`() async throws {
        let recording = try ShopCollection.recording()
        let text = ShopCollection.text().replacing("items?page=1", with: "items?page={{page}}")
        try recording.folder.write("shop.json", text)
        try recording.folder.write("rows.csv", "page\n1\n2\n")
        let run = try await Baton(folder: recording.folder)(
            "run", "shop.json", "--postman-env", "env.json", "--data", "rows.csv", "--jobs", "1")
        #expect(run.exitCode == 0, "\(run.everything)")
        #expect(recording.requests.map(\.target).filter { $0 != "/login" } == ["/items?page=1", "/items?page=2"])
    }

    @Test func `each scope of a name has its own value`() async throws {
        let recording = try Recording(ShopCollection.respond)
        func item(_ name: String, _ script: String) -> String {
            """
            {"name":"\(name)","event":[{"listen":"prerequest","script":{"exec":["\(script)"]}}],
            "request":{"method":"GET","url":"\(recording.server.url)/{{v}}/{{seen}}"}}
            """
        }
        let items = [
            item("a", "pm.environment.set('seen', pm.environment.has('v'))"),
            item(
                "b",
                "pm.environment.set('v', 'e'); pm.globals.set('v', 'g'); pm.environment.set('seen', pm.globals.get('v'))"
            ),
            item("c", "pm.environment.unset('v')"), item("d", "pm.collectionVariables.set('v', 'c2')"),
            item("e", "pm.collectionVariables.unset('v')"),
        ]
        try recording.folder.write(
            "c.json",
            """
            {"info":{"name":"c","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
            "variable":[{"key":"v","value":"c"}],"item":[\(items.joined(separator: ","))]}
            """)
        let run = try await Baton(folder: recording.folder)("run", "c.json")
        #expect(run.exitCode == 0, "\(run.everything)")
        #expect(recording.requests.map(\.target) == ["/c/false", "/e/g", "/c/g", "/c2/g", "/g/g"], "\(run.everything)")
    }

    @Test func `a jump back over folders, and one to nowhere, go where Newman goes`() async throws {
        let recording = try Recording(ShopCollection.respond)
        func item(_ name: String, _ script: String) -> String {
            """
            {"name":"\(name)","event":[{"listen":"test","script":{"exec":["\(script)"]}}],
            "request":{"method":"GET","url":"\(recording.server.url)/\(name)"}}
            """
        }
        let again =
            "if (!pm.environment.get('done')) { pm.environment.set('done', 'yes'); postman.setNextRequest('c') }"
        try recording.folder.write(
            "c.json",
            """
            {"info":{"name":"c","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[
            {"name":"f","item":[\(item("a", "")),\(item("c", ""))]},\(item("d", "")),
            {"name":"g","item":[\(item("e", again)),\(item("h", "postman.setNextRequest('nowhere')"))]},\(item("i", ""))]}
            """)
        let run = try await Baton(folder: recording.folder)("run", "c.json")
        #expect(
            recording.requests.map(\.target) == ["/a", "/c", "/d", "/e", "/c", "/d", "/e", "/h"], "\(run.everything)")
    }

    @Test func `check and list read a collection too`() async throws {
        let recording = try ShopCollection.recording()
        let check = try await Baton(folder: recording.folder)("check", "shop.json", "--postman-env", "env.json")
        #expect(check.exitCode == 0 && check.output == "1 workflow, no errors\n", "\(check.everything)")
        let list = try await Baton(folder: recording.folder)("list", "shop.json", "--postman-env", "env.json")
        #expect(list.exitCode == 0 && list.output.hasPrefix("shop.json  Shop"), "\(list.everything)")
    }

    @Test(arguments: [["w.yaml"], [], ["other.json"]])
    func `options of a collection need one`(_ paths: [String]) async throws {
        let recording = try ShopCollection.recording()
        try recording.folder.write("w.yaml", "steps: [{ log: a }]")
        try recording.folder.write("other.json", "{\"steps\": [{ \"log\": \"a\" }]}")
        let run = try await Baton(folder: recording.folder).run(["run"] + paths + ["--postman-env", "env.json"])
        #expect(
            run.exitCode == 2 && run.errorOutput.contains("--postman-env belongs to a file of another tool"),
            "\(run.everything)")
    }

    @Test func `a workflow in JSON is still one`() async throws {
        let recording = try ShopCollection.recording()
        try recording.folder.write("w.json", "{\"steps\": [{ \"get\": \"/items\" }]}")
        let run = try await Baton(folder: recording.folder)("run", "w.json", "--base-url", recording.server.url)
        #expect(run.exitCode == 0, "\(run.everything)")
    }
}

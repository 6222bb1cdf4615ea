import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `baton import`: workflows of collections.
@Suite struct ImportCommandTests {
    @Test func `what it writes is a project that passes`() async throws {
        let recording = try ShopCollection.recording()
        let folder = recording.folder
        let made = try await Baton(folder: folder)("import", "shop.json", "--postman-env", "env.json", "--into", "api")
        #expect(made.exitCode == 0, "\(made.everything)")
        #expect(
            made.output == """
                wrote  api/shop.yaml
                wrote  api/baton.yaml
                2 of 2 requests, 3 of 3 checks carried over
                secrets to set in the environment: PASSWORD

                """)
        let files = try folder.read("api/shop.yaml") + folder.read("api/baton.yaml")
        #expect(!files.contains(ShopCollection.password))
        let inner = "\(folder.path)/api"
        let check = try await Baton(workingFolder: inner)("check")
        #expect(check.output == "1 workflow, no errors\n" && check.errorOutput == "", "\(check.everything)")
        let run = try await Baton(workingFolder: inner, environment: ["PASSWORD": ShopCollection.password])("run")
        #expect(run.exitCode == 0, "\(run.everything)")
        #expect(recording.requests.map(\.target) == ["/login", "/items?page=1"])
        #expect(recording.requests.last?["authorization"] == "Bearer t-4711-abcdef")
    }

    @Test func `the second import changes nothing, and one that would is refused`() async throws {
        let recording = try ShopCollection.recording()
        let folder = recording.folder
        let words = ["import", "shop.json", "--postman-env", "env.json", "--into", "api"]
        _ = try await Baton(folder: folder).run(words)
        let first = try folder.read("api/shop.yaml")
        let again = try await Baton(folder: folder).run(words)
        #expect(again.exitCode == 0 && again.output.hasPrefix("kept   api/shop.yaml\n"), "\(again.everything)")
        #expect(!again.output.contains("wrote"))
        try folder.write("api/shop.yaml", "mine")
        let refused = try await Baton(folder: folder).run(words)
        #expect(refused.exitCode == 2)
        #expect(refused.errorOutput.contains("api/shop.yaml is there already, and differs"), "\(refused.errorOutput)")
        #expect(try folder.read("api/shop.yaml") == "mine")
        let forced = try await Baton(folder: folder).run(words + ["--force"])
        #expect(try forced.exitCode == 0 && folder.read("api/shop.yaml") == first, "\(forced.everything)")
    }

    @Test func `what is lost is said, reported, and exit code 1`() async throws {
        let recording = try ShopCollection.recording(more: ShopCollection.lost)
        let folder = recording.folder
        let words = ["import", "shop.json", "--postman-env", "env.json", "--into", "api", "--report", "lost.json"]
        let made = try await Baton(folder: folder).run(words)
        #expect(made.exitCode == 1, "\(made.everything)")
        #expect(made.output.contains("3 of 4 checks carried over"), "\(made.output)")
        #expect(made.errorOutput.contains("not carried over: Items › Read, test script, line 3: pm.unknown.thing()"))
        #expect(try folder.read("api/shop.yaml").contains("# not carried over: pm.unknown.thing()"))
        let report = try folder.read("lost.json")
        #expect(
            report.contains("\"request\": \"Items › Read\"") && report.contains("\"check\": \"something else\""),
            "\(report)")
        let partial = try await Baton(folder: folder).run(words + ["--allow-partial"])
        #expect(partial.exitCode == 0, "\(partial.everything)")
    }

    @Test func `a dry run writes nothing`() async throws {
        let recording = try ShopCollection.recording()
        let shown = try await Baton(folder: recording.folder)("import", "--dry-run", "shop.json", "--into", "api")
        #expect(shown.exitCode == 0 && shown.output.hasPrefix("name: Shop\n"), "\(shown.everything)")
        #expect(try FileContents.names(in: recording.folder.path).sorted() == ["env.json", "shop.json"])
    }

    @Test func `within a project no other one is made`() async throws {
        let recording = try ShopCollection.recording()
        let folder = recording.folder
        try folder.write("baton.yaml", "name: mine\nenvironments: { local: { base_url: http://127.0.0.1:1 } }\n")
        let made = try await Baton(folder: folder)(
            "import", "shop.json", "--postman-env", "env.json", "--into", "workflows")
        #expect(made.exitCode == 0 && !folder.exists("workflows/baton.yaml"), "\(made.everything)")
        #expect(try folder.read("workflows/shop.yaml").contains("get: $(baseUrl)/items"))
        let run = try await Baton(folder: folder, environment: ["PASSWORD": ShopCollection.password])(
            "run", "--secret", "PASSWORD")
        #expect(run.exitCode == 0, "\(run.everything)")
    }

    @Test(arguments: [
        ("no file", "missing.json", "missing.json: no such file or folder"),
        ("an environment", "env.json", "This is an environment, and no collection."),
        ("no collection", "other.json", "this is no file of a tool that is known"),
        ("cut", "cut.json", "cut.json:5: This is no JSON: "),
        ("none of Postman", "list.json", "list.json:2:1: this is no JSON: "),
    ])
    func `a file that is no collection is refused`(_ name: String, _ file: String, _ message: String) async throws {
        let recording = try ShopCollection.recording()
        try recording.folder.write("other.json", "{\"a\": 1}")
        try recording.folder.write("list.json", "[1,\n")
        try recording.folder.write("cut.json", String(ShopCollection.text().prefix(300)))
        let made = try await Baton(folder: recording.folder)("import", file)
        #expect(made.exitCode == 2 && made.errorOutput.contains(message), "\(made.everything)")
    }

    @Test(arguments: ["../../outside", "/etc/passwd", "a\u{202e}b", "..", "baton", ""])
    func `no name leads out of the folder`(_ name: String) async throws {
        let folder = try Folder()
        let text = ShopCollection.text().replacing("\"name\":\"Shop\"", with: "\"name\":\"\(name)\"")
        try folder.write("inner/shop.json", text)
        let made = try await Baton(workingFolder: folder.path + "/inner")("import", "shop.json")
        #expect(made.exitCode == 0, "\(made.everything)")
        #expect(try FileContents.names(in: folder.path) == ["inner"])
        let names = try FileContents.names(in: folder.path + "/inner")
        #expect(names.count == 3 && names.contains("baton.yaml") && names.allSatisfy { $0.allSatisfy(\.isASCII) })
    }

    @Test(arguments: ["shop.json", "env.json", "./api/../shop.json", "linked.json", "api/shop.yaml", "api/baton.yaml"])
    func `a report replaces no file of the source and none that is written`(_ report: String) async throws {
        let recording = try ShopCollection.recording()
        symlink("shop.json", recording.folder.path + "/linked.json")
        let made = try await Baton(folder: recording.folder)(
            "import", "shop.json", "--postman-env", "env.json", "--into", "api", "--report", report)
        #expect(made.exitCode == 2 && made.errorOutput.contains("would replace"), "\(made.everything)")
        #expect(try recording.folder.read("shop.json") == ShopCollection.text())
        #expect(!recording.folder.exists("api"))
    }

    @Test func `a report on the standard output stands there alone`() async throws {
        let recording = try ShopCollection.recording()
        let made = try await Baton(folder: recording.folder)("import", "shop.json", "--into", "api", "--report", "-")
        #expect(
            made.exitCode == 0 && made.output.hasPrefix("{\n") && made.output.hasSuffix("}\n"), "\(made.everything)")
        #expect(made.errorOutput.contains("2 of 2 requests"), "\(made.errorOutput)")
        let both = try await Baton(folder: recording.folder)("import", "shop.json", "--dry-run", "--report", "-")
        #expect(both.exitCode == 2, "\(both.everything)")
    }

    @Test func `a link in the folder of a collection is named`() async throws {
        let folder = try Folder()
        try folder.write("shop/a.request.yaml", "$kind: http-request\nurl: http://a.example\n")
        symlink("a.request.yaml", folder.path + "/shop/b.request.yaml")
        let made = try await Baton(folder: folder)("import", "shop", "--dry-run")
        #expect(made.exitCode == 1 && made.errorOutput.contains("b.request.yaml: This is a link"), "\(made.everything)")
    }

    @Test(arguments: [
        ("a,a\n1,2\n", "{ a: 2 }"), ("a,b\n1\n2,3\n", "{ a: 1, b: null }"), ("a,b\n1,2\n", "{ a: 1, b: 2 }"),
    ])
    func `rows of a file that the workflow cannot name stand in it`(_ data: String, _ row: String) async throws {
        let recording = try ShopCollection.recording()
        try recording.folder.write("d.csv", data)
        let made = try await Baton(folder: recording.folder)(
            "import", "shop.json", "--postman-env", "env.json", "--data", "d.csv", "--into", "api")
        #expect(made.exitCode == 0, "\(made.everything)")
        #expect(try recording.folder.read("api/shop.yaml").contains(row))
        let check = try await Baton(workingFolder: recording.folder.path + "/api")("check")
        #expect(check.exitCode == 0 && check.errorOutput == "", "\(check.everything)")
        let run = try await Baton(folder: recording.folder)(
            "run", "shop.json", "--postman-env", "env.json", "--data", "d.csv")
        #expect(run.exitCode == 0, "\(run.everything)")
    }

    @Test func `saved responses become samples beside the workflow, without secrets`() async throws {
        let folder = try Folder()
        _ = try folder.write("shop.json", ShopCollection.saved)
        let made = try await Baton(folder: folder)("import", "shop.json", "--into", "api")
        #expect(made.exitCode == 0, "\(made.everything)")
        #expect(made.output.contains("wrote  api/samples/shop (2 saved responses)\n"), "\(made.output)")
        #expect(try folder.read("api/samples/shop/log-in.json").contains("\"access_token\": \"***\""))
        let again = try await Baton(folder: folder)("import", "shop.json", "--into", "api")
        #expect(again.output.contains("kept   api/samples/shop (2 saved responses)\n"), "\(again.output)")
        try folder.write("api/samples/shop/log-in.json", "mine")
        let refused = try await Baton(folder: folder)("import", "shop.json", "--into", "api")
        #expect(refused.exitCode == 2 && refused.errorOutput.contains("log-in.json is there already"))
        let run = try await Baton(folder: folder)("run", "shop.json", "--stub")
        #expect(
            run.exitCode == 2 && run.errorOutput.contains("`baton import shop.json --into DIR`"), "\(run.everything)")
    }

    @Test(arguments: ["api/samples", "api/samples/shop", "api/samples/shop/log-in.json"])
    func `no sample is written through a link`(_ link: String) async throws {
        let folder = try Folder()
        _ = try folder.write("shop.json", ShopCollection.saved)
        _ = try folder.write("outside/kept", "")
        _ = try folder.write(link.split(separator: "/").dropLast().joined(separator: "/") + "/x", "")
        symlink(folder.path + "/outside", folder.path + "/" + link)
        let made = try await Baton(folder: folder)("import", "shop.json", "--into", "api", "--force")
        #expect(made.exitCode == 2 && made.errorOutput.contains("is a link: nothing is written through it"))
        #expect(try FileContents.names(in: folder.path + "/outside") == ["kept"])
    }

    @Test func `nothing is written through a link`() async throws {
        let recording = try ShopCollection.recording()
        symlink("/dev/null", recording.folder.path + "/shop.yaml")
        let made = try await Baton(folder: recording.folder)("import", "shop.json", "--force")
        #expect(made.exitCode == 2 && made.errorOutput.contains("shop.yaml is a link"), "\(made.everything)")
    }
}

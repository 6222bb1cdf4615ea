import BatonWorkflowsTesting
import Testing

/// `Workflows` finds cases, or says why there are none.
@Suite struct ListingTests {
    @Test func `cases have readable names, files, rows and tags`() throws {
        let folder = WorkflowFolder([
            "sign-in.yaml": """
            name: Sign in
            tags: [smoke]
            owner: team accounts
            rows:
              - { name: ada }
              - { name: grace }
            steps: [{ get: /ok }]
            """,
            "plain.yaml": "steps: [{ get: /ok }]\n",
        ])
        let cases = try folder.cases()
        let name = folder.path.split(separator: "/").last ?? ""
        #expect(
            cases.map(\.description) == [
                "plain (\(name)/plain.yaml)", "Sign in [row=ada] (\(name)/sign-in.yaml)",
                "Sign in [row=grace] (\(name)/sign-in.yaml)",
            ])
        let ids = ["plain.yaml", "sign-in.yaml[row=ada]", "sign-in.yaml[row=grace]"].map { "\(name)/\($0)" }
        #expect(cases.map(\.id) == ids)
        #expect(cases.map(\.row) == [nil, "ada", "grace"])
        #expect(cases.map(\.tags) == [[], ["smoke"], ["smoke"]])
        #expect(cases.map(\.owner) == [nil, "team accounts", "team accounts"])
        #expect(cases[0].path == folder.file("plain.yaml"))
    }

    @Test func `tags and names select`() throws {
        let folder = WorkflowFolder([
            "a.yaml": "name: One\ntags: [smoke]\nsteps: [{ get: /ok }]\n",
            "b.yaml": "name: Two\ntags: [slow]\nsteps: [{ get: /ok }]\n",
        ])
        #expect(try folder.workflows(tags: ["slow"]).cases.map(\.name) == ["Two"])
        #expect(try Workflows(in: folder.path, excludedTags: ["slow"]).cases.map(\.name) == ["One"])
        #expect(try folder.workflows(names: ["T*"]).cases.map(\.name) == ["Two"])
        #expect(throws: WorkflowError.self) { try folder.workflows(tags: ["smok"]) }
        #expect(
            try message { _ = try folder.workflows(tags: ["smok"]) }.contains("none of the 2 workflows is selected"))
    }

    @Test func `a relative path counts from the folder of the package`() throws {
        let workflows = try Workflows(in: "workflows", tags: ["order"])
        let found = try #require(workflows.cases.first { $0.name == "Who is signed in" })
        #expect(found.file == "workflows/40-needs.yaml")
        #expect(found.path.hasSuffix("/workflows/40-needs.yaml"))
        #expect(found.path.hasPrefix("/"))
    }

    @Test func `a single file is a case`() throws {
        let folder = WorkflowFolder(["a.yaml": "steps: [{ get: /ok }]\n", "b.yaml": "steps: [{ get: /ok }]\n"])
        #expect(try Workflows(in: folder.file("b.yaml")).cases.map(\.name) == ["b"])
    }

    @Test func `a missing folder is an error that says where it was looked for`() throws {
        let text = try message { _ = try Workflows(in: "no-such-folder") }
        #expect(text.contains("there is no file or folder `no-such-folder`"))
        #expect(text.contains("a relative path counts from the folder of the package: /"))
        #expect(try message { _ = try Workflows(in: "") }.contains("there is no file or folder ``"))
    }

    @Test func `an empty folder is an error and not a green nothing`() throws {
        let folder = WorkflowFolder(["notes.txt": "nothing"])
        #expect(try message { _ = try folder.workflows() }.contains("there is no workflow in"))
    }

    @Test func `errors in baton yaml are told with their place`() throws {
        let folder = WorkflowFolder(["baton.yaml": "nam: x\n", "a.yaml": "steps: [{ get: /ok }]\n"])
        let error = try #require(throws: WorkflowError.self) { try folder.workflows() }
        #expect(error.description.contains("baton.yaml:1:1"))
        #expect(error.failures.first?.place?.line == 1)
        #expect(error.failures.first?.place?.file == "baton.yaml")
    }

    @Test func `an unknown environment is an error`() throws {
        let folder = WorkflowFolder([
            "baton.yaml": "environments: { local: { base_url: http://127.0.0.1:1 } }\n",
            "a.yaml": "steps: [{ get: /ok }]\n",
        ])
        let text = try message { _ = try folder.workflows(WorkflowSettings(environment: "locall")) }
        #expect(text.contains("locall"))
        #expect(text.contains("`local`"))
    }

    @Test func `before and after are no cases, and alone they are nothing to run`() throws {
        let project = "before: [seed.yaml]\nafter: [sweep.yaml]\n"
        let files = [
            "baton.yaml": project, "seed.yaml": "steps: [{ post: /seed }]\n",
            "sweep.yaml": "steps: [{ post: /sweep }]\n",
        ]
        #expect(
            try WorkflowFolder(files.merging(["a.yaml": "steps: [{ get: /ok }]\n"]) { $1 }).cases().map(\.name) == ["a"]
        )
        let alone = WorkflowFolder(files)
        #expect(
            try message { _ = try alone.workflows() }.contains("lists every workflow here under `before` or `after`"))
    }

    private func message(_ body: () throws -> Void) throws -> String {
        try #require(throws: WorkflowError.self) { try body() }.description
    }
}

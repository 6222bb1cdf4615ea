import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// OpenAPI documents among the files of a project.
@Suite struct ContractFilesTests {
    private static let document =
        "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /x: { get: { responses: { 200: { description: d } } } }\n"

    private func project(_ files: [String: String]) throws -> Folder {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: workflows\n")
        for (name, text) in files { try folder.write(name, text) }
        return folder
    }

    @Test(arguments: [document, "swagger: '2.0'\npaths: {}\n", "openapi: 3.0.0\nnothing: [of, this, is, read]\n"])
    func `an OpenAPI document in the folder of the workflows is no workflow`(_ text: String) async throws {
        let folder = try project([
            "workflows/shop.openapi.yaml": text, "workflows/w.yaml": "steps: [ { that: 1 == 1 } ]\n",
        ])
        let check = try await Baton(folder: folder)("check")
        #expect(check.exitCode == 0, "\(check.everything)")
        #expect(check.everything == "1 workflow, 1 OpenAPI document, no errors\n", "\(check.everything)")
        let run = try await Baton(folder: folder)("run")
        #expect(run.exitCode == 0 && run.output.contains("1 passed in"), "\(run.everything)")
        let list = try await Baton(folder: folder)("list")
        #expect(list.output.hasSuffix("\n1 workflow\n") && !list.output.contains("openapi"), "\(list.everything)")
    }

    @Test func `a run of an OpenAPI document alone says that there is nothing to run`() async throws {
        let folder = try project(["workflows/shop.openapi.yaml": Self.document])
        for paths in [[], ["workflows/shop.openapi.yaml"]] {
            let result = try await Baton(folder: folder).run(["run"] + paths)
            #expect(result.exitCode == 2)
            #expect(
                result.errorOutput == """
                    error: workflows/shop.openapi.yaml is an OpenAPI document: there is nothing to run in it [run.nothing-selected]
                       = help: `contract` of an environment in baton.yaml holds requests and responses against it

                    """, "\(result.errorOutput)")
        }
    }

    @Test func `a contract may lie beside the workflows, and its mistakes are told once`() async throws {
        let folder = try project(["workflows/w.yaml": "steps: [ { that: 1 == 1 } ]\n"])
        try folder.write(
            "baton.yaml",
            "environments: { a: { base_url: 'http://127.0.0.1:1', contract: workflows/shop.yaml } }\ndefault_environment: a\n"
        )
        try folder.write("workflows/shop.yaml", Self.document + "  y: { get: {} }\n")
        let result = try await Baton(folder: folder)("check")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.everything.ranges(of: "`y` is no path").count == 1, "\(result.everything)")
    }

    @Test func `a step that calls an OpenAPI document says what it is`() async throws {
        let folder = try project([
            "workflows/shop.yaml": Self.document, "workflows/w.yaml": "steps: [ { workflow: shop.yaml } ]\n",
        ])
        let result = try await Baton(folder: folder)("check")
        #expect(result.exitCode == 2)
        #expect(
            result.everything.contains("`shop.yaml` is an OpenAPI document: it has no steps [workflow.no-workflow]"),
            "\(result.everything)")
    }

    @Test func `a reference out of the file root tells nothing of the files there`() async throws {
        let outside = try Folder()
        try outside.write("here.yaml", "type: object\n")
        var told: Set<String> = []
        for name in ["here.yaml", "none.yaml"] {
            let reference = outside.path + "/" + name
            let folder = try project(["workflows/w.yaml": "steps: [ { that: 1 == 1 } ]\n"])
            try folder.write(
                "baton.yaml",
                "environments: { a: { base_url: 'http://127.0.0.1:1', contract: shop.yaml } }\ndefault_environment: a\n"
            )
            try folder.write(
                "shop.yaml",
                Self.document.replacing(
                    "description: d", with: "description: d, content: { a/json: { schema: { $ref: '\(reference)' } } }")
            )
            let result = try await Baton(folder: folder)("check")
            #expect(result.exitCode == 2)
            #expect(result.everything.contains("lies outside the file root"), "\(result.everything)")
            told.insert(result.everything.replacing(name, with: "NAME").replacing(folder.path, with: "FOLDER"))
        }
        #expect(told.count == 1, "\(told)")
    }
}

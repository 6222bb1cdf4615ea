import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Files that a workflow spells out and that are not there: `baton check` says so.
@Suite struct MissingFileTests {
    private static func check(_ workflow: String, _ api: String = "") async throws -> Baton.Result {
        let folder = try Folder()
        try folder.write("w/w.yaml", workflow)
        try folder.write("w/bodies.json", "{}")
        try folder.write("w/certs/house.pem", "")
        if !api.isEmpty { try folder.write("w/apis/api.yaml", api) }
        return try await Baton(folder: folder)("check", "w")
    }

    static let missing: [(step: String, file: String, near: String?)] = [
        ("{ post: /x, file: bodie.json }", "bodie.json", "bodies.json"),
        ("{ post: /x, file: none.bin }", "none.bin", nil),
        ("{ post: /x, file: { path: none.bin, offset: 1 } }", "none.bin", nil),
        ("{ post: /x, multipart: { a: { file: bodie.json } } }", "bodie.json", "bodies.json"),
        ("{ post: /x, form: { a: { file: none.bin } } }", "none.bin", nil),
        ("{ get: /x, tls: { ca: certs/hous.pem } }", "certs/hous.pem", "certs/house.pem"),
        ("{ get: /x, tls: { cert: none.pem, key: certs/house.pem } }", "none.pem", nil),
        ("{ get: /x, tls: { cert: certs/house.pem, key: none.key } }", "none.key", nil),
        ("{ get: /x, tls: { pin: none.pem } }", "none.pem", nil),
        ("{ steps: [ { post: /x, file: none.bin } ] }", "none.bin", nil),
    ]

    @Test(arguments: missing)
    func `a file that is not there is told with where it was looked for`(
        _ step: String, _ file: String, _ near: String?
    ) async throws {
        let result = try await Self.check("steps:\n  - \(step)\n")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("error: `\(file)` does not exist [file.unreadable]\n  --> w/w.yaml:2:"),
            "\(result.errorOutput)")
        let help = near.map { "did you mean `\($0)`? " } ?? ""
        #expect(
            result.errorOutput.contains(
                "= help: \(help)paths count from the folder of w/w.yaml: there is no `w/\(file)`"),
            "\(result.errorOutput)")
        #expect(result.errorOutput.split(separator: "error: ").count == 1, "\(result.errorOutput)")
    }

    @Test func `files of an API file count from its folder`() async throws {
        let result = try await Self.check(
            "use: { api: apis/api.yaml }\nsteps:\n  - call: api.up\n",
            "tls: { ca: none.pem }\nendpoints:\n  up: { post: /x, file: none.bin, sample: { file: none.json } }\n")
        for file in ["none.pem", "none.bin", "none.json"] {
            #expect(
                result.errorOutput.contains(
                    "paths count from the folder of w/apis/api.yaml: there is no `w/apis/\(file)`"),
                "\(result.errorOutput)")
        }
    }

    @Test(arguments: [
        "  - { get: /x, save: out/a.bin }\n  - { post: /y, file: out/a.bin }\n",
        "  - { get: /x, save: $(\"out/\" + run.id) }\n  - { post: /y, file: out/a.bin }\n",
        "  - { exec: [touch, a.bin] }\n  - { post: /y, file: a.bin }\n",
        "  - { for_each: [1, 2], steps: [ { post: /y, file: a.bin, if: index > 0 }, { get: /x, save: a.bin } ] }\n",
        "  - { post: /y, file: $(\"none.bin\") }\n", "  - { post: /y, file: bodies.json }\n",
        "  - { get: /x, tls: { pin: sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU= } }\n",
    ])
    func `a file that may be there by then is no mistake`(_ steps: String) async throws {
        let result = try await Self.check("steps:\n\(steps)")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a file that only a later step saves is a mistake`() async throws {
        let result = try await Self.check("steps:\n  - { post: /y, file: a.bin }\n  - { get: /x, save: a.bin }\n")
        #expect(result.errorOutput.contains("`a.bin` does not exist [file.unreadable]"), "\(result.errorOutput)")
    }
}

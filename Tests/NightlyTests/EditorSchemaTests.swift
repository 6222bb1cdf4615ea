import CommandCalls
import ProjectFolders
import Testing

/// The schemas for editors, read by a validator that is not Baton's, and held against what `baton check` says.
@Suite(
    .enabled("needs check-jsonschema, which needs python3 with venv, and PyPI the first time") {
        await ManifestCheckers.areInstalled()
    }) struct EditorSchemaTests
{
    /// Keys of a request with a value that is right and one that is wrong.
    static let values: [(right: String, wrong: String)] = [
        ("timeout: 1.5s", "timeout: 1.5 seconds"),
        ("timeout: 1m30s", "timeout: 1x"),
        ("timeout: $(vars_timeout)", "timeout: \"500\""),
        ("cache: cache-first", "cache: cache-frist"),
        ("cache: { policy: revalidate, scope: disk }", "cache: { policy: revalidate, scope: disc }"),
        ("http_version: 1.1", "http_version: 9"),
        ("ip: 4", "ip: 5"),
        ("tls: { min_version: 1.2 }", "tls: { min_version: 2.0 }"),
        ("retry: { attempts: 2, backoff: linear }", "retry: { attempts: 2, backoff: lineal }"),
        ("expect: { status: 2xx }", "expect: { status: 6xx }"),
        ("expect: { status: [200, 4XX] }", "expect: { status: [200, 20] }"),
        ("expect: { status: $(200 + 1) }", "expect: { status: ok }"),
        ("expect: { status: { gte: 200 } }", "expect: { status: [] , $.a: { typ: string } }"),
        ("expect: { $.a: { type: [string, null] } }", "expect: { $.a: { type: text } }"),
        ("expect: { $.a: { type: null } }", "expect: { $.a: { type: nil } }"),
        ("expect: { $.a: { is: uuid } }", "expect: { $.a: { is: guid } }"),
        ("expect: { $.a: { sorted: desc } }", "expect: { $.a: { sorted: down } }"),
        ("expect: { outcome: network.timeout }", "expect: { outcome: 7 }"),
        ("capture: { a: { path: $.a, as: integer } }", "capture: { a: { path: $.a, as: 7 } }"),
        ("capture: { a: { path: $.a, as: [date], format: unix } }", "capture: { a: { path: $.a, as: { a: 1 } } }"),
    ]

    @Test func `a right value fits, and a wrong one does not, as baton check has it`() async throws {
        let folder = try Folder()
        func write(_ kind: String, _ number: Int, _ line: String) throws -> String {
            let value = line.replacing("$(vars_timeout)", with: "$(limit)")
            let text = "vars: { limit: 1s }\nsteps:\n  - get: http://127.0.0.1/a\n    \(value)\n"
            return try folder.write("workflows/\(kind)\(number).yaml", text)
        }
        var rights: [String] = []
        for (number, value) in Self.values.enumerated() { rights.append(try write("right", number, value.right)) }
        let accepted = try await ManifestCheckers.check(rights)
        #expect(accepted.isAccepted, "\(accepted.text)")
        let checked = try await Baton(folder: folder).run(["check"] + rights)
        #expect(checked.exitCode == 0, "\(checked.everything)")
        for (number, value) in Self.values.enumerated() {
            let file = try write("wrong", number, value.wrong)
            let refused = try await ManifestCheckers.check([file])
            #expect(!refused.isAccepted, "\(value.wrong): \(refused.text)")
            #expect(try await Baton(folder: folder)("check", file).exitCode == 2, "\(value.wrong)")
        }
    }

    @Test func `a key that is not known, a project and an API file are held against their schemas`() async throws {
        let folder = try Folder()
        let wrong = [
            try folder.write("workflows/a.yaml", "stesp: []\n"),
            try folder.write("baton.yaml", "environments: { local: { base_ulr: x } }\n"),
            try folder.write("apis/shop.yaml", "endpoint: {}\n"),
        ]
        for file in wrong {
            let result = try await ManifestCheckers.check([file])
            #expect(!result.isAccepted, "\(file)")
        }
        let right = [
            try folder.write("baton.yaml", "environments: { local: { base_url: http://127.0.0.1 } }\n"),
            try folder.write("apis/shop.yaml", "endpoints: { me: { get: /me } }\n"),
        ]
        let result = try await ManifestCheckers.check(right)
        #expect(result.isAccepted, "\(result.text)")
    }
}

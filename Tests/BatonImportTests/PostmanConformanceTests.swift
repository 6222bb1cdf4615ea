import BatonImport
import ConformanceData
import Testing

/// Newman's own collections, beside the repository where they are available.
@Suite struct `Collections of Newman` {
    private static let folder = "import/postman"
    private static let ending = ".postman_collection.json"

    static let collections = ConformanceData.files(in: folder).filter { $0.hasSuffix(ending) }

    private static func project(_ name: String) throws -> ImportedProject {
        var input = ImportInput(files: [try file(name)])
        let environment = name.replacing(ending, with: ".postman_environment.json")
        if ConformanceData.files(in: folder).contains(environment) { input.environment = try file(environment) }
        return try ImportFormat.postman.read(input)
    }

    private static func file(_ name: String) throws -> ImportInput.File {
        ImportInput.File(path: name, bytes: try #require(ConformanceData.read("\(folder)/\(name)")))
    }

    /// What is not carried over but scripts, by collection.
    private static let notes: [String: [String]] = [
        "custom-http-method": ["harmless [body disabled] body: body of mode raw | The body is disabled."],
        "hawk-auth-test": [
            "lost [test hawk auth success] auth: auth of type hawk | Baton has no such way to authenticate."
        ],
        "helper": ["lost [OAuth] auth: auth of type oauth1 | Baton has no such way to authenticate."],
        "multi-value-data": [
            "harmless [r1] body: body of mode formdata | Postman sends no body with GET unless a setting says so."
        ],
        "protocol-profile-behavior": [
            "lost [followOriginalHttpMethod › followOriginalHttpMethod: true] settings: followOriginalHttpMethod: true"
                + " | Baton sends a GET after 303, and after 301 and 302 of a POST.",
            "harmless [removeRefererHeaderOnRedirect › removeRefererHeaderOnRedirect: true] settings: "
                + "removeRefererHeaderOnRedirect: true | Baton sends no Referer after a redirect.",
            "harmless [removeRefererHeaderOnRedirect › removeRefererHeaderOnRedirect: true + initial referer] settings: "
                + "removeRefererHeaderOnRedirect: true | Baton sends no Referer after a redirect.",
        ],
        "request-body-with-get": [
            "harmless [default] body: body of mode raw | Postman sends no body with GET unless a setting says so."
        ],
        "super-sandbox-test": [
            "lost [Recursive Res] template: {{name{{i}}}} | The name of a variable is made of the value of another one."
        ],
    ]

    @Test(arguments: collections)
    func `are read, and what is left out is known`(name: String) throws {
        let short = String(name.dropLast(Self.ending.count))
        do {
            let project = try Self.project(name)
            #expect(!project.collection.items.isEmpty)
            #expect(Self.notes(of: project) == Self.notes[short] ?? [])
        } catch let error as ImportError {
            #expect(short == "multi-level-folders-v1")
            #expect(error.code == .unsupportedVersion)
        }
    }

    private static func notes(of project: ImportedProject) -> [String] {
        notes(of: project.collection.items) + project.collection.notes.map(ImportPrinter.note)
    }

    private static func notes(of items: [ImportedItem]) -> [String] {
        items.flatMap { item in
            switch item {
            case .folder(let folder): notes(of: folder.items) + folder.notes.map(ImportPrinter.note)
            case .request(let request): request.notes.map(ImportPrinter.note)
            }
        }
    }

    @Test(arguments: [
        (
            "slashed-variable-names",
            """
            request Slashed variable names test
              GET https://postman-echo.com/get
              query foo=$(fo_o)
              query bar=$(b_ar)
            """
        ),
        (
            "dynamic-var-replacement",
            """
            request POST Request copy
              POST https://postman-echo.com/post
              form FriendlyName=$(uuid())
              form RandomId=$(random_int(0, 1000))
              form TimeCreated=$(int(now()))
            """
        ),
        ("semicolon-tests", "  query Content-Type=application/json;  charset=utf-8"),
        ("redirect-test", "  GET https://postman-echo.com/redirect-to\n  query url=https://postman-echo.com/get"),
        ("disabled-and-duplicates", "environment disabled-and-duplicates\nvar oneDisabled = '1'\nvar duplicate = '2'"),
        ("protocol-profile-behavior", "    DELETE http://localhost:4042/1\n    settings follow=true max=10"),
        ("helper", "  auth digest postman:$(secrets.HELPER_TESTS_PASSWORD)"),
    ])
    func `send what they sent`(name: String, expected: String) throws {
        guard !Self.collections.isEmpty else { return }
        #expect(ImportPrinter.text(try Self.project(name + Self.ending)).contains(expected))
    }
}

import BatonDiagnostics

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// Puts one line into files of its place, each with what may belong beside it.
enum ExamplePlace {
    /// What the loader finds wrong in the file that suits the line best; empty where one file is right.
    static func errors(of line: String, in map: Language.Map) -> [String] {
        guard let frames = frames[map.title] else { return ["there is no file for \(map.title)"] }
        var fewest = ["no file"]
        for (number, frame) in frames.enumerated() {
            let errors = frame.errors(with: line)
            if errors.isEmpty { return [] }
            if number == 0 || errors.count < fewest.count { fewest = errors }
        }
        return fewest
    }

    private enum Frame {
        case workflow(String)
        case api(String)
        case project(String)

        func errors(with line: String) -> [String] {
            let found: [Diagnostic]
            switch self {
            case .workflow(let text):
                found = ExamplePlace.load(text.replacing("LINE", with: line), files)
            case .api(let text):
                let api = text.replacing("LINE", with: line)
                found = ExamplePlace.load(
                    "use: { tested: tested.yaml }\nsteps: [{ get: /items }]", files.merging(["tested.yaml": api]) { $1 }
                )
            case .project(let text):
                let sink = DiagnosticSink()
                let file = SourceFile(path: "baton.yaml", text: text.replacing("LINE", with: line))
                _ = ProjectLoader(into: sink).load(file, folder: "/p")
                found = sink.diagnostics
            }
            return found.filter { $0.severity == .error }.map(\.message.text)
        }
    }

    private static func load(_ text: String, _ files: [String: String]) -> [Diagnostic] {
        let project = ProjectLoader(into: DiagnosticSink()).load(
            SourceFile(
                path: "baton.yaml", text: "environments: { local: {}, payments: { base_url: \"http://localhost\" } }"),
            folder: "/p")
        let memory = MemoryFiles(texts: Dictionary(uniqueKeysWithValues: files.map { ("/p/\($0.key)", $0.value) }))
        let sink = DiagnosticSink()
        let context = LoadingContext(
            projectVariables: [], environment: nil, environments: project?.environments ?? [], hasBaseURL: true,
            files: memory, schemas: SchemaLibrary(memory))
        _ = FileLoader(context).load(SourceFile(path: "w.yaml", text: text), into: sink)
        return sink.diagnostics
    }

    private static let files: [String: String] = [
        "shop.yaml": "endpoints: { list: { get: /items } }",
        "login.yaml": "inputs: { user: { default: a } }\nsteps: [{ get: /a }]\noutputs: { total: $(1) }",
        "openapi.yaml":
            "openapi: 3.1.0\ninfo: { title: a, version: \"1\" }\npaths: { /items: { get: { responses: { \"200\": { description: a } } } } }",
        "item.schema.json": "{ \"type\": \"object\" }", "users.csv": "user,status\nada,1\n", "users.json": "[1]",
        "users.yaml": "[1]",
        "names.txt": "a\n",
        "order.xsd":
            "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element name=\"order\"/></xs:schema>",
    ]

    private static let vars =
        "use: { shop: shop.yaml }\nvars: { token: a, password: a, key: a, secret: a, id: 1, page: 1 }\n"

    /// A line of a step, beside each of these.
    private static let steps: [Frame] =
        [
            "get: /items", "id: a", "wait: 1s", "workflow: login.yaml", "call: shop.list", "exec: [git, status]",
            "get: /items\n    for_each: [1, 2]", "get: /items\n    while: index < 3", "get: /items\n    until: 1 < 2",
            "get: /items\n    paginate: { next: $.next }",
        ].map { .workflow("\(vars)steps:\n  - \($0)\n    LINE\n") } + [
            .workflow("\(vars)steps:\n  - LINE\n"),
            .workflow("steps:\n  - parallel:\n      - { get: /items, id: listening }\n      - LINE\n"),
        ]

    private static func step(_ lines: String, _ companions: String = "get: /items") -> [Frame] {
        [.workflow("\(vars)steps:\n  - \(companions)\n" + indented(lines, 4))]
    }

    private static func indented(_ lines: String, _ count: Int) -> String {
        lines.split(separator: "\n").map { String(repeating: " ", count: count) + $0 + "\n" }.joined()
    }

    private static func auth(_ name: String, _ others: String...) -> [Frame] {
        (others + [""]).flatMap { step("auth:\n  \(name):\n    LINE\n" + indented($0, 4)) }
    }

    private static func api(_ lines: String...) -> [Frame] { lines.map { .api($0) } }

    private static let endpoints = "endpoints: { list: { get: /items } }\n"

    private static let frames: [String: [Frame]] = [
        Language.WorkflowFile.map.title: [
            .workflow("LINE\n\(vars)steps: [{ get: /items }]"), .workflow("LINE\nsteps: [{ get: /items }]"),
            .workflow("\(vars)LINE"),
        ],
        Language.Step.map.title: steps,
        Language.Expect.map.title: step("expect:\n  LINE") + step("stream: true\nexpect:\n  LINE"),
        Language.CertificateExpect.map.title: step("expect:\n  certificate:\n    LINE", "get: https://a.example"),
        Language.ExecExpect.map.title: step("expect:\n  LINE", "exec: [git, status]"),
        Language.WorkflowExpect.map.title: step("expect:\n  LINE", "workflow: login.yaml"),
        Language.DefaultExpect.map.title: [.workflow("defaults:\n  expect:\n    LINE\nsteps: [{ get: /items }]")],
        Language.Defaults.map.title: [.workflow("\(vars)defaults:\n  LINE\nsteps: [{ get: /items }]")],
        Language.operators.title: step("expect:\n  $.a:\n    LINE"),
        Language.CloseTo.map.title: step("expect:\n  $.a:\n    close_to:\n      LINE\n      tolerance: 1")
            + step("expect:\n  $.a:\n    close_to:\n      LINE\n      value: 1"),
        Language.Snapshot.map.title: step("expect:\n  snapshot:\n    LINE")
            + step("expect:\n  snapshot:\n    LINE\n    name: a"),
        Language.Capture.map.title: step("capture:\n  a:\n    LINE") + step("capture:\n  a:\n    LINE\n    path: $.a")
            + step("capture:\n  a:\n    LINE\n    regex: a(b)")
            + step("capture:\n  a:\n    LINE\n    path: $.a\n    as: date"),
        Language.CaptureSubject.map.title: step("capture:\n  a:\n    regex: a\n    in:\n      LINE"),
        Language.Auth.map.title: step("auth:\n  LINE"),
        Language.BasicAuth.map.title: auth("basic", "username: a", "password: a"),
        Language.DigestAuth.map.title: auth("digest", "username: a", "password: a"),
        Language.NTLMAuth.map.title: auth("ntlm", "username: a", "password: a"),
        Language.APIKey.map.title: auth("api_key", "value: a", "header: A"),
        Language.AWSAuth.map.title: auth(
            "aws", "service: a\nregion: a\naccess_key: a\nsecret_key: a", "region: a\naccess_key: a\nsecret_key: a",
            "service: a\naccess_key: a\nsecret_key: a", "service: a\nregion: a\nsecret_key: a",
            "service: a\nregion: a\naccess_key: a"),
        Language.OAuth2.map.title: auth(
            "oauth2", "client_id: a\nclient_secret: a", "token_url: /token\nclient_secret: a",
            "token_url: /token\nclient_id: a",
            "token_url: /token\nclient_id: a\nclient_secret: a",
            "token_url: /token\nclient_id: a\ngrant: password\npassword: a",
            "token_url: /token\nclient_id: a\ngrant: password\nusername: a",
            "token_url: /token\nclient_id: a\ngrant: refresh_token"),
        Language.MultipartPart.map.title: step("multipart:\n  a:\n    LINE")
            + step("multipart:\n  a:\n    LINE\n    file: a.png"),
        Language.GraphQL.map.title: step("graphql:\n  LINE", "post: /a")
            + step("graphql:\n  LINE\n  query: a", "post: /a"),
        Language.Binary.map.title: step("binary:\n  LINE", "post: /a"),
        Language.FileBody.map.title: step("file:\n  LINE", "post: /a") + step("file:\n  LINE\n  path: a", "post: /a"),
        Language.Cache.map.title: step("cache:\n  LINE") + step("cache:\n  LINE\n  policy: cache-first"),
        Language.ProjectCache.map.title: [.project("cache:\n  LINE")],
        Language.Masking.map.title: [.project("masking:\n  LINE")],
        Language.Contract.map.title: [
            .workflow("defaults:\n  contract:\n    LINE\nsteps: [{ get: /items }]"),
            .project("environments:\n  local:\n    contract:\n      LINE\n"),
            .project("environments:\n  local:\n    contract:\n      LINE\n      file: openapi.yaml"),
        ],
        Language.Contract.ofRequest.title: step("contract:\n  LINE"),
        Language.Environment.map.title: [.project("environments:\n  local:\n    LINE")],
        Language.Server.map.title: [
            .project(
                "environments:\n  local:\n    base_url: http://localhost:8080\n    secrets: [TOKEN]\n    server:\n      LINE"
            ),
            .project(
                "environments:\n  local:\n    base_url: http://localhost:8080\n    secrets: [TOKEN]\n    server:\n      LINE\n      command: a"
            ),
        ],
        Language.EnvironmentSession.map.title: [
            .project("environments:\n  local:\n    session:\n      LINE"),
            .project("environments:\n  local:\n    session:\n      LINE\n      headers: [a]"),
        ],
        Language.Project.map.title: [
            .project("LINE"), .project("LINE\nenvironments: { local: { base_url: \"http://localhost\" } }"),
        ],
        Language.Input.map.title: [.workflow("inputs:\n  a:\n    LINE\nsteps: [{ get: /items }]")],
        Language.ForEach.map.title: step("for_each:\n  LINE") + step("for_each:\n  LINE\n  csv: users.csv"),
        Language.Need.map.title: [
            .workflow("needs:\n  a:\n    LINE\nsteps: [{ get: /items }]"),
            .workflow("needs:\n  a:\n    LINE\n    file: login.yaml\nsteps: [{ get: /items }]"),
        ],
        Language.Paginate.map.title: step("paginate:\n  LINE") + step("paginate:\n  LINE\n  next: $.next")
            + step("paginate:\n  LINE\n  set: { page: $(page + 1) }") + step("paginate:\n  LINE\n  while: 1 < 2"),
        Language.NextPage.map.title: step("paginate:\n  next:\n    LINE"),
        Language.Quarantine.map.title: [
            .workflow("quarantine:\n  LINE\n  reason: a\nsteps: [{ get: /items }]"),
            .workflow("quarantine:\n  LINE\n  until: 2030-01-31\nsteps: [{ get: /items }]"),
            .workflow("quarantine:\n  LINE\n  until: 2030-01-31\n  reason: a\nsteps: [{ get: /items }]"),
        ],
        Language.Retry.map.title: step("retry:\n  LINE"),
        Language.Rows.map.title: [
            .workflow("rows:\n  LINE\nsteps: [{ get: /items }]"),
            .workflow("rows:\n  LINE\n  csv: users.csv\nsteps: [{ get: /items }]"),
        ],
        Language.Stream.map.title: step("stream:\n  LINE"),
        Language.FollowRedirects.map.title: step("follow_redirects:\n  LINE"),
        Language.Proxy.map.title: step("proxy:\n  LINE") + step("proxy:\n  url: https://p.example\n  LINE"),
        Language.TLS.map.title: step("tls:\n  LINE") + step("tls:\n  LINE\n  cert: a.pem")
            + step("tls:\n  LINE\n  cert: a.pem\n  key: a.key"),
        Language.APIFile.map.title: api("LINE\n\(endpoints)", "LINE"),
        Language.APIDefaults.map.title: api("defaults:\n  LINE\n\(endpoints)"),
        Language.RecordType.map.title: api(
            "types:\n  User:\n    LINE\n\(endpoints)",
            "types:\n  User:\n    LINE\n    fields: { id: $.id }\n\(endpoints)"),
        Language.Field.map.title: api(
            "types:\n  User:\n    id:\n      LINE\n\(endpoints)",
            "types:\n  User:\n    id:\n      LINE\n      path: $.id\n\(endpoints)",
            "types:\n  User:\n    id:\n      LINE\n      as: date\n\(endpoints)"),
        Language.Endpoint.map.title: api(
            "endpoints:\n  list:\n    LINE", "endpoints:\n  list:\n    LINE\n    get: /items"),
        Language.Sample.map.title: api("endpoints:\n  list:\n    get: /items\n    sample:\n      LINE"),
    ]
}

import BatonTesting
import ProjectFolders

/// A server that hands every secret back in every form and place, and the project whose workflows make it do so.
final class SecretEchoServer: Sendable {
    /// Where a response has what it tells.
    enum Place: String, CaseIterable, Sendable {
        case json, text, xml, message, header, reason, location, cookie

        /// Whether line breaks and bytes beyond ASCII cannot stand there.
        var isHead: Bool { [.header, .reason, .location, .cookie].contains(self) }
        /// Whether what is no secret is shown there.
        var showsControls: Bool { self != .reason && self != .cookie }
    }

    /// Whatever a reader must never see, by how Baton learns that it is a secret.
    static let secrets: [String: String] = [
        "list": "li&st<Ä>\"q'u\\o/t=e+d% s~x", "option": "option-9f3c77aa", "visible option": "visible-option-31",
        "file": "file/7+aa==bb&c", "file, several lines": "-----BEGIN KEY\nMIIab+cd/ef==\n-----END KEY",
        "basic password": "basic-pass:lit/1", "Authorization": "header-literal+77", "cookies": "cookie-literal-55",
        "process.env": "env&token/66", "key_password": "tls-key-pass 44", "user info": "url-pass/word",
        "api_key": "api-key-literal-88", "api_key in the query": "query-key&89", "input": "input-secret-99",
        "capture": "captured/token=12", "Set-Cookie": "set-cookie-value-34", "session header": "session-header-56",
        "proxy": "proxy-pass-word-1", "made by a function": "OPTION-9F3C77AA", "part": "9f3c77",
    ]

    let server: RawServer
    let folder: Folder

    init() throws {
        server = RawServer { connection in
            while let request = connection.readRequest() {
                guard request.target != "/torn" else {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n" + Self.told(.plain, .text))
                    return
                }
                guard request.target != "/garbage" else {
                    connection.write("HTTP/x.y " + Self.told(.plain, .reason) + "\r\n\r\n")
                    return
                }
                connection.write(Self.response(to: request))
            }
        }
        folder = try Folder()
        try folder.write("baton.yaml", project)
        try folder.write(
            "given.env", "FILE_SECRET='\(Self.secret("file"))'\nPEM='\(Self.secret("file, several lines"))'\n")
        try folder.write("tmp/keep", "")
        for (name, text) in workflows { try folder.write("workflows/\(name).yaml", text) }
    }

    deinit {
        server.stop()
    }

    static func secret(_ name: String) -> String { secrets[name] ?? "" }

    static func control(_ place: Place, _ form: SpelledForm) -> String { "control \(place) & \(form)" }

    /// All secrets in one form, with something in it that is none.
    static func told(_ form: SpelledForm, _ place: Place) -> String {
        let values = secrets.values.sorted().map { form.written($0) }
        let fitting = values.filter { !place.isHead || $0.utf8.allSatisfy { 0x20..<0x7F ~= $0 } }
        return (fitting + [form.written(control(place, form))]).joined(separator: " | ")
    }

    private static func response(to request: RawServer.Request) -> String {
        let parts = request.target.split(separator: "/").map(String.init)
        guard parts.count == 3, let place = Place(rawValue: parts[1]), let form = SpelledForm(rawValue: parts[2]) else {
            return response(
                200, "OK",
                ["Set-Cookie: sid=\(secret("Set-Cookie")); Path=/", "X-Session: \(secret("session header"))"],
                #"{"token": "\#(secret("capture"))", "flag": true, "pin": 482913}"#)
        }
        let told = told(form, place)
        let status = parts[0] == "good" ? 200 : place == .location ? 302 : 500
        switch place {
        case .json: return response(status, "Told", [], "{\"a\": {\"b\": [\"\(SpelledForm.json.written(told))\"]}}")
        case .text: return response(status, "Told", ["Content-Type: text/plain"], told)
        case .xml: return response(status, "Told", ["Content-Type: application/xml"], "<a b=\"\(told)\">\(told)</a>")
        case .message:
            return response(status, "Told", [], "{\"message\": \"\(SpelledForm.json.written(told))\"}")
        case .header: return response(status, "Told", ["X-Told: \(told)"], "{}")
        case .reason: return response(status, told, [], "{}")
        case .location: return response(status, "Told", ["Location: /\(told)"], "{}")
        case .cookie: return response(status, "Told", ["Set-Cookie: told=\(told.filter { $0 != ";" }); Path=/"], "{}")
        }
    }

    private static func response(_ status: Int, _ reason: String, _ headers: [String], _ body: String) -> String {
        let lines = ["HTTP/1.1 \(status) \(reason)"] + headers + ["Content-Length: \(body.utf8.count)"]
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    // MARK: - The project

    var environment: [String: String] {
        [
            "LIST_SECRET": Self.secret("list"), "OPTION_SECRET": Self.secret("option"),
            "ACCESS_TOKEN": Self.secret("process.env"), "TMPDIR": "\(folder.path)/tmp",
        ]
    }

    let arguments = [
        "--secret", "OPTION_SECRET", "--secret", "VISIBLE=\(secret("visible option"))", "--secrets-file", "given.env",
        "--input", "pin=\(secret("input"))",
    ]

    private var project: String {
        """
        environments:
          local:
            base_url: \(server.url)
            secrets: [LIST_SECRET]
            session: { headers: [x-session] }
        """
    }

    /// Makes every secret known, as workflows come to know them; all of it passes.
    private var setup: String {
        """
        inputs: { pin: { secret: true } }
        setup:
          - post: /use
            json:
              - $(secrets.LIST_SECRET)
              - $(secrets.FILE_SECRET)
              - { a: $(secrets.PEM), b: $(secrets.VISIBLE + "!"), pin: $(pin) }
              - $(secrets.OPTION_SECRET.upperAscii())
              - $(secrets.OPTION_SECRET.substring(7, 13))
            query: { t: $(process.env.ACCESS_TOKEN) }
            cookies: { mine: \(Self.secret("cookies")) }
            auth: { basic: { username: ada, password: "\(Self.secret("basic password"))" } }
            capture:
              token: { path: $.token, secret: true }
          - get: /use
            headers: { Authorization: "Bearer \(Self.secret("Authorization"))" }
            tls: { key: $("k.pem"), cert: $("c.pem"), key_password: "\(Self.secret("key_password"))" }
          - get: http://user:\(SpelledForm.percent.written(Self.secret("user info")))@127.0.0.1:\(server.port)/use
          - get: /use
            auth: { api_key: { header: X-Key, value: "\(Self.secret("api_key"))" } }
          - get: /use
            auth: { api_key: { query: key, value: "\(Self.secret("api_key in the query"))" } }
          - get: /use
            proxy: http://u:\(Self.secret("proxy"))@127.0.0.1:9
            no_proxy: "*"

        """
    }

    /// The responses that tell, in steps that pass and in steps that fail.
    private var telling: String {
        var text = setup + "steps:\n"
        for place in Place.allCases {
            for form in SpelledForm.allCases {
                text += "  - { get: /good/\(place)/\(form), capture: { all: $(response.body) } }\n  - log: $(all)\n"
            }
        }
        text += "outputs: { all: $(all), made: $(sha256(secrets.OPTION_SECRET)) }\nteardown:\n"
        for place in Place.allCases {
            for form in SpelledForm.allCases { text += "  - { get: /bad/\(place)/\(form), expect: { status: 201 } }\n" }
        }
        return text
    }

    private var workflows: [String: String] {
        ["telling": telling, "checks": setup + "steps:\n  - get: /use\nteardown:\n" + Self.failing]
    }

    /// Steps that fail on what they were given.
    private static let failing = #"""
          - get: /bad/json/plain
            expect:
              status: 500
              $.a.b[0]: $(secrets.LIST_SECRET)
              $.a.b: { contains: "$(secrets.OPTION_SECRET)", length: 7 }
              $.a: { eq: { b: [ "$(secrets.FILE_SECRET)" ], c: "$(token)" } }
              $.missing: $(pin)
              body: { matches: "^$(secrets.OPTION_SECRET)$", starts_with: "$(token)", not_contains: "$(pin)" }
              headers: { x-none: "$(secrets.VISIBLE)" }
              that:
                - secrets.LIST_SECRET == "no"
                - response.body.contains(secrets.OPTION_SECRET) && size(secrets.PEM) > 1000
                - response.json.a.b[0].startsWith(secrets.OPTION_SECRET) || token in ["a", pin.upperAscii()]
                - "{'a': secrets.LIST_SECRET} == {'a': response.body}"
                - int(secrets.VISIBLE) == 1
                - parse_json(secrets.FILE_SECRET).a
            capture:
              one: { path: "$.a.b[0]", as: integer }
              two: { path: $.a.b, as: date, secret: true }
              three: { header: x-none }
              four: { regex: "$(secrets.OPTION_SECRET)(x)" }
              five: $(response.json.none)
              six: { path: "$.a.b[0]", as: url }
          - get: "http://no host/$(secrets.LIST_SECRET)"
          - get: /x
            headers: { X-Lines: $(secrets.PEM) }
          - get: /x
            cookies: { c: "$(secrets.LIST_SECRET);" }
          - post: /x
            file: $(secrets.FILE_SECRET)
          - { get: /x, save: "../../$(secrets.OPTION_SECRET)" }
          - { get: /x, timeout: $(secrets.OPTION_SECRET) }
          - { post: /x, binary: { hex: $(secrets.OPTION_SECRET) } }
          - log: $(file(secrets.OPTION_SECRET))
          - log: '$(parse_yaml("a: [" + secrets.LIST_SECRET))'
          - log: $(regex("a", "(" + secrets.OPTION_SECRET))
          - log: "$(secrets.LIST_SECRET) $(token) $(pin) $(base64.encode(bytes(secrets.PEM)))"
          - set: { s: $(unhex(secrets.OPTION_SECRET)) }
          - wait: $(secrets.OPTION_SECRET)
          - that: dyn(secrets.OPTION_SECRET)
          - { get: /bad/text/plain, if: secrets.OPTION_SECRET == "no" }
          - get: /bad/text/plain
            name: Nothing listens there
            proxy: http://u:proxy-pass-word-1@127.0.0.1:1
            query: { s: $(secrets.LIST_SECRET), t: $(token) }
            headers: { X-S: $(secrets.OPTION_SECRET) }
          - get: http://u:$(secrets.OPTION_SECRET)@127.0.0.1:1/$(pin)
          - { get: /torn, query: {} }
          - get: /garbage
          - get: /bad/location/plain
            follow_redirects: { max: 0 }
          - { get: /bad/text/plain, expect: { outcome: network.dns } }

        """#
}

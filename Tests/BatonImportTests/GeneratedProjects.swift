@testable import BatonImport

/// Projects of random shape and hostile texts, as readers of formats could make them.
struct GeneratedProject {
    var dice: Dice
    private var numbers = 0
    private static let variables = ["token", "id", "name", "next", "count", "baseUrl"]

    init(_ seed: Int) { dice = Dice(UInt64(seed)) }

    mutating func project() -> ImportedProject {
        var collection = ImportedCollection(name: text())
        collection.description = dice.chance(30) ? text() : nil
        // What templates read and nothing declares, readers declare: they know the name of the source.
        for name in ["token", "id", "name", "count"] {
            let value: ImportedValue = dice.chance(50) ? .text(ImportText(text())) : .number("5")
            collection.variables.append(
                ImportedVariable(name: name, sourceName: dice.chance(20) ? text() : nil, value: value, description: nil)
            )
        }
        collection.auth = auth()
        if dice.chance(15) { collection.notes = [note()] }
        collection.items = items(0)
        if collection.items.isEmpty { collection.items = [.request(request(0))] }
        var project = ImportedProject(collection: collection)
        if dice.chance(60) {
            project.environment = ImportedEnvironment(name: text())
            let base = dice.one(of: ["http://127.0.0.1:8917", "https://api.example.com/v1", "api.example.com", text()])
            project.environment?.variables = [ImportedVariable(name: "baseUrl", value: .text(ImportText(base)))]
            if dice.chance(30) {
                project.environment?.variables.append(ImportedVariable(name: "id", value: .text(ImportText(text()))))
            }
        } else {
            project.collection.variables.append(
                ImportedVariable(name: "baseUrl", value: .text(ImportText("http://127.0.0.1:8917"))))
        }
        project.secrets = [
            ImportedSecret(name: "API_TOKEN", value: "s3cr3t-0f-all", place: "auth"),
            ImportedSecret(name: "PASSWORD_2", value: "hunter2-hunter2", place: "variable"),
        ]
        return project
    }

    private mutating func items(_ depth: Int) -> [ImportedItem] {
        (0..<dice.number(0...3)).map { _ in
            if depth < 2, dice.chance(25) {
                var folder = ImportedFolder(name: text())
                folder.description = dice.chance(30) ? text() : nil
                folder.auth = dice.chance(30) ? auth() : .inherited
                folder.items = items(depth + 1)
                if dice.chance(20) { folder.notes = [note()] }
                return .folder(folder)
            }
            return .request(request(depth))
        }
    }

    private mutating func request(_ depth: Int) -> ImportedRequest {
        var request = ImportedRequest(
            name: dice.chance(70) ? dice.one(of: ["Log in", "Read", "Write"]) : text(), url: url())
        request.method = dice.one(of: ["GET", "POST", "PUT", "delete", "PURGE", "", "no method", "HEAD"])
        request.description = dice.chance(30) ? text() : nil
        request.query = fields()
        request.headers = fields()
        if dice.chance(20) {
            request.headers.append(ImportedField(name: ImportText("Authorization"), value: imported()))
        }
        if dice.chance(30) { request.headers.append(ImportedField(name: ImportText("X-Trace"), value: imported())) }
        if dice.chance(20) { request.settings.removedHeaders = ["User-Agent", "accept", "Host", text()] }
        request.auth = dice.chance(40) ? auth() : .inherited
        request.body = body()
        if dice.chance(20) {
            request.settings.followsRedirects = dice.chance(50)
            request.settings.timeoutMilliseconds = dice.number(-1...3000)
            request.settings.verifiesCertificate = false
            request.settings.httpVersion = dice.one(of: ["1.1", "2", "auto"])
            request.settings.maximumRedirects = dice.number(-1...20)
            request.settings.sendsNoCookies = dice.chance(50)
        }
        request.before = statements(depth, isAfter: false)
        request.after = statements(depth, isAfter: true)
        if dice.chance(10) { request.notes = [note()] }
        if dice.chance(30) { request.samples = (0..<dice.number(1...3)).map { _ in sample() } }
        return request
    }

    private mutating func sample() -> ImportedSample {
        let headers = (0..<dice.number(0...2)).map { _ in
            (name: dice.one(of: ["Content-Type", "Location", text()]), value: text())
        }
        return ImportedSample(
            name: text(), status: dice.one(of: [100, 200, 204, 404, 599]), headers: headers,
            body: dice.chance(80) ? text() + dice.one(of: ["", "s3cr3t-0f-all"]) : nil)
    }

    private mutating func url() -> ImportText {
        switch dice.number(1...8) {
        case 1...4:
            var url = ImportText(expression: "baseUrl")
            url.append(.literal("/items/"))
            if dice.chance(50) { url.append(.expression("id")) }
            return url
        case 5: return ImportText("http://127.0.0.1:8917/items?x=1")
        case 6: return ImportText(text())
        case 7: return ImportText(expression: "name")
        default:
            var url = ImportText("https://example.com/")
            url.append(imported())
            return url
        }
    }

    private mutating func fields() -> [ImportedField] {
        (0..<dice.number(0...2)).map { _ in
            ImportedField(
                name: imported(), value: imported(), description: dice.chance(20) ? text() : nil,
                isDisabled: dice.chance(25))
        }
    }

    private mutating func auth() -> ImportedAuth {
        switch dice.number(1...8) {
        case 1: .none
        case 2: .bearer(ImportText(expression: "secrets.API_TOKEN"))
        case 3: .basic(username: ImportText("ada"), password: ImportText(expression: "secrets.PASSWORD_2"))
        case 4: .digest(username: ImportText("ada"), password: ImportText(expression: "token"))
        case 5: .apiKey(name: ImportText("X-Key"), value: ImportText(expression: "token"), inQuery: dice.chance(50))
        case 6:
            .aws([
                ("service", ImportText("s3")), ("region", ImportText("eu")), ("access_key", ImportText("k")),
                ("secret_key", ImportText(expression: "secrets.API_TOKEN")),
            ])
        case 7: .oauth2([("token_url", ImportText("https://example.com/token")), ("client_id", ImportText("shop"))])
        default: .inherited
        }
    }

    private mutating func body() -> ImportedBody? {
        switch dice.number(1...9) {
        case 1, 2: return .json(value(0))
        case 3: return .form(fields())
        case 4:
            return .multipart(
                (0..<dice.number(0...2)).map { _ in
                    var part = ImportedPart(
                        name: imported(), content: dice.chance(50) ? .text(imported()) : .file(path: ImportText(text()))
                    )
                    part.type = dice.chance(30) ? "text/plain" : nil
                    part.fileName = dice.chance(30) ? imported() : nil
                    part.isDisabled = dice.chance(20)
                    return part
                })
        case 5: return .text(imported(), type: dice.chance(50) ? "text/csv" : nil)
        case 6: return .xml(dice.chance(50) ? ImportText("<a>\(dice.number(1...9))</a>") : imported())
        case 7: return .graphql(query: imported(), variables: dice.chance(50) ? value(0) : nil, operation: nil)
        case 8: return .file(path: ImportText(text()))
        default: return nil
        }
    }

    // MARK: - Scripts

    private mutating func statements(_ depth: Int, isAfter: Bool) -> [ImportedStatement] {
        (0..<dice.number(0...3)).map { _ in statement(depth, isAfter: isAfter) }
    }

    private mutating func expression(isAfter: Bool) -> String {
        dice.one(
            of: ["\"a\"", "1", "string(count)", "id", "name", ExpressionText.literal(text()), "size(\"x\") + 1"]
                + (isAfter
                    ? ["response.json.id", "response.json.?id.orValue(null)", "response.headers[?\"x\"].orValue(\"\")"]
                    : []))
    }

    private mutating func condition(isAfter: Bool) -> String {
        dice.one(
            of: ["token == \"x\"", "id != name", "name in [\"a\", \"b\"] || id == 5"]
                + (isAfter
                    ? ["response.status == 200", "response.json.ok == true", "size(response.json.items) > 0"] : []))
    }

    private mutating func statement(_ depth: Int, isAfter: Bool) -> ImportedStatement {
        switch dice.number(1...14) {
        case 1...4: return .check(check(isAfter: isAfter))
        case 5: return .set(name: dice.one(of: Self.variables), expression: expression(isAfter: isAfter))
        case 6 where isAfter: return .capture(name: dice.one(of: Self.variables), source: source())
        case 7 where depth < 3:
            return .branch(
                test: condition(isAfter: isAfter), then: statements(depth + 1, isAfter: isAfter),
                otherwise: dice.chance(50) ? statements(depth + 1, isAfter: isAfter) : [])
        case 8 where depth < 3:
            numbers += 1
            return .loop(
                list: isAfter ? "response.json.items" : "[1, 2]", name: "element_\(numbers)",
                body: statements(depth + 1, isAfter: isAfter))
        case 9 where depth < 2: return .request(request(depth + 2))
        case 10: return .wait(milliseconds: dice.one(of: [0, 5, 1000, 1500]))
        case 12: return .next(request: dice.chance(80) ? dice.one(of: ["Log in", "Read", "Write"]) : nil)
        case 13 where isAfter: return .fail(text(), test: text())
        default: return .note(note())
        }
    }

    private mutating func source() -> ImportedSource {
        switch dice.number(1...4) {
        case 1: .path(dice.one(of: ["$.id", "$.items[0].name", "$.items[*].id", "$[\"a b\"]"]))
        case 2: .header("Location")
        case 3: .cookie("sid")
        default: .expression("response.json.id")
        }
    }

    private mutating func operators() -> [ImportedOperator] {
        (0..<dice.number(1...2)).map { _ in
            switch dice.number(1...9) {
            case 1...3: return ImportedOperator(.eq, value(1))
            case 4:
                return ImportedOperator(dice.one(of: [.gt, .gte, .lt, .lte]), .number("\(dice.number(0...500))"))
            case 5: return ImportedOperator(dice.one(of: [.contains, .notContains]), .text(imported()))
            case 6: return ImportedOperator(.exists, .boolean(dice.chance(80)))
            case 7: return ImportedOperator(.type, .text(ImportText(dice.one(of: ["string", "number", "array"]))))
            case 8: return ImportedOperator(.in, .list([.number("200"), .number("201"), value(2)]))
            default: return ImportedOperator(.length, .number("\(dice.number(-1...3))"))
            }
        }
    }

    private mutating func check(isAfter: Bool) -> ImportedCheck {
        let name = dice.chance(80) ? dice.one(of: ["Status code is 200", "It works", text()]) : nil
        guard isAfter else { return ImportedCheck(name: name, subject: .condition(condition(isAfter: false))) }
        switch dice.number(1...10) {
        case 1, 2:
            return ImportedCheck(
                name: name, subject: .status(dice.chance(70) ? [ImportedOperator(.eq, .number("200"))] : operators()))
        case 3:
            return ImportedCheck(name: name, subject: .header(dice.chance(80) ? "Content-Type" : text(), operators()))
        case 4: return ImportedCheck(name: name, subject: .body(operators()))
        case 5, 6:
            return ImportedCheck(
                name: name, subject: .json(path: dice.one(of: ["$.id", "$.items", "$.items[*].id", "$"]), operators()))
        case 7:
            return ImportedCheck(
                name: name, subject: dice.chance(50) ? .document(value(0)) : .documentIncludes(value(0)))
        case 8:
            return ImportedCheck(
                name: name, subject: .duration([ImportedOperator(.lt, .number("\(dice.number(0...900))"))]))
        case 9:
            return ImportedCheck(
                name: name,
                subject: .schema(
                    .map([.init(name: ImportText("type"), value: .text(ImportText("object")))]),
                    path: dice.chance(50) ? "$.id" : nil))
        default: return ImportedCheck(name: name, subject: .condition(condition(isAfter: true)))
        }
    }

    private mutating func note() -> ImportNote {
        ImportNote(
            dice.chance(70) ? .lost : .harmless, request: text(), place: "test script, line 3",
            statement: "pm.x(\(text()))",
            reason: "it is not known: \(text())", advice: "write it by hand", test: dice.chance(50) ? text() : nil)
    }

    // MARK: - Values

    private mutating func text() -> String { HostileTexts.any(&dice) }

    private mutating func imported() -> ImportText {
        var result = ImportText()
        for _ in 0..<dice.number(1...3) {
            if dice.chance(70) {
                result.append(.literal(text()))
            } else {
                result.append(
                    .expression(dice.one(of: ["token", "id", "uuid()", "string(name) + \"{{x}}\"", "\"a)\""])))
            }
        }
        return result
    }

    private mutating func value(_ depth: Int) -> ImportedValue {
        switch dice.number(1...9) {
        case 1: .null
        case 2: .boolean(dice.chance(50))
        case 3: .number(dice.one(of: ["1", "1.10", "-5", "1e5", "12345678901234567890"]))
        case 4, 5: .text(ImportText(text()))
        case 6: .text(imported())
        case 7 where depth < 3: .list((0..<dice.number(0...3)).map { _ in value(depth + 1) })
        case 8 where depth < 3, 9 where depth < 3:
            .map(
                (0..<dice.number(0...3)).map { _ in
                    .init(
                        name: dice.chance(80) ? ImportText(dice.one(of: ["id", "name", "file"])) : imported(),
                        value: value(depth + 1))
                })
        default: .text(ImportText("x"))
        }
    }
}

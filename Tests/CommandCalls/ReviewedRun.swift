package import BatonTesting
import Glibc
package import ProjectFolders
import Synchronization

/// The run that a reviewer has before them: a shop with 64 workflows of two teams, 24 recorded runs over 15 commits on two
/// branches, and a last one with twelve faults. Two of the faults are new, nine are known, and one is only flaky; one more
/// workflow fails in quarantine.
///
/// Runs go against a server on this machine whose faults are switched on from run to run. Times are moved into the past
/// once they are recorded, so that the runs lie hours and days apart.
package final class ReviewedRun: Sendable {
    /// What is wrong with the server.
    package enum Fault: CaseIterable, Sendable {
        case orders500, wrongHeader, priceText, xmlPrice, schemaCustomer, unicodeNames, listOne, jobStuck, slowSearch
        case flakyStock, htmlBadGateway, resetPayments

        /// The number of the run from which on it is.
        fileprivate var start: Int {
            switch self {
            case .flakyStock: 3
            case .wrongHeader: 5
            case .priceText: 9
            case .xmlPrice: 10
            case .schemaCustomer: 11
            case .unicodeNames: 12
            case .listOne: 13
            case .orders500: 14
            case .jobStuck: 16
            case .slowSearch: 19
            case .htmlBadGateway, .resetPayments: 25
            }
        }
    }

    package struct Commit: Sendable {
        package let hash: String
        package let subject: String
        package let author: String
    }

    package static let runs = 25
    package static let commits: [Commit] = [
        ("Add the shop's first workflows", "Ida Berg"), ("Count the stock once", "Mei Tanaka"),
        ("Send less in the header", "Jonas Weiß"), ("Read feeds in pages", "Ida Berg"),
        ("Log in with a form", "Mei Tanaka"), ("Prices as texts", "Mei Tanaka"),
        ("Write XML without a library", "Jonas Weiß"), ("Customers get a number", "Ida Berg"),
        ("Names as they come", "Mei Tanaka"), ("Count quantities twice", "Jonas Weiß"),
        ("One query for each line", "Ida Berg"), ("Run jobs in the background", "Mei Tanaka"),
        ("Search in all languages", "Jonas Weiß"), ("Tidy up", "Ida Berg"), ("Release candidate", "Ida Berg"),
    ].enumerated().map { number, commit in
        let digits = String(number + 1, radix: 16)
        let hash = String(repeating: digits + "c0ffee", count: 6).prefix(40)
        return Commit(hash: String(hash), subject: commit.0, author: commit.1)
    }

    package let folder: Folder
    package let server: RawServer
    private let shop: Shop

    /// Writes the project; no run is recorded yet.
    package init() throws {
        folder = try Folder()
        shop = Shop()
        server = RawServer { [shop] connection in
            while let request = connection.readRequest() {
                guard let response = shop.response(to: request) else { return connection.reset() }
                connection.write(response)
            }
        }
        try folder.write(
            "baton.yaml",
            "name: shop\ndefault_environment: staging\nenvironments: { staging: { base_url: \"\(server.url)\" } }\n")
        for (path, text) in Self.files { try folder.write(path, text) }
    }

    deinit { server.stop() }

    /// Records all runs; the result is that of the last.
    ///
    /// - Parameter arguments: further options of the last run.
    package func record(_ arguments: String...) async throws -> Baton.Result {
        for number in 1..<Self.runs { _ = try await run(number) }
        return try await run(Self.runs, arguments)
    }

    /// One run, from 1 on, with the faults of that time.
    package func run(_ number: Int, _ arguments: [String] = []) async throws -> Baton.Result {
        shop.begin(Set(Fault.allCases.filter { $0.start <= number }))
        let isLast = number == Self.runs
        var environment = Self.facts(of: number)
        if isLast {
            environment["GITHUB_ACTIONS"] = "true"
            environment["GITHUB_WORKSPACE"] = folder.path
            environment["GITHUB_STEP_SUMMARY"] = folder.path + "/summary.md"
        }
        let result = try await Baton(folder: folder, environment: environment).run(["run", "--jobs", "8"] + arguments)
        if !isLast { try moveIntoThePast(hours: (Self.runs - number) * 17) }
        return result
    }

    /// What the build service says of a run.
    private static func facts(of number: Int) -> [String: String] {
        let commit = commits[(number - 1) * commits.count / runs]
        let isBranch = [14, 15, 18].contains(number)
        return [
            "CI": "true", "GITLAB_CI": "true", "CI_COMMIT_SHA": commit.hash, "CI_COMMIT_TITLE": commit.subject,
            "CI_COMMIT_AUTHOR": "\(commit.author) <someone@shop.example>",
            "CI_COMMIT_REF_NAME": isBranch ? "feature/checkout" : "main", "CI_DEFAULT_BRANCH": "main",
            "CI_PIPELINE_IID": "\(100 + number)", "CI_PROJECT_URL": "https://git.shop.example/shop",
            "CI_JOB_URL": "https://git.shop.example/shop/-/jobs/\(9000 + number)",
        ]
    }

    private func moveIntoThePast(hours: Int) throws {
        let span = hours * 3_600_000_000
        try HistoryFile(folder.path + "/.baton/history.sqlite").rows(
            "UPDATE run SET started = started - \(span) WHERE id = (SELECT max(id) FROM run)")
    }
}

extension ReviewedRun {
    private static let checkout = "owner: Checkout <checkout@shop.example>\n"
    private static let catalog = "owner: team catalog\n"

    /// The project's files by path: 64 workflows, with what they use.
    private static var files: [String: String] {
        var files = [
            "workflows/sign-in.yaml": """
            name: Sign in
            steps:
              - post: /login
                json: { user: ada, password: lovelace }
                capture: { token: { path: $.token, secret: true } }
            outputs: { token: $(token) }
            """,
            "schemas/customer.json":
                #"{"type":"object","required":["id","name"],"properties":{"id":{"type":"integer"},"name":{"type":"string"}}}"#,
        ]
        for (number, name) in ["List the orders", "Orders of a day", "Orders of a customer"].enumerated() {
            files["workflows/orders/0\(number + 1).yaml"] = """
                name: \(name)
                \(checkout)needs: { login: ../sign-in.yaml }
                steps:
                  - name: Read
                    get: /orders?page=\(number + 1)
                    auth: { bearer: $(needs.login.token) }
                    expect:
                      status: 200
                      $.orders[0].id: 1
                """
        }
        for (number, name) in ["Rates at home", "Rates abroad", "Rates of heavy goods"].enumerated() {
            files["workflows/shipping/0\(number + 1).yaml"] = """
                name: \(name)
                \(checkout)steps:
                  - get: /shipping/rates?zone=\(number)
                    expect: { $.rate: 5 }
                """
        }
        for (number, name) in ["Pay a small amount", "Pay a large amount", "Pay twice"].enumerated() {
            files["workflows/payments/0\(number + 1).yaml"] = """
                name: \(name)
                \(checkout)steps:
                  - name: Look at the cart
                    get: /ok/cart
                  - name: Pay
                    post: /payments
                    json: { amount: \(number * 500 + 1), currency: EUR }
                    expect: { status: 201 }
                """
        }
        files["workflows/payments/receipt.yaml"] = """
            name: Print the receipt
            \(checkout)needs: 02.yaml
            steps:
              - get: /ok/receipt
            """
        for (number, name) in ["Search in Japanese", "Search with umlauts"].enumerated() {
            files["workflows/search/0\(number + 1).yaml"] = """
                name: \(name)
                \(catalog)steps:
                  - get: /search?q=\(number)
                    expect: { duration: { lt: 400ms } }
                """
        }
        files["workflows/catalog/xml.yaml"] = """
            name: The price list as XML
            \(catalog)steps:
              - get: /prices.xml
                expect: { xpath: { //item/price: "7.25" } }
            """
        files["workflows/catalog/prices.yaml"] = """
            name: Prices of the catalogue
            \(catalog)rows: [{ id: 1 }, { id: 2 }]
            steps:
              - get: /items/$(row.id)
                expect: { $.price: 7.25 }
            """
        files["workflows/catalog/item.yaml"] = """
            name: An item
            \(catalog)vars: { id: 3 }
            steps:
              - get: /items/$(id)
                expect: { $.id: 3, $.price: 7.25 }
            """
        for (number, name) in ["A customer", "The customer of an order", "Customers by mail"].enumerated() {
            files["workflows/customers/0\(number + 1).yaml"] = """
                name: \(name)
                \(checkout)steps:
                  - get: /customers/7
                    expect: { schema: ../../schemas/customer.json }
                """
        }
        files["workflows/i18n/names.yaml"] = """
            name: Names of languages
            \(catalog)rows: [{ lang: de, name: Züge }, { lang: fr, name: Élan }, { lang: pl, name: Łódź }]
            steps:
              - get: /i18n/$(row.lang)
                expect: { $.name: $(row.name) }
            """
        files["workflows/reports/quantities.yaml"] = """
            name: Quantities
            \(catalog)steps:
              - name: Read the feed
                get: /feed?page=1
                paginate: { next: $.next }
              - name: Read the quantities
                get: /quantities
                expect:
                  $.rows[531].quantity: 16
            """
        files["workflows/admin/cache.yaml"] = """
            name: Nobody keeps the settings
            \(catalog)steps:
              - get: /settings
                expect: { headers: { cache-control: no-store } }
            """
        files["workflows/jobs/export.yaml"] = """
            name: The export
            \(catalog)steps:
              - name: Wait for the job
                get: /jobs/17
                until: response.json.status == "done"
                every: 20ms
                within: 130ms
            """
        for (number, name) in ["The stock of an item", "The stock of a shop"].enumerated() {
            files["workflows/stock/0\(number + 1).yaml"] = """
                name: \(name)
                \(catalog)steps:
                  - name: Count
                    get: /stock?by=\(number)
                    retry: { attempts: 2, every: 1ms }
                    expect: { $.count: 4 }
                """
        }
        files["workflows/admin/audit.yaml"] = """
            name: The audit
            \(catalog)quarantine: { until: 2999-12-31, reason: "the log is rewritten, #41", owner: team catalog }
            steps:
              - get: /audit
                expect: { $.complete: true }
            """
        let count = files.keys.count { $0.hasPrefix("workflows/") }
        for number in count..<64 {
            files["workflows/pages/\(number).yaml"] = """
                name: Page \(number)
                \(number.isMultiple(of: 2) ? checkout : catalog)steps:
                  - get: /ok/\(number)
                    expect: { $.ok: true }
                """
        }
        return files
    }
}

/// The server of the shop, with the faults of a run.
private final class Shop: Sendable {
    private struct State {
        var faults: Set<ReviewedRun.Fault> = []
        /// Requests for the stock, by target, in this run.
        var asked: [String: Int] = [:]
    }

    private let state = Mutex(State())

    func begin(_ faults: Set<ReviewedRun.Fault>) { state.withLock { $0 = State(faults: faults) } }

    private func has(_ fault: ReviewedRun.Fault) -> Bool { state.withLock { $0.faults.contains(fault) } }

    /// Nil for a connection that is broken off.
    func response(to request: RawServer.Request) -> String? {
        let parts = request.target.split(separator: "?")
        let path = String(parts[0])
        switch path {
        case "/login": return Self.json(#"{"token":"t-4711-secret"}"#)
        case "/orders":
            return has(.orders500)
                ? Self.json(
                    #"{"error":"could not obtain lock on row in relation \"orders\""}"#, "500 Internal Server Error")
                : Self.json(#"{"orders":[{"id":1,"total":12.5}],"page":1}"#)
        case "/shipping/rates":
            let page = "<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>"
            return has(.htmlBadGateway)
                ? Self.text(page, "text/html", "502 Bad Gateway") : Self.json(#"{"rate":5}"#)
        case "/payments": return has(.resetPayments) ? nil : Self.json(#"{"id":"p-1"}"#, "201 Created")
        case "/search":
            if has(.slowSearch) { usleep(450_000) }
            return Self.json(#"{"hits":[]}"#)
        case "/prices.xml":
            let price = has(.xmlPrice) ? "7,25" : "7.25"
            return Self.text(
                "<?xml version=\"1.0\"?><list><item id=\"1\"><price>\(price)</price></item></list>", "application/xml")
        case "/customers/7": return Self.json(#"{"id":\#(has(.schemaCustomer) ? "\"7\"" : "7"),"name":"Ada"}"#)
        case "/quantities": return Self.json(quantities)
        case "/feed": return Self.json(Self.feed(parts.last.map(String.init) ?? ""))
        case "/settings":
            return Self.json(
                "{}", header: "Cache-Control: \(has(.wrongHeader) ? "public, max-age=60" : "no-store")\r\n")
        case "/jobs/17": return Self.json(#"{"status":"\#(has(.jobStuck) ? "running" : "done")","progress":40}"#)
        case "/stock": return stock(request.target)
        case "/audit": return Self.json(#"{"complete":false}"#)
        case _ where path.hasPrefix("/items/"):
            let id = path.dropFirst("/items/".count)
            return Self.json(#"{"id":\#(id),"name":"Cup","price":\#(has(.priceText) ? "\"7.25\"" : "7.25")}"#)
        case _ where path.hasPrefix("/i18n/"): return name(of: String(path.dropFirst("/i18n/".count)))
        default: return Self.json(#"{"ok":true}"#)
        }
    }

    /// The letters of a name, with their accents behind them where they are wrong.
    private func name(of language: String) -> String {
        let whole = ["de": "Züge", "fr": "Élan", "pl": "Łódź"]
        let apart = ["de": "Zu\u{308}ge", "fr": "E\u{301}lan", "pl": "Ło\u{301}dz\u{301}"]
        return Self.json(#"{"name":"\#((has(.unicodeNames) ? apart : whole)[language] ?? "")"}"#)
    }

    private var quantities: String {
        let rows = (0..<800).map { row in
            #"{"id":\#(row),"quantity":\#(row == 531 ? has(.listOne) ? 17 : 16 : row % 7)}"#
        }
        return #"{"rows":[\#(rows.joined(separator: ","))]}"#
    }

    private static func feed(_ query: String) -> String {
        let page = query.last?.wholeNumberValue ?? 1
        return page < 4 ? #"{"page":\#(page),"next":"/feed?page=\#(page + 1)"}"# : #"{"page":4,"next":null}"#
    }

    /// Each target fails at its first request.
    private func stock(_ target: String) -> String {
        let isFirst = state.withLock { state in
            state.asked[target, default: 0] += 1
            return state.asked[target] == 1
        }
        return isFirst && has(.flakyStock)
            ? Self.json(#"{"error":"the index is being rebuilt"}"#, "503 Service Unavailable")
            : Self.json(#"{"count":4}"#)
    }

    private static func json(_ body: String, _ status: String = "200 OK", header: String = "") -> String {
        text(body, "application/json", status, header: header)
    }

    private static func text(_ body: String, _ type: String, _ status: String = "200 OK", header: String = "") -> String
    {
        "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\(header)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
}

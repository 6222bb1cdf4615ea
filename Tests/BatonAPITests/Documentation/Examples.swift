import BatonAPI
import BatonTesting
import Logging

// What docs/swift.md shows stands here between two marks, so that it compiles and runs.

// docs: endpoint
struct Account: Decodable, Sendable {
    var name: String
    var age: Int
}

struct ReadAccount: Endpoint {
    typealias Output = Account
    var token: String

    var request: APIRequest {
        .get("/me").with(\.credentials, .bearer(token))
    }
}
// docs: end

// docs: api
protocol ShopEndpoint: Endpoint {}

extension ShopEndpoint {
    var api: API {
        API(base: "/items", headers: ["X-App": "shop"], query: ["lang": "en"])
    }
}

struct FindItem: ShopEndpoint {
    typealias Output = JSONValue
    var id: Int
    var request: APIRequest { .get("/\(id)") }
}
// docs: end

// docs: outcome
struct LogIn: OutcomeEndpoint {
    enum Output: Sendable {
        case welcome(Account)
        case wrongPassword
        case offline
        case unexpected(Failure)
    }

    var password: String

    var request: APIRequest {
        .post("/login", ["username": "ada", "password": password])
    }

    func outcome(of result: Result<Reply, Failure>) -> Output {
        do throws(Failure) {
            let reply = try result.get()
            if reply.status == 401 { return .wrongPassword }
            if let failure = reply.failure { return .unexpected(failure) }
            return .welcome(try Account(reply.mapper))
        } catch {
            return error.kind.family == "network" ? .offline : .unexpected(error)
        }
    }
}

extension Account {
    init(_ mapper: Mapper) throws(Failure) {
        name = try mapper("user.name")
        age = try mapper("user.age")
    }
}
// docs: end

// docs: scheme
struct Login: Authenticator {
    var server, username, password: String

    func credential(
        replacing old: String?, for request: Request, through dispatcher: any Dispatcher
    ) async throws(Failure) -> String {
        let client = try APIClient(APIEnvironment(baseURL: server), dispatcher: dispatcher)
        let login = APIRequest.post("/login", ["username": username, "password": password])
        return try await client.send(Call<String>(login) { reply in try reply.mapper("token") })
    }

    func apply(_ token: String, to request: inout Request) {
        request.headers.set("Authorization", "Bearer \(token)")
    }

    var secrets: [String] { [password] }

    func secrets(of token: String) -> [String] { [token] }

    func isExpiring(_ token: String, at now: Timestamp) -> Bool { false }

    func isRefused(_ response: Response) -> Bool { response.status == 401 }
}
// docs: end

// docs: mapping
enum Size: Int, MappableValue, CaseIterable {
    case small = 0
    case medium = 1
    case large = 2
}

struct Pizza: Mappable {
    var name: String
    var size: Size

    init(mapper: Mapper) throws {
        name = try mapper("name")
        size = try mapper("size")
    }
}

struct Guest: Mappable {
    var id: Int
    var isActive: Bool
    var registered: Timestamp
    var favourite: Pizza?
    var orders: [Pizza]
    var firstOrder: String

    init(mapper: Mapper) throws {
        id = try mapper("id")
        isActive = try mapper("active", default: false)
        registered = try mapper.date("registered", .unix)
        favourite = try mapper("favorite_pizza")
        orders = try mapper("ordered_pizzas")
        firstOrder = try mapper("ordered_pizzas.0.name")
    }
}
// docs: end

// docs: interceptor
struct BuildNumber: Interceptor {
    func intercept(_ request: Request, in exchange: Exchange) async throws(Failure) -> Response {
        var request = request
        request.headers.set("X-Build", "42")
        let response = try await exchange.send(request)
        print("\(request.url.path): \(response.status) after \(exchange.elapsed), \(exchange.inFlight) on their way")
        return response
    }
}
// docs: end

enum Examples {
    static func first(_ base: String) async throws -> Account {
        // docs: first
        let client = try APIClient(APIEnvironment("local", baseURL: base))
        let login = APIRequest.post("/login", ["username": "ada", "password": "lovelace-1815"])
        let response = try await client.send(Call<JSONValue>(login))
        let account = try await client.send(ReadAccount(token: response["token"]?.stringValue ?? ""))
        // docs: end
        return account
    }

    static func plainRequests(_ base: String, _ token: String) async throws -> (Account, Response) {
        // docs: plain requests
        let client = try APIClient(APIEnvironment(baseURL: base))
        let account: Account = try await client.send(.get("/me").with(\.credentials, .bearer(token)))
        let health = try await client.response(to: .get("/health"))
        print(account.name, health.status, try health.json()["status"]?.stringValue ?? health.text)
        // docs: end
        return (account, health)
    }

    static func parameters(
        name: String, page: Int, tag: String?, ids: [Int], city: String, link: String, in response: Response
    ) throws -> [APIRequest] {
        // docs: parameters
        enum Shipping: String, ParameterValue { case standard, express }
        struct NewAccount: Encodable {
            var name: String
            var city: String?
        }

        let search = APIRequest.get("/items", query: ["owner": name, "page": page, "tag": tag])
        let order = APIRequest.post(
            "/orders",
            [
                "items": ids, "shipping": Shipping.express, "tag": tag, "key": .secret("KEY"),
                "address": .object(["city": city, "zip": 1010]), "extras": .array(["gift", 3, tag]),
            ])
        let account = APIRequest.post("/accounts", body: NewAccount(name: name, city: city))
        let items = APIRequest.get("/users/\(name)/items?page=\(page)")
        let next = APIRequest.get(try .link(link, in: response))
        // docs: end
        return [search, order, account, items, next]
    }

    static func optional(_ client: APIClient, _ id: Int) async throws -> (Account?, Account?, Int) {
        // docs: optional output
        let me = try await client.send(Call<Account?>(.get("/me")))
        let other = try await client.send(Call<Account?>(.get("/accounts/\(id)")).returningNil(for: 404, 410))
        let page = try await client.send(Call<Response>(.get("/page")).accepting(200...299, 304))
        // docs: end
        return (me, other, page.status)
    }

    static func outcomeCall(_ client: APIClient) async -> String {
        // docs: outcome call
        let health = OutcomeCall(.get("/health")) { result in
            switch result {
            case .success(let reply): reply.status == 200 ? "up" : "ill"
            case .failure(let failure): failure.kind.family == "network" ? "down" : "\(failure)"
            }
        }
        let state = await client.send(health)
        // docs: end
        return state
    }

    static func cancellation(_ client: APIClient, _ token: String) async throws -> String {
        var shown = ""
        func print(_ text: String) { shown += text }
        // docs: cancellation
        do {
            let account = try await withCancellationError { try await client.send(ReadAccount(token: token)) }
            print("hello \(account.name)")
        } catch is CancellationError {
            print("cancelled")
        }
        // docs: end
        return shown
    }

    static func json() throws -> (JSONValue, String) {
        // docs: json
        let order = try JSONValue(parsing: #"{"id": 7, "price": 1.10, "tags": ["new"]}"#)
        let price = order["price"]?.numberValue?.text ?? ""
        print(order, price)
        print(order.jsonText(pretty: true))
        // docs: end
        return (order, price)
    }

    static func session(_ base: String) async throws -> (Account, Account) {
        // docs: session
        let environment = APIEnvironment(baseURL: base, sessionHeaders: ["access-token", "client", "uid"])
        let client = try APIClient(environment)
        try await client.send(Call<Void>(.post("/login", ["username": "ada", "password": "lovelace-1815"])))
        let account = try await client.send(Call<Account>(.get("/me")))

        // A second client goes on with the same session.
        let other = try APIClient(environment, session: client.session)
        let again = try await other.send(Call<Account>(.get("/me")))
        // docs: end
        return (account, again)
    }

    static func sharedHeaders(_ base: String) async throws -> Account {
        // docs: shared headers
        let client = try APIClient(APIEnvironment(baseURL: base, sessionHeaders: ["access-token", "client", "uid"]))
        let other = try APIClient(client.environment, session: SessionStore(sharingHeadersOf: client.session))
        try await client.send(Call<Void>(.post("/login", ["username": "ada", "password": "lovelace-1815"])))
        let account = try await other.send(Call<Account>(.get("/me")))
        // docs: end
        return account
    }

    static func dispatchers(_ base: String) async throws -> (JSONValue, Request) {
        // docs: dispatchers
        let recorder = RecordingDispatcher(CurlDispatcher.shared)
        let client = try APIClient(APIEnvironment(baseURL: base), dispatcher: recorder)
        let request = APIRequest(
            .post, "/echo", query: ["lang": "en"], content: .parameters(["tags": ["a", "b"]]), encoder: .form)
        let echo = try await client.send(Call<JSONValue>(request))
        let sent = recorder.records[0].request
        // docs: end
        return (echo, sent)
    }

    static func environments(_ base: String, isStaging: Bool, stagingKey: String) async throws -> JSONValue {
        // docs: environments
        struct ListItems: Endpoint {
            typealias Output = JSONValue
            var request: APIRequest {
                .get("/items", query: ["per_page": .variable("page_size"), "key": .secret("KEY")])
            }
        }

        let local = APIEnvironment("local", baseURL: base, variables: ["page_size": 2], secrets: ["KEY": "local-key"])
        let staging = APIEnvironment(
            "staging", baseURL: "https://staging.example.com/v1", headers: ["X-App": "shop"],
            variables: ["page_size": 50], secrets: ["KEY": stagingKey], timeout: .seconds(60))
        let client = try APIClient(isStaging ? staging : local)
        let items = try await client.send(ListItems())
        // docs: end
        return items
    }

    static func failure(_ client: APIClient) async -> String {
        var shown = ""
        func print(_ text: String) { shown += text + "\n" }
        // docs: failure
        do {
            let account = try await client.send(ReadAccount(token: "no token"))
            print("hello \(account.name)")
        } catch {
            switch error.kind {
            case .unauthorized: print("sign in first: \(error.serverMessage ?? "")")
            case .mappingMissing, .mappingType, .mappingFormat: print("not what was promised: \(error.message)")
            default: print("\(error.kind): \(error.message)")
            }
        }
        // docs: end
        return shown
    }

    static func cache(_ base: String, _ folder: String) async throws -> (Response, Response) {
        // docs: cache
        let cache = CachingDispatcher(CurlDispatcher.shared, disk: try DiskCacheStore(folder: folder))
        let environment = APIEnvironment(baseURL: base, cache: CacheRule(.revalidate))
        let client = try APIClient(environment, dispatcher: cache)
        let items = APIRequest.get("/items").with(\.cache, CacheRule(.cacheFirst, ttl: .seconds(60), scope: .disk))
        let first = try await client.response(to: Call<Void>(items))
        let second = try await client.response(to: Call<Void>(items))
        print(first.isFromCache, second.isFromCache)
        // docs: end
        return (first, second)
    }

    static func cacheOwner(_ base: String, _ folder: String) async throws -> SourcedValue<Account> {
        // docs: cache owner
        let cache = CachingDispatcher(CurlDispatcher.shared, disk: try DiskCacheStore(folder: folder))
        let rule = CacheRule(.networkFirst, scope: .disk)
        let client = try APIClient(
            APIEnvironment(baseURL: base, sessionHeaders: ["access-token", "client", "uid"], cache: rule),
            dispatcher: cache)
        try await client.send(.post("/login", ["username": "ada", "password": "lovelace-1815"]))
        client.session.update { $0.owner = "ada" }
        let account = try await client.sourcedValue(of: Call<Account>(.get("/me")))
        print(account.value.name, account.source)
        // docs: end
        return account
    }

    static func pages(_ client: APIClient) async throws -> [String] {
        // docs: pages
        var names: [String] = []
        let list = Call<[String]>(.get("/items?per_page=5")) { reply in try reply.mapper("$.items[*].name") }
        for try await page in client.pages(of: list) { names += page }
        print(names, try client.curlCommand(for: list))
        // docs: end
        return names
    }

    static func bytes(_ client: APIClient) async throws -> Int {
        // docs: bytes
        let export = Call<Void>(.get("/items").with(\.idleTimeout, .seconds(10)))
        var size = 0
        for try await piece in client.bytes(of: export) { size += piece.count }
        // docs: end
        return size
    }

    static func download(_ client: APIClient, to path: String) async throws {
        // docs: download
        try await client.download(Call<Void>(.get("/items")), to: path)
        // docs: end
    }

    static func streamedBody(_ client: APIClient) async throws -> String {
        // docs: streamed body
        let items = BodySource(client.bytes(of: Call<Void>(.get("/items"))))
        let copied = try await client.response(
            to: APIRequest(.post, "/echo", content: .stream(items, type: "application/json")))
        // docs: end
        return copied.text
    }

    static func stream(_ client: APIClient) async throws -> String {
        // docs: stream
        var text = ""
        let chat = APIRequest.post(
            "/chat/completions", ["stream": true, "messages": [["role": "user", "content": "hello"]]])
        for try await event in client.events(of: Call<Void>(chat)) {
            guard event.data != "[DONE]" else { break }
            text += event.json?["choices"]?[0]?["delta"]?["content"]?.stringValue ?? ""
        }
        // docs: end
        return text
    }

    static func stub() async throws -> (String, Int) {
        // docs: stub
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/me", with: .failure(Failure(.timeout, "too slow")), .fixed(.json(["name": "Ada", "age": 36])))
        let client = try APIClient(APIEnvironment(baseURL: "https://api.example"), dispatcher: stub)
        let first = try? await client.send(ReadAccount(token: "t"))
        let second = try await client.send(ReadAccount(token: "t"))
        // docs: end
        return ("\(first == nil) \(second.name)", stub.requests.count)
    }

    static func upload(_ client: APIClient, _ path: String) async throws -> JSONValue {
        // docs: upload
        let request = APIRequest.post("/upload", ["note": "hello", "doc": .file(path)])
            .with(\.progress) { progress in print("\(progress.sent) of \(progress.toSend ?? 0) bytes") }
        let response = try await client.send(Call<JSONValue>(request))
        // docs: end
        return response
    }

    static func uploads(_ client: APIClient, _ path: String, _ png: [UInt8], _ paths: [String]) async throws
        -> JSONValue
    {
        // docs: uploads
        let request = APIRequest.post(
            "/upload",
            [
                "avatar": .data(png, filename: "ada.png"), "contract": .file(path, contentType: "text/plain"),
                "photos": .files(paths), "mixed": .array([.file(path), .data(png, filename: "b.png")]),
            ])
        let response = try await client.send(Call<JSONValue>(request))
        // docs: end
        return response
    }

    /// What has the key of a client.
    struct KeyStore: Sendable {
        func sign(_ message: [UInt8]) async throws -> [UInt8] { message }
    }

    static func accessToken(_ base: String) async throws -> JSONValue {
        let keyStore = KeyStore()
        // docs: client key
        let key = ClientKey("ES256", id: "2026-11") { message in try await keyStore.sign(message) }
        let signing = OAuth2(.tokenURL("\(base)/oauth/token"), clientID: "reader", clientKey: key)
        // docs: end
        _ = signing
        // docs: access token
        let oauth2 = OAuth2(
            .tokenURL("\(base)/oauth/token"), clientID: "reader", clientSecret: "reader-7c1f", scopes: ["read"])
        let client = try APIClient(APIEnvironment(baseURL: base, credentials: .oauth2(oauth2)))
        let reader = try await client.send(Call<JSONValue>(.get("/oauth/client")))
        // docs: end
        return reader
    }

    static func watch(_ base: String) async throws -> Response {
        // docs: watch
        let logger = Logger(label: "shop.api")
        let client = try APIClient(
            APIEnvironment(baseURL: base),
            interceptors: [
                BuildNumber(), TraceContextInterceptor(), LoggingInterceptor(logger, secrets: ["lovelace-1815"]),
            ])
        let response = try await client.response(to: Call<Void>(.get("/echo")))
        // docs: end
        return response
    }

    static func completion(_ client: APIClient, _ done: @escaping @Sendable (String) -> Void) async {
        // docs: completion
        let handle = client.send(ReadAccount(token: "no token")) { result in
            switch result {
            case .success(let account): done(account.name)
            case .failure(let failure): done(failure.kind.rawValue)
            }
        }
        // handle.cancel() ends it early.
        // docs: end
        await handle.wait()
    }

    static func retry(_ client: APIClient) async throws -> (JSONValue, JSONValue) {
        // docs: retry
        let api = API(retry: RetryPolicy(attempts: 5, every: .milliseconds(200), on: [.network, .statuses(500...599)]))
        let item = try await client.send(Call<JSONValue>(.get("/items/1"), of: api))
        // The server knows a repeated request by its key.
        var order = APIRequest.post("/items", ["sku": "SWIFT-7", "name": "Lamp", "price": 12])
        order.headers.set("Idempotency-Key", "order-7")
        order.retry = RetryPolicy(attempts: 2, on: [.network, .status(503)], methods: .all)
        let lamp = try await client.send(Call<JSONValue>(order))
        // docs: end
        return (item, lamp)
    }

    static func ownScheme(_ base: String) async throws -> Account {
        // docs: own scheme
        let login = Login(server: base, username: "ada", password: "lovelace-1815")
        let client = try APIClient(APIEnvironment(baseURL: base, credentials: .custom(login)))
        let account = try await client.send(Call<Account>(.get("/me")))
        // docs: end
        return account
    }

    static func transfer(_ base: String, proxy: String) async throws -> Response {
        // docs: transfer
        let environment = APIEnvironment(
            "staging", baseURL: base, redirects: RedirectPolicy(maximum: 3),
            transfer: TransferSettings(
                tls: TLSOptions(ca: "certificates/staging.pem", minimumVersion: .tls12), proxy: proxy,
                connectTimeout: .seconds(5)))
        let client = try APIClient(environment)
        let plain = APIRequest.get("/me").with(\.redirects, .never)
        let response = try await client.response(to: Call<Void>(plain))
        // docs: end
        return response
    }

    static func values(_ client: APIClient, _ token: String, show: @escaping @Sendable (String, Bool) -> Void)
        async throws -> [String]
    {
        // docs: values
        var shown: [String] = []
        for try await account in client.values(of: ReadAccount(token: token)) {
            shown.append(account.name)
        }
        client.values(of: ReadAccount(token: token)) { result, source in
            if case .success(let account) = result { show(account.name, source == .fresh) }
        }
        // docs: end
        return shown
    }

    static func savedSession(_ base: String, _ path: String) async throws -> Account {
        // docs: saved session
        let client = try APIClient(APIEnvironment(baseURL: base, sessionHeaders: ["access-token", "client", "uid"]))
        if try !client.session.restore(from: path) {
            try await client.send(Call<Void>(.post("/login", ["username": "ada", "password": "lovelace-1815"])))
            try client.session.save(to: path)
        }
        let account = try await client.send(Call<Account>(.get("/me")))
        // docs: end
        return account
    }

    static func typedThrows(_ client: APIClient, _ token: String) async -> String {
        // docs: typed throws
        let name = Call<String>(.get("/me").with(\.credentials, .bearer(token))) { reply in
            let account: Account = try reply.decoded()
            return account.name
        }
        do {
            try await Task.sleep(for: .milliseconds(1))
            return try await client.send(name)
        } catch let failure as Failure {
            return failure.kind.rawValue
        } catch {
            return "cancelled"
        }
        // docs: end
    }
}

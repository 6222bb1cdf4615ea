import BatonAPI
import BatonTesting

// The code of the tutorial and of the pages for those who come from another library, between two marks as in Examples.swift.

// docs: tutorial type
struct Goods: Decodable, Equatable, Sendable {
    var id: Int
    var name: String
    var price: Double
}
// docs: end

// docs: tutorial endpoints
extension API {
    /// What all requests to the shop share.
    static let shop = API(base: "/items", headers: ["X-App": "tutorial"])
}

struct ListGoods: Endpoint {
    struct Output: Decodable, Sendable {
        var items: [Goods]
        var total: Int
    }

    var tag: String?
    var page = 1

    var api: API { .shop }
    var request: APIRequest { .get("", query: ["tag": tag, "page": page, "per_page": 2]) }
}

struct AddGoods: Endpoint {
    typealias Output = Goods

    struct Draft: Encodable, Sendable {
        var sku: String
        var name: String
        var price: Double
        var tags: [String]?
    }

    var draft: Draft

    var api: API { .shop }
    var request: APIRequest { .post("", body: draft) }
}
// docs: end

// docs: tutorial client
struct Shop: Sendable {
    let client: APIClient

    /// - Parameter dispatcher: sends the requests; tests pass a stub.
    init(base: String, dispatcher: any Dispatcher = CurlDispatcher.shared) throws(Failure) {
        let environment = APIEnvironment(
            baseURL: base, timeout: .seconds(10),
            cache: CacheRule(.revalidate), retry: RetryPolicy(attempts: 2, every: .milliseconds(100)))
        client = try APIClient(environment, dispatcher: dispatcher)
    }

    func goods(tagged tag: String) async throws(Failure) -> [Goods] {
        try await client.send(ListGoods(tag: tag)).items
    }

    func add(_ draft: AddGoods.Draft) async throws(Failure) -> Goods {
        try await client.send(AddGoods(draft: draft))
    }
}
// docs: end

enum TutorialExamples {
    static func ask(_ base: String) async throws -> JSONValue {
        // docs: tutorial ask
        let client = try APIClient(APIEnvironment(baseURL: base))
        let health = try await client.send(Call<JSONValue>(.get("/health")))
        print(health)
        // docs: end
        return health
    }

    static func typed(_ client: APIClient, _ id: Int) async throws -> Goods {
        // docs: tutorial typed
        let goods = try await client.send(Call<Goods>(.get("/items/\(id)")))
        print("\(goods.name) costs \(goods.price)")
        // docs: end
        return goods
    }

    static func listed(_ client: APIClient) async throws -> ListGoods.Output {
        // docs: tutorial list
        let second = try await client.send(ListGoods(page: 2))
        print("\(second.items.count) of \(second.total)")
        // docs: end
        return second
    }

    static func refused(_ base: String) async throws -> String {
        var shown = ""
        func print(_ text: String) { shown += text + "\n" }
        let shop = try Shop(base: base)
        // docs: tutorial failure
        do {
            _ = try await shop.add(.init(sku: "", name: "Lamp", price: -1))
        } catch {
            switch error.kind {
            case .unprocessable: print("please correct: \(error.serverMessages.joined(separator: ", "))")
            case _ where error.kind.family == "network": print("you are offline")
            default: print("\(error)")
            }
        }
        // docs: end
        return shown
    }

    static func tested() async throws -> [Goods] {
        // docs: tutorial test
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/items",
            with: .fixed(.json(["items": [["id": 1, "name": "Lamp", "price": 9.5]], "total": 1])))
        let shop = try Shop(base: "https://shop.example", dispatcher: stub)
        let lamps = try await shop.goods(tagged: "light")
        print(lamps.count, stub.requests[0].url.text)
        // docs: end
        return lamps
    }

    static func fromURLSession(_ base: String, _ token: String) async throws -> Account {
        // docs: from urlsession
        let client = try APIClient(APIEnvironment(baseURL: base, timeout: .seconds(10)))
        let account = try await client.send(Call<Account>(.get("/me").with(\.credentials, .bearer(token))))
        // docs: end
        return account
    }

    static func fromAlamofire(_ base: String, _ path: String) async throws -> (ListGoods.Output, JSONValue) {
        // docs: from alamofire
        let environment = APIEnvironment(baseURL: base, retry: RetryPolicy(attempts: 2))
        let client = try APIClient(environment, interceptors: [BuildNumber()])
        let found = try await client.send(Call<ListGoods.Output>(.get("/items", query: ["page": 2])))
        let uploaded = try await client.send(
            Call<JSONValue>(
                .post("/upload", ["caption": "a lamp", "photo": .file(path)])
                    .with(\.progress) { print($0.sent) }))
        // docs: end
        return (found, uploaded)
    }

    static func fromMoya(_ base: String) async throws -> (Goods, Goods) {
        // docs: from moya
        struct ReadGoods: Endpoint {
            typealias Output = Goods
            var id: Int

            var api: API { .shop }
            var request: APIRequest { .get("/\(id)") }
            var sample: Sample? { .json(["id": .number(JSONNumber(Int64(id))), "name": "Lamp", "price": 9.5]) }
        }

        let real = try APIClient(APIEnvironment(baseURL: base))
        let stubbed = try APIClient(APIEnvironment(baseURL: base), isStubbed: true)
        let goods = try await real.send(ReadGoods(id: 1))
        let sample = try await stubbed.send(ReadGoods(id: 1))
        // docs: end
        return (goods, sample)
    }
}

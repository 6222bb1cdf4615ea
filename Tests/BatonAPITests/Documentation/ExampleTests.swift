import BatonAPI
import BatonFiles
import BatonProcesses
import BatonTesting
import Glibc
import RunningDemo
import Synchronization
import Testing

/// docs/swift.md shows code that compiles, runs, and does what the page says.
@Suite struct ExampleTests {
    private var base: String { get async throws { try await Demo.baseURL() } }

    @Test func `a token leads to a typed account`() async throws {
        #expect(try await Examples.first(base).name == "Ada Lovelace")
    }

    @Test func `a request is sent as it is`() async throws {
        let base = try await base
        let client = try APIClient(APIEnvironment(baseURL: base))
        let login: JSONValue = try await client.send(
            .post("/login", ["username": "ada", "password": "lovelace-1815"]))
        let (account, health) = try await Examples.plainRequests(base, login["token"]?.stringValue ?? "")
        #expect(account.name == "Ada Lovelace" && health.status == 200)
    }

    @Test func `a cache keeps an owner's responses`() async throws {
        let folder = TemporaryFolder()
        let account = try await Examples.cacheOwner(base, folder.file("cache"))
        #expect(account.value.name == "Ada Lovelace" && account.source == .fresh)
    }

    @Test func `a body is read in pieces`() async throws {
        let client = try await Demo.client()
        let items = try await client.response(to: .get("/items"))
        // Other examples add items meanwhile.
        #expect(try await Examples.bytes(client) >= items.size)
        let folder = TemporaryFolder()
        try await Examples.download(client, to: folder.file("items.json"))
        #expect(folder.read("items.json")?.starts(with: items.body.prefix(40)) == true)
        #expect(try await Examples.streamedBody(client).contains("items"))
    }

    @Test func `pages are followed to the last one`() async throws {
        let names = try await Examples.pages(try await Demo.client())
        #expect(names.count > 5 && Set(names).count == names.count)
    }

    @Test func `an API is written once`() async throws {
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: StubDispatcher())
        let request = try client.request(for: FindItem(id: 3))
        #expect(request.url.text == "http://shop.example/items/3?lang=en")
        #expect(request.headers["x-app"] == "shop")
    }

    @Test func `signing in has four ends`() async throws {
        let client = try await Demo.client()
        guard case .welcome(let account) = await client.send(LogIn(password: "lovelace-1815")) else {
            Issue.record("not welcome")
            return
        }
        #expect(account.age == 36)
        guard case .wrongPassword = await client.send(LogIn(password: "wrong")) else {
            Issue.record("a wrong password is not told")
            return
        }
        let nobody = try APIClient(APIEnvironment(baseURL: "http://127.0.0.1:1"))
        guard case .offline = await nobody.send(LogIn(password: "x")) else {
            Issue.record("nobody there is not told")
            return
        }
    }

    @Test func `parameters, bodies and paths take variables`() throws {
        let client = try APIClient(
            APIEnvironment(baseURL: "http://shop.example", secrets: ["KEY": "k-1"]), dispatcher: StubDispatcher())
        let requests = try Examples.parameters(
            name: "a/b", page: 2, tag: nil, ids: [1, 2], city: "Wien", link: "?page=3",
            in: Response(status: 200, url: try URLText.parse("http://shop.example/items?page=2"))
        ).map { try client.request(for: Call<Void>($0)) }
        #expect(
            requests.map(\.url.text) == [
                "http://shop.example/items?owner=a%2Fb&page=2", "http://shop.example/orders",
                "http://shop.example/accounts", "http://shop.example/users/a%2Fb/items?page=2",
                "http://shop.example/items?page=3",
            ])
        #expect(
            requests[1].body
                == .bytes(
                    Array(
                        (#"{"items":[1,2],"shipping":"express","key":"k-1","address":{"city":"Wien","zip":1010},"#
                            + #""extras":["gift",3,null]}"#).utf8), contentType: "application/json"))
        #expect(
            requests[2].body
                == .bytes(Array(#"{"name":"a/b","city":"Wien"}"#.utf8), contentType: "application/json"))
    }

    @Test func `nothing, a missing account and an unchanged page are results`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/me", with: .fixed(Sample(status: 204)))
        stub.respond(to: .get, "/accounts/7", with: .fixed(.json(["message": "no"], status: 404)))
        stub.respond(to: .get, "/page", with: .fixed(Sample(status: 304)))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        let (me, other, status) = try await Examples.optional(client, 7)
        #expect(me?.name == nil && other?.name == nil && status == 304)
    }

    @Test func `an outcome needs no type, and a cancellation no failure`() async throws {
        #expect(await Examples.outcomeCall(try await Demo.client()) == "up")
        let nobody = try APIClient(APIEnvironment(baseURL: "http://127.0.0.1:1"))
        #expect(await Examples.outcomeCall(nobody) == "down")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Examples.cancellation(nobody, "t")
        }
        #expect(try await task.value == "cancelled")
    }

    @Test func `JSON is parsed and printed`() throws {
        let (order, price) = try Examples.json()
        #expect("\(order)" == #"{"id":7,"price":1.10,"tags":["new"]}"#)
        #expect(price == "1.10")
    }

    @Test func `a guest is mapped with all its parts`() throws {
        let guest = try Guest.mapped(
            from: Mapper([
                "id": "7", "active": "1", "registered": 1_434_000_000, "favorite_pizza": .null,
                "ordered_pizzas": [["name": "Funghi", "size": 2]],
            ]))
        #expect(guest.id == 7)
        #expect(guest.isActive)
        #expect(guest.favourite == nil)
        #expect(guest.orders[0].size == .large)
        #expect(guest.firstOrder == "Funghi")
    }

    @Test func `an access token is got and sent`() async throws {
        let reader = try await Examples.accessToken(base)
        #expect(reader["client_id"]?.stringValue == "reader")
        #expect(reader["scope"]?.stringValue == "read")
    }

    @Test func `requests are sent again, by a scheme of one's own, over settings of the environment`() async throws {
        let (item, lamp) = try await Examples.retry(try await Demo.client())
        #expect(item["id"]?.numberValue?.int == 1, "\(JSONWriter.compact(item))")
        #expect(lamp["name"]?.stringValue == "Lamp", "\(JSONWriter.compact(lamp))")
        #expect(try await Examples.ownScheme(base).name == "Ada Lovelace")
        #expect(try await Examples.transfer(base, proxy: "").status == 401)
    }

    @Test func `a value is stored and fresh, and a session outlives its client`() async throws {
        let client = try await Demo.client()
        let token = try await client.send(SignIn()).token
        let seen = Mutex<[String]>([])
        let shown = try await Examples.values(client, token) { name, isFresh in
            seen.withLock { $0.append("\(name) \(isFresh)") }
        }
        #expect(shown == ["Ada Lovelace"])
        await until { seen.withLock { $0.count } == 2 }
        #expect(seen.withLock { $0 } == ["Ada Lovelace false", "Ada Lovelace true"])
        let folder = TemporaryFolder()
        let path = folder.file("session.json")
        for _ in 1...2 { #expect(try await Examples.savedSession(base, path).name == "Ada Lovelace") }
        #expect(await Examples.typedThrows(client, token) == "Ada Lovelace")
        #expect(await Examples.typedThrows(client, "none") == "http.unauthorized")
    }

    @Test func `a chat arrives in tokens`() async throws {
        #expect(try await Examples.stream(try await Demo.client()) == "You said: hello")
    }

    @Test func `the tutorial's client asks, lists, adds, says what is wrong, and is tested`() async throws {
        #expect(try await TutorialExamples.ask(base)["status"] == "ok")
        let client = try await Demo.client()
        let first = try await TutorialExamples.typed(client, 1)
        #expect(first.id == 1 && first.price > 0)
        let second = try await TutorialExamples.listed(client)
        #expect(second.items.count == 2 && second.total > 3)
        let shown = try await TutorialExamples.refused(base)
        #expect(shown.hasPrefix("please correct: ") && shown.contains("price"), "\(shown)")
        #expect(try await TutorialExamples.tested() == [Goods(id: 1, name: "Lamp", price: 9.5)])
        let added = try await Shop(base: base).add(
            .init(sku: "T-\(UInt32.random(in: .min ... .max))", name: "Tutorial", price: 2))
        #expect(added.name == "Tutorial")
    }

    @Test func `those who come from another library get what they had`() async throws {
        let login = try await Demo.client().send(SignIn())
        #expect(try await TutorialExamples.fromURLSession(base, login.token).name == "Ada Lovelace")
        let folder = TemporaryFolder()
        let (found, uploaded) = try await TutorialExamples.fromAlamofire(base, folder.write("lamp.png", [1, 2, 3]))
        #expect(!found.items.isEmpty && uploaded.description.contains("lamp.png"))
        let (goods, sample) = try await TutorialExamples.fromMoya(base)
        #expect(goods.id == 1 && sample == Goods(id: 1, name: "Lamp", price: 9.5))
    }

    @Test func `a session is kept and shared`() async throws {
        let (one, other) = try await Examples.session(base)
        #expect([one.name, other.name] == ["Ada Lovelace", "Ada Lovelace"])
        #expect(try await Examples.sharedHeaders(base).name == "Ada Lovelace")
    }

    @Test func `a second request is answered from the cache, also in a later program`() async throws {
        let folder = CacheFolder()
        let path = folder.fresh()
        let (first, second) = try await Examples.cache(base, path)
        #expect(!first.isFromCache && second.isFromCache)
        #expect(first.body == second.body)
        let (later, _) = try await Examples.cache(base, path)
        #expect(later.isFromCache)
    }

    @Test func `dispatchers stack, and parameters go into URL and body`() async throws {
        let (echo, sent) = try await Examples.dispatchers(base)
        #expect(sent.url.query == "lang=en")
        #expect(sent.body == .bytes(Array("tags=a&tags=b".utf8), contentType: "application/x-www-form-urlencoded"))
        #expect(JSONWriter.compact(echo).contains("tags=a&tags=b"), "\(JSONWriter.compact(echo))")
    }

    @Test func `an environment gives parameters their values`() async throws {
        let items = try await Examples.environments(base, isStaging: false, stagingKey: "")
        #expect(items["items"]?.arrayValue?.count == 2, "\(JSONWriter.compact(items))")
    }

    @Test func `a failure says what the server says`() async throws {
        let text = await Examples.failure(try await Demo.client())
        #expect(text == "sign in first: these credentials are not known\n")
    }

    @Test func `stubs answer in turn`() async throws {
        let (text, count) = try await Examples.stub()
        #expect(text == "true Ada")
        #expect(count == 2)
    }

    @Test func `uploads and interceptors work as shown`() async throws {
        let folder = TemporaryFolder()
        let uploaded = try await Examples.upload(try await Demo.client(), folder.write("a.txt", Array("hello".utf8)))
        #expect(JSONWriter.compact(uploaded).contains("a.txt"))
        let paths = ["1.txt", "2.txt"].map { folder.write($0, [49]) }
        let several = try await Examples.uploads(try await Demo.client(), paths[0], [1, 2], paths)
        #expect(
            several["parts"]?.arrayValue?.map {
                "\($0["name"] ?? .null) \($0["filename"] ?? .null) \($0["type"] ?? .null)"
            } == [
                #""avatar" "ada.png" "image/png""#, #""contract" "1.txt" "text/plain""#,
                #""photos" "1.txt" "text/plain""#, #""photos" "2.txt" "text/plain""#,
                #""mixed" "1.txt" "text/plain""#, #""mixed" "b.png" "image/png""#,
            ], "\(several)")
        let response = try await Examples.watch(base)
        let text = String(decoding: response.body, as: UTF8.self).lowercased()
        #expect(text.contains("x-build"))
        #expect(text.contains("traceparent"))
    }

    @Test func `the ten lines sign in, keep the session and print a typed profile`() async throws {
        let program = try #require(ChildProcess([Self.product("profile-example"), try await base]))
        #expect(program.readLine() == "Ada Lovelace <ada@example.com>: user, editor, admin")
    }

    @Test func `completion handlers are called`() async throws {
        let seen = Mutex("")
        await Examples.completion(try await Demo.client()) { text in seen.withLock { $0 = text } }
        #expect(seen.withLock { $0 } == "http.unauthorized")
    }

    // MARK: - The page

    private static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    private static let catalogue = "Sources/BatonAPI/BatonAPI.docc"
    /// One idea each; `BatonAPI` is where they begin, and shows nothing.
    private static let articles = [
        "AccessTokens", "BuildAClient", "Caching", "Endpoints", "Environments", "Failures", "FromAlamofire",
        "FromMoya", "FromURLSession", "Interceptors", "Mapping", "Outcomes", "Progress", "Requests", "Sessions",
        "Streams", "Stubs",
    ]

    @Test(arguments: ["docs/swift.md"] + articles.map { "\(catalogue)/\($0).md" })
    func `every example of a page is code that was compiled here`(_ page: String) throws {
        let regions = try regions()
        let program = try text("docs/examples/profile/main.swift")
        let shown = Self.blocks(of: try text(page))
        #expect(!shown.isEmpty)
        for block in shown {
            #expect(regions.contains(block) || block == program, "\(page) shows what no test compiles:\n\(block)")
        }
    }

    @Test func `every example that was compiled here is on a page`() throws {
        let pages = try (["docs/swift.md"] + Self.articles.map { "\(Self.catalogue)/\($0).md" }).map { try text($0) }
        let shown = pages.flatMap(Self.blocks)
        for region in try regions() {
            #expect(shown.contains(region), "no page shows:\n\(region)")
        }
    }

    @Test func `the catalogue leads to each of its pages`() throws {
        let first = try text("\(Self.catalogue)/BatonAPI.md")
        let led = first.matches(of: /<doc:([A-Za-z]+)>/).map { String($0.1) }
        #expect(led.sorted() == Self.articles)
        let files = try Folder.names(in: "\(Self.root)/\(Self.catalogue)")
        #expect(files.sorted() == (Self.articles + ["BatonAPI"]).map { "\($0).md" }.sorted())
    }

    private func regions() throws -> [String] {
        try ["Examples", "TutorialExamples"].flatMap { name in
            Self.regions(of: try text("Tests/BatonAPITests/Documentation/\(name).swift"))
        }
    }

    /// Where the build put a program: beside the test program.
    private static func product(_ name: String) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        return program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + "/\(name)"
    }

    /// - Parameter path: in the repository.
    private func text(_ path: String) throws -> String {
        let file = try OpenFile("\(Self.root)/\(path)")
        return String(decoding: try file.bytes(limit: 1 << 20), as: UTF8.self)
    }

    /// Code blocks marked as Swift.
    private static func blocks(of page: String) -> [String] {
        var blocks: [String] = []
        var block: [Substring]?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```swift" {
                block = []
            } else if line == "```", let lines = block {
                blocks.append(lines.joined(separator: "\n") + "\n")
                block = nil
            } else {
                block?.append(line)
            }
        }
        return blocks
    }

    /// What stands between two marks, moved to the left edge.
    private static func regions(of source: String) -> [String] {
        var regions: [String] = []
        var region: [Substring]?
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.drop { $0 == " " }
            if words == "// docs: end", let lines = region {
                let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
                regions.append(lines.map { $0.dropFirst(indent) }.joined(separator: "\n") + "\n")
                region = nil
            } else if words.hasPrefix("// docs: ") {
                region = []
            } else {
                region?.append(line)
            }
        }
        return regions
    }
}

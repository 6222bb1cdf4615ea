import BatonAPI
import BatonSystem
import BatonTesting
import Glibc
import Synchronization
import Testing

/// docs/swift.md shows code that compiles, runs, and does what the page says.
@Suite struct ExampleTests {
    private var base: String { get async throws { try await Demo.baseURL() } }

    @Test func `a token leads to a typed account`() async throws {
        #expect(try await Examples.first(base).name == "Ada Lovelace")
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

    @Test func `a session is kept and shared`() async throws {
        let (one, other) = try await Examples.session(base)
        #expect([one.name, other.name] == ["Ada Lovelace", "Ada Lovelace"])
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
        let answer = try await Examples.upload(try await Demo.client(), folder.write("a.txt", Array("hello".utf8)))
        #expect(JSONWriter.compact(answer).contains("a.txt"))
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

    @Test func `every example of the page is code that was compiled here`() throws {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let page = try text("/\(root)/docs/swift.md")
        let regions = Self.regions(of: try text("/\(folder)/Examples.swift"))
        let program = try text("/\(root)/docs/examples/profile/main.swift")
        let shown = Self.blocks(of: page)
        #expect(shown.count >= 10)
        for block in shown {
            #expect(regions.contains(block) || block == program, "docs/swift.md shows what no test compiles:\n\(block)")
        }
        for region in regions { #expect(shown.contains(region), "docs/swift.md does not show:\n\(region)") }
    }

    /// Where the build put a program: beside the test program.
    private static func product(_ name: String) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        return program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + "/\(name)"
    }

    private func text(_ path: String) throws -> String {
        let file = try OpenFile(path)
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

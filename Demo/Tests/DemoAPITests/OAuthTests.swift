import DemoAPI
import Testing

struct OAuthTests {
    let application = DemoApplication()

    private func form(_ text: String) async -> DemoResponse {
        let request = DemoRequest(
            method: "POST", path: "/oauth/token",
            headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")], body: Array(text.utf8))
        return await application.respond(to: request)
    }

    private func get(_ path: String, token: String) async -> DemoResponse {
        let request = DemoRequest(
            method: "GET", path: path, headers: [HeaderField("Authorization", "Bearer \(token)")])
        return await application.respond(to: request)
    }

    @Test func `a client gets a token that says what it may do`() async throws {
        let issued = await form("grant_type=client_credentials&client_id=reader&client_secret=reader-7c1f&scope=read")
        let token = try #require(issued.string("access_token"))
        let client = await get("/oauth/client", token: token)
        #expect(client.string("client_id") == "reader")
        #expect(client.string("scope") == "read")
        #expect(await get("/oauth/client", token: "other").status == 401)
    }

    @Test func `a user's password and refresh token give tokens for the profile`() async throws {
        let client = "client_id=reader&client_secret=reader-7c1f"
        let first = await form("grant_type=password&username=ada&password=lovelace-1815&\(client)")
        #expect(await get("/me", token: first.string("access_token") ?? "").status == 200)
        let refresh = try #require(first.string("refresh_token"))
        let second = await form("grant_type=refresh_token&refresh_token=\(refresh)&\(client)")
        #expect(await get("/me", token: second.string("access_token") ?? "").status == 200)
        let again = await form("grant_type=refresh_token&refresh_token=\(refresh)&\(client)")
        #expect(again.status == 400)
        #expect(again.string("error") == "invalid_grant")
    }

    @Test func `a wrong secret is an invalid client`() async {
        let refused = await form("grant_type=client_credentials&client_id=reader&client_secret=guessed")
        #expect(refused.status == 401)
        #expect(refused.string("error") == "invalid_client")
    }
}

import Testing

@testable import BatonSecrets

@Suite struct CredentialTests {
    @Test(arguments: [
        "X-Api-Key", "x-auth-token", "api_key", "apikey", "apiKey", "access_token", "client_secret", "password",
        "DB_PASSWORD",
        "X-Session-Id", "sessionid", "X-Hub-Signature-256", "sig", "X-Auth", "refreshTokens", "otp",
    ])
    func `a name that ends with a word for credentials is one`(_ name: String) {
        #expect(Credential.isName(name))
    }

    @Test(arguments: [
        "page_token", "nextPageToken", "continuation-token", "token_type", "key", "sort_key", "X-Idempotency-Key",
        "key_type",
        "api_key_status", "tokenize", "passwordless", "password_policy", "monkey", "name", "id", "session_count", "",
    ])
    func `other names are none`(_ name: String) {
        #expect(!Credential.isName(name))
    }

    @Test(arguments: [
        ("literal-key-1", true), ("sesame-sesame-sesame", true), ("aBcDeFgH", true), ("test", false), ("Fetch", false),
        ("a1b2c3", true), ("letmein!", true), ("ab1", false), ("test-only", false), ("Password", false), ("", false),
    ])
    func `a short value or a plain word is not searched for`(_ value: String, _ isMasked: Bool) {
        #expect(Credential.isOne(value, named: "X-Api-Key") == isMasked)
    }
}

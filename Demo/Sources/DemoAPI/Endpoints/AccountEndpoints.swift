/// Registration, sign-in and the caller's own profile.
struct AccountEndpoints: Sendable {
    let accounts: AccountStore

    var routes: [Route] {
        [
            Route("POST", "/register", register),
            Route("POST", "/login", logIn),
            Route("POST", "/logout", logOut),
            Route("GET", "/me", readProfile),
        ]
    }

    private func register(_ request: DemoRequest) throws -> DemoResponse {
        var fields = try FieldReader(request)
        fields.require("username", "password")
        let username = fields.text("username", 3...40)
        let password = fields.text("password", 8...200)
        let name = fields.text("name", 1...200)
        let email = fields.text("email", 3...200)
        let age = fields.integer("age", 0...150)
        if let email, !email.dropFirst().dropLast().contains("@") {
            fields.refuse("email", "must be an address such as ada@example.com")
        }
        try fields.finish()
        guard let username, let password else { throw Refusal.badRequest(["username and password are required"]) }
        let created = accounts.register(
            username: username, password: password, name: name ?? username,
            email: email ?? "\(username)@example.com", age: age ?? 18)
        guard let created else { throw Refusal.conflict("the username \(username) is taken") }
        return try .json(created, status: 201, headers: [HeaderField("Location", "/users/\(created.id)")])
    }

    private func logIn(_ request: DemoRequest) throws -> DemoResponse {
        struct Content: Encodable {
            var token: String
            var tokenType = "Bearer"
            var expiresIn = 3600
            var user: Profile
        }
        var fields = try FieldReader(request)
        fields.require("username", "password")
        let username = fields.text("username", 0...200)
        let password = fields.text("password", 0...200)
        try fields.finish()
        guard let username, let password,
            let (user, session) = accounts.signIn(username: username, password: password)
        else { throw Refusal.unauthorized("wrong username or password") }
        return try .json(
            Content(token: session.token, user: user),
            headers: [
                HeaderField("access-token", session.token),
                HeaderField("client", session.client),
                HeaderField("uid", user.username),
                HeaderField("Cache-Control", "no-store"),
            ])
    }

    private func logOut(_ request: DemoRequest) throws -> DemoResponse {
        guard case .bearer(let token) = Credentials(request), accounts.profile(token: token) != nil else {
            throw Refusal.unauthorized("nobody is signed in")
        }
        accounts.signOut(token: token)
        return .noContent
    }

    private func readProfile(_ request: DemoRequest) throws -> DemoResponse {
        guard let credentials = Credentials(request) else { throw Refusal.unauthorized("sign in first") }
        let profile =
            switch credentials {
            case .bearer(let token):
                accounts.profile(token: token)
            case .basic(let username, let password):
                accounts.profile(username: username, password: password)
            case .session(let token, let client, let uid):
                accounts.profile(token: token, client: client, username: uid)
            }
        guard let profile else { throw Refusal.unauthorized("these credentials are not known") }
        return try .json(profile)
    }
}

/// The credentials of a request.
enum Credentials {
    case bearer(String)
    case basic(username: String, password: String)
    case session(token: String, client: String, uid: String)

    /// Nil for a request without credentials; an Authorization header takes precedence over session headers.
    init?(_ request: DemoRequest) {
        if let authorization = request.headers.first("Authorization") {
            let words = authorization.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else { return nil }
            switch words[0].lowercased() {
            case "bearer":
                self = .bearer(String(words[1]))
            case "basic":
                let halves = JSONCoding.decodeBase64(String(words[1]))?
                    .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard let halves, halves.count == 2 else { return nil }
                self = .basic(username: String(halves[0]), password: String(halves[1]))
            default:
                return nil
            }
        } else if let token = request.headers.first("access-token"),
            let client = request.headers.first("client"), let uid = request.headers.first("uid")
        {
            self = .session(token: token, client: client, uid: uid)
        } else {
            return nil
        }
    }
}

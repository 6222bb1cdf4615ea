import DemoAPI
import Testing

struct AccountTests {
    let application = DemoApplication()

    @Test func `signing in hands out a token and session headers`() async {
        let response = await application.send("POST", "/login", json: DemoApplication.ada)
        #expect(response.status == 200)
        #expect(response.string("token")?.isEmpty == false)
        #expect(response.headers.first("access-token") == response.string("token"))
        #expect(response.headers.first("client")?.isEmpty == false)
        #expect(response.headers.first("uid") == "ada")
    }

    @Test func `a form signs in as well as JSON does`() async {
        let request = DemoRequest(
            method: "POST", path: "/login",
            headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
            body: Array("username=ada&password=lovelace%2D1815".utf8))
        #expect(await application.respond(to: request).status == 200)
    }

    @Test func `a wrong password is a 401 with a challenge`() async {
        let response = await application.send(
            "POST", "/login", json: #"{"username":"ada","password":"byron"}"#)
        #expect(response.status == 401)
        #expect(response.headers.first("WWW-Authenticate")?.hasPrefix("Bearer") == true)
        #expect(response.text == #"{"error":"wrong username or password"}"#)
    }

    @Test func `the same seed gives the same tokens, another seed others`() async {
        let again = await DemoApplication().token()
        let other = await DemoApplication(seed: 2).token()
        #expect(await application.token() == again)
        #expect(again != other)
    }

    @Test func `the profile opens with a bearer token, basic credentials and session headers`() async {
        let login = await application.send("POST", "/login", json: DemoApplication.ada)
        let session = login.headers.filter { ["access-token", "client", "uid"].contains($0.name) }
            .map { ($0.name, $0.value) }
        let ways = [
            [("Authorization", "Bearer \(login.string("token") ?? "")")],
            [("Authorization", "Basic YWRhOmxvdmVsYWNlLTE4MTU=")],
            session,
        ]
        for headers in ways {
            let response = await application.send("GET", "/me", headers: headers)
            #expect(response.status == 200)
            #expect(response.string("name") == "Ada Lovelace")
            #expect(response.text.contains(#""age":36"#))
            #expect(response.text.contains(#""admin"]"#))
        }
    }

    @Test(arguments: [
        [], [("Authorization", "Bearer nobody")], [("Authorization", "Basic YWRhOndyb25n")],
        [("Authorization", "Digest x")], [("access-token", "a"), ("client", "b"), ("uid", "ada")],
    ])
    func `the profile is refused without a valid token`(headers: [(String, String)]) async {
        let response = await application.send("GET", "/me", headers: headers)
        #expect(response.status == 401)
        #expect(response.headers.first("WWW-Authenticate") != nil)
    }

    @Test func `a token ends with the sign-out`() async {
        let bearer = [("Authorization", "Bearer \(await application.token())")]
        #expect(await application.send("POST", "/logout", headers: bearer).status == 204)
        #expect(await application.send("GET", "/me", headers: bearer).status == 401)
        #expect(await application.send("POST", "/logout", headers: bearer).status == 401)
    }

    @Test func `whoever registers can sign in, and only once under a name`() async {
        let body = #"{"username":"mary","password":"somerville"}"#
        #expect(await application.send("POST", "/register", json: body).status == 201)
        #expect(await application.send("POST", "/login", json: body).status == 200)
        let second = await application.send("POST", "/register", json: body)
        #expect(second.status == 409)
        #expect(second.text == #"{"message":"the username mary is taken"}"#)
    }

    @Test func `a registration with several wrong fields names them all`() async {
        let response = await application.send(
            "POST", "/register", json: #"{"username":5,"email":"nowhere"}"#)
        #expect(response.status == 422)
        for field in ["password", "username", "email"] {
            #expect(response.text.contains(#""field":"\#(field)""#))
        }
    }

    @Test(arguments: ["", "{", "[]", "5", "null"])
    func `a registration that is no JSON object is refused`(body: String) async {
        let response = await application.send("POST", "/register", json: body)
        #expect(body.isEmpty ? response.status == 422 : response.status == 400)
        if !body.isEmpty { #expect(response.text == #"[{"message":"the body is not a JSON object"}]"#) }
    }
}

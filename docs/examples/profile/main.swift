import BatonAPI

struct User: Decodable { var name: String, email: String, roles: [String] }

let base = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8080"
let client = try APIClient(APIEnvironment(baseURL: base, sessionHeaders: ["access-token", "client", "uid"]))
try await client.send(.post("/login", ["username": "ada", "password": "lovelace-1815"]))
let user: User = try await client.send(.get("/me"))
print("\(user.name) <\(user.email)>: \(user.roles.joined(separator: ", "))")

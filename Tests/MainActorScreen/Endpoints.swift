// How a target with `.defaultIsolation(MainActor.self)` uses BatonAPI: everything here is written as an app writes it.
package import BatonAPI

/// A model of its own is read off the main actor, so it says `nonisolated`.
nonisolated package struct User: Decodable, Sendable, Equatable {
    package var name: String
}

/// An endpoint says nothing: a type that conforms to a `Sendable` protocol belongs to no actor.
package struct Profile: Endpoint {
    package typealias Output = User
    package var request: APIRequest { .get("/me") }

    package init() {}
}

/// What is nested in an endpoint belongs to no actor either.
package struct Settings: Endpoint {
    package struct Output: Decodable, Sendable { package var theme: String }
    package var request: APIRequest { .get("/settings") }

    package init() {}
}

/// A protocol that all endpoints of an API share, and its extension, say `nonisolated`.
nonisolated protocol ShopEndpoint: Endpoint {}

nonisolated extension ShopEndpoint {
    package var api: API { API(base: "/items", headers: ["X-App": "shop"]) }
}

package struct FindItem: ShopEndpoint {
    package typealias Output = Item
    var id: Int
    package var request: APIRequest { .get("/\(id)") }

    package init(_ id: Int) { self.id = id }
}

package struct Item: Mappable {
    package var name: String

    package init(mapper: Mapper) throws { name = try mapper("name") }
}

package struct LogIn: OutcomeEndpoint {
    package enum Output: Sendable, Equatable { case welcome(User), offline }
    package var request: APIRequest { .post("/login") }

    package init() {}

    package func outcome(of result: Result<Reply, Failure>) -> Output {
        do throws(Failure) { return .welcome(try result.get().decoded()) } catch { return .offline }
    }
}

package struct Stamp: Interceptor {
    package init() {}

    package func intercept(_ request: Request, in exchange: Exchange) async throws(Failure) -> Response {
        var request = request
        request.headers.set("X-Screen", "1")
        return try await exchange.send(request)
    }
}

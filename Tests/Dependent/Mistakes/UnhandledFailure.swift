// What can fail is tried.
import BatonAPI

func load(_ client: APIClient) async throws -> JSONValue {
    #if FIXED
        try await client.send(Call<JSONValue>(.get("/me")))
    #else
        // error: call can throw but is not marked with 'try'
        await client.send(Call<JSONValue>(.get("/me")))
    #endif
}

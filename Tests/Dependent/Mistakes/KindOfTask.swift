// A task keeps no type of errors.
import BatonAPI

func load(_ client: APIClient) async {
    let task = Task { try await client.send(Call<JSONValue>(.get("/me"))) }
    do {
        print(try await task.value)
    } catch {
        #if FIXED
            if let failure = error as? Failure { print(failure.kind) }
        #else
            // error: value of type 'any Error' has no member 'kind'
            print(error.kind)
        #endif
    }
}

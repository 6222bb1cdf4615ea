// Two types of errors meet in one `do`.
import BatonAPI

func load(_ client: APIClient) async {
    #if FIXED
        do {
            try await Task.sleep(for: .seconds(1))
            try await client.send(Call<Void>(.get("/me")))
        } catch let failure as Failure {
            print(failure.kind)
        } catch {
            print("cancelled")
        }
    #else
        do {
            try await Task.sleep(for: .seconds(1))
            try await client.send(Call<Void>(.get("/me")))
        } catch {
            // error: value of type 'any Error' has no member 'kind'
            print(error.kind)
        }
    #endif
}

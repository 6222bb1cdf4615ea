// A closure loses the type of its errors unless it is written out.
import BatonAPI

func prepare(_ ids: [Int], _ client: APIClient) {
    do {
        #if FIXED
            let requests = try ids.map { id throws(Failure) in
                try client.request(for: Call<Void>(.get("/items/\(id)")))
            }
        #else
            let requests = try ids.map { id in try client.request(for: Call<Void>(.get("/items/\(id)"))) }
        #endif
        print(requests.count)
    } catch {
        // error: value of type 'any Error' has no member 'kind'
        print(error.kind)
    }
}

package import BatonAPI

/// A screen of an app, on the main actor because the target says so.
package final class Screen {
    package private(set) var shown: [String] = []
    private let client: APIClient

    package init(_ client: APIClient) {
        self.client = client
    }

    package func load() async throws(Failure) {
        shown.append(try await client.send(Profile()).name)
        shown.append(try await client.send(Call<User>(.get("/me"))).name)
        shown.append(try await client.send(Settings()).theme)
        shown.append(try await client.send(FindItem(7)).name)
        if case .welcome(let user) = await client.send(LogIn()) { shown.append(user.name) }
        for try await user in client.values(of: Profile()) { shown.append(user.name) }
    }

    /// Comes back to the main actor from a completion.
    package func loadLater() async {
        await withCheckedContinuation { continuation in
            client.send(Profile()) { result in
                Task { @MainActor in
                    if case .success(let user) = result { self.shown.append(user.name) }
                    continuation.resume()
                }
            }
        }
    }
}

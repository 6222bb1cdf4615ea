public import BatonHTTP
import Synchronization

/// Responses in memory, up to a limit in bytes: the least used ones are removed first.
public final class MemoryCacheStore: CacheStore {
    fileprivate struct Entry {
        var stored: StoredResponse
        var cost: Int
        var uses = 0
        /// Value of a clock that grows with each use of any entry.
        var lastUse: Int
    }

    fileprivate struct State {
        var entries: [Name: Entry] = [:]
        var cost = 0
        var clock = 0
        /// Counts the reports that a file was removed or replaced.
        var fileChanges = 0
    }

    /// The key itself, or the file name of a response that was read from disk without its key.
    fileprivate enum Name: Hashable {
        case key(CacheKey)
        case file(String)
    }

    /// The most bytes that all responses and their keys may take.
    public let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: in bytes; 1 MB by default.
    public init(limit: Int = 1_000_000) {
        self.limit = max(0, limit)
    }

    /// How many responses there are.
    public var count: Int { state.withLock(\.entries.count) }
    /// Estimated size of all responses and their keys, in bytes.
    public var cost: Int { state.withLock(\.cost) }

    /// Returns the response, and counts it as used once more.
    public nonisolated(nonsending) func response(for key: CacheKey) async -> StoredResponse? { find(key) }

    /// Stores a response, and removes others when there is no room for it.
    public nonisolated(nonsending) func store(
        _ stored: StoredResponse, for key: CacheKey
    ) async throws(CacheStoreError) {
        keep(stored, for: key)
    }

    /// Forgets one response.
    public nonisolated(nonsending) func remove(_ key: CacheKey) async { forget(key) }

    /// Forgets all responses of a URL.
    public nonisolated(nonsending) func removeResponses(of url: URLText) async { forgetResponses(of: url) }

    /// Forgets everything.
    public nonisolated(nonsending) func removeAll() async {
        state.withLock { $0 = State(fileChanges: $0.fileChanges + 1) }
    }

    // MARK: - Synchronous access

    func find(_ key: CacheKey) -> StoredResponse? { state.withLock { $0.use(.key(key)) } }

    /// Returns false for a response that is larger than the limit: it is not kept, and the one before is gone.
    @discardableResult
    func keep(_ stored: StoredResponse, for key: CacheKey) -> Bool {
        let cost = stored.cost + key.bytes.count
        state.withLock { $0.put(stored, .key(key), cost: cost, limit: limit) }
        return cost <= limit
    }

    /// Why a response is not kept here.
    func refusal(of stored: StoredResponse) -> String {
        "a response of \(stored.response.body.count) bytes is more than the \(limit) bytes of the memory"
    }

    func forget(_ key: CacheKey) { state.withLock { $0.drop(.key(key)) } }

    func forgetResponses(of url: URLText) {
        state.withLock { state in
            guard !state.entries.isEmpty else { return }
            for (name, entry) in state.entries {
                let own: URLText = if case .key(let key) = name { key.url } else { entry.stored.requestURL }
                if own.text == url.text { state.drop(name) }
            }
        }
    }

    // MARK: - Responses on disk

    func find(file name: String) -> StoredResponse? { state.withLock { $0.use(.file(name)) } }

    /// The counter to read before a file is read, for `fill`.
    var fileChanges: Int { state.withLock(\.fileChanges) }

    /// Returns false when there is no room without removing others, or when files have changed since: the content that
    /// was read may be outdated.
    func fill(_ stored: StoredResponse, file name: String, unlessChangedSince changes: Int) -> Bool {
        state.withLock { state in
            guard state.fileChanges == changes else { return false }
            let cost = stored.cost + name.utf8.count
            guard state.cost + cost <= limit else { return false }
            state.put(stored, .file(name), cost: cost, limit: limit)
            return true
        }
    }

    func forget(file name: String) {
        state.withLock { state in
            state.fileChanges += 1
            state.drop(.file(name))
        }
    }
}

extension MemoryCacheStore.State {
    mutating func use(_ name: MemoryCacheStore.Name) -> StoredResponse? {
        guard let index = entries.index(forKey: name) else { return nil }
        clock += 1
        entries.values[index].uses += 1
        entries.values[index].lastUse = clock
        return entries.values[index].stored
    }

    mutating func put(_ stored: StoredResponse, _ name: MemoryCacheStore.Name, cost: Int, limit: Int) {
        drop(name)
        guard cost <= limit else { return }
        makeRoom(for: cost, limit: limit)
        clock += 1
        entries[name] = MemoryCacheStore.Entry(stored: stored, cost: cost, lastUse: clock)
        self.cost += cost
    }

    mutating func drop(_ name: MemoryCacheStore.Name) {
        if let old = entries.removeValue(forKey: name) { cost -= old.cost }
    }

    /// Frees a tenth of the limit more than is needed, so that a full cache does not sort all entries for each new one.
    private mutating func makeRoom(for needed: Int, limit: Int) {
        guard cost + needed > limit else { return }
        let target = max(0, limit - limit / 10 - needed)
        let order = entries.sorted { ($0.value.uses, $0.value.lastUse) < ($1.value.uses, $1.value.lastUse) }
        for (name, _) in order {
            if cost <= target { return }
            drop(name)
        }
    }
}

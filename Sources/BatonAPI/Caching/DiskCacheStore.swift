import BatonFiles
public import BatonHTTP
import BatonSecrets
import BatonValues
import Synchronization

/// Responses in `.apicache` files of one folder, which any number of programs may use at once.
///
/// A file holds the response, and of the request only its method and URL; a keyed digest of the whole request is in the
/// file's name. Programs always read whole files: a file replaces its predecessor atomically, and one that is cut or
/// changed is a miss and is removed. Beyond the size limit, the least recently used files are removed.
public final class DiskCacheStore: CacheStore {
    private struct State {
        /// Total size of all files in bytes, as far as this store knows.
        var size: Int
        /// Names of files that could not be read when the store was opened, until each is asked for.
        var damaged: Set<String> = []
    }

    /// The name of the file with the key of all digests.
    static let keyName = "key"

    /// Upper limit for the total size of all files, in bytes.
    public let limit: Int
    private let folder: PrivateFolder
    private let form: CacheFile
    private let memory: MemoryCacheStore?
    private let state: Mutex<State>
    /// The most bytes of one response: a quarter of the limit. A larger one is not kept, and `store` says so.
    public var largest: Int { limit / 4 }

    /// Opens a folder, creates it when it is missing, and fills the memory up to its limit with the most recently used
    /// responses.
    ///
    /// - Parameters:
    ///   - path: the folder; its mode becomes 0700.
    ///   - limit: in bytes; 100 MB by default.
    ///   - memory: keeps the responses that are read; nil: none are kept.
    public init(
        folder path: String, limit: Int = 100_000_000, memory: MemoryCacheStore? = nil
    ) throws(CacheStoreError) {
        do throws(FileError) {
            folder = try PrivateFolder(making: path)
            form = CacheFile(key: try Self.key(in: folder))
        } catch {
            throw CacheStoreError(error.message)
        }
        self.limit = limit
        self.memory = memory
        state = Mutex(State(size: 0))
        folder.removeLeftovers()
        let files = folder.files(where: CacheFile.isName).sorted { $0.modified > $1.modified }
        state.withLock { $0.size = files.reduce(0) { $0 + $1.size } }
        trim(files)
        fill(from: files)
    }

    /// The folder's 32 random bytes, created by the first program that opens it; programs that open it at the same time
    /// share them.
    static func key(in folder: PrivateFolder) throws(FileError) -> [UInt8] {
        if let key = folder.read(keyName, limit: 1024) {
            if key.count == 32 { return key }
            // The key file was cut. Files that were written under its key cannot be read any more.
            folder.remove(keyName)
        }
        try folder.writeNew(keyName, Identifiers.randomBytes(32))
        guard let key = folder.read(keyName, limit: 1024), key.count == 32 else {
            throw FileError(.failed, path: folder.path, message: "the key in `\(folder.path)` cannot be read")
        }
        return key
    }

    private func fill(from files: [PrivateFolder.File]) {
        guard let memory else { return }
        let changes = memory.fileChanges
        for file in files where file.size <= memory.limit {
            let stored: StoredResponse?
            do throws(CacheStoreError) {
                stored = try read(file.name)
            } catch {
                _ = state.withLock { $0.damaged.insert(file.name) }
                continue
            }
            guard let stored else { continue }
            if !memory.fill(stored, file: file.name, unlessChangedSince: changes) { return }
        }
    }

    private func trim(_ files: [PrivateFolder.File]) {
        var size = state.withLock(\.size)
        guard size > limit else { return }
        for file in files.reversed() {
            if size <= limit - limit / 10 { break }
            folder.remove(file.name)
            size -= file.size
        }
        state.withLock { $0.size = size }
    }

    private func read(_ name: String) throws(CacheStoreError) -> StoredResponse? {
        guard let bytes = folder.read(name, limit: max(largest, 1 << 20) + 1) else { return nil }
        if let stored = form.response(in: bytes, name: name) { return stored }
        folder.remove(name)
        throw Self.damage
    }

    private static var damage: CacheStoreError { CacheStoreError("its file was cut or changed, and is removed") }

    /// Returns the response. Throws for a file that was cut or changed.
    public nonisolated(nonsending) func response(for key: CacheKey) async throws(CacheStoreError) -> StoredResponse? {
        let name = form.name(of: key)
        if let stored = memory?.find(file: name) {
            folder.touch(name)
            return stored
        }
        if state.withLock({ $0.damaged.remove(name) }) != nil { throw Self.damage }
        return try await Self.read(name, in: self)
    }

    /// Reads concurrently, because a file may take long: the thread of the requests is not held up.
    @concurrent private static func read(
        _ name: String, in store: DiskCacheStore
    ) async throws(CacheStoreError) -> StoredResponse? {
        let changes = store.memory?.fileChanges ?? 0
        guard let stored = try store.read(name) else { return nil }
        store.folder.touch(name)
        _ = store.memory?.fill(stored, file: name, unlessChangedSince: changes)
        return stored
    }

    /// Marks the response's file as just used, if there is one.
    public nonisolated(nonsending) func use(_ key: CacheKey) async { folder.touch(form.name(of: key)) }

    /// Stores a response, and removes others when the folder is full. Throws when the response cannot be written, and
    /// when it takes more than a quarter of the limit.
    public nonisolated(nonsending) func store(
        _ stored: StoredResponse, for key: CacheKey
    ) async throws(CacheStoreError) {
        try await Self.write(stored, form.name(of: key), in: self)
    }

    @concurrent private static func write(
        _ stored: StoredResponse, _ name: String, in store: DiskCacheStore
    ) async throws(CacheStoreError) {
        // After the file has changed: a reader of the previous file must not put its content into memory.
        defer { store.memory?.forget(file: name) }
        _ = store.state.withLock { $0.damaged.remove(name) }
        guard stored.response.body.count <= store.largest, let bytes = store.form.bytes(of: stored, name: name),
            bytes.count <= store.largest
        else {
            store.folder.remove(name)
            var error = CacheStoreError(
                "a response of \(stored.response.body.count) bytes is more than a quarter of the \(store.limit) bytes for all"
            )
            error.isTooLarge = true
            throw error
        }
        do {
            try store.folder.write(name, bytes)
        } catch {
            throw CacheStoreError(error.message)
        }
        let size = store.state.withLock { state in
            state.size += bytes.count
            return state.size
        }
        guard size > store.limit else { return }
        let files = store.folder.files(where: CacheFile.isName).sorted { $0.modified > $1.modified }
        store.state.withLock { $0.size = files.reduce(0) { $0 + $1.size } }
        store.trim(files)
    }

    /// Forgets one response.
    public nonisolated(nonsending) func remove(_ key: CacheKey) async {
        let name = form.name(of: key)
        _ = state.withLock { $0.damaged.remove(name) }
        folder.remove(name)
        memory?.forget(file: name)
    }

    /// Forgets all responses of a URL.
    public nonisolated(nonsending) func removeResponses(of url: URLText) async {
        let prefix = form.prefix(of: url)
        await Self.removeAll(in: self) { $0.hasPrefix(prefix) }
    }

    /// Forgets everything.
    public nonisolated(nonsending) func removeAll() async {
        await Self.removeAll(in: self) { _ in true }
    }

    @concurrent private static func removeAll(
        in store: DiskCacheStore, where isUnwanted: @Sendable (String) -> Bool
    ) async {
        for file in store.folder.files(where: { CacheFile.isName($0) && isUnwanted($0) }) {
            store.folder.remove(file.name)
            store.memory?.forget(file: file.name)
            store.state.withLock { $0.size = max(0, $0.size - file.size) }
        }
    }
}

/// What is never stored on disk: responses to requests with a secret in URL or body, and unless the session names an owner,
/// those to requests with a credential or a session, and responses that hold one.
package enum DiskSecrecy {
    /// Why a response is kept in memory only; nil for one that may be stored on disk.
    ///
    /// - Parameter session: what the session held before the request was sent.
    static func reason(_ request: Request, _ session: Session?, _ response: Response) -> String? {
        if request.session?.owner != nil {
            let isSecret =
                request.isBodySecret || !request.credentials.isEmpty || request.url.userInfo != nil
                || !SecretFields.values(of: request, .documented).isEmpty
            return isSecret ? "it is kept in memory only: the URL or the body of its request holds a secret" : nil
        }
        let isPrivate =
            request.holdsSecret || request.isBodySecret || isPersonal(request, session)
            || isPersonal(response, sessionHeaders: request.session?.value.keptNames ?? [])
        return isPrivate
            ? "it is kept in memory only: it belongs to credentials, and the session names no `owner`" : nil
    }

    /// Whether the request says who sends it.
    package static func isPersonal(_ request: Request, _ session: Session?) -> Bool {
        let options = request.options
        let tls = options.connection.values.tls
        // Redirects may send the session's cookies and headers to other URLs.
        return options.authentication != nil || options.netrc || tls.certificate != nil || tls.keyPassword != nil
            || session?.isEmpty == false || request.url.userInfo != nil
            || request.headers.contains { SecretNames.isSecretHeader($0.name) }
    }

    /// Whether the headers of the response are for one receiver, such as a cookie or a header that the session keeps.
    package static func isPersonal(_ response: Response, sessionHeaders: [String]) -> Bool {
        let kept = sessionHeaders.map { $0.lowercased() }
        return response.headers.contains { SecretNames.isSecretHeader($0.name) || kept.contains($0.name.lowercased()) }
    }
}

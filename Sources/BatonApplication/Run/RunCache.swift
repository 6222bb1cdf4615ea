import BatonAPI
import BatonFiles
import BatonHTTP
import BatonLoading
import BatonRunner
import BatonSecrets
import BatonWorkflow

/// The cache that all workflows of a run share.
struct RunCache: Sendable {
    /// The folder of responses that are kept between runs, inside the project or working folder.
    static func folder(in root: String) -> String { RealPath.join(root, ".baton/cache") }

    /// Takes responses from the cache and sends all other requests; without a cache it sends all requests.
    let dispatcher: any Dispatcher
    /// Why responses are not kept on disk, although a workflow asks for it.
    let warning: MaskedText?

    /// Opens the cache on disk only where a workflow uses it.
    init(_ prepared: PreparedRun, _ next: any Dispatcher) {
        guard prepared.plan.usesCache else {
            dispatcher = next
            warning = nil
            return
        }
        let limits = prepared.workspace.project?.cacheLimits
        let memory = limits?.memory.map { MemoryCacheStore(limit: $0) } ?? MemoryCacheStore()
        var disk: DiskCacheStore?
        var warning: MaskedText?
        if prepared.wantsDiskCache {
            do throws(CacheStoreError) {
                disk = try Self.open(in: prepared.workspace.root, limit: limits?.disk, memory)
            } catch {
                warning = CacheWarning.text(error.message, masked: prepared.settings.secrets.masked)
            }
        }
        dispatcher = CachingDispatcher(next, memory: memory, disk: disk)
        self.warning = warning
    }

    private static func open(
        in root: String, limit: Int?, _ memory: MemoryCacheStore
    ) throws(CacheStoreError) -> DiskCacheStore {
        let path = folder(in: root)
        guard RealPath.leads(path, into: root) else { throw CacheStoreError("`\(path)` leads out of the project") }
        do throws(FileError) {
            // `.baton` also holds the history; creating the folder here excludes it from the repository too.
            _ = try PrivateFolder(making: RealPath.join(root, ".baton"))
        } catch {
            throw CacheStoreError(error.message)
        }
        guard let limit else { return try DiskCacheStore(folder: path, memory: memory) }
        return try DiskCacheStore(folder: path, limit: limit, memory: memory)
    }
}

extension PreparedRun {
    /// Whether a request uses responses of earlier runs.
    fileprivate var wantsDiskCache: Bool {
        guard !settings.options.isDryRun, !settings.options.isStub else { return false }
        return plan.workflows.contains(where: \.usesDiskCache)
    }
}

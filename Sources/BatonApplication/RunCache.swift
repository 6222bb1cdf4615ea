import BatonAPI
import BatonFiles
import BatonHTTP
import BatonRunner
import BatonSecrets
import BatonWorkflow

/// The cache that all workflows of a run share.
struct RunCache: Sendable {
    /// Where responses lie that outlive a run, in the folder that a command is about.
    static func folder(in root: String) -> String { RealPath.join(root, ".baton/cache") }

    /// Responses from the cache, and sends what that cannot answer; in a run that uses none, what sends everything.
    let dispatcher: any Dispatcher
    /// Why responses are not kept on disk, although a workflow wants it.
    let warning: MaskedText?

    /// Opens what lies on disk only where a workflow asks for it.
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
            // `.baton` is the history's folder too: whoever makes it keeps it out of the repository.
            _ = try PrivateFolder(making: RealPath.join(root, ".baton"))
        } catch {
            throw CacheStoreError(error.message)
        }
        guard let limit else { return try DiskCacheStore(folder: path, memory: memory) }
        return try DiskCacheStore(folder: path, limit: limit, memory: memory)
    }
}

extension PreparedRun {
    /// Whether a request will look for responses of earlier runs.
    fileprivate var wantsDiskCache: Bool {
        guard !settings.options.isDryRun, !settings.options.isStub else { return false }
        return plan.workflows.contains(where: \.usesDiskCache)
    }
}

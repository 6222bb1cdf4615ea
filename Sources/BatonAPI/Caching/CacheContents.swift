import BatonFiles

/// The responses in the folder of a `DiskCacheStore`, to list or to remove them.
package struct CacheContents: Sendable {
    /// One stored response.
    package struct Item: Sendable {
        package let method: String
        package let url: String
        package let status: Int
        /// Size of the file in bytes.
        package let size: Int
        /// When the server last sent or confirmed the response; microseconds since 1970.
        package let received: Int64
    }

    private let folder: PrivateFolder

    /// Nil when the folder does not exist.
    package init?(folder path: String) throws(CacheStoreError) {
        guard Folder.isFolder(path) else { return nil }
        do {
            folder = try PrivateFolder(path)
        } catch {
            throw CacheStoreError(error.message)
        }
    }

    /// The readable responses, the newest first; reading changes nothing.
    package func items() -> [Item] {
        guard let key = folder.read(DiskCacheStore.keyName, limit: 1024) else { return [] }
        let form = CacheFile(key: key)
        return folder.files(where: CacheFile.isName).compactMap { file in
            folder.read(file.name, limit: 64_000_000).flatMap { form.response(in: $0, name: file.name) }.map { stored in
                Item(
                    method: stored.method.rawValue, url: stored.requestURL.text, status: stored.response.status,
                    size: file.size, received: stored.received)
            }
        }.sorted { ($1.received, $0.url) < ($0.received, $1.url) }
    }

    /// Removes all responses, also those that cannot be read; returns their number and their size in bytes.
    package func clear() -> (count: Int, size: Int) {
        let files = folder.files(where: CacheFile.isName)
        for file in files { folder.remove(file.name) }
        folder.removeLeftovers()
        return (files.count, files.reduce(0) { $0 + $1.size })
    }
}

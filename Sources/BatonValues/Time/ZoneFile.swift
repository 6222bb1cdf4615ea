import BatonSystem

/// Reads a small file whole.
enum ZoneFile {
    private static let limit = 1 << 20

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Nil when there is no such regular file, or when it is larger than any zone's.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 8192)
        while bytes.count <= limit {
            let count = fread(&chunk, 1, chunk.count, file)
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        return nil
    }
}

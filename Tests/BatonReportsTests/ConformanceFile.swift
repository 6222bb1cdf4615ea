#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Files of other projects that tests measure ours by; they lie beside the repository, and may be missing.
enum ConformanceFile {
    /// The bytes of a file under `../shared/conformance`; nil, and a line that says so, where it is missing.
    static func read(_ name: String, from source: String = #filePath) -> [UInt8]? {
        var folders: [String] = []
        if let folder = getenv("BATON_CONFORMANCE") { folders.append(String(cString: folder)) }
        let root = source.split(separator: "/").dropLast(3).joined(separator: "/")
        folders.append("/\(root)/../shared/conformance")
        for folder in folders {
            if let bytes = content(of: "\(folder)/\(name)") { return bytes }
        }
        print("skipped: \(name) is not beside the repository")
        return nil
    }

    static func content(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}

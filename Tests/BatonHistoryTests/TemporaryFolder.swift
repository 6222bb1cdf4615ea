#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder of its own for each test, removed with it.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/baton-history-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, mkdtemp(base) != nil else { return "/tmp/baton-history-failed" }
            return String(cString: base)
        }
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        chmod(path, 0o700)
        for name in names(in: path) where unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
        rmdir(path)
    }

    static func names(in path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func mode(of path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    static func write(_ text: String, to path: String) {
        guard let file = fopen(path, "w") else { return }
        fputs(text, file)
        fclose(file)
    }
}

extension TemporaryFolder {
    static func append(_ text: String, to path: String) -> Bool {
        guard let file = fopen(path, "a") else { return false }
        defer { fclose(file) }
        return fputs(text, file) >= 0
    }
}

extension TemporaryFolder {
    /// Overwrites the middle of a file with zeros.
    static func damage(_ path: String) {
        guard let file = fopen(path, "r+") else { return }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let size = ftell(file)
        fseek(file, size / 4, SEEK_SET)
        for _ in 0..<size / 2 { fputc(0, file) }
    }
}

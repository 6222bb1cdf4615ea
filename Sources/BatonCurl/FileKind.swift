#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

enum FileKind {
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

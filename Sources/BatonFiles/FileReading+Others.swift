#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension FileReading {
    /// Whether the mode of a regular file lets its group or everyone read it; false where there is none.
    package static func isReadableByOthers(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, isKind(S_IFREG, status.st_mode) else { return false }
        return status.st_mode & (S_IRGRP | S_IROTH) != 0
    }
}

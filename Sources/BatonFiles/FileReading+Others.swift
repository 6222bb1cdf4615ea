import BatonSystem

extension FileReading {
    /// Whether a regular file is readable by its group or by all users; false if there is no regular file.
    package static func isReadableByOthers(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, isKind(S_IFREG, status.st_mode) else { return false }
        return status.st_mode & (S_IRGRP | S_IROTH) != 0
    }
}

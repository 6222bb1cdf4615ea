import BatonFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension OpenFile {
    /// An empty file that says it has that path and 100 bytes.
    static func sample(_ path: String) -> OpenFile {
        OpenFile(owning: open("/dev/null", O_RDONLY | O_CLOEXEC), path: path, size: 100)
    }
}

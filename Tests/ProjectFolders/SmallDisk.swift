import Glibc
package import Testing

/// A file system of 256 kB in memory, unmounted when the last reference goes.
package final class SmallDisk: Sendable {
    private let folder: String

    /// False where nothing may be mounted.
    package static let isPossible: Bool = {
        guard let folder = try? Folder() else { return false }
        return withExtendedLifetime(folder) { (try? SmallDisk(at: folder.path)) != nil }
    }()
    package static let obstacle: Comment = "no file system can be mounted here"

    /// Throws where nothing may be mounted.
    package init(at folder: String) throws {
        self.folder = folder
        guard mount("tmpfs", folder, "tmpfs", 0, "size=256k,mode=700") == 0 else { throw FolderError(errno) }
    }

    deinit {
        umount2(folder, Int32(MNT_DETACH))
    }

    /// Fills it but for so many bytes.
    package func fill(leaving bytes: Int) throws {
        guard let file = fopen("\(folder)/fill", "w") else { throw FolderError(errno) }
        setvbuf(file, nil, _IONBF, 0)
        let block = [UInt8](repeating: 1, count: 4096)
        while fwrite(block, 1, block.count, file) == block.count {}
        let size = ftell(file)
        fclose(file)
        if bytes > 0 { truncate("\(folder)/fill", size - bytes) }
    }

    package func makeReadOnly() throws {
        guard mount("tmpfs", folder, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else { throw FolderError(errno) }
    }

    package func makeRoom() { unlink("\(folder)/fill") }
}

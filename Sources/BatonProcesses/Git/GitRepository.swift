import BatonFiles
import BatonSystem

/// The location of a folder's repository.
package struct GitRepository: Equatable {
    /// The folder that contains `.git`: the root of the working tree.
    let top: String
    /// The folder with `HEAD` and the index; each worktree has its own.
    let folder: String
    /// The folder with the branches, shared by all worktrees.
    let common: String

    /// The repository of the nearest folder with `.git`, from `start` upwards, or the one that the environment names;
    /// nil if there is none.
    ///
    /// A folder that looks like a bare repository is not used, because it may be part of the contents of another one.
    package init?(around start: String, _ environment: EnvironmentVariables) {
        guard let start = try? RealPath.of(start) else { return nil }
        var top = start
        while access(RealPath.join(top, ".git"), F_OK) != 0, top != "/" { top = RealPath.folder(of: top) }
        let marker = RealPath.join(top, ".git")
        if let named = environment["GIT_DIR"] {
            if access(marker, F_OK) != 0 { top = start }
            folder = RealPath.join(top, named)
        } else if Folder.isFolder(marker) {
            folder = marker
        } else if let line = GitHead.line(of: marker), line.hasPrefix("gitdir:") {
            // In a worktree and in a submodule, `.git` is a file that names the folder.
            folder = RealPath.join(top, String(line.dropFirst("gitdir:".count).drop { $0 == " " }))
        } else {
            return nil
        }
        self.top = top
        let shared = environment["GIT_COMMON_DIR"] ?? GitHead.line(of: RealPath.join(folder, "commondir"))
        common = shared.map { [folder] in RealPath.join(folder, $0) } ?? folder
    }

    /// The most bytes of an index that is read.
    private static let largestIndex = 256 << 20

    /// Whether the index holds a file, by its absolute path.
    ///
    /// An index of version 4, which only the user of a working tree can ask for, shortens paths and is not read.
    package func tracks(_ path: String) -> Bool {
        guard let real = try? RealPath.of(path), real.hasPrefix(top == "/" ? top : top + "/"),
            let index = try? FileReading.bytes(of: RealPath.join(folder, "index"), limit: Self.largestIndex)
        else { return false }
        let name = Array(real.utf8.dropFirst(top == "/" ? 1 : top.utf8.count + 1))
        return index.ranges(of: name + [0]).contains { place in
            Self.beginsName(of: name.count, at: place.lowerBound, in: index)
        }
    }

    /// Whether a name of that length begins here: behind the flags with its length, and those of version 3
    /// (gitformat-index).
    private static func beginsName(of length: Int, at place: Int, in index: [UInt8]) -> Bool {
        [2, 4].contains { distance in
            guard place >= distance else { return false }
            let flags = Int(index[place - distance]) << 8 | Int(index[place - distance + 1])
            return flags & 0xFFF == min(length, 0xFFF) && (distance == 4) == (flags & 0x4000 != 0)
        }
    }
}

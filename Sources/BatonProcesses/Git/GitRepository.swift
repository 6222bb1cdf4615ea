import BatonFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where the repository of a folder is.
struct GitRepository: Equatable {
    /// The folder that holds `.git`: the root of the working tree.
    let top: String
    /// Where `HEAD` and the index are; one of its own for each worktree.
    let folder: String
    /// Where the branches are.
    let common: String

    /// The one of the nearest folder with `.git`, from `folder` upwards, or the one that the environment names; nil
    /// where there is none.
    ///
    /// A folder that looks like a repository itself is none: it may have come as a part of another one.
    init?(around start: String, _ environment: EnvironmentVariables) {
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
            // In a worktree and in a submodule it is a file that says where.
            folder = RealPath.join(top, String(line.dropFirst("gitdir:".count).drop { $0 == " " }))
        } else {
            return nil
        }
        self.top = top
        let shared = environment["GIT_COMMON_DIR"] ?? GitHead.line(of: RealPath.join(folder, "commondir"))
        common = shared.map { [folder] in RealPath.join(folder, $0) } ?? folder
    }
}

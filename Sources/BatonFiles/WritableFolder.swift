import BatonSystem

/// Whether files can be made in a folder, found without making any.
package enum WritableFolder {
    /// Why no file can be made in the folder; nil if it can, also in a folder that is still to be made.
    package static func obstacle(_ path: String) -> String? {
        var place = path
        while access(place, F_OK) != 0, RealPath.folder(of: place) != place { place = RealPath.folder(of: place) }
        guard Folder.isFolder(place) else { return "\(place) is not a folder" }
        guard access(place, W_OK | X_OK) == 0 else { return "\(place): \(String(cString: strerror(errno)))" }
        return nil
    }
}

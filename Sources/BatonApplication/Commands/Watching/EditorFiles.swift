import BatonFiles

/// The temporary files of editors.
enum EditorFiles {
    /// Whether a file of this name is one that an editor writes beside the file that is edited: Vim (`4913`, `.a.swp`),
    /// Emacs (`#a#`, `.#a`), JetBrains (`a___jb_tmp___`), Kate, GNOME, `sed -i` (`sedf0Sp1a`), and backups that end in `~`.
    static func areTemporary(_ path: String) -> Bool {
        let name = RealPath.name(of: path)
        if name.hasSuffix("~") || name.hasSuffix("___jb_tmp___") || name.hasSuffix("___jb_old___") { return true }
        if name.hasPrefix(".#") || name.hasPrefix(".goutputstream-") || name.hasSuffix(".kate-swp") { return true }
        if name.hasPrefix("#"), name.hasSuffix("#"), name.utf8.count > 2 { return true }
        // Vim takes the next free one of `.swp`, `.swo`, … `.saa`.
        if name.hasPrefix("."), let dot = name.lastIndex(of: "."), dot > name.startIndex {
            let ending = name[dot...].utf8.dropFirst()
            if ending.count == 3, ending.first == UInt8(ascii: "s"),
                ending.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
            {
                return true
            }
        }
        return isProbe(name) || name.wholeMatch(of: /sed[A-Za-z0-9]{6}/) != nil
    }

    /// Vim tries whether it may write into a folder with a file named 4913; where that exists, it adds 123.
    private static func isProbe(_ name: String) -> Bool {
        guard let number = Int(name), number >= 4913, number < 10_000 else { return false }
        return (number - 4913) % 123 == 0
    }
}

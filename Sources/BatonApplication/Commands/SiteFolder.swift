import BatonFiles

/// The folder of a site. Files of others in it are neither replaced nor removed.
///
/// Each page appears whole or not at all, the index last: a writing that fails leaves the earlier site readable. The
/// file `.baton-site` lists the pages, so that those of runs and cases that are gone can be removed.
struct SiteFolder {
    private static let mark = ".baton-site"
    private static let title = "baton history site"
    private static let folders = ["case", "run"]

    /// Without links, so that pages can be held against it.
    private let path: String
    /// The pages of the site that is there.
    private let earlier: [String]
    private let isForeign: Bool
    private var written: [String] = []

    /// The reasons for not writing into a folder.
    enum WriteError: Error {
        /// It holds files, and no site.
        case foreign
        /// A link stands in the place of a folder or page; its name.
        case link(String)
        case failed(FileError)
    }

    init(_ path: String) throws(WriteError) {
        do throws(FileError) {
            let names = Folder.isFolder(path) ? try Folder.names(in: path) : []
            isForeign = !names.isEmpty && !names.contains(Self.mark)
            earlier = names.contains(Self.mark) ? Self.pages(in: try FileReading.bytes(of: "\(path)/\(Self.mark)")) : []
            if !isForeign { for folder in Self.folders { try Folder.create("\(path)/\(folder)") } }
            self.path = isForeign ? path : try RealPath.of(path)
        } catch {
            throw .failed(error)
        }
        if isForeign { throw .foreign }
    }

    /// Only names that this program gives: the list may be anyone's.
    private static func pages(in list: [UInt8]) -> [String] {
        let lines = String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.first == title else { return [] }
        return lines.dropFirst().filter { line in
            folders.contains { line.hasPrefix("\($0)/") } && line.hasSuffix(".html")
                && line.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")].contains(byte)
                } && line.count { $0 == "/" } == 1 && !line.contains("..")
        }
    }

    mutating func write(_ page: String, _ bytes: [UInt8]) throws(WriteError) {
        let place = "\(path)/\(page)"
        guard RealPath.leads(place, into: path) else { throw .link(page) }
        do throws(FileError) {
            if written.isEmpty { try mark(earlier) }
            // Without flushing: a site can be written again.
            try AtomicFile.write(place, mode: 0o644, bytes, isFlushed: false)
        } catch {
            throw .failed(error)
        }
        written.append(page)
    }

    /// Removes what this writing has added, because it cannot be finished.
    func abandon() {
        for page in written where !earlier.contains(page) { AtomicFile.remove("\(path)/\(page)") }
        guard earlier.isEmpty else { return }
        AtomicFile.remove("\(path)/\(Self.mark)")
        for folder in Self.folders { Folder.removeEmpty("\(path)/\(folder)") }
    }

    /// Removes the pages of the earlier site that this one does not have.
    func finish() throws(WriteError) {
        do throws(FileError) { try mark(written) } catch { throw .failed(error) }
        for page in Set(earlier).subtracting(written) { AtomicFile.remove("\(path)/\(page)") }
    }

    private func mark(_ pages: [String]) throws(FileError) {
        let text = ([Self.title] + pages).joined(separator: "\n") + "\n"
        try AtomicFile.write("\(path)/\(Self.mark)", mode: 0o644, Array(text.utf8), isFlushed: false)
    }
}

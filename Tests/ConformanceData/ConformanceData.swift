#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The public conformance data, which lies beside the repository where it is available at all.
package enum ConformanceData {
    /// `BATON_CONFORMANCE`, else `../shared/conformance` seen from the root of the repository.
    package static let folder: String = {
        if let folder = getenv("BATON_CONFORMANCE") { return String(cString: folder) }
        let steps = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return steps.joined(separator: "/") + "/../shared/conformance"
    }()

    /// The names in a folder, sorted; empty, with a line that says so, when there is no such folder.
    package static func files(in path: String) -> [String] {
        guard let directory = opendir(folder + "/" + path) else {
            print("skipped: no conformance data at \(folder)/\(path)")
            return []
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The bytes of a file; nil, with a line that says so, when it is not there.
    package static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(folder + "/" + path, "rb") else {
            print("skipped: no conformance data at \(folder)/\(path)")
            return nil
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
        }
    }
}

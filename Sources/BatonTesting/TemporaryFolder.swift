#if os(Linux)
    import BatonSystem

    /// A folder that is removed with its files when the object is released.
    package final class TemporaryFolder: Sendable {
        package let path: String

        /// Stops the program if no folder can be made, so that files in another folder are not mistaken for its own.
        package init() {
            var template = Array("/tmp/baton-XXXXXX".utf8CString)
            guard let made = mkdtemp(&template) else {
                preconditionFailure("no temporary folder: \(String(cString: strerror(errno)))")
            }
            path = String(cString: made)
        }

        deinit {
            for name in names { unlink(file(name)) }
            rmdir(path)
        }

        package func file(_ name: String) -> String { "\(path)/\(name)" }

        @discardableResult package func write(_ name: String, _ bytes: [UInt8]) -> String {
            let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            defer { close(descriptor) }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { BatonSystem.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                precondition(count > 0, "\(file(name)) cannot be written: \(String(cString: strerror(errno)))")
                rest = rest.dropFirst(count)
            }
            return file(name)
        }

        package func read(_ name: String) -> [UInt8]? {
            let descriptor = open(file(name), O_RDONLY)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var bytes: [UInt8] = []
            while true {
                let chunk = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
                    count = max(BatonSystem.read(descriptor, buffer.baseAddress, buffer.count), 0)
                }
                if chunk.isEmpty { return bytes }
                bytes.append(contentsOf: chunk)
            }
        }

        /// The names in the folder.
        package var names: [String] {
            guard let folder = opendir(path) else { return [] }
            defer { closedir(folder) }
            var names: [String] = []
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { names.append(name) }
            }
            return names.sorted()
        }
    }
#endif

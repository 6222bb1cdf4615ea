import Glibc

/// Where the build put its programs: beside the test program.
package enum Products {
    package static func path(of product: String) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let executable = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let folder = executable.lastIndex(of: "/").map { executable[..<$0] } ?? "."
        return "\(folder)/\(product)"
    }
}

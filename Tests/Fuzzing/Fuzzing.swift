import BatonFiles
import FuzzTargets

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What libFuzzer, which has the main function, calls.
///
/// `BATON_FUZZ_TARGET` names the target. With `BATON_FUZZ_SEEDS`, a folder, the texts to begin with are written into it
/// and nothing is tried; they are taken from the repository and from the conformance data that `BATON_CONFORMANCE` names.
enum Fuzzing {
    static let target = variable("BATON_FUZZ_TARGET").flatMap { FuzzTarget(rawValue: $0) }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static func say(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    static func writeSeeds(_ target: FuzzTarget, into folder: String) throws {
        let seeds = FuzzSeeds(repository: ".", conformance: variable("BATON_CONFORMANCE") ?? "../shared/conformance")
        for (number, bytes) in seeds.texts(for: target).enumerated() {
            try AtomicFile.write("\(folder)/\(number)", bytes)
        }
    }
}

/// Called once, before anything is tried.
@c(LLVMFuzzerInitialize) public func initialize(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer>
) -> CInt {
    guard let target = Fuzzing.target else {
        Fuzzing.say("BATON_FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
        exit(2)
    }
    guard let folder = Fuzzing.variable("BATON_FUZZ_SEEDS") else { return 0 }
    do {
        try Fuzzing.writeSeeds(target, into: folder)
        exit(0)
    } catch {
        Fuzzing.say("\(error)")
        exit(1)
    }
}

/// Called with each text.
@c(LLVMFuzzerTestOneInput) public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target = Fuzzing.target else { return 0 }
    guard let violation = target.violation(in: Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
    Fuzzing.say("\n\(target.rawValue): \(violation)")
    // libFuzzer keeps the text that ends the program.
    abort()
}

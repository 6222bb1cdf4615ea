#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How much of what can be generated is tried: a part by `scripts/test`, all of it by `scripts/nightly`.
package enum Thoroughness {
    /// Whether `BATON_NIGHTLY` is set in the environment.
    package static let isNightly = getenv("BATON_NIGHTLY") != nil

    /// A number of cases or a distance between them: the first of each change, the second of each night.
    package static func of(_ ofEachChange: Int, nightly: Int) -> Int { isNightly ? nightly : ofEachChange }
}

/// How much a file may ask of the reader; what is beyond is refused with a diagnostic.
package struct YAMLLimits: Sendable {
    /// Collections within collections, aliases resolved.
    package var depth = 100
    package var bytes = 10_000_000
    /// Scalars, mappings and sequences written in the file.
    package var nodes = 1_000_000
    /// Nodes that aliases add to those written in the file.
    package var aliasedNodes = 100_000

    package init() {}
}

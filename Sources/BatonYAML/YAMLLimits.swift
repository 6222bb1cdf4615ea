/// Limits on the input of the reader; a file that exceeds one is rejected with a diagnostic.
package struct YAMLLimits: Sendable {
    /// Nesting depth of collections, with aliases resolved.
    package var depth = 100
    package var bytes = 10_000_000
    /// Scalars, mappings and sequences written in the file.
    package var nodes = 1_000_000
    /// Nodes that aliases add to those written in the file.
    package var aliasedNodes = 100_000

    package init() {}
}

/// What the reader allows in a file; a file that goes beyond it is rejected with a diagnostic.
package struct YAMLLimits: Sendable {
    /// Nesting depth of collections, with aliases resolved.
    package var depth = 100
    package var bytes = 10_000_000
    /// Scalars, mappings and sequences written in the file.
    package var nodes = 1_000_000
    /// Nodes that aliases add to those written in the file.
    package var aliasedNodes = 100_000
    /// Whether `<<` merges maps, as YAML 1.1 had it: for files of others.
    package var mergesKeys = false

    package init() {}
}

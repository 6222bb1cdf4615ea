/// Where a pattern was found, and what its groups took.
package struct Match: Sendable {
    /// Group 0 is the whole match; nil is a group that took no part in it.
    package let groups: [Substring?]

    /// The whole match.
    package var text: Substring { groups.first.flatMap { $0 } ?? "" }
}

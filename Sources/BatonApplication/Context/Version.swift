/// The version of this build, as reports name it.
package enum Version {
    /// The version of a build from a clone; `scripts/package` replaces it with the version of the git tag.
    package static let text = "0.1.0-dev"
}

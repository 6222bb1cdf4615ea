/// The version of this build, as reports name it.
package enum Version {
    /// That of a build from a clone; `scripts/package` puts that of the git tag in its place.
    package static let text = "0.1.0-dev"
}

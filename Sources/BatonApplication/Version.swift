/// The version of this build, as reports name it.
package enum Version {
    package static let text = "0.1.0"
}

// swift-tools-version: 6.3
import PackageDescription

// What BatonAPI has for Foundation and swift-http-types is a package of its own: who does not want them neither links nor
// fetches them.

/// Those of the package above.
let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (Context.environment["BATON_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)])

let batonAPI = Target.Dependency.product(name: "BatonAPI", package: "baton")
let batonTesting = Target.Dependency.product(name: "BatonTesting", package: "baton")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

let package = Package(
    name: "baton-foundation",
    platforms: [.macOS(.v15)],
    products: [.library(name: "BatonFoundation", targets: ["BatonFoundation"])],
    dependencies: [
        .package(name: "baton", path: ".."),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: [
        .target(name: "BatonFoundation", dependencies: [batonAPI, httpTypes], swiftSettings: settings),
        .testTarget(
            name: "BatonFoundationTests", dependencies: ["BatonFoundation", batonTesting, httpTypes],
            swiftSettings: settings),
    ]
)

// swift-tools-version: 6.3
import PackageDescription

// A package of somebody else, who sees what is public and nothing else. `Mistakes` holds what must not compile.

let settings: [SwiftSetting] =
    [.swiftLanguageMode(.v6)]
    + (Context.environment["BATON_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)])

let batonAPI = Target.Dependency.product(name: "BatonAPI", package: "baton")
let batonTesting = Target.Dependency.product(name: "BatonTesting", package: "baton")
let batonFoundation = Target.Dependency.product(name: "BatonFoundation", package: "BatonFoundation")

let package = Package(
    name: "dependent",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "baton", path: "../.."),
        .package(path: "../../BatonFoundation"),
    ],
    targets: [
        .target(name: "ReadingList", dependencies: [batonAPI, batonFoundation], swiftSettings: settings),
        .testTarget(
            name: "ReadingListTests", dependencies: ["ReadingList", batonAPI, batonTesting], swiftSettings: settings),
        .testTarget(name: "MistakesTests", swiftSettings: settings),
    ]
)

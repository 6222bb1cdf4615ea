// swift-tools-version: 6.3
import PackageDescription

// The sample server is a package of its own, since SwiftPM fetches what any target of a package uses: a package that
// depends on BatonAPI gets nothing of what is listed here.

/// Those of the package above.
let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (Context.environment["BATON_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)])

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let flyingSocks = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")

let package = Package(
    name: "demo-api",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "demo-api", targets: ["demo-api"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .target(name: "DemoAPI", dependencies: [flyingFox, flyingSocks], swiftSettings: settings),
        .executableTarget(name: "demo-api", dependencies: ["DemoAPI", argumentParser], swiftSettings: settings),
        .testTarget(name: "DemoAPITests", dependencies: ["DemoAPI", flyingSocks], swiftSettings: settings),
    ]
)

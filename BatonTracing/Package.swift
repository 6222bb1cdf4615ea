// swift-tools-version: 6.3
import PackageDescription

// What BatonAPI has for swift-distributed-tracing is a package of its own: who does not trace neither links nor fetches it.

/// Those of the package above.
let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (Context.environment["BATON_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)])

let batonAPI = Target.Dependency.product(name: "BatonAPI", package: "baton")
let batonTesting = Target.Dependency.product(name: "BatonTesting", package: "baton")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let inMemoryTracing = Target.Dependency.product(name: "InMemoryTracing", package: "swift-distributed-tracing")

let package = Package(
    name: "baton-tracing",
    platforms: [.macOS(.v15)],
    products: [.library(name: "BatonTracing", targets: ["BatonTracing"])],
    dependencies: [
        .package(name: "baton", path: ".."),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    ],
    targets: [
        .target(name: "BatonTracing", dependencies: [batonAPI, tracing], swiftSettings: settings),
        .testTarget(
            name: "BatonTracingTests", dependencies: ["BatonTracing", batonTesting, tracing, inMemoryTracing],
            swiftSettings: settings),
    ]
)

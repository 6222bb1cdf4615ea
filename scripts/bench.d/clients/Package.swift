// swift-tools-version: 6.3
import PackageDescription

// Swift's HTTP clients side by side; `scripts/bench --clients` builds and runs it.
let package = Package(
    name: "clients",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "baton", path: "../../.."),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .executableTarget(
            name: "clients",
            dependencies: [
                .product(name: "BatonAPI", package: "baton"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)

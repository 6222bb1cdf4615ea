// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: Swift 6 language mode, `any` written out, imports internal unless said.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// What a target imports directly: `scripts/check-imports` proves that its sources import nothing else.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, swiftSettings: settings)
}

func systemLibrary(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")

let package = Package(
    name: "baton",
    products: [
        .executable(name: "baton", targets: ["baton"]),
        .executable(name: "demo-api", targets: ["demo-api"]),
        .library(name: "BatonKit", targets: ["BatonKit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        systemLibrary("CLibCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        systemLibrary("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
        systemLibrary("CLibYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        systemLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        systemLibrary("CPCRE2", pkgConfig: "libpcre2-8", apt: "libpcre2-dev"),

        module("BatonDiagnostics"),
        module("BatonRegex", ["CPCRE2"]),
        module("BatonTime"),
        module("BatonSecrets"),
        module("BatonSystem", [subprocess]),
        module("BatonJSON", ["BatonRegex"]),
        module("BatonXML", ["CLibXML2"]),
        module("BatonYAML", ["BatonDiagnostics", "CLibYAML"]),
        module("BatonCEL", ["BatonJSON", "BatonRegex", "BatonTime", "BatonSecrets", "BatonDiagnostics"]),
        module("BatonHTTP", ["BatonJSON", "BatonSecrets", "BatonTime", httpTypes]),
        module("BatonCurl", ["BatonHTTP", "CLibCurl"]),
        module("BatonWorkflow", ["BatonCEL", "BatonDiagnostics", "BatonHTTP", "BatonJSON", "BatonRegex", "BatonTime", "BatonYAML"]),
        module("BatonRunner", ["BatonCEL", "BatonDiagnostics", "BatonHTTP", "BatonJSON", "BatonSecrets", "BatonSystem", "BatonTime", "BatonWorkflow"]),
        module("BatonReports", ["BatonRunner", "BatonXML"]),
        module("BatonHistory", ["BatonJSON", "BatonRunner", "CSQLite"]),
        module("BatonKit", ["BatonCEL", "BatonCurl", "BatonDiagnostics", "BatonHTTP", "BatonHistory", "BatonJSON", "BatonReports", "BatonRunner", "BatonSecrets", "BatonSystem", "BatonTime", "BatonWorkflow"]),
        module("BatonTesting"),
        module("BatonCLI", ["BatonKit", "BatonSystem", argumentParser]),
        .executableTarget(name: "baton", dependencies: ["BatonCLI"], swiftSettings: settings),
        module("DemoAPI", [flyingFox, .product(name: "FlyingSocks", package: "FlyingFox")]),
        .executableTarget(name: "demo-api", dependencies: ["DemoAPI", argumentParser], swiftSettings: settings),

        tests(of: "BatonWorkflow", ["BatonCEL", "BatonDiagnostics", "BatonHTTP", "BatonJSON", "BatonYAML"]),
        tests(of: "BatonRunner", ["BatonDiagnostics", "BatonJSON", "BatonWorkflow"]),
    ]
)

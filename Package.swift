// swift-tools-version: 6.3
import PackageDescription

/// Settings of every Swift target: Swift 6 language mode, `any` written out, imports internal unless said.
///
/// With `BATON_WARNINGS_AS_ERRORS` in the environment, as in CI, a warning in our targets is an error.
let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (Context.environment["BATON_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// Functions that may suspend run where their caller runs: a task that belongs to a transfer loop looks for its executor
/// at each change to a function that says nothing, and a request passes dozens. Not for BatonAPI and BatonHTTP, whose
/// functions say it where it is meant: it would change where they run when somebody's actor calls them.
let callersExecutor: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// What waits for sockets on systems other than Linux, on Linux too, to test it: `BATON_PORTABLE=1 scripts/test --filter
/// BatonCurlTests`.
let portable: [SwiftSetting] = Context.environment["BATON_PORTABLE"] == nil ? [] : [.define("BATON_PORTABLE")]

/// `BATON_ENGINE=none` builds the library without libcurl, zlib and PCRE2, so without any library of the system, for systems
/// that have none of them: BatonAPI with a dispatcher of one's own, such as that of BatonFoundation.
let hasEngine = Context.environment["BATON_ENGINE"] != "none"
let engine: [SwiftSetting] = hasEngine ? [] : [.define("BATON_NO_ENGINE")]

/// What a target imports directly: `scripts/check-imports` proves that its sources import nothing else.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], _ moreSettings: [SwiftSetting] = []
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings + moreSettings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, exclude: exclude,
        swiftSettings: settings)
}

func systemLibrary(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

let package = Package(
    name: "baton",
    // What `Atomic`, `Mutex`, `TaskExecutor` and `UInt128` need. SwiftPM has no word for systems that are not supported.
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "baton", targets: ["baton"]),
        .library(name: "BatonAPI", targets: ["BatonAPI"]),
        .library(name: "BatonTesting", targets: ["BatonTesting"]),
        .library(name: "BatonWorkflows", targets: ["BatonWorkflows"]),
        .library(name: "BatonWorkflowsTesting", targets: ["BatonWorkflowsTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        systemLibrary("CLibCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        systemLibrary("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
        systemLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        systemLibrary("CPCRE2", pkgConfig: "libpcre2-8", apt: "libpcre2-dev"),
        systemLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),

        // The pages of docs/ that `baton explain` prints from.
        .target(name: "CDocs"),

        module("BatonDiagnostics", ["BatonValues"]),
        module("BatonRegex", hasEngine ? ["CPCRE2"] : [], engine),
        module("BatonSystem"),
        module("BatonValues", ["BatonSystem"]),
        module("BatonSecrets", ["BatonSystem"]),
        module("BatonFiles", ["BatonSystem", "BatonValues"]),
        module("BatonProcesses", ["BatonFiles", "BatonSystem", "BatonValues"]),
        module("BatonJSON", ["BatonRegex", "BatonSystem", "BatonValues"]),
        module("BatonJSONSchema", ["BatonJSON", "BatonRegex", "BatonValues"]),
        module("BatonXML", ["BatonValues", "CLibXML2"]),
        module("BatonYAML", ["BatonDiagnostics", "BatonJSON", "BatonValues"]),
        module("BatonCEL", ["BatonJSON", "BatonRegex", "BatonSystem", "BatonValues"]),
        module("BatonHTTP", ["BatonFiles", "BatonJSON", "BatonSystem", "BatonValues"]),
        module(
            "BatonCurl", ["BatonFiles", "BatonHTTP", "BatonSystem", "BatonValues", "CLibCurl", "CZlib"],
            callersExecutor + portable),
        module(
            "BatonAPI",
            (hasEngine ? ["BatonCurl"] : []) + [
                "BatonFiles", "BatonHTTP", "BatonJSON", "BatonSecrets", "BatonValues", logging,
            ], engine),
        module(
            "BatonLanguage",
            [
                "BatonCEL", "BatonDiagnostics", "BatonHTTP", "BatonJSON", "BatonRegex", "BatonSecrets", "BatonValues",
                "BatonXML", "BatonYAML",
            ]),
        module(
            "BatonJudging",
            [
                "BatonAPI", "BatonCEL", "BatonDiagnostics", "BatonHTTP", "BatonJSON", "BatonJSONSchema",
                "BatonLanguage",
                "BatonRegex", "BatonSecrets", "BatonValues", "BatonXML",
            ]),
        module(
            "BatonWorkflow",
            [
                "BatonAPI", "BatonCEL", "BatonDiagnostics", "BatonHTTP", "BatonJSON", "BatonJudging", "BatonLanguage",
                "BatonSecrets", "BatonValues",
            ]),
        module(
            "BatonSources",
            ["BatonDiagnostics", "BatonLanguage", "BatonSecrets", "BatonValues", "BatonWorkflow", "BatonYAML"]),
        module(
            "BatonLoading",
            [
                "BatonAPI", "BatonCEL", "BatonDiagnostics", "BatonHTTP", "BatonJSON", "BatonJSONSchema", "BatonJudging",
                "BatonLanguage", "BatonRegex", "BatonSecrets", "BatonSources", "BatonValues", "BatonWorkflow",
                "BatonXML", "BatonYAML", "CDocs",
            ]),
        module(
            "BatonImport",
            [
                "BatonCEL", "BatonDiagnostics", "BatonJSON", "BatonLanguage", "BatonRegex", "BatonSecrets", "BatonYAML",
            ]),
        module("BatonRecords", ["BatonHTTP", "BatonJSON", "BatonSecrets", "BatonValues"]),
        module(
            "BatonRunner",
            [
                "BatonAPI", "BatonCEL", "BatonDiagnostics", "BatonFiles", "BatonHTTP", "BatonJSON", "BatonJudging",
                "BatonLanguage", "BatonProcesses", "BatonRecords", "BatonSecrets", "BatonSources", "BatonValues",
                "BatonWorkflow",
            ], callersExecutor),
        module(
            "BatonHistory",
            ["BatonJSON", "BatonRecords", "BatonSecrets", "BatonSystem", "BatonValues", "CSQLite"]),
        module(
            "BatonReports",
            [
                "BatonDiagnostics", "BatonHistory", "BatonJSON", "BatonRecords", "BatonSecrets", "BatonValues",
                "BatonXML",
            ]),
        module(
            "BatonApplication",
            [
                "BatonAPI", "BatonCEL", "BatonCurl", "BatonDiagnostics", "BatonFiles", "BatonHistory", "BatonHTTP",
                "BatonImport",
                "BatonJSON", "BatonJudging", "BatonLanguage", "BatonLoading", "BatonProcesses", "BatonRecords",
                "BatonRegex", "BatonReports", "BatonRunner", "BatonSecrets", "BatonSources", "BatonSystem",
                "BatonValues", "BatonWorkflow", "BatonXML", "BatonYAML",
            ], callersExecutor),
        module("BatonTesting", ["BatonAPI", "BatonHTTP", "BatonSystem"], engine),
        module(
            "BatonWorkflows",
            [
                "BatonAPI", "BatonApplication", "BatonFiles", "BatonHTTP", "BatonJSON", "BatonReports", "BatonRecords",
                "BatonRunner",
                "BatonSystem",
            ]),
        // It links Swift Testing, which only tests have.
        module("BatonWorkflowsTesting", ["BatonHTTP", "BatonWorkflows"]),
        module(
            "BatonCLI",
            [
                "BatonApplication", "BatonDiagnostics", "BatonFiles", "BatonJudging", "BatonLanguage", "BatonLoading",
                "BatonProcesses", "BatonRecords", "BatonReports", "BatonRunner", "BatonSystem", "BatonValues",
                "BatonWorkflow",
            ]),
        program("baton", ["BatonCLI"]),
        program(
            "baton-bench",
            [
                "BatonAPI", "BatonCEL", "BatonCurl", "BatonDiagnostics", "BatonFiles", "BatonHTTP", "BatonJSON",
                "BatonJSONSchema", "BatonJudging", "BatonLanguage", "BatonLoading", "BatonRecords", "BatonRunner",
                "BatonSecrets", "BatonSystem", "BatonWorkflow",
            ]),

        // The program that docs/swift.md begins with.
        .executableTarget(
            name: "profile-example", dependencies: ["BatonAPI"], path: "docs/examples/profile",
            swiftSettings: settings),
        // What EarlyExitTests runs.
        .executableTarget(
            name: "early-exit", dependencies: ["BatonAPI"], path: "Tests/EarlyExit", swiftSettings: settings),

        tests(of: "BatonDiagnostics"),
        tests(of: "BatonRegex"),
        tests(of: "BatonValues", ["FuzzTargets"]),
        tests(of: "BatonSecrets"),
        tests(of: "BatonFiles", ["TemporaryFolders"]),
        tests(of: "BatonProcesses", ["BatonFiles", "TemporaryFolders"]),
        .target(
            name: "TemporaryFolders", dependencies: ["BatonFiles", "BatonValues"], path: "Tests/TemporaryFolders",
            swiftSettings: settings),
        tests(of: "BatonJSON", ["ConformanceData", "FuzzTargets"]),
        tests(of: "BatonJSONSchema", ["BatonJSON", "ConformanceData"]),
        .target(name: "Thoroughness", path: "Tests/Thoroughness", swiftSettings: settings),
        .target(name: "ConformanceData", path: "Tests/ConformanceData", swiftSettings: settings),
        tests(
            of: "BatonImport",
            [
                "BatonCEL", "BatonDiagnostics", "BatonJSON", "BatonLoading", "BatonSecrets", "BatonWorkflow",
                "BatonYAML",
                "ConformanceData", "Thoroughness",
            ]),
        tests(of: "BatonXML"),
        tests(
            of: "BatonYAML",
            ["BatonDiagnostics", "BatonFiles", "BatonJSON", "BatonProcesses", "BatonValues", "FuzzTargets"]),
        tests(of: "BatonCEL", ["BatonJSON", "BatonValues", "FuzzTargets"]),
        tests(of: "BatonHTTP", ["BatonFiles", "BatonJSON", "BatonValues"]),
        tests(of: "BatonCurl", ["BatonFiles", "BatonHTTP", "BatonTesting", "BatonValues"]),
        tests(
            of: "BatonAPI",
            [
                "BatonCurl", "BatonFiles", "BatonHTTP", "BatonJSON", "BatonProcesses", "BatonTesting", "BatonValues",
                "RunningDemo", "FailureCauses", "MainActorScreen", "early-exit", "profile-example", logging,
            ]),
        // What an app whose declarations belong to the main actor writes.
        .target(
            name: "MainActorScreen", dependencies: ["BatonAPI"], path: "Tests/MainActorScreen",
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
        // Five styles of code that talks to APIs, each rebuilt on BatonAPI.
        .testTarget(
            name: "SeedsTests", dependencies: ["BatonAPI", "BatonTesting", "RunningDemo", "TemporaryFolders"],
            path: "Tests/Seeds", exclude: ["README.md"], swiftSettings: settings),
        // What BatonAPI says of Foundation's types.
        .testTarget(
            name: "FoundationTypesTests", dependencies: ["BatonAPI"], swiftSettings: settings),
        tests(
            of: "BatonLoading",
            [
                "BatonAPI", "BatonCEL", "BatonDiagnostics", "BatonFiles", "BatonHTTP", "BatonImport", "BatonJSON",
                "BatonJSONSchema", "BatonJudging", "BatonLanguage", "BatonRegex", "BatonSecrets", "BatonSources",
                "BatonValues", "BatonWorkflow", "BatonYAML", "FuzzTargets", "Thoroughness",
            ]),
        tests(
            of: "BatonRunner",
            [
                "BatonAPI", "BatonCEL", "BatonDiagnostics", "BatonHTTP", "BatonJSON", "BatonJudging", "BatonLanguage",
                "BatonLoading", "BatonRecords", "BatonSecrets", "BatonValues", "BatonWorkflow", "Thoroughness",
            ]),
        .target(
            name: "SampleRuns", dependencies: ["BatonRecords", "BatonSecrets"], path: "Tests/SampleRuns",
            swiftSettings: settings),
        .target(
            name: "FailureCauses", dependencies: ["BatonTesting"], path: "Tests/FailureCauses", swiftSettings: settings),
        .target(
            name: "RunningDemo", path: "Tests/RunningDemo", swiftSettings: settings),
        tests(
            of: "BatonReports",
            [
                "BatonFiles", "BatonHistory", "BatonHTTP", "BatonProcesses", "BatonRecords", "BatonRunner",
                "BatonSecrets",
                "BatonValues", "BatonXML", "SampleRuns",
            ], exclude: ["Golden", "Recorded"]),
        tests(of: "BatonHistory", ["BatonJSON", "BatonRecords", "BatonRunner", "SampleRuns"]),
        .testTarget(
            name: "BatonWorkflowsTests",
            dependencies: ["BatonTesting", "BatonWorkflowsTesting", "RunningDemo"], swiftSettings: settings),
        .testTarget(
            name: "BatonCLITests",
            dependencies: [
                "BatonApplication", "BatonCLI", "BatonFiles", "BatonJudging", "BatonLanguage", "BatonLoading",
                "BatonProcesses", "BatonWorkflow", "TemporaryFolders",
                subprocess,
            ],
            exclude: ["Golden"], swiftSettings: settings),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "BatonCEL", "BatonDiagnostics", "BatonFiles", "BatonHTTP", "BatonJSON", "BatonJudging", "BatonLanguage",
                "BatonLoading", "BatonWorkflow", "BatonXML", "BatonYAML",
            ],
            path: "Tests/FuzzTargets", swiftSettings: settings),
        .testTarget(
            name: "FuzzTargetsTests", dependencies: ["BatonFiles", "BatonProcesses", "FuzzTargets", "Thoroughness"],
            exclude: ["Found"],
            swiftSettings: settings),
        .testTarget(name: "LinkageTests", dependencies: ["baton", "RunningDemo"], swiftSettings: settings),
        // Folders for projects, and how a run is read from what it left there.
        .target(
            name: "ProjectFolders", dependencies: ["BatonJSON", "BatonTesting", "BatonXML", "CSQLite", subprocess],
            path: "Tests/ProjectFolders", swiftSettings: settings),
        // Commands that are called in the process of a test.
        .target(
            name: "CommandCalls",
            dependencies: [
                "BatonApplication", "BatonCLI", "BatonFiles", "BatonJSON", "BatonProcesses", "BatonTesting",
                "ProjectFolders",
            ], path: "Tests/CommandCalls", swiftSettings: settings),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "BatonHistory", "BatonHTTP", "BatonJSON", "BatonJSONSchema", "BatonReports", "BatonTesting",
                "BatonValues",
                "BatonXML", "CommandCalls", "ConformanceData", "FailureCauses", "ProjectFolders", "RunningDemo",
                subprocess,
            ], swiftSettings: settings),
        // What only a process has: signals, terminals, limits, descriptors, other users. It imports no module of the
        // language or the runner, so that it is not compiled anew with them.
        .testTarget(
            name: "ProcessTests",
            dependencies: [
                "baton", "BatonTesting", "BatonXML", "ProjectFolders", "RunningDemo", "Thoroughness", subprocess,
            ],
            swiftSettings: settings),
        // The pages of docs/ and the samples against the code.
        .testTarget(
            name: "ReferenceTests",
            dependencies: [
                "baton", "BatonCEL", "BatonDiagnostics", "BatonFiles", "BatonHTTP", "BatonJSON", "BatonJudging",
                "BatonLanguage", "BatonLoading", "BatonProcesses", "BatonWorkflow", "BatonXML", "BatonYAML",
                "CommandCalls", "ProjectFolders", "RunningDemo", subprocess,
            ], swiftSettings: settings),
        // What scripts/nightly runs: servers and readers that others wrote, packages that are resolved anew.
        .testTarget(
            name: "NightlyTests",
            dependencies: [
                "BatonJSON", "BatonTesting", "BatonValues", "BatonXML", "baton", "CommandCalls", "ProjectFolders",
                subprocess,
            ],
            swiftSettings: settings),
    ]
)

// It can only be linked with libFuzzer: `scripts/fuzz` says so and builds it.
if Context.environment["BATON_FUZZ"] != nil {
    package.targets += [
        .executableTarget(
            name: "baton-fuzz", dependencies: ["BatonFiles", "FuzzTargets"], path: "Tests/Fuzzing",
            swiftSettings: settings)
    ]
}

// `scripts/sanitize` names the suites that it runs: whatever no other suite needs is not built a second and third time.
if let suites = Context.environment["BATON_SUITES"]?.split(separator: " ").map(String.init) {
    var unused: Set = [
        "baton", "baton-bench", "BatonCLI", "BatonApplication", "BatonWorkflows", "BatonWorkflowsTesting",
    ]
    unused.formUnion(package.targets.filter { $0.path?.hasPrefix("Tests/") == true }.map(\.name))
    var needed: Set<String> = []
    var open = suites
    while let name = open.popLast() {
        guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for case .byNameItem(let dependency, _) in target.dependencies { open.append(dependency) }
    }
    unused.subtract(needed)
    package.products.removeAll { unused.contains($0.name) }
    package.targets.removeAll { unused.contains($0.name) || $0.type == .test && !suites.contains($0.name) }
}

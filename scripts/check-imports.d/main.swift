import Foundation

// Reads the package's description on standard input and prints every import that breaks a rule.

/// What the toolchain and the system bring.
let systemModules: Set<String> = [
    "Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Glibc", "Musl", "Darwin", "Android", "Dispatch",
    "Testing",
]

/// Foundation, its parts, and what links it; only what runs beside Baton may have them.
let largeModules: Set<String> = [
    "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "FoundationInternationalization",
    "XCTest",
]
let mayBeLarge: Set<String> = ["demo-api", "DemoAPI", "DemoAPITests", "FoundationTypesTests"]

let manifest = try JSONDecoder().decode(Manifest.self, from: FileHandle.standardInput.readDataToEndOfFile())
let programs = Set(manifest.targets.filter { $0.type == "executable" }.map(\.module))
let systemLibraries = Set(manifest.targets.filter { $0.type == "system" }.map(\.module))
var complaints: [String] = []
var importers: [String: Set<String>] = [:]

for target in manifest.targets where target.type != "system" {
    let listed = Set(target.dependencies.map { $0.name.replacingOccurrences(of: "-", with: "_") })
    var imported: Set<String> = []
    let files = (FileManager.default.enumerator(atPath: target.folder)?.compactMap { $0 as? String } ?? []).sorted()
    for file in files where file.hasSuffix(".swift") {
        let path = "\(target.folder)/\(file)"
        for line in ImportLine.all(in: try String(contentsOfFile: path, encoding: .utf8), file: path) {
            imported.insert(line.module)
            let place = "\(line.file):\(line.line): \(target.name) imports \(line.module)"
            if largeModules.contains(line.module) {
                if !mayBeLarge.contains(target.name) { complaints.append("\(place), which links Foundation") }
            } else if !listed.contains(line.module), !systemModules.contains(line.module) {
                complaints.append("\(place), which Package.swift does not list for it")
            }
        }
    }
    // A test may need a program built without importing it.
    let needless = listed.subtracting(imported).subtracting(target.type == "test" ? programs : [])
    for name in needless.sorted() where !files.isEmpty {
        complaints.append("Package.swift: \(target.name) lists \(name), which no source of it imports")
    }
    if target.type != "test" {
        for library in imported.intersection(systemLibraries) { importers[library, default: []].insert(target.name) }
    }
}
for (library, targets) in importers.sorted(by: { $0.key < $1.key }) where targets.count > 1 {
    complaints.append(
        "Package.swift: \(library) is imported by \(targets.sorted().joined(separator: " and ")); one target may")
}

guard complaints.isEmpty else {
    for complaint in complaints { print(complaint) }
    exit(1)
}

import Foundation

// Prints every import that breaks a rule, and every difference between the map of the targets and the packages.
//
// arguments: the page with the map, then for each package its folder and the file with its description

/// What the toolchain and the system bring.
let systemModules: Set<String> = [
    "Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Glibc", "Musl", "Darwin", "Android", "Dispatch",
    "Testing",
]

/// What only one system has, and the target that has it under one name.
let ownModules: Set<String> = ["Glibc", "Musl", "Darwin", "Android"]
let systemTarget = "BatonSystem"

/// Foundation, its parts, and what links it: for targets with `Foundation` in the map.
let largeModules: Set<String> = [
    "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "FoundationInternationalization",
    "XCTest",
]

let arguments = CommandLine.arguments
let page = URL(filePath: arguments[1])
let map = TargetMap(in: try String(contentsOf: page, encoding: .utf8), page: page.lastPathComponent)
let packages = try stride(from: 2, to: arguments.count, by: 2).map { index in
    let description = try Data(contentsOf: URL(filePath: arguments[index + 1]))
    return (folder: arguments[index], manifest: try JSONDecoder().decode(Manifest.self, from: description))
}
let targets = packages.flatMap(\.manifest.targets)
let programs = Set(targets.filter { $0.type == "executable" }.map(\.module))
let systemLibraries = Set(targets.filter { $0.type == "system" }.map(\.module))
var complaints = map.differences(from: targets)
var importers: [String: Set<String>] = [:]

for (package, manifest) in packages {
    let above = package == "." ? "" : package + "/"
    for target in manifest.targets where target.type != "system" {
        let listed = Set(target.dependencies.map { $0.name.replacingOccurrences(of: "-", with: "_") })
        let largeRow = map.rows.first { $0.targets.contains(target.name) && $0.imports.contains("Foundation") }
        var imported: Set<String> = []
        var texts: [(path: String, text: String)] = []
        let folder = above + target.folder
        let files = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
        for file in files where file.hasSuffix(".swift") {
            let path = "\(folder)/\(file)"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            texts.append((file, text))
            for line in ImportLine.all(in: text, file: path) {
                imported.insert(line.module)
                let place = "\(line.file):\(line.line): \(target.name) imports \(line.module)"
                if ownModules.contains(line.module), target.name != systemTarget, folder.hasPrefix("Sources/") {
                    complaints.append("\(place), whose name only \(systemTarget) knows")
                }
                if largeModules.contains(line.module) {
                    if largeRow == nil { complaints.append("\(place), which links Foundation") }
                } else if !listed.contains(line.module), !systemModules.contains(line.module) {
                    complaints.append("\(place), which Package.swift does not list for it")
                }
            }
        }
        if folder.hasPrefix("Sources/") {
            let order = FolderKnots(texts)
            for knot in order.all {
                complaints.append(
                    "\(folder): folders name each other in a circle: \(order.reasons(in: knot).joined(separator: "; "))"
                )
            }
        }
        // A test may need a program built without importing it.
        let needless = listed.subtracting(imported).subtracting(target.type == "test" ? programs : [])
        for name in needless.sorted() where !files.isEmpty {
            complaints.append("\(above)Package.swift: \(target.name) lists \(name), which no source of it imports")
        }
        if let largeRow, imported.isDisjoint(with: largeModules) {
            complaints.append("\(largeRow.place) lets \(target.name) import Foundation, which no source of it does")
        }
        if !target.folder.hasPrefix("Tests/") {
            for library in imported.intersection(systemLibraries) {
                importers[library, default: []].insert(target.name)
            }
        }
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

/// The table of targets in a page: which there are, and what each may import.
///
/// A row may stand for several targets. Names are in backticks; whatever else is in a cell is for readers.
struct TargetMap {
    struct Row {
        /// The beginning of what is said of the row.
        var place: String
        var targets: [String]
        /// Targets, products of packages, and `Foundation`.
        var imports: Set<String>
    }

    let page: String
    private(set) var rows: [Row] = []

    /// Reads the table whose head is `| target | … | may import |`.
    init(in text: String, page: String) {
        self.page = page
        var isInTable = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
            if let first = cells.first, let last = cells.last, first.hasPrefix("target "), last.hasPrefix("may import")
            {
                isInTable = true
            } else if !line.hasPrefix("|") {
                isInTable = false
            } else if isInTable, let first = cells.first, let last = cells.last, first.contains("`") {
                rows.append(
                    Row(
                        place: "\(page):\(index + 1): the map", targets: Self.names(in: first),
                        imports: Set(Self.names(in: last))))
            }
        }
    }

    /// How the table differs from the targets of the packages. Tests need no row, unless one gives them more than
    /// Package.swift can.
    func differences(from targets: [Manifest.Target]) -> [String] {
        var complaints: [String] = []
        var seen: Set<String> = []
        for row in rows {
            for name in row.targets {
                let place = row.place
                if !seen.insert(name).inserted { complaints.append("\(place) has a second row for \(name)") }
                guard let target = targets.first(where: { $0.name == name }) else {
                    complaints.append("\(place) has a row for \(name), which is no target of Package.swift")
                    continue
                }
                let listed = Set(target.dependencies.map(\.name))
                for module in row.imports.subtracting(listed).subtracting(["Foundation"]).sorted() {
                    complaints.append(
                        "\(place) lets \(name) import \(module), which Package.swift does not list for it")
                }
                for module in listed.subtracting(row.imports).sorted() {
                    complaints.append(
                        "\(place) does not let \(name) import \(module), which Package.swift lists for it")
                }
            }
        }
        for target in targets where target.type != "test" && !seen.contains(target.name) {
            complaints.append("\(page): the map has no row for \(target.name)")
        }
        return complaints
    }

    private static func names(in cell: Substring) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}

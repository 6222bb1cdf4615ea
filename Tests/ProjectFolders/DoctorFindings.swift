extension CommandResult {
    /// The lines of `baton doctor` about one thing, with their help.
    package func finding(_ name: String) -> String {
        var isInside = false
        return output.split(separator: "\n").filter { line in
            if !line.hasPrefix(" ") { isInside = line.dropFirst(2).hasPrefix(name) }
            return isInside
        }.joined(separator: "\n")
    }

    /// The names of what `baton doctor` found out, in its order.
    package var findings: [String] {
        output.split(separator: "\n").compactMap { line in
            guard let sign = line.first, "✗!✓-".contains(sign), line.dropFirst().first == " " else { return nil }
            let name = line.dropFirst(2).prefix(14)
            return "\(sign) " + (name.split(separator: " ").joined(separator: " "))
        }
    }
}

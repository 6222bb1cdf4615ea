/// A pattern for names and paths: `*`, `?`, `[a-z]`, `[!a-z]`, `{a,b}`, and `**` across folders.
///
/// The time is bounded by the product of the lengths of pattern and text.
package struct Glob: Sendable {
    private enum Part: Sendable {
        case scalar(Unicode.Scalar)
        case one
        case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)
        /// Any number of characters, with or without `/`.
        case many(acrossFolders: Bool)
        /// `**/`: no folder, or any number of whole ones, through which `inFolders` goes, the part behind this one.
        case folders
        case inFolders
    }

    private let alternatives: [[Part]]
    private let separator: Unicode.Scalar?

    /// - Parameter isPath: whether `*` and `?` stop at `/`, as in paths; false for names.
    package init(_ pattern: String, isPath: Bool = true) {
        separator = isPath ? "/" : nil
        alternatives = Self.expanded(Array(pattern.unicodeScalars)).map { Self.parts(of: $0, isPath: isPath) }
    }

    package func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        return alternatives.contains { matches($0, scalars) }
    }

    /// Follows all alternatives in the pattern at once, one character after the other.
    private func matches(_ parts: [Part], _ text: [Unicode.Scalar]) -> Bool {
        var reached = [Bool](repeating: false, count: parts.count + 1)
        reached[0] = true
        skipStars(parts, &reached)
        for scalar in text {
            var next = [Bool](repeating: false, count: parts.count + 1)
            for (index, part) in parts.enumerated() where reached[index] {
                switch part {
                case .scalar(let expected): if scalar == expected { next[index + 1] = true }
                case .one: if scalar != separator { next[index + 1] = true }
                case .set(let ranges, let isNegated):
                    if scalar != separator, ranges.contains(where: { $0.contains(scalar) }) != isNegated {
                        next[index + 1] = true
                    }
                case .many(let acrossFolders): if acrossFolders || scalar != separator { next[index] = true }
                case .folders: break
                case .inFolders:
                    next[index] = true
                    if scalar == separator { next[index + 1] = true }
                }
            }
            skipStars(parts, &next)
            if !next.contains(true) { return false }
            reached = next
        }
        return reached[parts.count]
    }

    private func skipStars(_ parts: [Part], _ reached: inout [Bool]) {
        for (index, part) in parts.enumerated() where reached[index] {
            switch part {
            case .many: reached[index + 1] = true
            case .folders: (reached[index + 1], reached[index + 2]) = (true, true)
            case .scalar, .one, .set, .inFolders: break
            }
        }
    }

    /// Each choice of the groups `{a,b}` of a pattern, with the pattern that has only this one in its group. Groups inside
    /// of choices belong to the choice.
    package static func choices(of pattern: String) -> [(text: String, pattern: String)] {
        var found: [(text: String, pattern: String)] = []
        let scalars = Array(pattern.unicodeScalars)
        var start = 0
        while let group = firstGroup(Array(scalars[start...])) {
            let (lower, upper) = (start + group.range.lowerBound, start + group.range.upperBound)
            for choice in group.choices {
                found.append((text(choice), text(scalars[..<lower] + choice + scalars[upper...])))
            }
            start = upper
        }
        return found
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    // MARK: Reading the pattern

    private static func parts(of pattern: [Unicode.Scalar], isPath: Bool) -> [Part] {
        var parts: [Part] = []
        var index = 0
        while index < pattern.count {
            let scalar = pattern[index]
            index += 1
            switch scalar {
            case "?": parts.append(.one)
            case "*":
                var stars = 1
                while index < pattern.count, pattern[index] == "*" {
                    stars += 1
                    index += 1
                }
                let begins = parts.isEmpty || pattern[index - stars - 1] == "/"
                if isPath, stars > 1, begins, index < pattern.count, pattern[index] == "/" {
                    parts += [.folders, .inFolders]
                    index += 1
                } else {
                    parts.append(.many(acrossFolders: stars > 1 || !isPath))
                }
            case "[":
                guard let (part, end) = set(pattern, from: index) else {
                    parts.append(.scalar("["))
                    continue
                }
                parts.append(part)
                index = end
            case "\\" where index < pattern.count:
                parts.append(.scalar(pattern[index]))
                index += 1
            default: parts.append(.scalar(scalar))
            }
        }
        return parts
    }

    /// Reads a bracket expression; returns it and the index behind it, or nil if it is not closed.
    private static func set(_ pattern: [Unicode.Scalar], from start: Int) -> (Part, Int)? {
        var index = start
        let isNegated = index < pattern.count && (pattern[index] == "!" || pattern[index] == "^")
        if isNegated { index += 1 }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        let first = index
        while index < pattern.count, pattern[index] != "]" || index == first {
            let lower = pattern[index]
            if index + 2 < pattern.count, pattern[index + 1] == "-", pattern[index + 2] != "]" {
                if lower <= pattern[index + 2] { ranges.append(lower...pattern[index + 2]) }
                index += 3
            } else {
                ranges.append(lower...lower)
                index += 1
            }
        }
        return index < pattern.count ? (.set(ranges, isNegated: isNegated), index + 1) : nil
    }

    /// Expands `{a,b}` into all its patterns, at most 64; nested groups are included.
    private static func expanded(_ pattern: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        var done: [[Unicode.Scalar]] = []
        var pending = [pattern]
        while let next = pending.popLast() {
            guard let group = firstGroup(next), done.count + pending.count + group.choices.count <= 64 else {
                done.append(next)
                continue
            }
            for choice in group.choices.reversed() {
                pending.append(Array(next[..<group.range.lowerBound]) + choice + Array(next[group.range.upperBound...]))
            }
        }
        return done
    }

    private static func firstGroup(
        _ pattern: [Unicode.Scalar]
    ) -> (range: Range<Int>, choices: [[Unicode.Scalar]])? {
        guard let open = pattern.indices.first(where: { pattern[$0] == "{" && !($0 > 0 && pattern[$0 - 1] == "\\") })
        else { return nil }
        var depth = 0
        var choices: [[Unicode.Scalar]] = [[]]
        for index in open..<pattern.count {
            let scalar = pattern[index]
            if scalar == "{" { depth += 1 }
            if scalar == "}" { depth -= 1 }
            if depth == 0 { return choices.count > 1 ? (open..<index + 1, choices) : nil }
            if depth == 1, scalar == "," {
                choices.append([])
            } else if index > open {
                choices[choices.count - 1].append(scalar)
            }
        }
        return nil
    }
}

import BatonSystem

/// The abilities of an output: whether lines may be redrawn and coloured, and how wide they are.
package struct Terminal: Sendable, Equatable {
    package enum ColourChoice: String, Sendable, CaseIterable { case auto, always, never }

    package var isTerminal: Bool
    /// The width in columns, at least 20; 80 if unknown.
    package var width: Int
    /// Whether `--color auto` uses colour.
    package var prefersColour: Bool
    /// Whether lines may be redrawn: only on a capable terminal, and not in the log of a build server.
    package var allowsLiveProgress: Bool

    package init(isTerminal: Bool, width: Int, prefersColour: Bool, allowsLiveProgress: Bool) {
        self.isTerminal = isTerminal
        self.width = width
        self.prefersColour = prefersColour
        self.allowsLiveProgress = allowsLiveProgress
    }

    /// Queries the system about an open file: 1 for standard output, 2 for standard error.
    package init(descriptor: Int32, environment: EnvironmentVariables) {
        let isTerminal = isatty(descriptor) == 1
        var size = winsize()
        let columns = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
        self.init(isTerminal: isTerminal, columns: columns, environment: environment)
    }

    /// Applies the rules: NO_COLOR (no-color.org) overrides FORCE_COLOR and CLICOLOR_FORCE, which override `TERM`.
    init(isTerminal: Bool, columns: Int, environment: EnvironmentVariables) {
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty && $0 != "0" } ?? false }
        let isDumb = environment["TERM"] == "dumb"
        let stated = columns > 0 ? columns : environment["COLUMNS"].flatMap { Int($0) } ?? 80
        self.isTerminal = isTerminal
        self.width = min(max(stated, 20), 1000)
        self.prefersColour =
            environment["NO_COLOR"].map { !$0.isEmpty } == true
            ? false : isSet("FORCE_COLOR") || isSet("CLICOLOR_FORCE") || (isTerminal && !isDumb)
        self.allowsLiveProgress = isTerminal && !isDumb && BuildServer.current(in: environment) == nil
    }

    package func usesColour(_ choice: ColourChoice) -> Bool {
        switch choice {
        case .auto: prefersColour
        case .always: true
        case .never: false
        }
    }
}

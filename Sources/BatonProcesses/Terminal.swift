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

/// A terminal whose keys are read one by one, without Enter, while a program waits.
///
/// Ctrl-C and the other keys of signals work as always. `Restoration.end` brings the terminal's settings back.
package struct Keyboard: Sendable {
    private let descriptor: Int32

    /// Nil where the descriptor is no terminal.
    package init?(descriptor: Int32 = 0) {
        guard isatty(descriptor) == 1 else { return nil }
        self.descriptor = descriptor
    }

    /// The descriptor to poll: it becomes readable when a key was pressed.
    package var number: Int32 { descriptor }

    /// Begins to read single keys; returns what brings the terminal back. Nil in a background job, which may not
    /// change its terminal.
    package func begin() -> Restoration? {
        guard tcgetpgrp(descriptor) == getpgrp() else { return nil }
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return nil }
        var now = before
        now.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard tcsetattr(descriptor, TCSANOW, &now) == 0 else { return nil }
        return Restoration(descriptor: descriptor, before: before)
    }

    /// Reads single keys again after another program had the terminal, as a shell does when the job was stopped.
    package func renew() { _ = begin() }

    /// The keys pressed since the last call; nil at the end of the input.
    package func pressed() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
        return count == 0 ? nil : Array(buffer.prefix(count))
    }

    /// The settings of a terminal before single keys were read.
    package struct Restoration: Sendable {
        fileprivate let descriptor: Int32
        fileprivate var before: termios

        package func end() {
            guard tcgetpgrp(descriptor) == getpgrp() else { return }
            var settings = before
            _ = tcsetattr(descriptor, TCSANOW, &settings)
        }
    }
}

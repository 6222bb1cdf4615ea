import BatonSystem

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

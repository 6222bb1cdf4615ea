import BatonTesting
import ProjectFolders

/// The built program on a pseudo-terminal.
enum TerminalBaton {
    /// Everything that it wrote there; nil where there is no Python.
    static func run(_ arguments: [String], in folder: Folder) throws -> [UInt8]? {
        let words = ["python3", "-c", script, folder.path, Products.path(of: "baton")] + arguments
        guard ChildProcess.output(of: words) == ["done"] else { return nil }
        return try FileContents.bytes(of: "\(folder.path)/terminal")
    }

    private static let script = """
        import fcntl, os, pty, struct, sys, termios
        os.chdir(sys.argv[1])
        pid, terminal = pty.fork()
        if pid == 0:
            for name in ("NO_COLOR", "CI", "GITHUB_ACTIONS"): os.environ.pop(name, None)
            os.environ["TERM"] = "xterm-256color"
            os.execv(sys.argv[2], sys.argv[2:])
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
        with open("terminal", "wb") as written:
            while True:
                try: piece = os.read(terminal, 65536)
                except OSError: break
                if not piece: break
                written.write(piece)
        os.waitpid(pid, 0)
        print("done")
        """
}

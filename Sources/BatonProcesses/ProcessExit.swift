import BatonSystem

/// How a process ended: by itself with a code, or by a signal.
package enum ProcessExit: Sendable, Hashable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)

    package var description: String {
        switch self {
        case .code(let code): "exit code \(code)"
        case .signal(let number): "signal \(number) (\(String(cString: strsignal(number))))"
        }
    }

    /// Waits until a child has ended. The child stays unreaped, so that its process number and its group's are not
    /// reused.
    ///
    /// Nil when there is no such child.
    static func waitWithoutReaping(_ process: pid_t) -> ProcessExit? {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0 {
            if errno != EINTR { return nil }
        }
        #if canImport(Glibc)
            let status = info._sifields._sigchld.si_status
        #else
            let status = info.si_status
        #endif
        return info.si_code == CInt(CLD_EXITED) ? .code(status) : .signal(status)
    }

    /// Frees the number of a child that has ended.
    static func reap(_ process: pid_t) {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}

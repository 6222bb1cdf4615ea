import BatonSystem

/// Wakes a loop from another thread, with a pipe.
final class PipeAlarm: Sendable {
    let descriptor: Int32
    private let bell: Int32

    init() {
        var pair: [Int32] = [-1, -1]
        _ = pipe(&pair)
        for end in pair {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, bell) = (pair[0], pair[1])
    }

    deinit {
        close(descriptor)
        close(bell)
    }

    func ring() {
        var one: UInt8 = 1
        _ = write(bell, &one, 1)
    }

    func silence() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) > 0 {}
    }
}

#if os(Linux)
    import BatonSystem
    import Synchronization

    /// An HTTP server that sends exactly the bytes of its script, valid or not.
    ///
    /// Each connection runs the script on a thread of its own. The server listens on 127.0.0.1, on a port that the
    /// system chose. `stop` ends all connections and waits for their threads.
    package final class RawServer: Sendable {
        package let port: Int
        private let listener: Int32
        private let state: Mutex<State>
        private let script: @Sendable (Connection) -> Void

        private struct State {
            var thread: pthread_t?
            var connections: [Int32] = []
            var threads: [pthread_t] = []
            var requests: [Request] = []
            var connectionCount = 0
            var isStopped = false
        }

        /// A request as it arrived.
        package struct Request: Sendable {
            /// `GET /path HTTP/1.1`.
            package let line: String
            /// Header fields, with names in lower case.
            package let headers: [(name: String, value: String)]
            package let body: [UInt8]
            /// The number of the connection that it arrived on, from 0.
            package let connection: Int

            package var method: String { line.split(separator: " ").first.map(String.init) ?? "" }
            package var target: String { line.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
            package var text: String { String(decoding: body, as: UTF8.self) }

            package subscript(_ name: String) -> String? {
                headers.first { $0.name == name }?.value
            }
        }

        /// - Parameter unixSocket: the path to listen on instead of a port; `port` is then 0.
        package init(unixSocket path: String? = nil, _ script: @escaping @Sendable (Connection) -> Void) {
            (listener, port) = path.map { (Self.listen(at: $0), 0) } ?? Self.listen()
            self.script = script
            state = Mutex(State())
            let thread = Self.spawn { [self] in accept() }
            state.withLock { $0.thread = thread }
        }

        /// A server that sends the closure's result for each request, and keeps the connection open.
        package convenience init(answering response: @escaping @Sendable (Request) -> String) {
            self.init { connection in
                while let request = connection.readRequest() { connection.write(response(request)) }
            }
        }

        package var url: String { "http://127.0.0.1:\(port)" }
        package var requests: [Request] { state.withLock { $0.requests } }
        package var connectionCount: Int { state.withLock { $0.connectionCount } }

        package func stop() {
            let thread = state.withLock { state -> pthread_t? in
                state.isStopped = true
                for socket in state.connections { shutdown(socket, Int32(SHUT_RDWR)) }
                defer { state.thread = nil }
                return state.thread
            }
            guard let thread else { return }
            shutdown(listener, Int32(SHUT_RDWR))
            pthread_join(thread, nil)
            close(listener)
            let threads = state.withLock { state in
                defer { state.threads = [] }
                return state.threads
            }
            for thread in threads { pthread_join(thread, nil) }
        }

        private func accept() {
            while true {
                let socket = BatonSystem.accept(listener, nil, nil)
                guard socket >= 0 else { return }
                _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                let number = state.withLock { state -> Int? in
                    guard !state.isStopped else { return nil }
                    state.connections.append(socket)
                    state.connectionCount += 1
                    return state.connectionCount - 1
                }
                guard let number else {
                    close(socket)
                    return
                }
                let connection = Connection(socket: socket, number: number, server: self)
                let thread = Self.spawn { [self] in
                    script(connection)
                    state.withLock { state in state.connections.removeAll { $0 == socket } }
                    connection.end()
                }
                if let thread { state.withLock { $0.threads.append(thread) } }
            }
        }

        fileprivate func record(_ request: Request) {
            state.withLock { $0.requests.append(request) }
        }

        fileprivate static func connect(_ socket: Int32, toPort port: Int) -> Bool {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    BatonSystem.connect(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        }

        private static func listen() -> (listener: Int32, port: Int) {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    _ = bind(listener, address, length)
                    _ = BatonSystem.listen(listener, 512)
                    _ = getsockname(listener, address, &length)
                }
            }
            return (listener, Int(UInt16(bigEndian: address.sin_port)))
        }

        private static func listen(at path: String) -> Int32 {
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { target in
                target.copyBytes(from: path.utf8.prefix(target.count - 1))
            }
            withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    _ = bind(listener, address, socklen_t(MemoryLayout<sockaddr_un>.size))
                    _ = BatonSystem.listen(listener, 512)
                }
            }
            return listener
        }

        private static func spawn(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
            final class Box: Sendable {
                let body: @Sendable () -> Void
                init(_ body: @escaping @Sendable () -> Void) { self.body = body }
            }
            var thread = pthread_t()
            let box = Unmanaged.passRetained(Box(body))
            let code = pthread_create(
                &thread, nil,
                { pointer in
                    guard let pointer else { return nil }
                    let box = Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue()
                    box.body()
                    return nil
                }, box.toOpaque())
            if code != 0 { box.release() }
            return code == 0 ? thread : nil
        }
    }

    extension RawServer {
        /// One connection, as the script uses it; all calls block until they are done.
        package final class Connection: Sendable {
            package let number: Int
            private let socket: Int32
            private let server: RawServer
            private let buffer = Mutex<[UInt8]>([])

            fileprivate init(socket: Int32, number: Int, server: RawServer) {
                self.socket = socket
                self.number = number
                self.server = server
            }

            /// The next request; nil when the client closed the connection.
            ///
            /// - Parameter readsBody: false leaves the body in the connection, for a server that responds too early.
            package func readRequest(readsBody: Bool = true) -> Request? {
                guard let head = readHead() else { return nil }
                let lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
                let headers = lines.dropFirst().map { line -> (name: String, value: String) in
                    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                    let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
                    return (parts[0].lowercased(), String(value))
                }
                var body: [UInt8] = []
                if readsBody,
                    let length = headers.first(where: { $0.name == "content-length" }).flatMap({ Int($0.value) })
                {
                    body = read(length)
                }
                let line = lines.first.map(String.init) ?? ""
                let request = Request(line: line, headers: headers, body: body, connection: number)
                server.record(request)
                return request
            }

            /// The next chunk of a chunked body, the empty one at its end; nil when the client closed the connection before.
            package func readChunk() -> [UInt8]? {
                var size: [UInt8] = []
                while size.suffix(2) != [0x0D, 0x0A] {
                    guard let byte = read(1).first else { return nil }
                    size.append(byte)
                }
                guard let count = Int(String(decoding: size.dropLast(2), as: UTF8.self), radix: 16) else { return nil }
                let chunk = read(count + 2)
                return chunk.count == count + 2 ? chunk.dropLast(2) : nil
            }

            /// Reads this many bytes; fewer when the client closed the connection.
            package func read(_ count: Int) -> [UInt8] {
                buffer.withLock { buffer in
                    while buffer.count < count, fill(&buffer) {}
                    let taken = Array(buffer.prefix(count))
                    buffer.removeFirst(taken.count)
                    return taken
                }
            }

            @discardableResult package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

            /// Writes bytes; false when the client closed the connection.
            @discardableResult package func write(_ bytes: [UInt8]) -> Bool {
                var sent = 0
                while sent < bytes.count {
                    let count = bytes.withUnsafeBytes { bytes in
                        send(socket, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
                    }
                    guard count > 0 else { return false }
                    sent += count
                }
                return true
            }

            /// Waits until all written bytes have arrived at the client, read or not.
            package func waitUntilDelivered() {
                var waiting: Int32 = 0
                while ioctl(socket, UInt(TIOCOUTQ), &waiting) == 0, waiting > 0 { sched_yield() }
            }

            /// Waits for this time; false as soon as the client closes the connection or sends more bytes.
            package func pause(milliseconds: Int32) -> Bool {
                var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                return poll(&polled, 1, milliseconds) == 0
            }

            /// Sets the connection to end with a TCP reset instead of a normal close.
            package func reset() {
                var linger = linger(l_onoff: 1, l_linger: 0)
                setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<BatonSystem.linger>.size))
            }

            /// Closes the writing half of the connection: the client reads the end, and can still write.
            package func finishWriting() {
                shutdown(socket, Int32(SHUT_WR))
            }

            /// Relays bytes in both directions until one side closes, as a proxy's tunnel does.
            package func relay(to port: Int) {
                let target = BatonSystem.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
                defer { close(target) }
                guard RawServer.connect(target, toPort: port) else { return }
                var polled = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
                polled.append(pollfd(fd: target, events: Int16(POLLIN), revents: 0))
                var chunk = [UInt8](repeating: 0, count: 65536)
                while poll(&polled, 2, -1) > 0 {
                    for (from, to) in [(0, 1), (1, 0)] where polled[from].revents != 0 {
                        let count = recv(polled[from].fd, &chunk, chunk.count, 0)
                        guard count > 0, send(polled[to].fd, chunk, count, Int32(MSG_NOSIGNAL)) == count else { return }
                    }
                }
            }

            /// Waits until the client closes the connection, or the server is stopped.
            package func waitForClose() {
                buffer.withLock { buffer in
                    while fill(&buffer) { buffer.removeAll() }
                }
            }

            fileprivate func end() {
                close(socket)
            }

            private func readHead() -> String? {
                buffer.withLock { buffer in
                    while true {
                        if let end = endOfHead(buffer) {
                            let head = String(decoding: buffer[..<end], as: UTF8.self)
                            buffer.removeFirst(end)
                            return head
                        }
                        guard fill(&buffer) else { return nil }
                    }
                }
            }

            private func endOfHead(_ buffer: [UInt8]) -> Int? {
                guard buffer.count >= 4 else { return nil }
                for index in 3..<buffer.count where buffer[index] == 0x0A {
                    if buffer[index - 1] == 0x0D, buffer[index - 2] == 0x0A, buffer[index - 3] == 0x0D {
                        return index + 1
                    }
                }
                return nil
            }

            private func fill(_ buffer: inout [UInt8]) -> Bool {
                let chunk = [UInt8](unsafeUninitializedCapacity: 65536) { chunk, count in
                    count = max(recv(socket, chunk.baseAddress, chunk.count, 0), 0)
                }
                buffer.append(contentsOf: chunk)
                return !chunk.isEmpty
            }
        }
    }
#endif

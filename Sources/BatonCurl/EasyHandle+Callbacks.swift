import BatonHTTP
import CLibCurl

/// The callbacks of libcurl; none of them resumes a task or calls libcurl.
extension EasyHandle {
    static func setCallbacks(_ easy: UnsafeMutableRawPointer) {
        _ = baton_easy_set_data_callback(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, handle in
            let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
            // libcurl hands the same piece over again when the transfer goes on.
            if EasyHandle.withTransfer(of: handle, { $0.mustPause() }) == true { return Int(CURL_WRITEFUNC_PAUSE) }
            _ = EasyHandle.with(handle) { $0.calls.deliver(piece.count) }
            return EasyHandle.withTransfer(of: handle) { $0.receive(body: piece) } == true
                ? piece.count : 0
        }
        _ = baton_easy_set_data_callback(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, handle in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            _ = EasyHandle.with(handle) { $0.calls.deliver(line.count) }
            return EasyHandle.withTransfer(of: handle) { $0.receive(headerLine: line) } == true ? line.count : 0
        }
        _ = baton_easy_set_prereq_callback(easy) { handle, _, _, _, _ in
            EasyHandle.withTransfer(of: handle) { $0.willSend() } == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }

    /// Sets the progress callback. libcurl calls it until the transfer is done, the last time while it still has the
    /// connection.
    func setProgressCallback() {
        set(CURLOPT_XFERINFODATA, pointer: Unmanaged.passUnretained(self).toOpaque())
        _ = baton_easy_set_progress_callback(easy) { handle, toReceive, received, toSend, sent in
            let progress = TransferProgress(
                sent: Int64(sent), toSend: toSend > 0 ? Int64(toSend) : nil, received: Int64(received),
                toReceive: toReceive > 0 ? Int64(toReceive) : nil)
            EasyHandle.withTransfer(of: handle) { $0.report(progress) }
            _ = EasyHandle.with(handle) { $0.noteTLSEnd() }
            return 0
        }
        set(CURLOPT_NOPROGRESS, 0)
    }

    /// Sets the debug callback, the only one through which libcurl shows the heads and the alerts that it writes.
    func setDebugCallback() {
        set(CURLOPT_DEBUGDATA, pointer: Unmanaged.passUnretained(self).toOpaque())
        _ = baton_easy_set_debug_callback(easy) { _, kind, bytes, count, handle in
            if kind == CURLINFO_HEADER_OUT {
                let head = UnsafeRawBufferPointer(start: bytes, count: count)
                EasyHandle.withTransfer(of: handle) { $0.sent(head: head) }
            } else if kind == CURLINFO_SSL_DATA_OUT, count == 2, let bytes, bytes[0] == 2 {
                // Of all that TLS sends only an alert has two bytes: its level, of which 2 is fatal, and what it says
                // (RFC 8446 section 6).
                let alert = UInt8(bitPattern: bytes[1])
                EasyHandle.withTransfer(of: handle) { $0.sentAlert = alert }
            }
            return 0
        }
        set(CURLOPT_VERBOSE, 1)
    }

    func setBodyCallbacks() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        set(CURLOPT_READDATA, pointer: me)
        set(CURLOPT_SEEKDATA, pointer: me)
        _ = baton_easy_set_data_callback(easy, CURLOPT_READFUNCTION) { buffer, size, count, handle in
            let target = UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
            let reading = EasyHandle.with(handle) { handle in
                handle.reader?.read(into: target, for: handle.transfer)
            }
            switch reading {
            case .bytes(let count)?: return count
            case .end?: return 0
            case .later?: return Int(CURL_READFUNC_PAUSE)
            case .failed?, nil: return Int(CURL_READFUNC_ABORT)
            }
        }
        _ = baton_easy_set_seek_callback(easy) { handle, offset, origin in
            guard origin == 0, EasyHandle.with(handle, { $0.reader?.seek(to: Int64(offset)) }) == true else {
                return CURL_SEEKFUNC_FAIL
            }
            return CURL_SEEKFUNC_OK
        }
    }

    /// Calls `body` with the handle. It lives as long as libcurl's handle, so its references need not be counted for
    /// each line.
    @inline(__always)
    private static func with<Value>(_ pointer: UnsafeMutableRawPointer?, _ body: (EasyHandle) -> Value?) -> Value? {
        guard let pointer else { return nil }
        return Unmanaged<EasyHandle>.fromOpaque(pointer)._withUnsafeGuaranteedRef { body($0) }
    }

    /// Calls `body` with the handle's transfer, which is kept until libcurl is done with it.
    @inline(__always)
    private static func withTransfer<Value>(
        of pointer: UnsafeMutableRawPointer?, _ body: (Transfer) -> Value
    ) -> Value? {
        with(pointer) { handle in handle.calledBack.map { $0._withUnsafeGuaranteedRef(body) } }
    }
}

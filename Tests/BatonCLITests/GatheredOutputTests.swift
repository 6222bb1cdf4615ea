import BatonTesting
import Synchronization
import Testing

@testable import BatonCLI

@Suite struct GatheredOutputTests {
    /// What was written, a text for each call.
    private final class Written: Sendable {
        private let texts = Mutex<[String]>([])

        var all: [String] { texts.withLock { $0 } }

        func add(_ text: String) {
            texts.withLock { $0.append(text) }
        }
    }

    @Test func `lines of the same moment are written together and in order`() {
        let written = Written()
        let output = GatheredOutput(to: written.add)
        for line in ["one\n", "two\n", "three\n"] { output.write(line) }
        output.flush()
        output.flush()
        #expect(written.all.joined() == "one\ntwo\nthree\n")
        #expect(written.all.count <= 2, "\(written.all)")
    }

    @Test func `a line that nothing follows is written soon`() async {
        let (written, notice) = (Written(), Notice())
        let output = GatheredOutput { text in
            written.add(text)
            notice.give()
        }
        for line in ["one\n", "two\n"] {
            output.write(line)
            await notice.received()
        }
        #expect(written.all == ["one\n", "two\n"])
    }

    @Test func `much text does not wait`() {
        let written = Written()
        let output = GatheredOutput(to: written.add)
        let line = String(repeating: "é", count: 999) + "\n"
        for _ in 0..<100 { output.write(line) }
        #expect(written.all.joined().utf8.count > 100 * line.utf8.count - 20_000)
        output.flush()
        #expect(written.all.joined() == String(repeating: line, count: 100))
    }

    @Test func `an end that cannot wait does not wait for a reader that stopped reading`() {
        let (begun, reader) = (Gate(), Gate())
        let written = Written()
        let output = GatheredOutput { text in
            begun.open()
            reader.wait()
            written.add(text)
        }
        output.write("one\n")
        #expect(begun.wait())
        output.flushUnlessBusy()
        #expect(written.all.isEmpty)
        reader.open()
        output.flush()
        #expect(written.all == ["one\n"])
    }
}

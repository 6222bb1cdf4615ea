/// Fixed documents in the formats that a client must be able to read.
enum DocumentEndpoints {
    static let routes = [
        Route("GET", "/health") { _ in try .json(["status": "ok"]) },
        Route("GET", "/text") { _ in .text("Grüße aus dem Maschinenraum: ½ λ → ✓\n") },
        Route("GET", "/xml") { _ in .text(catalogue, type: "application/xml; charset=utf-8") },
        Route("GET", "/html") { _ in .text(page, type: "text/html; charset=utf-8") },
        Route("GET", "/gzip", sendCompressed),
        Route("GET", "/bytes/{count}", sendBytes),
    ]

    /// Compressed, unless the client sends an `Accept-Encoding` without gzip.
    private static func sendCompressed(_ request: DemoRequest) throws -> DemoResponse {
        let accepted = request.headers.first("Accept-Encoding")?.lowercased()
        let compresses = accepted.map { $0.contains("gzip") || $0.contains("*") } ?? true
        var response = try DemoResponse.json(
            ["compressed": compresses], headers: [HeaderField("Vary", "Accept-Encoding")])
        if compresses {
            response.headers.append(HeaderField("Content-Encoding", "gzip"))
            response.body = Gzip.stored(response.body)
        }
        return response
    }

    /// The requested number of bytes, which are always the same.
    private static func sendBytes(_ request: DemoRequest) throws -> DemoResponse {
        let count = try request.number("count")
        guard (0...10_000_000).contains(count) else {
            throw Refusal.badRequest(["the number of bytes must be from 0 to 10000000"])
        }
        var generator = SeededGenerator(seed: 1)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            withUnsafeBytes(of: generator.next().littleEndian) { bytes += $0 }
        }
        return DemoResponse(200, type: "application/octet-stream", body: Array(bytes.prefix(count)))
    }

    private static let catalogue = """
        <?xml version="1.0" encoding="UTF-8"?>
        <catalogue xmlns:s="urn:example:stock" updated="2026-01-01">
          <item id="1" s:count="12"><name>Teapot</name><price currency="EUR">24.50</price></item>
          <item id="2" s:count="0"><name>Lamp &amp; shade</name><price currency="EUR">49.00</price></item>
        </catalogue>

        """

    private static let page = """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><title>The shop</title></head>
        <body>
        <h1>Today's offers</h1>
        <table id="offers">
        <tr><th>Item<th>Price
        <tr class="offer"><td>Teapot<td>24.50
        <tr class="offer"><td>Lamp<td>49.00
        </table>
        <p>Back to the <a href="/items">list</a>.
        </body>
        </html>

        """
}

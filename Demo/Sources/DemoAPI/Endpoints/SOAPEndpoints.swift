/// A service of SOAP 1.1 that knows two prices. Its elements have their namespace by default, as many services write it.
enum SOAPEndpoints {
    static let routes = [Route("POST", "/soap", price)]

    private static let names = ["1": ("Teapot", "24.50"), "2": ("Lamp &amp; shade", "49.00")]

    /// The price of the item whose number is in the element `item`; a fault for any other item.
    private static func price(_ request: DemoRequest) throws -> DemoResponse {
        guard let type = request.mediaType, type.hasSuffix("/xml") || type.hasSuffix("+xml"), let text = request.text,
            let item = item(in: text)
        else { throw Refusal.badRequest(["the body is not an envelope with an `item`"]) }
        guard let (name, price) = names[item] else {
            return envelope(
                """
                <soap:Fault><faultcode>soap:Client</faultcode><faultstring>no item of this number</faultstring></soap:Fault>
                """, status: 500)
        }
        return envelope(
            """
            <PriceResponse xmlns="urn:example:prices">
                  <item>\(item)</item>
                  <name>\(name)</name>
                  <price currency="EUR">\(price)</price>
                </PriceResponse>
            """)
    }

    /// The text of the first element `item`, whatever its prefix and its attributes are.
    private static func item(in text: String) -> String? {
        guard let name = text.firstRange(of: "item"), let end = text[name.upperBound...].firstIndex(of: ">") else {
            return nil
        }
        return String(text[text.index(after: end)...].prefix { $0 != "<" }).trimmingBlanks()
    }

    private static func envelope(_ body: String, status: Int = 200) -> DemoResponse {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
              <soap:Body>
                \(body)
              </soap:Body>
            </soap:Envelope>

            """
        return DemoResponse(status, type: "text/xml; charset=utf-8", body: Array(text.utf8))
    }
}

import DemoAPI
import Testing

struct ItemTests {
    let application = DemoApplication()
    private let lantern = #"{"sku":"LANTERN","name":"Lantern","price":12.5}"#

    @Test func `an item is created, read, replaced, changed and deleted`() async {
        let created = await application.send("POST", "/items", json: lantern)
        #expect(created.status == 201)
        #expect(created.headers.first("Location") == "/items/26")
        #expect(
            created.text == #"{"id":26,"name":"Lantern","price":12.5,"sku":"LANTERN","stock":0,"tags":[],"version":1}"#)

        #expect(await application.send("GET", "/items/26").text == created.text)
        let replaced = await application.send(
            "PUT", "/items/26", json: #"{"sku":"L","name":"Lamp","price":3,"tags":["a"]}"#)
        #expect(replaced.text == #"{"id":26,"name":"Lamp","price":3,"sku":"L","stock":0,"tags":["a"],"version":2}"#)
        let changed = await application.send("PATCH", "/items/26", json: #"{"stock":7}"#)
        #expect(changed.text == #"{"id":26,"name":"Lamp","price":3,"sku":"L","stock":7,"tags":["a"],"version":3}"#)
        #expect(await application.send("DELETE", "/items/26").status == 204)
        #expect(await application.send("GET", "/items/26").status == 404)
    }

    @Test(arguments: ["GET", "PUT", "PATCH", "DELETE"])
    func `what is not there is a problem`(method: String) async {
        let response = await application.send(method, "/items/999", json: method == "PUT" ? lantern : "{}")
        #expect(response.status == 404)
        #expect(response.headers.first("Content-Type") == "application/problem+json")
        #expect(response.string("instance") == "/items/999")
    }

    @Test(arguments: [
        (#"{"sku":"A","name":"B","price":-1}"#, "price"), (#"{"sku":"A","name":"B","price":"1"}"#, "price"),
        (#"{"sku":"A","name":"B"}"#, "price"), (#"{"sku":"","name":"B","price":1}"#, "sku"),
        (#"{"sku":"A","name":"B","price":1,"stock":1.5}"#, "stock"),
        (#"{"sku":"A","name":"B","price":1,"tags":[1]}"#, "tags"),
    ])
    func `a wrong field is named`(body: String, field: String) async {
        let response = await application.send("POST", "/items", json: body)
        #expect(response.status == 422)
        #expect(response.string("field") == field)
    }

    @Test func `two items cannot share a sku`() async {
        _ = await application.send("POST", "/items", json: lantern)
        #expect(await application.send("POST", "/items", json: lantern).status == 409)
        #expect(await application.send("PATCH", "/items/1", json: #"{"sku":"LANTERN"}"#).status == 409)
    }

    @Test func `a change with an outdated entity tag is refused`() async {
        let tag = await application.send("GET", "/items/1").headers.first("ETag") ?? ""
        let first = await application.send(
            "PATCH", "/items/1", json: #"{"stock":1}"#, headers: [("If-Match", tag)])
        #expect(first.status == 200)
        for method in ["PATCH", "DELETE"] {
            let late = await application.send(
                method, "/items/1", json: #"{"stock":2}"#, headers: [("If-Match", tag)])
            #expect(late.status == 412)
            #expect(late.headers.first("ETag") == first.headers.first("ETag"))
        }
    }

    @Test func `an unchanged item is not sent again`() async {
        let tag = await application.send("GET", "/items/1").headers.first("ETag") ?? ""
        let response = await application.send("GET", "/items/1", headers: [("If-None-Match", tag)])
        #expect(response.status == 304)
        #expect(response.body.isEmpty)
    }

    @Test func `the list leads from page to page`() async {
        let first = await application.send("GET", "/items?per_page=10&tag=seed")
        #expect(first.headers.first("X-Total-Count") == "25")
        #expect(first.string("next") == "/items?page=2&per_page=10&tag=seed")
        #expect(first.headers.first("Link") == #"</items?page=2&per_page=10&tag=seed>; rel="next""#)
        let second = await application.send("GET", first.string("next") ?? "")
        #expect(
            second.headers.first("Link")
                == #"</items?page=3&per_page=10&tag=seed>; rel="next", </items?page=1&per_page=10&tag=seed>; rel="prev""#
        )
        let last = await application.send("GET", second.string("next") ?? "")
        #expect(last.string("next") == nil)
        #expect(last.headers.first("Link") == #"</items?page=2&per_page=10&tag=seed>; rel="prev""#)
    }

    @Test(arguments: ["page=0", "page=x", "per_page=101", "page=99999999999999999999"])
    func `a page that cannot be is refused`(query: String) async {
        #expect(await application.send("GET", "/items?\(query)").status == 400)
    }
}

import BatonTesting
import ProjectFolders

/// A collection of Postman with a login, a folder, checks that hold and one that does not, and a server for it.
enum ShopCollection {
    static let password = "lovelace-1815"

    /// - Parameter more: further lines of the test script of `Read`.
    static func text(total: Int = 25, more: String = "") -> String {
        """
        {"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
        "auth":{"type":"bearer","bearer":[{"key":"token","value":"{{token}}","type":"string"}]},
        "item":[
        {"name":"Log in","event":[{"listen":"test","script":{"exec":[
        "pm.test('Status is 200', function () { pm.response.to.have.status(200); });",
        "pm.environment.set('token', pm.response.json().token);"]}}],
        "request":{"auth":{"type":"noauth"},"method":"POST","url":"{{baseUrl}}/login",
        "body":{"mode":"raw","raw":"{\\"password\\":\\"{{password}}\\"}","options":{"raw":{"language":"json"}}}}},
        {"name":"Items","item":[{"name":"Read","event":[{"listen":"test","script":{"exec":[
        "pm.test('two items', function () { pm.expect(pm.response.json().items.length).to.eql(2); });",
        "pm.test('all of them', () => { pm.expect(pm.response.json().total).to.equal(\(total)); });"\(more)]}}],
        "request":{"method":"GET","url":"{{baseUrl}}/items?page=1"}}]}]}
        """
    }

    /// With saved responses and a check that fails on them. The token of the first one is a secret.
    static let saved = #"""
        {"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
        "item":[
        {"name":"Log in","request":{"method":"POST","url":"https://shop.example/login"},
        "response":[
        {"name":"Wrong","code":401,"body":"{\"error\":\"wrong\"}"},
        {"name":"Right","code":200,"header":[{"key":"Content-Type","value":"application/json"}],
        "body":"{\"access_token\":\"t-4711-abcdef\",\"user\":{\"id\":1}}"}],
        "event":[{"listen":"test","script":{"exec":[
        "pm.test('Status is 200', () => pm.response.to.have.status(200));",
        "pm.test('a token', () => pm.expect(pm.response.json().access_token).to.be.a('string'));",
        "pm.environment.set('user', pm.response.json().user.id);"]}}]},
        {"name":"Items","item":[
        {"name":"Read","request":{"method":"GET","url":"https://shop.example/users/{{user}}/items?page=1"},
        "response":[{"name":"Two","code":200,"body":"{\"items\":[{\"id\":1},{\"id\":2}],\"total\":25}"}],
        "event":[{"listen":"test","script":{"exec":[
        "pm.test('two items', () => pm.expect(pm.response.json().items.length).to.eql(2));",
        "pm.test('all of them', () => pm.expect(pm.response.json().total).to.equal(99));"]}}]},
        {"name":"Delete","request":{"method":"DELETE","url":"https://shop.example/users/{{user}}/items"},
        "response":[{"name":"Gone","code":204}],
        "event":[{"listen":"test","script":{"exec":["pm.test('gone', () => pm.response.to.have.status(204));"]}}]}]}]}
        """#

    static let lost = #","pm.test('something else', () => { pm.unknown.thing(); });""#

    static func environment(_ url: String) -> String {
        """
        {"name":"Local","values":[{"key":"baseUrl","value":"\(url)","enabled":true},
        {"key":"password","value":"\(password)","type":"secret","enabled":true},
        {"key":"token","value":"","enabled":true}],"_postman_variable_scope":"environment"}
        """
    }

    static func respond(_ request: RawServer.Request) -> String {
        let body =
            request.target == "/login" ? #"{"token":"t-4711-abcdef"}"# : #"{"items":[{"id":1},{"id":2}],"total":25}"#
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// A server with the collection and its environment in a folder.
    static func recording(total: Int = 25, more: String = "") throws -> Recording {
        let recording = try Recording(respond)
        try recording.folder.write("shop.json", text(total: total, more: more))
        try recording.folder.write("env.json", environment(recording.server.url))
        return recording
    }
}

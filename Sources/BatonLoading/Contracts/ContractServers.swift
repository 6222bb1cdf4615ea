import BatonHTTP
import BatonJSONSchema
import BatonJudging

extension OpenAPIReader {
    /// Addresses of one server, at most: variables with many values multiply.
    private static let mostAddresses = 10_000

    /// `servers` of the document, of a path or of an operation, with each value that their variables may have; nil where
    /// none are written.
    func servers(_ node: OpenAPINode) -> [ContractServer]? {
        var servers: [ContractServer] = []
        for server in node["servers"]?.elements ?? [] {
            guard let url = server["url"]?.text else { continue }
            for url in Self.addresses(url, server["variables"]?.entries ?? []) {
                let server = ContractServer(url)
                if !servers.contains(server) { servers.append(server) }
            }
        }
        return servers.isEmpty ? nil : servers
    }

    /// A URL with its variables replaced: by any value of their `enum`, or else by their default.
    private static func addresses(_ url: String, _ variables: [(name: String, node: OpenAPINode)]) -> [String] {
        variables.reduce([url]) { urls, variable in
            let standard = variable.node["default"]?.text ?? ""
            let listed = (variable.node["enum"]?.elements ?? []).compactMap(\.text)
            let values = listed.isEmpty || urls.count * listed.count > mostAddresses ? [standard] : listed
            return urls.flatMap { url in values.map { url.replacing("{\(variable.name)}", with: $0) } }
        }
    }
}

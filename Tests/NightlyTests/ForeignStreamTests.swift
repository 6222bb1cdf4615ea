import CommandCalls
import ProjectFolders
import Testing

/// Servers that others wrote stream to Baton: sse-starlette.
@Suite(.enabled("needs sse-starlette") { await ForeignServer.sse.isInstalled() })
struct ForeignEventTests {
    private func run(_ port: Int, _ steps: String) async throws -> Baton.Result {
        let folder = try Folder()
        try folder.write("w.yaml", "steps:\n\(steps)")
        return try await Baton(folder: folder).run(["run", "w.yaml", "--base-url", "http://127.0.0.1:\(port)"])
    }

    @Test func `events with every end of a line, endless ones, compressed ones and lines are read`() async throws {
        try await ForeignServer.sse.serving { port in
            let result = try await run(
                port,
                """
                  - for_each: ["%5Cr%5Cn", "%5Cn", "%5Cr"]
                    get: /numbers?sep=$(item)
                    stream: true
                    expect:
                      headers: { content-type: { starts_with: text/event-stream } }
                      $events[*].event: [first, message, message]
                      $events[*].id: ["1", "1", "3"]
                      $events[*].data: [{ n: 1 }, "two\\nlines", { n: 3 }]
                  - get: /forever
                    stream: { until: event.data.n == 20, within: 2m }
                    expect: { $events: { length: 20 }, first_event: { lt: 2m }, gap: { gt: 0ms } }
                  - get: /forever
                    stream: { within: 500ms }
                    expect: { outcome: network.timeout, \"$events[0].data.n\": 1 }
                  - get: /zipped
                    stream: { until: event.data.n == 5, within: 2m }
                    expect: { headers: { content-encoding: gzip }, \"$events[*].data.n\": [1, 2, 3, 4, 5] }
                  - get: /lines
                    stream: true
                    expect: { \"$events[*].data.n\": [0, 1, 2] }
                """)
            #expect(result.exitCode == 0, "\(result.everything)")
        }
    }

    @Test func `a stream that breaks off goes on where it was`() async throws {
        try await ForeignServer.sse.serving { port in
            let result = try await run(
                port,
                """
                  - get: /broken
                    stream: { until: event.data.n == 4, within: 2m, reconnect: 3 }
                    expect: { \"$events[*].id\": ["1", "2", "3", "4"] }
                """)
            #expect(result.exitCode == 0, "\(result.everything)")
        }
    }
}

/// Servers that others wrote stream to Baton: the watches of etcd.
@Suite(.enabled("needs etcd") { await ForeignServer.etcd.isInstalled() })
struct ForeignWatchTests {
    @Test func `a watch of etcd sees what is put while it waits`() async throws {
        try await ForeignServer.etcd.serving { port in
            let folder = try Folder()
            try folder.write(
                "w.yaml",
                """
                vars: { key: $(base64.encode(bytes("color"))), blue: $(base64.encode(bytes("blue"))), red: $(base64.encode(bytes("red"))) }
                steps:
                  - post: /v3/kv/put
                    json: { key: $(key), value: $(red) }
                    capture: { revision: { path: $.header.revision, as: integer } }
                  - parallel:
                      - name: watch
                        post: /v3/watch
                        json: { create_request: { key: $(key), start_revision: "$(string(revision))" } }
                        stream:
                          format: json_lines
                          until: has(event.data.result.events) && event.data.result.events.exists(e, e.kv.value == blue)
                          within: 2m
                        expect:
                          $events[0].data.result.created: true
                          $events[*].data.result.events[*].kv.value: { contains: [$(red), $(blue)] }
                      - name: put
                        post: /v3/kv/put
                        json: { key: $(key), value: $(blue) }
                """)
            let baton = Baton(folder: folder)
            let result = try await baton.run(["run", "w.yaml", "--base-url", "http://127.0.0.1:\(port)"])
            #expect(result.exitCode == 0, "\(result.everything)")
        }
    }
}

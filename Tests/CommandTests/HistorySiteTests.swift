import BatonHistory
import BatonReports
import BatonTesting
import BatonXML
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `baton history site`: pages to browse.
@Suite struct HistorySiteTests {
    /// A project with four runs, on two branches, of which the later ones fail.
    private static func project(_ name: String = "Orders") async throws -> Recording {
        let recording = try Recording { request in
            let body = request.target == "/bad" ? #"{"error":"<b>no</b>"}"# : "{}"
            let status = request.target == "/bad" ? "500 No" : "200 OK"
            return
                "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let folder = recording.folder
        try folder.write(
            "baton.yaml", "default_environment: a\nenvironments: { a: { base_url: \"\(recording.server.url)\" } }\n")
        for (number, path) in ["fine", "fine", "bad", "bad"].enumerated() {
            try folder.write(
                "workflows/a.yaml", "name: '\(name)'\nowner: team-a\nsteps: [ { name: Ask, get: /\(path) } ]\n")
            try folder.write("workflows/b.yaml", "steps: [ { get: /fine } ]\n")
            let baton = Baton(
                folder: folder,
                environment: [
                    "CI": "true", "GITLAB_CI": "true", "CI_COMMIT_REF_NAME": "main",
                    "CI_PIPELINE_IID": "\(100 + number)",
                    "CI_PIPELINE_URL": "https://git.example/pipelines/\(100 + number)",
                ])
            _ = try await baton("run")
        }
        return recording
    }

    private static func pages(_ folder: Folder, _ site: String) throws -> [String: XMLDocument] {
        var pages: [String: XMLDocument] = [:]
        for below in ["", "case/", "run/"] {
            for name in try FileContents.names(in: "\(folder.path)/\(site)/\(below)") where name.hasSuffix(".html") {
                let text = try folder.read("\(site)/\(below)\(name)")
                let begin = "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">"
                try #require(text.hasPrefix(begin))
                pages[below + name] = try XMLDocument("<?xml version=\"1.0\"?><html>" + text.dropFirst(begin.count))
            }
        }
        return pages
    }

    private static func texts(_ query: String, _ page: XMLDocument?) throws -> [String] {
        guard let page, case .texts(let texts) = try XPath.parse(query).evaluate(in: page) else { return [] }
        return texts
    }

    @Test func `a deleted workflow fails no more when everything ran without it`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        try folder.write("workflows/a.yaml", "steps: [ { that: 1 == 1 } ]\n")
        try folder.write("workflows/b.yaml", "steps: [ { that: 1 == 2 } ]\n")
        for _ in 0..<5 { _ = try await Baton(folder: folder)("run") }
        try folder.remove("workflows/b.yaml")
        for (paths, failing) in [(["workflows/a.yaml"], true), ([], false)] {
            _ = try await Baton(folder: folder).run(["run"] + paths)
            let result = try await Baton(folder: folder)("history", "site", "site")
            #expect(result.exitCode == 0, "\(result.everything)")
            let index = try Self.pages(folder, "site")["index.html"]
            #expect(try Self.texts("//p[. = 'Nothing.']", index).isEmpty == failing, "\(paths)")
            let broken = try await Baton(folder: folder)("history", "broken")
            #expect(broken.output.contains("workflows/b.yaml") == failing, "\(broken.everything)")
        }
    }

    @Test func `what did not run because of a failure belongs to its cause, in the site, the bars and the search`()
        async throws
    {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        try folder.write("workflows/a.yaml", "name: Login\ntags: [auth]\nsteps: [ { that: 1 == 1 } ]\n")
        for name in ["b", "c"] {
            try folder.write(
                "workflows/\(name).yaml", "name: Of \(name)\nneeds: a.yaml\nsteps: [ { that: 1 == 1 } ]\n")
        }
        _ = try await Baton(folder: folder)("run")
        try folder.write("workflows/a.yaml", "name: Login\ntags: [auth]\nsteps: [ { that: 1 == 2 } ]\n")
        _ = try await Baton(folder: folder)("run")
        let report = try HTMLOutcomes(try folder.read("reports/report.html"))
        #expect(try report.texts("//figure//title").last == "this run: 3 new")
        let found = try report.texts("//details[starts-with(@class, 'cause')]/@data-find")
        #expect(found.count == 1)
        for word in ["is:blocked", "tag:auth", "Of b", "workflows/c.yaml"] {
            #expect(found.first?.contains(word) == true, "\(word)")
        }
        let result = try await Baton(folder: folder)("history", "site", "site")
        #expect(result.exitCode == 0, "\(result.everything)")
        let index = try Self.pages(folder, "site")["index.html"]
        #expect(try Self.texts("//div[starts-with(@class, 'cause')]/@class", index) == ["cause new"])
        let line = try Self.texts("//div[starts-with(@class, 'cause')]//small", index).first ?? ""
        #expect(line.hasPrefix("3 workflows: ") && line.contains("1 bad result, since "), "\(line)")
    }

    @Test func `a workflow that a run did not come to is still broken`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        try folder.write("workflows/a.yaml", "steps: [ { that: 1 == 1 } ]\n")
        try folder.write("workflows/b.yaml", "steps: [ { that: 1 == 2 } ]\n")
        for _ in 0..<5 { _ = try await Baton(folder: folder)("run") }
        try folder.write("workflows/a.yaml", "steps: [ { that: 1 == 2 } ]\n")
        _ = try await Baton(folder: folder)("run", "--max-failures", "1", "--jobs", "1")
        let broken = try await Baton(folder: folder)("history", "broken")
        #expect(broken.output.contains("workflows/b.yaml"), "\(broken.everything)")
        let result = try await Baton(folder: folder)("history", "site", "site")
        #expect(result.exitCode == 0, "\(result.everything)")
        let links = try Self.texts("//a", try Self.pages(folder, "site")["index.html"])
        #expect(links.contains("b"), "\(links)")
    }

    @Test func `every page is well-formed, and every link leads to a page or to the web`() async throws {
        let recording = try await Self.project()
        let folder = recording.folder
        let result = try await Baton(folder: folder)("history", "site", "site")
        #expect(result.output == "wrote 11 pages: site/index.html\n", "\(result.everything)")
        let pages = try Self.pages(folder, "site")
        #expect(pages.count == 11)
        for (name, page) in pages {
            for link in try Self.texts("//a/@href", page) where !link.hasPrefix("https://git.example/") {
                let (address, place) = (String(link.prefix { $0 != "#" }), link.drop { $0 != "#" }.dropFirst())
                let target = address.isEmpty ? name : address.replacing("../", with: "")
                #expect(pages[target] != nil, "\(name): \(link)")
                #expect(address.isEmpty || name.contains("/") == address.hasPrefix("../"), "\(name): \(link)")
                #expect(try place.isEmpty || Self.texts("//*[@id='\(place)']", pages[target]).count == 1, "\(link)")
            }
            #expect(try Self.texts("//meta[@http-equiv]/@content", page).first?.contains("default-src 'none'") == true)
            #expect(try Self.texts("//img | //script[@src] | //iframe | //style", page) == [])
            let sheet = name.contains("/") ? "../style.css" : "style.css"
            #expect(try Self.texts("//link/@href", page) == [sheet])
        }
    }

    @Test func `the index says what fails and since when, the pages of run and case why`() async throws {
        let recording = try await Self.project()
        let folder = recording.folder
        _ = try await Baton(folder: folder)("history", "site", "site")
        let pages = try Self.pages(folder, "site")
        let index = try #require(pages["index.html"])
        #expect(try Self.texts("//tbody/tr", index).count == 4)
        let failing = try Self.texts("//div[starts-with(@class, 'cause')]", index)
        #expect(failing.count == 1)
        #expect(failing[0].contains("Orders") && failing[0].contains("GET /bad: expected 2xx, got 500"), "\(failing)")
        #expect(
            failing[0].contains("2 bad results, since build #102, ") && failing[0].contains("team-a · on main, a: "))
        #expect(failing[0].contains("last passed at build #101, "), "\(failing)")
        let cases = pages.filter { $0.key.hasPrefix("case/") }.values
        let story = try #require(try cases.first { try Self.texts("//h1", $0).first?.contains("Orders") == true })
        #expect(
            try Self.texts("//p[@class='sum']", story).first?.hasPrefix(
                "Failing on main, a: 2 bad results, since build #102") == true)
        #expect(try Self.texts("//tbody/tr/td/b", story) == ["✗ failed", "✗ failed", "✓ passed", "✓ passed"])
        #expect(try Self.texts("//span[@class='strip']//path/@class", story).sorted() == ["b", "p"])
        let runs = pages.filter { $0.key.hasPrefix("run/") }.values
        let badges = try runs.map { try Self.texts("//summary/b[starts-with(@class, 'badge')]", $0) }
        #expect(badges.sorted { $0.count < $1.count }.flatMap(\.self).sorted() == ["known", "new"])
        let cards = try runs.map { try Self.texts("//main", $0).joined() }
        #expect(cards.count { $0.contains("curl ") && $0.contains("\"error\": \"<b>no</b>\"") } == 2)
        #expect(try Self.texts("//h2/following-sibling::table//td/b", pages["owners.html"]) == ["✗ failed"])
    }

    @Test func `a page of a case has all results: older ones of equal outcome in one row`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        for number in 1...16 {
            try folder.write("workflows/a.yaml", "steps: [ { that: 1 == \(number == 2 ? 2 : 1) } ]\n")
            _ = try await Baton(folder: folder)("run")
        }
        let site = try SiteWriter(
            HistoryReader("\(folder.path)/.baton/history.sqlite"), HistoryScope(), limit: 100, project: "shop",
            listedResults: 0, past: { _ in .unknown("") })
        var story = ""
        try site.write { name, bytes in
            if name.hasPrefix("case/") { story = String(decoding: bytes, as: UTF8.self) }
        }
        let begin = "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">"
        let page = try XMLDocument("<?xml version=\"1.0\"?><html>" + story.dropFirst(begin.count))
        let outcomes = try Self.texts("//tbody/tr/td[1]", page)
        #expect(outcomes == Array(repeating: "✓ passed", count: 5) + ["✓ passed 9 times", "✗ failed", "✓ passed"])
        #expect(try Self.texts("//tbody/tr[6]/th", page).first?.contains(" back to ") == true)
        #expect(!story.contains("older: baton history"))
    }

    @Test func `the page of an old run tells what the end of the run cut apart from what failed`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        for name in ["b", "c"] { try folder.write("workflows/\(name).yaml", "steps: [ { that: 1 == 1 } ]\n") }
        try folder.write("workflows/a.yaml", "steps: [ { wait: 10m } ]\n")
        _ = try await Baton(folder: folder)("run", "--timeout", "50ms", "--jobs", "1")
        try folder.write("workflows/a.yaml", "steps: [ { that: 1 == 1 } ]\n")
        for _ in 0..<20 { _ = try await Baton(folder: folder)("run") }
        _ = try await Baton(folder: folder)("history", "site", "site")
        let old = try Self.pages(folder, "site").filter { $0.key.hasPrefix("run/") }
            .min { $0.key < $1.key }
        let words = try Self.texts("//summary/b[starts-with(@class, 'badge')]", old?.value)
        #expect(words.last == "interrupted" && words.count < 3, "\(words)")
        let cells = try Self.pages(folder, "site").filter { $0.key.hasPrefix("case/") }
            .map { try Self.texts("//tbody/tr/td/b", $0.value).count }
        #expect(cells.count { $0 == 20 } >= 2, "\(cells)")
    }

    @Test func `a second writing replaces the pages, and removes those of runs that are left out`() async throws {
        let recording = try await Self.project()
        let folder = recording.folder
        let baton = Baton(folder: folder)
        _ = try await baton("history", "site", "site")
        try folder.write("site/CNAME", "baton.example\n")
        let result = try await baton("history", "site", "site", "--limit", "1")
        #expect(result.output == "wrote 8 pages: site/index.html\n", "\(result.everything)")
        #expect(try Self.pages(folder, "site").count == 8)
        #expect(try folder.read("site/CNAME") == "baton.example\n")
    }

    @Test(arguments: ["./site", "sub/../site", "link/site", "site/"])
    func `the folder may be written in every way that leads to it`(_ written: String) async throws {
        let recording = try await Self.project()
        let folder = recording.folder
        try folder.write("sub/kept.txt", "kept")
        symlink(".", folder.path + "/link")
        let baton = Baton(folder: folder)
        for _ in 1...2 {
            let result = try await baton("history", "site", written)
            #expect(result.exitCode == 0, "\(result.everything)")
        }
        #expect(try Self.pages(folder, "site").count == 11)
    }

    @Test func `the pages bear the name of the project`() async throws {
        let recording = try await Self.project()
        let folder = recording.folder
        let project = try folder.read("baton.yaml")
        try folder.write("baton.yaml", "name: Tea shop\n" + project)
        _ = try await Baton(folder: folder)("history", "site", "site")
        #expect(try Self.texts("//h1", Self.pages(folder, "site")["index.html"]).first?.contains("Tea shop") == true)
    }

    @Test func `names are text wherever they stand`() async throws {
        let name = #"<script>alert(1)</script> "quoted" & 日本 \u202E"#
        let recording = try await Self.project(name)
        _ = try await Baton(folder: recording.folder)("history", "site", "site")
        let pages = try Self.pages(recording.folder, "site")
        for page in pages.values { #expect(try Self.texts("//script[contains(., 'alert')]", page) == []) }
        #expect(try Self.texts("//tbody/tr/th/a", pages["cases.html"]).contains { $0.hasPrefix("<script>alert(1)") })
    }

    @Test func `a folder with other files, a file, a link and a folder without rights are refused`() async throws {
        let recording = try await Self.project()
        let folder = recording.folder
        let baton = Baton(folder: folder)
        try folder.write("mine/notes.txt", "mine")
        let foreign = try await baton("history", "site", "mine")
        #expect(foreign.exitCode == 2)
        #expect(
            foreign.errorOutput.contains("mine holds other files, and no site: name a new or an empty folder"),
            "\(foreign.everything)")
        #expect(try FileContents.names(in: folder.path + "/mine") == ["notes.txt"])
        let file = try await baton("history", "site", "baton.yaml")
        #expect(file.exitCode == 4 && file.errorOutput.contains("the site could not be written to baton.yaml: "))
        _ = try await baton("history", "site", "site")
        let page = try #require(try FileContents.names(in: folder.path + "/site/case").first)
        try folder.write("other/kept.html", "kept")
        try folder.remove("site/case/\(page)")
        symlink("../../other/kept.html", folder.path + "/site/case/\(page)")
        let linked = try await baton("history", "site", "site")
        #expect(linked.exitCode == 2, "\(linked.everything)")
        #expect(linked.errorOutput.contains("site/case/\(page) is a link that leads out of it"), "\(linked.everything)")
        #expect(try folder.read("other/kept.html") == "kept")
    }

    @Test func `a list of pages that somebody wrote removes nothing outside of the site`() async throws {
        let recording = try await Self.project()
        let folder = recording.folder
        try folder.write("kept.html", "kept")
        try folder.write("site/case/mine.txt", "kept")
        try folder.write(
            "site/.baton-site",
            "baton history site\n../kept.html\ncase/../../kept.html\nrun/../../kept.html\ncase/mine.txt\n")
        let result = try await Baton(folder: folder)("history", "site", "site")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try folder.read("kept.html") == "kept" && folder.read("site/case/mine.txt") == "kept")
    }

    @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.obstacle))
    func `a disk that is full leaves no site that looks whole`() async throws {
        let recording = try await Self.project()
        let path = recording.folder.path + "/disk"
        mkdir(path, 0o700)
        let disk = try SmallDisk(at: path)
        try disk.fill(leaving: 24_000)
        let baton = Baton(folder: recording.folder)
        let result = try await baton("history", "site", "disk/site")
        #expect(result.exitCode == 4, "\(result.everything)")
        #expect(
            result.errorOutput.contains("the site could not be written to disk/site: "), "\(result.everything)")
        #expect(try FileContents.names(in: path + "/site") == [])
        disk.makeRoom()
        #expect(try await baton("history", "site", "disk/site").exitCode == 0)
    }

    @Test func `before the first run there is nothing to write`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: .\n")
        let result = try await Baton(folder: folder)("history", "site", "site")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("no run has been recorded yet"), "\(result.everything)")
    }
}

import BatonRecords
import BatonValues

/// The frame of a page: head and end of the document, the same for the report and for the pages of a site.
struct HTMLFrame {
    /// The pages of a site that every page of it links to.
    enum Tab: String, CaseIterable {
        case runs = "index.html"
        case cases = "cases.html"
        case owners = "owners.html"
        case flaky = "flaky.html"
        case slow = "slow.html"

        var title: StaticString {
            switch self {
            case .runs: "Runs"
            case .cases: "Cases"
            case .owners: "Owners"
            case .flaky: "Flaky"
            case .slow: "Slow"
            }
        }
    }

    var title: String
    /// Where the style sheet of a site lies, seen from the page; nil for a page that holds it.
    var sheetFolder: StaticString?
    var hasScript = true

    /// The name of the style sheet of a site.
    static let sheetName = "style.css"

    func begin(into page: inout HTMLWriter) {
        page.raw("<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n")
        page.raw("<meta charset=\"utf-8\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
        page.raw("default-src 'none'; style-src ")
        // From the disk, Firefox takes no file for a part of `'self'`.
        page.raw(sheetFolder == nil ? HTMLStyle.sheetHash : "'self' file:")
        if hasScript {
            page.raw("; script-src ")
            page.raw(HTMLStyle.scriptHash)
        }
        page.raw("; base-uri 'none'; form-action 'none'\"/>\n")
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
        page.raw("<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>")
        page.line(CutText.head(title, 300))
        if let sheetFolder {
            page.raw("</title>\n<link rel=\"stylesheet\" href=\"")
            page.raw(sheetFolder)
            page.text(Self.sheetName)
            page.raw("\"/>\n")
        } else {
            page.raw("</title>\n<style>")
            page.raw(HTMLStyle.sheet)
            page.raw("</style>\n")
        }
        page.raw("</head>\n<body>\n")
    }

    func end(_ footer: (inout HTMLWriter) -> Void, into page: inout HTMLWriter) {
        page.raw("</main>\n<footer><p>")
        footer(&page)
        page.raw("</p></footer>\n")
        if hasScript {
            page.raw("<script>")
            page.raw(HTMLStyle.script)
            page.raw("</script>\n")
        }
        page.raw("</body>\n</html>\n")
    }
}

extension HTMLWriter {
    /// Links to the pages of a site; the current one is no link.
    mutating func tabs(_ current: HTMLFrame.Tab?, below folder: StaticString) {
        for tab in HTMLFrame.Tab.allCases {
            if tab == current {
                raw("<b aria-current=\"page\">")
                raw(tab.title)
                raw("</b> ")
                continue
            }
            raw("<a href=\"")
            raw(folder)
            text(tab.rawValue)
            raw("\">")
            raw(tab.title)
            raw("</a> ")
        }
    }

    /// A field that hides what does not fit; without scripts it is not there.
    mutating func filter(_ hint: StaticString = "words") {
        raw("<p id=\"filter\" hidden=\"hidden\"><label>Find <input id=\"words\" type=\"search\" placeholder=\"")
        raw(hint)
        raw("\"/></label> <output id=\"told\"></output></p>\n")
    }

    /// Minutes in UTC, as all pages show them.
    mutating func moment(_ moment: Microseconds) {
        raw("<time>")
        text(TimeText.minute(moment))
        raw("</time>")
    }

    /// The outcome of a case or the state of a run, as a sign and a word.
    mutating func outcome(_ word: String) {
        raw("<b class=\"")
        text(word)
        raw("\">")
        raw(CaseState.allCases.first { $0.word.description == word }?.sign ?? "!")
        raw(" ")
        text(word)
        raw("</b>")
    }

    /// `<b class="badge new">new</b>`
    mutating func badge(_ state: StaticString, _ word: String) {
        raw("<b class=\"badge ")
        raw(state)
        raw("\">")
        text(word)
        raw("</b>")
    }

    /// A cell of a table; its label is shown where columns have no room.
    mutating func cell(_ label: StaticString, isNumber: Bool = false, _ write: (inout HTMLWriter) -> Void) {
        raw(isNumber ? "<td class=\"n\"" : "<td")
        if label.utf8CodeUnitCount > 0 {
            raw(" title=\"")
            raw(label)
            raw("\"")
        }
        raw(">")
        write(&self)
        raw("</td>")
    }

    mutating func cell(_ label: StaticString, isNumber: Bool = false, _ text: String) {
        if text.isEmpty { return raw("<td></td>") }
        cell(label, isNumber: isNumber) { $0.line(CutText.head(text, 1000)) }
    }

    /// The head of a table; a name that begins with `#` is that of a column of numbers.
    mutating func columns(_ names: [StaticString], isFindable: Bool = true) {
        raw(isFindable ? "<table class=\"stack find\">\n<thead><tr>" : "<table class=\"stack\">\n<thead><tr>")
        for name in names {
            let text = name.description
            raw(text.hasPrefix("#") ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">")
            self.text(text.hasPrefix("#") ? String(text.dropFirst()) : text)
            raw("</th>")
        }
        raw("</tr></thead>\n<tbody>\n")
    }
}

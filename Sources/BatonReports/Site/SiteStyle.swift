import BatonValues

/// The style sheet of all pages, and the script of those that can be searched; every page is readable without both.
///
/// Both stand in the pages themselves: from the disk, browsers load no other file. They contain neither `<` nor `&`.
enum SiteStyle {
    /// A content security policy that allows only this style sheet and this script, by their hashes.
    static let policy = [
        "default-src 'none'", "style-src '\(hash(sheet))'", "script-src '\(hash(script))'", "base-uri 'none'",
        "form-action 'none'",
    ].joined(separator: "; ")

    private static func hash(_ text: StaticString) -> String {
        let digest = SHA256.digest(of: Array(text.description.utf8))
        return "sha256-\(Base64.encode(digest))"
    }

    static let sheet: StaticString = """
        :root{color-scheme:light dark;--ground:#fff;--card:#f6f7f9;--text:#1b1d21;--faint:#59606b;--line:#d5d9e0;\
        --good:#176639;--bad:#b3261e;--warn:#7a4b00;--link:#0b57b0}
        @media(prefers-color-scheme:dark){:root{--ground:#15171b;--card:#1f2228;--text:#e8eaee;--faint:#a7afbb;\
        --line:#3a3f49;--good:#71d394;--bad:#ff9a90;--warn:#f2bd66;--link:#8ab8ff}}
        *{box-sizing:border-box}body{margin:0 auto;max-width:80rem;padding:1.5rem;background:var(--ground);\
        color:var(--text);font:16px/1.5 system-ui,sans-serif}
        a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px}
        h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0;overflow-wrap:anywhere}
        h2{font-size:1.25rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}
        h3{font-size:1rem;margin:1.25rem 0 .25rem;overflow-wrap:anywhere}
        nav{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem}nav b{font-weight:600}
        p{margin:.5rem 0;overflow-wrap:anywhere}.sum{font-size:1.1rem}small,figcaption{color:var(--faint);font-size:.85rem}
        code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
        pre{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.6rem .8rem;overflow:auto;\
        max-height:30rem;white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}
        summary{cursor:pointer}b.passed,h1 .passed{color:var(--good)}.failed,.error,.infra{color:var(--bad)}
        b.flaky,b.quarantined,.interrupted{color:var(--warn)}b{white-space:nowrap}
        table{border-collapse:collapse;width:100%;font-size:.9rem}
        th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line);vertical-align:top;font-weight:400;\
        overflow-wrap:break-word}td[title=''],tbody th{overflow-wrap:anywhere}small{font-weight:400}
        thead th{color:var(--faint);font-size:.8rem;white-space:nowrap}tbody th{font-weight:600}th.n{white-space:nowrap}
        td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}td svg{width:9rem;min-width:6rem}
        figure{margin:1rem 0}svg{display:block;width:100%;background:var(--card);border-radius:4px}
        path.p{fill:var(--good)}path.f{fill:var(--warn)}path.b{fill:var(--bad)}path.q{fill:var(--faint)}
        polyline{fill:none;stroke:var(--link);stroke-width:1.5;vector-effect:non-scaling-stroke}
        input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--faint);border-radius:4px;\
        padding:.3rem .6rem;width:min(100%,24rem)}
        .group{border:1px solid var(--line);border-left:4px solid var(--bad);border-radius:6px;padding:.25rem 1rem .5rem;\
        margin:.75rem 0}.group h3,.group p{margin:.25rem 0}footer{margin-top:3rem;color:var(--faint);font-size:.85rem}
        @media(max-width:40rem){body{padding:.75rem}h1{font-size:1.35rem}table,tbody,tr,th,td{display:block}thead{display:none}\
        tr{border-bottom:1px solid var(--line);padding:.4rem 0}th,td,td.n{border:0;padding:.05rem 0;text-align:left}\
        td:empty{display:none}td[title]::before{content:attr(title) ' ';color:var(--faint)}}
        """

    static let script: StaticString = """
        'use strict';(function(){var words=document.getElementById('words'),told=document.getElementById('told'),
        rows=[].slice.call(document.querySelectorAll('tbody tr'));
        function show(){var wanted=words.value.toLowerCase().split(/ +/),count=0;rows.forEach(function(row){
        var text=row.textContent.toLowerCase(),fits=wanted.every(function(word){return text.indexOf(word)!==-1});
        row.hidden=!fits;if(fits){count+=1}});told.textContent=count+' of '+rows.length}
        words.addEventListener('input',show);document.getElementById('filter').hidden=false;show()})()
        """
}

/// The style sheet and the script of the page; the page is readable without them.
///
/// Both contain neither `<` nor `&`, so that the page is well-formed XML. The content security policy allows only these
/// two by their hashes, which a test recomputes: no content of a response can run as a script or change the style.
enum HTMLStyle {
    static let policy: StaticString = """
        default-src 'none'; style-src 'sha256-VJDyWS4AQ+azMLEfgH1l5T+UGQXPEcmYyxl++pMbSjk='; script-src 'sha256-Z0iRdZLbdOo5Lvt/bVmEDpkJPjVjXZ0/kqygoKW4YUU='; base-uri 'none'; form-action 'none'
        """

    static let sheet: StaticString = """
        :root{color-scheme:light dark;--ground:#fff;--card:#f6f7f9;--text:#1b1d21;--faint:#59606b;--line:#d5d9e0;\
        --good:#176639;--bad:#b3261e;--warn:#7a4b00;--link:#0b57b0;--mark:#ffe2de}
        @media(prefers-color-scheme:dark){:root{--ground:#15171b;--card:#1f2228;--text:#e8eaee;--faint:#a7afbb;\
        --line:#3a3f49;--good:#71d394;--bad:#ff9a90;--warn:#f2bd66;--link:#8ab8ff;--mark:#5c2622}}
        *{box-sizing:border-box}
        body{margin:0 auto;max-width:90rem;padding:1.5rem;background:var(--ground);color:var(--text);\
        font:16px/1.5 system-ui,sans-serif}
        a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px}
        h1{font-size:1.9rem;line-height:1.2;margin:0 0 .25rem}h2{font-size:1.4rem;margin:2.5rem 0 .75rem;\
        border-bottom:1px solid var(--line);padding-bottom:.3rem}
        h3{font-size:1.1rem;margin:1.25rem 0 .5rem}h4{font-size:1rem;margin:1rem 0 .5rem;font-weight:600}
        p{margin:.5rem 0}.sum{font-size:1.15rem}i{color:var(--faint);font-style:normal}
        code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
        pre{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.6rem .8rem;overflow:auto;\
        max-height:30rem;white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}
        h4 code,li code,summary code,h4 code{color:var(--faint)}
        .kind{border:1px solid var(--line);border-radius:4px;padding:0 .35rem;font-weight:400;color:var(--faint)}
        h1.passed,b.passed{color:var(--good)}h1.failed,b.failed,b.error,b.blocked{color:var(--bad)}
        b.flaky,b.quarantined{color:var(--warn)}b.skipped{color:var(--faint)}b{white-space:nowrap}
        .counts{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:.75rem 0;padding:0}
        .counts li{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.3rem .8rem}
        .counts span{font-weight:700;font-variant-numeric:tabular-nums}
        .facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.5rem 1.5rem;margin:1rem 0}
        dt{color:var(--faint);font-size:.85rem}dd{margin:0;overflow-wrap:anywhere}
        #phases dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.25rem;margin:0}
        nav{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;margin:1rem 0}
        .note{border-left:4px solid var(--warn);background:var(--card);padding:.5rem .8rem}
        .group{border:1px solid var(--line);border-left:4px solid var(--bad);border-radius:6px;padding:.25rem 1.25rem 1rem;\
        margin:1rem 0}
        article+article{border-top:1px solid var(--line);margin-top:1rem}
        .message{font-weight:600;margin-top:1rem;white-space:pre-wrap;overflow-wrap:anywhere}
        .source span{color:var(--faint)}mark{background:var(--mark);color:inherit;border-radius:3px;\
        text-decoration:underline wavy var(--bad) 1px}
        .values{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.5rem 0}
        .values dd{font:13px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;\
        white-space:pre-wrap;max-height:20rem;overflow:auto}.values dd.said{font-family:inherit;font-size:1rem}
        dd.expected{color:var(--good)}dd.actual{color:var(--bad)}
        .history span{font-family:ui-monospace,'DejaVu Sans Mono',monospace;letter-spacing:.05em}
        table{border-collapse:collapse;font-size:.875rem;width:100%;margin:.5rem 0;display:block;overflow-x:auto}
        th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--line);vertical-align:top;\
        font-weight:400;white-space:pre-wrap;overflow-wrap:anywhere}
        thead th{color:var(--faint);font-size:.8rem;white-space:nowrap}tbody th{font-weight:600;min-width:14rem}
        .steps th,.steps td{padding:.25rem .4rem}.steps tbody th{min-width:9rem}
        .steps td{font-variant-numeric:tabular-nums;white-space:nowrap;overflow-wrap:normal}
        .steps td:nth-child(3){white-space:pre-wrap;overflow-wrap:anywhere;min-width:12rem}
        .steps svg{display:block;background:var(--card);margin-top:.3rem}
        .w{margin:0;padding:.35rem .5rem;border-bottom:1px solid var(--line)}p.w{padding-left:1.6rem}
        summary{cursor:pointer}.more{margin:.5rem 0}.more summary{color:var(--faint)}
        pre button{float:right;margin:0 0 .3rem .6rem;font:inherit;color:var(--faint);background:var(--ground);\
        border:1px solid var(--line);border-radius:4px;cursor:pointer}
        input,select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--faint);border-radius:4px;\
        padding:.25rem .5rem}
        footer{margin-top:3rem;color:var(--faint);font-size:.875rem}
        .index tbody th{min-width:16rem}.index td{white-space:normal}
        @media(max-width:40rem){body{padding:.75rem}.index,.index tbody,.index tr,.index th,.index td{display:block}\
        .index thead{display:none}.index td{border:0;padding:.1rem .6rem}.index td:empty{display:none}\
        .index tr{border-bottom:1px solid var(--line)}.index tbody th{min-width:0;border:0}\
        .group{padding:.25rem .6rem .75rem}.values{grid-template-columns:1fr}h1{font-size:1.5rem}}
        @media print{button{display:none}body{max-width:none;padding:0;font-size:11pt}nav,#filter{display:none}pre{max-height:none}\
        .group,tr{break-inside:avoid}}
        """

    static let script: StaticString = """
        'use strict';(function(){
        var words=document.getElementById('words'),only=document.getElementById('only'),told=document.getElementById('told'),
        all=[].slice.call(document.querySelectorAll('.w'));
        function show(){var wanted=words.value.toLowerCase().split(/ +/),count=0;all.forEach(function(item){
        var text=((item.firstElementChild.tagName==='SUMMARY'?item.firstElementChild:item).textContent+' '+\
        (item.getAttribute('data-find')||'')).toLowerCase(),
        fits=only.value===''||item.classList.contains(only.value);
        wanted.forEach(function(word){if(text.indexOf(word)===-1){fits=false}});item.hidden=!fits;if(fits){count+=1}});
        told.textContent=count+' of '+all.length}
        words.addEventListener('input',show);only.addEventListener('change',show);
        document.getElementById('filter').hidden=false;show();
        function open(){var target=location.hash.length===0?null:document.getElementById(location.hash.slice(1));
        if(target===null){return}if(target.tagName==='DETAILS'){target.open=true}}
        addEventListener('hashchange',open);open();
        if(navigator.clipboard){[].forEach.call(document.querySelectorAll('pre code'),function(code){
        var button=document.createElement('button');button.type='button';button.textContent='Copy';
        button.addEventListener('click',function(){navigator.clipboard.writeText(code.textContent).then(function(){
        button.textContent='Copied'},function(){button.textContent='Not allowed'})});
        code.parentNode.insertBefore(button,code)})}
        addEventListener('beforeprint',function(){[].forEach.call(document.querySelectorAll('.more'),function(item){
        item.open=true})})
        })()
        """
}

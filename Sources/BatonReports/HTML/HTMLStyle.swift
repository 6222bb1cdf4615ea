/// The style sheet and the script of all pages, of the report and of the site; every page is readable without them.
///
/// In the report they stand in the page itself, which is one file. They contain neither `<` nor `&`, so that the page is
/// well-formed XML. The content security policy allows only these two by their hashes, which a test recomputes: no content of
/// a response can run as a script or change the style. A site has the sheet once, as a file.
enum HTMLStyle {
    static let sheetHash: StaticString = "'sha256-Sx5CiDQQUf2gN9QGwWA5zd56gSHbZtPNtgMxdSHXF/M='"
    static let scriptHash: StaticString = "'sha256-1MjcHPKSl9IYdYTaPDKKsPAdDRq3RwcoU7x3kedHJDc='"

    static let sheet: StaticString = """
        :root{color-scheme:light dark;--ground:#fff;--card:#f6f7f9;--text:#1b1d21;--faint:#59606b;--line:#d5d9e0;\
        --good:#176639;--bad:#b3261e;--warn:#7a4b00;--link:#0b57b0;--mark:#ffe2de}
        @media(prefers-color-scheme:dark){:root{--ground:#15171b;--card:#1f2228;--text:#e8eaee;--faint:#a7afbb;\
        --line:#3a3f49;--good:#71d394;--bad:#ff9a90;--warn:#f2bd66;--link:#8ab8ff;--mark:#5c2622}}
        [hidden]{display:none!important}*{box-sizing:border-box}html{scroll-padding-top:3.5rem}
        body{margin:0 auto;max-width:90rem;padding:1.25rem 1.5rem;background:var(--ground);color:var(--text);\
        font:15px/1.5 system-ui,sans-serif}
        a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:2px}
        :focus-visible{outline:3px solid var(--link);outline-offset:2px}
        h1{font-size:1.6rem;line-height:1.25;margin:0 0 .25rem;overflow-wrap:anywhere}
        h2{font-size:1.2rem;margin:1.75rem 0 .5rem}h3{font-size:1rem;margin:1rem 0 .25rem;overflow-wrap:anywhere}
        p{margin:.4rem 0;overflow-wrap:anywhere}.sum{font-size:1.1rem}i,small,.faint,figcaption{color:var(--faint);\
        font-style:normal}small,figcaption{font-size:.85rem}
        code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
        b{white-space:nowrap}h1.passed,b.passed{color:var(--good)}h1.failed,b.failed,b.error,b.blocked,b.infra{\
        color:var(--bad)}b.flaky,b.quarantined,b.interrupted{color:var(--warn)}b.skipped,b.none{color:var(--faint)}
        nav{display:flex;gap:0 1.25rem;position:sticky;top:0;z-index:1;background:var(--ground);overflow-x:auto;\
        border-bottom:1px solid var(--line);margin:.75rem 0;white-space:nowrap}
        nav a,nav b{padding:.5rem 0}nav b{font-weight:600}nav span{border-left:1px solid var(--line)}
        table{border-collapse:collapse;font-size:.875rem;width:100%;margin:.5rem 0}
        th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--line);vertical-align:top;\
        font-weight:400;overflow-wrap:anywhere}
        thead th{color:var(--faint);font-size:.8rem;white-space:nowrap;overflow-wrap:normal}tbody th{font-weight:600}
        .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}th code,td code,td b,time{\
        white-space:nowrap}
        th .where{font-weight:400}.head h3 a{display:inline-block;min-height:1.6rem}
        summary{cursor:pointer;padding:.1rem 0}
        input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--faint);border-radius:4px;\
        padding:.25rem .5rem;width:min(70vw,20rem)}
        ::placeholder{color:var(--faint);opacity:1}figure{margin:.75rem 0}.bars{direction:rtl;overflow-x:auto;width:fit-content;max-width:100%}
        .bars svg{display:block;direction:ltr}small{font-weight:400}
        .bars a:hover path{opacity:.75}.strip svg{display:block;width:100%;background:var(--card);border-radius:4px}
        td .strip svg,td svg{width:9rem;min-width:6rem}.strip .p{fill:var(--good)}.strip .f{fill:var(--warn)}
        .strip .b{fill:var(--bad)}.strip .q{fill:var(--faint)}
        svg text{font:11px system-ui,sans-serif;fill:var(--faint)}svg .axis{stroke:var(--line)}
        svg polyline{fill:none;stroke:var(--link);stroke-width:1.5}svg circle{fill:var(--link)}
        footer{margin-top:2.5rem;color:var(--faint);font-size:.85rem}
        @media(max-width:40rem){body{padding:.75rem}h1{font-size:1.35rem}.stack,.stack tbody,.stack tr,.stack th,\
        .stack td{display:block}.stack thead{display:none}.stack tr{border-bottom:1px solid var(--line);padding:.4rem 0}\
        .stack th,.stack td{border:0;padding:.05rem 0;text-align:left}.stack td:empty{display:none}\
        .stack td[title]::before{content:attr(title) ' ';color:var(--faint)}.stack a{display:inline-block;\
        min-height:1.6rem}}
        @media print{nav,#filter,button{display:none}body{max-width:none;padding:0;font-size:10pt}tr,figure{\
        break-inside:avoid}.key,.bars,.strip,.badge{print-color-adjust:exact}}
        .badge{display:inline-block;border:1px solid currentColor;border-radius:1rem;padding:0 .6rem;font-size:.8rem;\
        font-weight:600;line-height:1.5rem;color:var(--faint)}.badge.flaky,.badge.slower{color:var(--warn)}
        .badge.new,.badge.changed{background:var(--bad);border-color:var(--bad);color:var(--ground)}
        .badge.changed{background:var(--warn);border-color:var(--warn)}.badge.quarantined{color:var(--faint);\
        border-style:dashed}.badge.fixed{color:var(--good)}
        .key{display:inline-block;width:.75rem;height:.75rem;border-radius:2px;margin:0 .3rem 0 .8rem}
        .key.kn{background:#c8453b}.key.kk{background:#8a8f98}.key.kf{background:#c08a1e}
        .top{display:flex;flex-wrap:wrap;gap:0 2rem;align-items:end}.top>div{flex:1 1 30rem;min-width:0}
        .top>figure{margin:0;min-width:0}.facts{color:var(--faint)}.facts span+span::before{content:' · '}
        .facts a{color:inherit}
        dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.5rem 0}dt{color:var(--faint);\
        font-size:.85rem}dd{margin:0;overflow-wrap:anywhere}
        pre{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.5rem .8rem;overflow:auto;\
        max-height:26rem;white-space:pre-wrap;overflow-wrap:anywhere;margin:.4rem 0}.command{margin:.5rem 0;\
        max-width:60rem}
        .tools{display:flex;flex-wrap:wrap;gap:0 1.5rem;align-items:center;justify-content:space-between}
        .counts{display:flex;flex-wrap:wrap;gap:.4rem;list-style:none;margin:.5rem 0;padding:0}
        .counts a{display:block;background:var(--card);border:1px solid var(--line);border-radius:1rem;\
        padding:.1rem .75rem;text-decoration:none;color:var(--text);font-variant-numeric:tabular-nums}
        .counts a[aria-pressed=true]{border-color:var(--link);box-shadow:0 0 0 2px var(--link)}
        .note{border-left:4px solid var(--warn);background:var(--card);padding:.4rem .8rem}
        .cause{border:1px solid var(--line);border-left:4px solid var(--faint);border-radius:6px;margin:.4rem 0}
        .cause.new{border-left-color:var(--bad)}.cause.changed,.cause.flaky{border-left-color:var(--warn)}
        .cause>summary,.head{display:grid;grid-template-columns:7.5rem 1fr;gap:0 .75rem;padding:.4rem .9rem}
        .cause .badge{grid-row:1/3;align-self:start;justify-self:start;white-space:nowrap}
        .cause h3{margin:0;display:inline}.cause>summary h3::before{content:'▸ ';color:var(--faint)}
        .cause[open]>summary h3::before{content:'▾ '}.head a{color:inherit}.cause small{grid-column:2}
        .cause[open]>summary>small{display:none}
        .card{padding:0 .9rem .9rem 9.15rem}.card article+article,.card article+details{margin-top:.75rem}
        h4{font-size:1rem;margin:.5rem 0;font-weight:600}h4 code,summary code,li code{color:var(--faint)}
        .kind{border:1px solid var(--line);border-radius:4px;padding:0 .35rem;font-weight:400;color:var(--faint)}
        .message{font-weight:600;white-space:pre-wrap}
        .source span{color:var(--faint)}mark{background:var(--mark);color:inherit;border-radius:3px;\
        text-decoration:underline wavy var(--bad) 1px}
        .values{font-size:.95rem}.values dd{font:13px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,\
        'DejaVu Sans Mono',monospace;white-space:pre-wrap;max-height:20rem;overflow:auto}
        .values dd.said{font:inherit}dd.expected{color:var(--good)}dd.actual{color:var(--bad)}
        .diff{width:auto}.diff td,.diff th{white-space:pre-wrap}
        .history span{font-family:ui-monospace,'DejaVu Sans Mono',monospace;letter-spacing:.05em}
        .fold>summary h2{display:inline;margin:0}.fold{border-top:1px solid var(--line);padding:.4rem 0}
        .w,.wh{border-bottom:1px solid var(--line);margin:0}.w>summary,p.w,.wh{display:grid;gap:0 .75rem;\
        grid-template-columns:8rem minmax(10rem,3fr) minmax(10rem,3fr) minmax(6rem,2fr) 3.5rem 5.5rem;\
        padding:.2rem .4rem;font-size:.875rem;align-items:baseline}.w>*>*,.wh>*{overflow-wrap:anywhere;min-width:0}
        .wh{color:var(--faint);font-size:.8rem}.w[open]{background:var(--card)}
        .w>p{padding:0 .4rem}.scroll{overflow-x:auto}.steps th,.steps td{padding:.2rem .4rem}
        .steps td{text-align:right;font-variant-numeric:tabular-nums}.steps td:nth-child(-n+3),.steps td:last-child{\
        text-align:left}
        .steps tbody th{min-width:9rem}.steps td:nth-child(3){min-width:10rem}.steps svg{display:block;margin-top:.25rem;\
        width:160px;max-width:none}
        .k0{box-shadow:inset 0 -3px #8a63d2}.k1{box-shadow:inset 0 -3px #c26a00}.k2{box-shadow:inset 0 -3px #b5479d}
        .k3{box-shadow:inset 0 -3px #2f7fd1}.k4{box-shadow:inset 0 -3px #2f9455}.k5{box-shadow:inset 0 -3px #1f8797}
        .more{margin:.35rem 0}.more>summary,.note summary{color:var(--faint)}
        pre button{float:right;margin:0 0 .2rem .6rem;font:inherit;font-size:.85rem;min-height:1.6rem;color:var(--text);\
        background:var(--ground);border:1px solid var(--faint);border-radius:4px;cursor:pointer}
        @media(max-width:40rem){.sum{font-size:1rem}.cause>summary,.head{\
        grid-template-columns:max-content 1fr;padding:.4rem .6rem}.cause small{grid-column:1/3}.cause .badge{grid-row:auto}.card{padding:0 .6rem .6rem}.values{grid-template-columns:1fr}\
        .wh{display:none}.w>summary,p.w{grid-template-columns:7rem 1fr max-content}.w>*>code{grid-column:1/4;\
        grid-row:2}.w>*>.o{display:none}p.w>code{grid-column:1/4;grid-row:2}p.w>.o{display:none}}
        @media print{details::details-content{content-visibility:visible;block-size:auto}pre{max-height:none}\
        pre,.cause>summary{break-inside:avoid}}
        """

    /// Filters the causes, the workflows and the rows of lists, opens what a link leads to, copies commands, and opens
    /// everything for printing.
    static let script: StaticString = """
        'use strict';(function(){
        function all(what){return [].slice.call(document.querySelectorAll(what))}
        var words=document.getElementById('words'),told=document.getElementById('told'),only='',
        items=all('.w,.cause,.find tbody tr'),chips=all('.counts a'),list=document.getElementById('workflows');
        function show(){var wanted=(words.value.toLowerCase().match(/(?:"[^"]*"?|[^ "])+/g)||[]).map(function(word){
        return word.replace(/"/g,'')}),count=0,rows=0;items.forEach(function(item){
        var head=item.firstElementChild,find=item.getAttribute('data-find')||'',row=!item.classList.contains('cause'),
        text=((head.tagName==='SUMMARY'?head:item).textContent+' '+find).toLowerCase(),
        fits=only===''||item.classList.contains(only)||(' '+find+' ').indexOf(' is:'+only+' ')!==-1;
        wanted.forEach(function(word){if(text.indexOf(word)===-1){fits=false}});item.hidden=!fits;
        if(row){rows+=1;if(fits){count+=1}}});
        chips.forEach(function(chip){chip.setAttribute('aria-pressed',String(chip.getAttribute('data-only')===only))});
        var all=only===''?words.value==='':false;if(!all){if(list!==null){list.open=true}}
        told.textContent=all?'':count+' of '+rows}
        if(words!==null){words.addEventListener('input',show);document.getElementById('filter').hidden=false;
        chips.forEach(function(chip){chip.setAttribute('role','button');chip.addEventListener('click',function(event){
        event.preventDefault();only=only===chip.getAttribute('data-only')?'':chip.getAttribute('data-only');show()})});
        show()}
        function open(){var target=location.hash.length===0?null:document.getElementById(location.hash.slice(1));
        if(target===null){return}for(var at=target;at!==null;at=at.parentElement){if(at.tagName==='DETAILS'){at.open=true}}
        target.scrollIntoView()}
        addEventListener('hashchange',open);open();
        if(navigator.clipboard){all('pre code').forEach(function(code){
        var button=document.createElement('button');button.type='button';button.textContent='Copy';
        button.addEventListener('click',function(){navigator.clipboard.writeText(code.textContent).then(function(){
        button.textContent='Copied'},function(){button.textContent='Not allowed'})});
        code.parentNode.insertBefore(button,code)})}
        var closed=[];
        addEventListener('beforeprint',function(){closed=all('details:not([open])').filter(function(item){
        return !item.classList.contains('w')?!item.parentNode.classList.contains('card'):false});closed.forEach(function(item){item.open=true})});
        addEventListener('afterprint',function(){closed.forEach(function(item){item.open=false})})
        })()
        """
}

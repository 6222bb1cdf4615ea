// Searches the sections of all pages, as they are typed. Each word must be found; one in a title counts more.
"use strict";
(function () {
    const input = document.getElementById("search");
    const results = document.getElementById("results");
    const root = document.body.dataset.root;
    const most = 20;
    let chosen = -1;

    const entries = (window.batonIndex || []).map((entry) => ({
        ...entry, title: entry.t.toLowerCase(), parts: entry.t.toLowerCase().split(/[^\p{L}\p{N}$]+/u),
        text: (entry.t + " " + entry.s + " " + entry.x).toLowerCase(),
    }));

    function score(entry, words) {
        let sum = 0;
        for (const word of words) {
            if (!entry.text.includes(word)) return 0;
            if (entry.title === word) sum += 100;
            else if (entry.parts.includes(word)) sum += 60;
            else if (entry.title.startsWith(word)) sum += 40;
            else if (entry.title.includes(word)) sum += 20;
            else sum += 1;
        }
        if (entry.title === words.join(" ")) sum += 100;
        return sum + 1 / (1 + entry.x.length);
    }

    function found(text) {
        const words = text.toLowerCase().split(/\s+/).filter((word) => word);
        if (!words.length) return { words, list: [] };
        const list = entries.map((entry) => ({ entry, score: score(entry, words) })).filter((item) => item.score > 0);
        list.sort((a, b) => b.score - a.score);
        return { words, list: list.slice(0, most).map((item) => item.entry) };
    }

    // Puts text into an element, with the searched words marked.
    function mark(element, text, words) {
        const lower = text.toLowerCase();
        let at = 0;
        while (at < text.length) {
            let next = -1, length = 0;
            for (const word of words) {
                const place = lower.indexOf(word, at);
                if (place >= 0 && (next < 0 || place < next)) [next, length] = [place, word.length];
            }
            if (next < 0) break;
            element.append(text.slice(at, next));
            const part = document.createElement("mark");
            part.textContent = text.slice(next, next + length);
            element.append(part);
            at = next + length;
        }
        element.append(text.slice(at));
    }

    // The part of the text around the first word that is in it.
    function excerpt(text, words) {
        const lower = text.toLowerCase();
        const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
        const start = places.length ? Math.max(0, Math.min(...places) - 60) : 0;
        return (start > 0 ? "… " : "") + text.slice(start, start + 180) + (text.length > start + 180 ? " …" : "");
    }

    function show() {
        const { words, list } = found(input.value);
        results.replaceChildren();
        chosen = -1;
        results.hidden = !words.length;
        if (words.length && !list.length) {
            const none = document.createElement("p");
            none.textContent = "Nothing has all of these words.";
            results.append(none);
        }
        for (const entry of list) {
            const link = document.createElement("a");
            link.href = root + entry.u;
            const title = document.createElement("b");
            mark(title, entry.t, words);
            const where = document.createElement("small");
            where.textContent = entry.s;
            const text = document.createElement("span");
            mark(text, excerpt(entry.x, words), words);
            link.append(title, where, text);
            results.append(link);
        }
    }

    function choose(step) {
        const links = [...results.querySelectorAll("a")];
        if (!links.length) return;
        chosen = Math.min(Math.max(chosen + step, 0), links.length - 1);
        links.forEach((link, index) => link.classList.toggle("chosen", index === chosen));
        links[chosen].scrollIntoView({ block: "nearest" });
    }

    input.addEventListener("input", show);
    input.addEventListener("focus", () => { if (input.value) show(); });
    input.addEventListener("keydown", (event) => {
        if (event.key === "ArrowDown") { choose(1); event.preventDefault(); }
        else if (event.key === "ArrowUp") { choose(-1); event.preventDefault(); }
        else if (event.key === "Escape") { results.hidden = true; input.blur(); }
        else if (event.key === "Enter") {
            const links = results.querySelectorAll("a");
            const link = links[Math.max(chosen, 0)];
            if (link) { results.hidden = true; window.location.href = link.href; }
        }
    });
    document.addEventListener("click", (event) => {
        if (!event.target.closest(".search")) results.hidden = true;
        else if (event.target.closest("#results a")) results.hidden = true;
    });
    document.addEventListener("keydown", (event) => {
        if (event.key === "/" && document.activeElement !== input) { input.focus(); event.preventDefault(); }
    });
})();

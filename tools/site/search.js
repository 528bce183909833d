// Finds headings by all words that are typed; nothing is sent anywhere.
"use strict";

const field = document.querySelector("input");
const list = document.getElementById("site-found");
const base = document.body.dataset.base;
const MOST = 20;

function matches(words) {
  const found = [];
  for (const [text, page, link] of window["searchIndex"]) {
    const all = `${text} ${page}`.toLowerCase();
    if (words.every((word) => all.includes(word))) {
      const own = text.toLowerCase();
      const first = words.every((word) => own.includes(word)) ? 0 : 1;
      found.push([first, text.length, text, page, link]);
    }
  }
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]).slice(0, MOST);
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  list.replaceChildren();
  list.hidden = words.length === 0;
  if (list.hidden) return;
  for (const [, , text, page, link] of matches(words)) {
    const anchor = document.createElement("a");
    anchor.href = base + link;
    anchor.textContent = page ? `${text} (${page})` : text;
    const item = document.createElement("li");
    item.append(anchor);
    list.append(item);
  }
  if (!list.children.length) {
    const item = document.createElement("li");
    item.textContent = "nothing found";
    list.append(item);
  }
}

field.addEventListener("input", show);
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    field.value = "";
    show();
  } else if (event.key === "Enter") {
    list.querySelector("a")?.click();
  }
});

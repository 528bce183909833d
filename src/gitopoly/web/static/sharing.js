// A game as a file to keep or to send: a poster as a picture, or the whole replay.
import { h, toast } from "./dom.js";
import { currentLanguage, t } from "./texts.js";

/** Links that save a file. */
export function sharing(path) {
  const poster = `${path}/share/poster.svg?language=${currentLanguage()}`;
  return h(
    "div",
    { class: "choices share", role: "group", "aria-label": t("share.label") },
    h("button", {
      class: "button small",
      "data-focus": "share-png",
      "data-do": "share-png",
      onclick: (event) => savePicture(poster, event.currentTarget),
    }, t("share.png")),
    h(
      "a",
      { class: "button small", "data-focus": "share-svg", href: poster, download: "gitopoly-poster.svg" },
      t("share.svg"),
    ),
    h("a", {
      class: "button small",
      "data-focus": "share-html",
      href: `${path}/share/replay.html`,
      download: "gitopoly-replay.html",
    }, t("share.html")),
  );
}

/** Draw the poster in the browser and save it as PNG, so that nobody needs another program for it. */
async function savePicture(address, button) {
  if (button.getAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  try {
    const response = await fetch(address, { cache: "no-store" });
    if (!response.ok) throw new Error(t("share.failed"));
    save(await drawn(await response.blob()), "gitopoly-poster.png");
  } catch {
    toast(t("share.failed"));
  } finally {
    button.removeAttribute("aria-disabled");
  }
}

/** An SVG file as a PNG file. */
async function drawn(file) {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = h("canvas", { width: picture.naturalWidth, height: picture.naturalHeight });
    canvas.getContext("2d").drawImage(picture, 0, 0);
    return await new Promise((done, failed) =>
      canvas.toBlob((found) => found ? done(found) : failed(new Error()), "image/png")
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

function save(file, name) {
  const address = URL.createObjectURL(file);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

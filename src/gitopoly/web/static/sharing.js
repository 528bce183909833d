// A game as a file to keep or to send: a poster as a picture, or the whole replay.
import { h, toast } from "./dom.js";
import { withLink } from "./link.js";
import { currentLanguage, t } from "./texts.js";

/** Buttons that save a file; the poster also as PNG, drawn in the browser, so that nobody needs another program. */
export function sharing(path) {
  const poster = `${path}/share/poster.svg?language=${currentLanguage()}`;
  const files = {
    png: { address: poster, name: "gitopoly-poster.png", made: drawn },
    svg: { address: poster, name: "gitopoly-poster.svg" },
    html: { address: `${path}/share/replay.html`, name: "gitopoly-replay.html" },
  };
  return h(
    "div",
    { class: "choices share", role: "group", "aria-label": t("share.label") },
    Object.entries(files).map(([kind, file]) =>
      h("button", {
        class: "button small",
        "data-focus": `share-${kind}`,
        "data-do": `share-${kind}`,
        onclick: (event) => keep(file, event.currentTarget),
      }, t(`share.${kind}`))
    ),
  );
}

/** Fetch a file and save it; a link cannot, because a guest's requests need a header. */
async function keep({ address, name, made = (file) => file }, button) {
  if (button.getAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  try {
    let response = await fetch(address, { cache: "no-store", headers: withLink() });
    for (let tried = 1; response.status === 429 && tried < 5; tried++) { // many save at once at one host
      await new Promise((next) => setTimeout(next, 3000));
      response = await fetch(address, { cache: "no-store", headers: withLink() });
    }
    if (!response.ok) throw new Error(t("share.failed"));
    save(await made(await response.blob()), name);
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

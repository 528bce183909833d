// One click checks a whole game again, from its repository on the disk.
import { get, post } from "./api.js";
import { h } from "./dom.js";
import { atDoor } from "./link.js";
import { number, t, worded } from "./texts.js";

/** Milliseconds between two looks at how far it is. */
const EVERY = 250;

/** What was checked while the game was played, and a button that checks it all again. */
export function checking(path, { steps, signatures }) {
  const counted = (found) => ({ steps: number(found.steps), signatures: number(found.signatures) });
  const line = h(
    "p",
    { class: "checked", role: "status" },
    t(atDoor() ? "check.played.door" : "check.played", counted({ steps, signatures })),
  );
  const bar = h("progress", { "aria-label": t("check.running"), hidden: true });
  const button = h("button", { class: "button small", "data-focus": "check", "data-do": "check" }, t("check.do"));
  const tell = (found) => {
    line.classList.toggle("no", ["failed", "broken"].includes(found.state));
    if (found.state === "running") line.textContent = t("check.running");
    else if (found.state === "holds") line.textContent = t("check.holds", counted(found));
    else if (found.state === "failed") line.textContent = worded(found.why);
    else if (found.state === "broken") {
      line.textContent = t("check.broken", { ...counted(found), seat: found.offences[0].seat });
    }
  };
  const follow = async () => {
    const found = await get(`${path}/verification`);
    tell(found);
    if (found.state !== "running") return;
    bar.max = Math.max(1, found.total);
    bar.value = found.done;
    await new Promise((next) => setTimeout(next, EVERY));
    if (bar.isConnected) await follow();
  };
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    bar.hidden = false;
    try {
      await post(`${path}/verification`, {});
      await follow();
    } catch (error) {
      line.textContent = error.message;
    } finally {
      bar.hidden = true;
      button.removeAttribute("aria-disabled");
    }
  });
  // A guest has no repository of their own to check; the host's page and any copy have.
  return h("div", { class: "verified" }, line, bar, atDoor() ? null : button);
}

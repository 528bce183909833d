// Whoever looks elsewhere hears of their turn: a sound, a notification, a screen that stays on, an app.
//
// Browsers allow most of this at secure addresses only; where they do not, the settings say why.
import { h } from "./dom.js";
import { play } from "./sounds.js";
import { store, stored, t } from "./texts.js";

/** Milliseconds between two sounds that call somebody: an auction asks again and again. */
const PATIENCE = 4000;
let rung = -PATIENCE;
let invitation = null; // the browser's own offer to install the page

/** Keep the browser's offer to install the page until somebody asks for it. */
export function awaitInstallation() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    invitation = event;
  });
  addEventListener("appinstalled", () => (invitation = null));
}

/** Why something is not possible here, as a key of the words; empty where it is. */
function obstacle(there) {
  if (!globalThis.isSecureContext) return "notice.insecure";
  return there ? "" : "notice.unsupported";
}

const cannotNotify = () =>
  obstacle("Notification" in globalThis) || (Notification.permission === "denied" ? "notice.denied" : "");
const cannotStayOn = () => obstacle("wakeLock" in navigator);

/** Call the person to the table: with a sound after what others did, with a notification if they look elsewhere. */
export function call(text, aloud) {
  if (aloud && performance.now() - rung > PATIENCE) {
    rung = performance.now();
    play("turn");
  }
  if (!document.hidden || stored("notify") !== "on" || cannotNotify() || Notification.permission !== "granted") return;
  try {
    const note = new Notification("Gitopoly", { body: text, tag: "turn", icon: "static/icon-192.png" });
    note.onclick = () => {
      focus();
      note.close();
    };
  } catch { /* some telephones know notifications only from installed pages */ }
}

/** Keeps the screen on while a game is played in sight. */
export class Wakefulness {
  constructor(table) {
    this.table = table;
    this.lock = null;
    this.look = () => this.update();
    document.addEventListener("visibilitychange", this.look);
    addEventListener("awake", this.look);
  }

  /** Ask for the screen, or let go of it, as the game and the settings are now. */
  async update() {
    const wanted = stored("awake") === "on" && !document.hidden && this.table.game?.printed && !this.table.view.over;
    if (!wanted) {
      this.lock?.release();
      this.lock = null;
    } else if ((!this.lock || this.lock.released) && !cannotStayOn()) {
      // A browser may refuse, to save its battery; it is asked again when the page is next in sight.
      this.lock = await navigator.wakeLock.request("screen").catch(() => null);
    }
  }

  leave() {
    document.removeEventListener("visibilitychange", this.look);
    removeEventListener("awake", this.look);
    this.lock?.release();
    this.lock = null;
  }
}

/** A switch of the settings, or the reason why there is none. */
function field(name, why, onchange) {
  const box = h("input", {
    type: "checkbox",
    checked: !why && stored(name) === "on",
    disabled: Boolean(why),
    "aria-describedby": `about-${name}`,
    onchange: () => onchange(box),
  });
  const about = h("p", { class: "reason", id: `about-${name}` }, reason(why || `settings.${name}.help`));
  return h("div", {}, h("label", { class: "check" }, box, t(`settings.${name}`)), about);
}

const reason = (key) => t(key, { address: location.host });

export function noticeFields() {
  const notify = field("notify", cannotNotify(), async (box) => {
    const allowed = box.checked && await Notification.requestPermission() === "granted";
    store("notify", allowed ? "on" : "off");
    const refused = box.checked && !allowed;
    box.checked = allowed;
    if (refused) notify.querySelector(".reason").textContent = reason("notice.denied");
  });
  const awake = field("awake", cannotStayOn(), (box) => {
    store("awake", box.checked ? "on" : "off");
    dispatchEvent(new Event("awake"));
  });
  return [notify, awake, installation()];
}

/** A button that installs the page like an app, or why there is none. */
function installation() {
  const installed = matchMedia("(display-mode: standalone)").matches;
  const why = installed ? "install.done" : obstacle(true) || (invitation ? "" : "install.menu");
  const button = h("button", {
    class: "button small",
    "data-do": "install",
    onclick: () => {
      invitation.prompt();
      invitation = null;
      button.remove();
    },
  }, t("install.do"));
  return h(
    "div",
    { class: "notice" },
    h("span", { class: "label" }, t("install.label")),
    why ? null : button,
    h("p", { class: "reason" }, reason(why || "install.help")),
  );
}

// Several devices at a guest's seat: who asks to play there, and what everybody sees of it.
import { h, openLive, redrawOnChange, replace, toast } from "./dom.js";
import { atDoor, linkedSeat } from "./link.js";
import { shared } from "./lobby.js";
import { currentLanguage, t } from "./texts.js";

/** Milliseconds in which a click was meant for what stood there before. */
const SETTLES = 800;

/** The line on top of a game's page: devices that ask, or that the seat of this page's link is played elsewhere. */
export class DeviceNotices {
  constructor(table) {
    this.table = table;
    this.before = null;
    this.known = new Set();
    this.element = h("div", { class: "asking", role: "alert", hidden: true });
    document.body.prepend(this.element);
    this.draw = redrawOnChange(
      this.element,
      () => [table.view.devices, table.view.me === null, currentLanguage()],
      () => this.notices(),
    );
  }

  show() {
    const { devices } = this.table.view;
    this.draw();
    this.element.hidden = !this.element.childElementCount;
    for (const { name, count } of this.before ? devices : []) {
      if (count > Math.max(this.before.get(name) ?? 1, 1)) toast(t("device.more", { name, count }));
    }
    this.before = new Map(devices.map(({ name, count }) => [name, count])); // patches change the view itself
  }

  notices() {
    const { devices, me } = this.table.view, name = linkedSeat();
    const asks = devices.flatMap((one) => one.asking.map((code) => this.ask(one.name, code)));
    const elsewhere = me === null && devices.some((one) => one.name === name);
    return elsewhere ? [this.elsewhere(name), ...asks] : asks;
  }

  elsewhere(name) {
    const back = h("button", {
      class: "button small primary",
      "data-do": "ask-here",
      onclick: () => (location.hash = ""),
    }, t("device.ask"));
    return h("section", {}, h("p", {}, t("device.elsewhere", { name })), h("div", { class: "answers" }, back));
  }

  /** A device that asks; answering takes a look at the code on its screen. */
  ask(name, code) {
    const known = this.known.has(code);
    this.known.add(code);
    const says = (answer, kind, text) => {
      const button = h("button", {
        class: `button small ${kind}`,
        "data-do": `device-${answer}`,
        "data-focus": `device-${answer}-${code}`,
        disabled: !known,
        onclick: () => this.table.send("device", { name, code, answer }),
      }, text);
      if (!known) setTimeout(() => (button.disabled = false), SETTLES);
      return button;
    };
    return h(
      "section",
      { "aria-label": t("device.label", { code }) },
      h("p", {}, h("strong", {}, t(atDoor() ? "device.asks.mine" : "device.asks", { name, code }))),
      h("p", { class: "reason" }, t(atDoor() ? "device.check.mine" : "device.check", { name })),
      h(
        "div",
        { class: "answers" },
        says("in", "primary", t("device.in")),
        atDoor() ? null : says("alone", "", t("device.alone")),
        says("no", "", t(atDoor() ? "device.no.mine" : "device.no")),
      ),
    );
  }

  leave() {
    this.element.remove();
  }
}

/** The host's dialog about guests' devices: how many there are, and a new link that frees a seat of them. */
export function guestDevices(table) {
  const list = h("ul", { class: "devices" });
  const draw = () => replace(list, table.view.devices.map((one) => guest(table, one)));
  draw();
  const body = h(
    "div",
    { class: "sheet" },
    h("h2", {}, t("device.title")),
    h("p", { class: "reason" }, t("device.about")),
    list,
    h("footer", {}, h("button", { class: "button primary", onclick: () => dialog.close() }, t("close"))),
  );
  const dialog = openLive(table, body, draw, { label: t("device.title") });
}

function guest(table, { name, count, link }) {
  return h(
    "li",
    {},
    h("strong", {}, name),
    " ",
    t(count ? "device.count" : "device.none", { count }),
    link ? shared(link, t("lobby.copy.link", { name }), `copy-device-${name}`) : h("button", {
      class: "button small danger",
      "data-do": "new-link",
      "data-focus": `new-link-${name}`,
      "aria-label": t("device.renew.for", { name }),
      onclick: () => table.send("new-link", { name }),
    }, t("device.renew")),
  );
}

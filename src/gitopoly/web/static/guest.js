// What whoever opens a link sees: a seat to sit down on, a game to play or to watch.
import { get, post } from "./api.js";
import { h, toast } from "./dom.js";
import { hasLink, keepDevice } from "./link.js";
import { list, t } from "./texts.js";

/** Milliseconds between two looks whether this device was let in. */
const LOOK = 2000;

const card = (...children) => h("section", { class: "card" }, children);

/** Show what a link is for; `play` shows the game itself. */
export async function showDoor(app, top, play) {
  const show = (...children) => app.replaceChildren(top, h("main", { class: "home" }, children));
  if (!hasLink()) {
    show(h("h1", {}, t("door.title")), h("p", { class: "lead" }, t("door.none")));
    return;
  }
  try {
    const facts = await get("api/door");
    if (facts.role === "free" || facts.role === "freed") show(...seat(facts, play));
    else if (facts.role === "elsewhere") show(...elsewhere(facts, play));
    else if (facts.role === "taken" && !facts.joined.includes(facts.name)) play(facts.game);
    else {
      if (facts.role === "taken") toast(t("door.taken", { name: facts.name }));
      play(facts.game);
    }
  } catch (error) {
    const unknown = error.status === 401;
    show(
      h("h1", {}, t("door.title")),
      h("p", { class: "problem", role: "alert" }, unknown ? t("door.unknown") : error.message),
      h("button", { class: "button", onclick: () => location.reload() }, t("door.again")),
    );
  }
}

function seat({ name, host, names, game }, play) {
  const sit = h("button", {
    class: "button primary",
    "data-do": "sit",
    onclick: async () => {
      sit.disabled = true;
      try {
        keepDevice((await post("api/door/sit", { token: "" })).device);
        play(game);
      } catch (error) {
        sit.disabled = false;
        toast(error.message);
      }
    },
  }, t("door.sit", { name }));
  return [
    h(
      "div",
      {},
      h("h1", {}, t("door.hello", { name })),
      h("p", { class: "lead" }, t("door.who", { host, names: list(names) })),
    ),
    card(h("h2", {}, t("door.guest")), h("p", {}, t("door.trust", { host })), sit),
    card(h("h2", {}, t("door.peer")), h("p", { class: "reason" }, t("door.peer.how"))),
  ];
}

/** A seat that is played on another device: this one asks to be let in, and waits for it. */
function elsewhere({ name, host, game, code: known }, play) {
  const status = h("p", { role: "status", tabindex: "-1" });
  const ask = h("button", {
    class: "button primary",
    "data-do": "ask",
    onclick: async () => {
      ask.disabled = true;
      try {
        const { device, code } = await post("api/door/ask", {});
        keepDevice(device);
        wait(code);
        status.focus();
      } catch (error) {
        ask.disabled = false;
        toast(error.message);
      }
    },
  }, t("device.ask"));
  const wait = (code) => {
    ask.hidden = true;
    status.textContent = t("device.asked", { name, host, code });
    setTimeout(look, LOOK, code);
  };
  const look = async (code) => {
    if (!status.isConnected) return;
    const facts = await get("api/door").catch(() => ({ code }));
    if (facts.role === "guest") play(game);
    else if (facts.code) wait(facts.code);
    else {
      status.textContent = t("device.refused");
      ask.hidden = ask.disabled = false;
    }
  };
  if (known) wait(known);
  const watch = h("button", { class: "button", "data-do": "watch", onclick: () => play(game) }, t("device.watch"));
  return [
    h(
      "div",
      {},
      h("h1", {}, t("door.hello", { name })),
      h("p", { class: "lead" }, t("device.elsewhere", { name })),
    ),
    card(h("p", {}, t("device.how", { name, host })), status, h("div", { class: "answers" }, ask, watch)),
  ];
}

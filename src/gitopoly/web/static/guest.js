// What whoever opens a link sees: a seat to sit down on, a game to play or to watch.
import { get, post } from "./api.js";
import { h, toast } from "./dom.js";
import { hasLink } from "./link.js";
import { list, t } from "./texts.js";

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
    if (facts.role === "free") show(...seat(facts, play));
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
        await post("api/door/sit", { token: "" });
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

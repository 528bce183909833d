// The first page: a new game, and those that were left.
import { get, post } from "./api.js";
import { h, toast } from "./dom.js";
import { clock, list, store, stored, t } from "./texts.js";

export async function showHome(app, top) {
  const name = h("input", { type: "text", id: "name", value: stored("name") || t("home.you"), maxlength: 24, autocomplete: "off", pattern: "[A-Za-z][A-Za-z0-9_\\-]*", title: t("home.name.help"), required: true });
  const bots = h("select", { id: "bots" }, [1, 2, 3, 4, 5, 6, 7].map((count) => h("option", { value: count, selected: count === 3 }, count)));
  const start = h("button", { class: "button primary", type: "submit" }, t("home.start"));
  const begin = async (event) => {
    event.preventDefault();
    start.disabled = true;
    try {
      store("name", name.value);
      location.hash = (await post("api/games", { person: name.value, bots: Number(bots.value) })).game;
    } catch (error) {
      start.disabled = false;
      toast(error.message);
    }
  };
  const games = h("ul", { class: "games" });
  app.replaceChildren(
    top,
    h("main", { class: "home" },
      h("div", {}, h("h1", {}, t("home.title")), h("p", { class: "lead" }, t("home.lead"))),
      h("section", { class: "card" }, h("h2", {}, t("home.new")), h("form", { onsubmit: begin },
        h("div", { class: "field" }, h("label", { for: "name" }, t("home.name")), name),
        h("div", { class: "field" }, h("label", { for: "bots" }, t("home.bots")), bots), start)),
      h("section", { class: "card" }, h("h2", {}, t("home.games")), games)),
  );
  const found = (await get("api/games")).games;
  games.replaceChildren(...(found.length ? found.map(row) : [h("li", {}, t("home.none"))]));
}

function row(game) {
  const state = game.over ? (game.winner ? t("home.won", { name: game.winner }) : t("home.tie")) : game.open ? t("home.open") : "";
  return h("li", {},
    h("div", {}, h("div", {}, list(game.players)), h("div", { class: "reason" }, [game.created ? clock(game.created) : game.id, state].filter(Boolean).join(" · "))),
    h("a", { class: "button small", href: `#${encodeURIComponent(game.id)}` }, game.over ? t("home.look") : t("home.go")));
}

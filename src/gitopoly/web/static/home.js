// The first page: a new game, and saved games.
import { get, post } from "./api.js";
import { h, toast } from "./dom.js";
import { ornament } from "./felt.js";
import { typed } from "./lobby.js";
import { choices } from "./newgame.js";
import { clock, list, store, stored, t } from "./texts.js";

export async function showHome(app, top) {
  const name = h("input", {
    type: "text",
    id: "name",
    value: stored("name") || t("home.you"),
    maxlength: 24,
    autocomplete: "off",
    pattern: "[A-Za-z][A-Za-z0-9_\\-]*",
    title: t("home.name.help"),
    required: true,
  });
  const bots = h(
    "select",
    { id: "bots" },
    [1, 2, 3, 4, 5, 6, 7].map((count) => h("option", { value: count, selected: count === 3 }, count)),
  );
  const more = choices(bots);
  const start = h("button", { class: "button primary", type: "submit", disabled: true }, t("home.start"));
  const begin = async (event) => {
    event.preventDefault();
    start.disabled = true;
    const patience = setTimeout(() => toast(t("home.preparing")), 2000);
    try {
      store("name", name.value);
      app.dataset.begun = "true"; // a game started with the keyboard continues with it
      location.hash =
        (await post("api/games", { person: name.value, bots: Number(bots.value), ...more.chosen() })).game;
    } catch (error) {
      start.disabled = false;
      toast(error.message);
    } finally {
      clearTimeout(patience);
    }
  };
  const games = h("ul", { class: "games" }), friends = h("div", { class: "friends" });
  app.replaceChildren(
    top,
    h(
      "main",
      { class: "home" },
      h("div", { class: "hero" }, ornament(), h("h1", {}, t("home.title")), h("p", { class: "lead" }, t("home.lead"))),
      h(
        "section",
        { class: "card" },
        h("h2", {}, t("home.new")),
        h(
          "form",
          { onsubmit: begin },
          h("div", { class: "field" }, h("label", { for: "name" }, t("home.name")), name),
          h("div", { class: "field" }, h("label", { for: "bots" }, t("home.bots")), bots),
          start,
          more.element,
        ),
      ),
      h("section", { class: "card" }, h("h2", {}, t("home.games")), games),
      h(
        "section",
        { class: "card" },
        h("h2", {}, t("home.friends")),
        h("p", {}, t("home.friends.here")),
        invitation(name, app),
        h("p", { class: "reason" }, t("home.friends.how")),
        friends,
      ),
      h("section", { class: "card" }, h("h2", {}, t("home.position")), position()),
    ),
  );
  const { games: found, damaged, choices: offered, friends: command } = await get("api/games");
  friends.replaceChildren(typed(command, t("home.friends.copy"), "copy-friends"));
  more.offer(offered);
  start.disabled = false;
  games.replaceChildren(...(found.length ? found.map(row) : [h("li", {}, t("home.none"))]));
  if (damaged.length) games.append(h("li", { class: "no" }, t("home.damaged", { names: list(damaged) })));
}

/** Names as people list them: by commas, or only by spaces. */
const namesIn = (text) => text.split(/[,;]/.test(text) ? /[,;]/ : /\s/).map((name) => name.trim()).filter(Boolean);

/** Begin a game on this computer; the page then shows a link for every friend. */
function invitation(person, app) {
  // The name is the same as above, and is asked here too, because friends read it in their invitation.
  const own = /** @type {HTMLInputElement} */ (person.cloneNode());
  own.id = "host";
  own.addEventListener("input", () => person.value = own.value);
  person.addEventListener("input", () => own.value = person.value);
  const names = h("input", {
    type: "text",
    id: "others",
    autocomplete: "off",
    placeholder: "Ben, Cleo",
    required: true,
    maxlength: 240,
  });
  const begin = h("button", { class: "button", type: "submit", "data-do": "invite" }, t("home.friends.invite"));
  const invite = async (event) => {
    event.preventDefault();
    begin.disabled = true;
    try {
      store("name", person.value);
      app.dataset.begun = "true";
      const others = namesIn(names.value);
      location.hash = (await post("api/friends", { person: person.value, others })).game;
    } catch (error) {
      begin.disabled = false;
      toast(error.message);
    }
  };
  return h(
    "form",
    { onsubmit: invite },
    h("div", { class: "field" }, h("label", { for: "host" }, t("home.name")), own),
    h("div", { class: "field" }, h("label", { for: "others" }, t("home.friends.names")), names),
    begin,
  );
}

/** Show a position from its text, and how bots go on from there. */
function position() {
  const text = /** @type {HTMLTextAreaElement} */ (h("textarea", {
    id: "position",
    rows: 6,
    required: true,
    spellcheck: "false",
    placeholder: "edition: classic …",
  }));
  const said = h("p", { class: "reason", role: "status" }, t("home.position.help"));
  const show = async (event) => {
    event.preventDefault();
    try {
      location.hash = `replay/${(await post("api/positions", { position: text.value })).game}`;
    } catch (error) {
      said.textContent = error.message;
    }
  };
  return h(
    "form",
    { onsubmit: show },
    h("div", { class: "field" }, h("label", { for: "position" }, t("home.position.text")), text),
    said,
    h("button", { class: "button", type: "submit", "data-do": "position" }, t("home.position.open")),
  );
}

function row(game) {
  const state = game.over
    ? (game.winner ? t("home.won", { name: game.winner }) : t("home.tie"))
    : game.open
    ? t("home.open")
    : "";
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h("div", {}, list(game.players)),
      h("div", { class: "reason" }, [game.created ? clock(game.created) : game.id, state].filter(Boolean).join(" · ")),
    ),
    h(
      "div",
      { class: "choices" },
      game.over
        ? h("a", { class: "button small", href: `#replay/${encodeURIComponent(game.id)}` }, t("home.replay"))
        : null,
      h(
        "a",
        { class: "button small", href: `#${encodeURIComponent(game.id)}` },
        game.over ? t("home.look") : t("home.go"),
      ),
    ),
  );
}

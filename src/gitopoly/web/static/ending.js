// The end of a game: the winner, the standings, and another game.
import { post } from "./api.js";
import { h, toast } from "./dom.js";
import { earnings } from "./earnings.js";
import { atDoor } from "./link.js";
import { tokenPicture } from "./pieces.js";
import { whyOut } from "./players.js";
import { money, number, t } from "./texts.js";

function played({ turns, number: last }) {
  const count = turns || last;
  return count
    ? h("p", { class: "reason" }, count === 1 ? t("end.turns.one") : t("end.turns", { turns: number(count) }))
    : null;
}

/** Begin another game of the same kind; one click, because the wish for it comes now. */
async function again(table, button) {
  if (button.getAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  try {
    const { game } = await post(`api/games/${encodeURIComponent(table.id)}/again`, {});
    document.getElementById("app").dataset.begun = "true"; // the keyboard focus continues there
    location.hash = game;
  } catch (error) {
    button.removeAttribute("aria-disabled");
    toast(error.message);
  }
}

/** Another game at once, or from the first page; a guest has neither, and waits for a link. */
function anotherGame(table) {
  if (atDoor()) return h("p", { class: "reason" }, t("end.door"));
  if (!table.game.repeats) return h("a", { class: "button primary", href: "#", "data-focus": "again" }, t("end.again"));
  return h("button", {
    class: "button primary",
    "data-focus": "again",
    "data-do": "again",
    onclick: (event) => again(table, event.currentTarget),
  }, t("end.again"));
}

export const winnerOf = ({ view }) => {
  const { winner } = view.standings;
  return winner < 0
    ? t("end.tie")
    : winner === view.me
    ? t("end.mine")
    : t("end.winner", { name: view.seats[winner].name });
};

/** The standings, and what one can do after a game. */
export function ending(table) {
  const { order } = table.view.standings;
  return [
    h("h1", { class: "winner" }, winnerOf(table)),
    h(
      "ol",
      { class: "standings", "aria-label": t("end.standings") },
      order.map((seat, place) => {
        const facts = table.view.seats[seat];
        const deeds = table.view.owners.filter((owner) => owner === seat).length;
        return h(
          "li",
          {},
          h("span", {}, `${place + 1}.`),
          tokenPicture(seat, facts.name),
          h("span", {}, facts.name),
          h("span", {}, facts.out ? whyOut(facts) : t("end.worth", { worth: money(facts.worth), deeds })),
        );
      }),
    ),
    played(table.view),
    table.id
      ? h(
        "div",
        { class: "choices" },
        anotherGame(table),
        h(
          "a",
          { class: "button", href: `#replay/${encodeURIComponent(table.id)}`, "data-focus": "replay" },
          t("end.replay"),
        ),
      )
      : null,
    table.afterwards?.(),
    table.replay?.summary ? earnings(table, table.replay.summary) : null,
  ];
}
